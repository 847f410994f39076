/**
 * How many requests, and writes among them, a run of each profile sends: of the reference service as it is, and in random
 * dialects. The largest figures are those of `suites/profiles.ts`, of whole profiles and of runs that decide one part
 * alone: `perCase` the slope between two numbers of cases, `fixed` what is left of the run with the fewer. Then, for
 * the `footprint` of definitions and workloads, how many of a full run are sent for each requirement: with one case and
 * the time for the least alone, with one case, and with a hundred. Those of a workload are sent for one of its
 * requirements. Asserts nothing.
 *
 *     node bench/count-requests.ts [dialects]
 *
 * @module
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asTarget, judgeDirectly, type DirectRun } from '../cli/judge-reference.ts';
import { randomDialect, startReference, type ReferenceOptions } from '../reference/index.ts';
import type { Report } from '../results/report.ts';
import { register, type RequirementId } from '../spec/index.ts';
import { profileNames, profiles, type ProfileName } from '../suites/profiles.ts';
import type { Limits } from '../target/configuration/index.ts';
import { journalName } from '../target/journal.ts';

type Counts = Readonly<Record<string, number>>;

const counted = ['requests', 'records'];
/** The endpoints that make or change records. */
const written = ['E2', 'E3', 'E4', 'E6'];
const seed = 7;
/** Faster than a profile allows, so that it takes seconds; how much is sent does not depend on it. */
const limits = { concurrency: 8, requestsPerSecond: 1000 };

function countsOf({ run, latency }: Report): Counts {
  return Object.fromEntries(
    counted.map((name) => [
      name,
      name === 'requests' ? run.requests : written.reduce((sum, id) => sum + (latency[id]?.count ?? 0), 0),
    ]),
  );
}

async function sentBy(
  profile: ProfileName,
  cases: number,
  service: ReferenceOptions,
  only?: readonly RequirementId[],
): Promise<Counts> {
  const reference = await startReference({ seed, pace: 200, ...service });
  try {
    const served = await asTarget(reference);
    const target = { ...served, limits: { ...served.limits, ...limits } };
    const report = await judgeDirectly(target, { seed, cases, profile, only, timeBudgetMs: 600_000 });
    return countsOf(report);
  } finally {
    await reference.close();
  }
}

function largest(all: readonly Counts[]): Counts {
  return Object.fromEntries(counted.map((name) => [name, Math.max(...all.map((counts) => counts[name] ?? 0))]));
}

const dialects = Number(process.argv[2] ?? 10);
const services: readonly ReferenceOptions[] = [
  {},
  ...Array.from({ length: dialects }, (_, index) => ({ dialect: randomDialect(index + 1) })),
];
const shown = (counts: Counts): string =>
  counted.map((name) => `${name} ${Math.ceil((counts[name] ?? 0) * 10) / 10}`).join(', ');

async function measure(profile: ProfileName, only?: readonly RequirementId[]): Promise<void> {
  const few = profiles[profile].cases;
  const many = few * 2;
  const runs: { few: Counts; slope: Counts }[] = [];
  for (const service of services) {
    const atFew = await sentBy(profile, few, service, only);
    const atMany = profile === 'health' ? atFew : await sentBy(profile, many, service, only);
    const slope = Object.fromEntries(
      counted.map((name) => [name, Math.max(((atMany[name] ?? 0) - (atFew[name] ?? 0)) / (many - few), 0)]),
    );
    runs.push({ few: atFew, slope });
  }
  console.log(`  the reference service as it is   ${shown(runs[0]?.few ?? {})}`);
  console.log(`  the most of ${services.length} services            ${shown(largest(runs.map((run) => run.few)))}`);
  if (profile !== 'health')
    console.log(`  the most for one case more       ${shown(largest(runs.map(({ slope }) => slope)))}`);
}

const parts = Map.groupBy(
  register.map(({ id }) => id),
  (id) => id.split('.')[0] ?? '',
);
for (const profile of profileNames) {
  console.log(`${profile}, ${profiles[profile].cases} cases`);
  await measure(profile);
  if (profile === 'health') continue;
  for (const [part, ids] of parts) {
    console.log(`${profile}, ${part} alone`);
    await measure(profile, ids);
  }
}

/** Requests by what they are sent for, in a full run of the reference service as it is. */
async function purposesOf(options: Pick<DirectRun, 'cases' | 'timeBudgetMs'>, pace: Partial<Limits>): Promise<Counts> {
  const reference = await startReference({ seed, pace: 200 });
  const out = await mkdtemp(join(tmpdir(), 'count-requests-'));
  try {
    const target = await asTarget(reference);
    await judgeDirectly(
      { ...target, limits: { ...target.limits, ...pace } },
      { seed, profile: 'full', out, ...options },
    );
    const lines = (await readFile(join(out, journalName), 'utf8')).trim().split('\n');
    const purposes = lines.map((line) => String((JSON.parse(line) as { purpose?: unknown }).purpose));
    return Object.fromEntries([...Map.groupBy(purposes, (purpose) => purpose)].map(([name, of]) => [name, of.length]));
  } finally {
    await reference.close();
    await rm(out, { recursive: true });
  }
}

const columns = [
  await purposesOf({ cases: 1, timeBudgetMs: 50_000 }, { requestsPerSecond: 16 }),
  await purposesOf({ cases: 1, timeBudgetMs: 600_000 }, limits),
  await purposesOf({ cases: 100, timeBudgetMs: 600_000 }, limits),
];
console.log('full, by what requests are sent for: the least, one case, a hundred');
for (const purpose of new Set(columns.flatMap((column) => Object.keys(column))))
  console.log(`  ${purpose.padEnd(42)}${columns.map((column) => String(column[purpose] ?? 0).padStart(6)).join('')}`);
