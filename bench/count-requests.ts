/**
 * Counts the requests, and the writes among them, in a run of each profile and of each part: against the reference
 * service as it is, and in random dialects. The largest figures are those in `suites/profiles.ts`, with the slope
 * between two numbers of cases as `perCase`. Then, for each `footprint`, the number of requests by purpose in a full
 * run: with time for the least only, with one case, and with a hundred. Asserts nothing.
 *
 * node bench/count-requests.ts [dialects]
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAgainstReference, type DirectRun } from '../cli/run-against-reference.ts';
import { randomDialect, type ReferenceOptions } from '../reference/index.ts';
import type { Report } from '../results/report.ts';
import { register, type RequirementId } from '../spec/index.ts';
import { profileNames, profiles, type Bounds, type ProfileName } from '../suites/profiles.ts';
import type { Pace } from '../target/configuration/target.ts';
import { journalName } from '../target/journal.ts';

const seed = 7;
/** Faster than a profile allows, so that a run takes seconds; the number of requests does not depend on it. */
const limits = { concurrency: 8, requestsPerSecond: 1000 };

function run(service: ReferenceOptions, limits: Partial<Pace>, options: Omit<DirectRun, 'seed'>): Promise<Report> {
  return runAgainstReference({ pace: 200, ...service }, { seed, ...options }, () => ({ limits }));
}

/** What a run of the profile sends. Records are created or changed by four of the endpoints. */
async function sentBy(
  profile: ProfileName,
  cases: number,
  service: ReferenceOptions,
  only?: readonly RequirementId[],
): Promise<Bounds> {
  const { run: sent, latency } = await run(service, limits, { cases, profile, only, timeBudgetMs: 600_000 });
  const records = ['E2', 'E3', 'E4', 'E6'].reduce((sum, id) => sum + (latency[id]?.count ?? 0), 0);
  return { requests: sent.requests, records };
}

const dialects = Number(process.argv[2] ?? 10);
const services: readonly ReferenceOptions[] = [
  {},
  ...Array.from({ length: dialects }, (_, index) => ({ dialect: randomDialect(index + 1) })),
];

function show(what: string, all: readonly Bounds[]): void {
  const most = (of: keyof Bounds): number => Math.ceil(Math.max(...all.map((counts) => counts[of])) * 10) / 10;
  console.log(`  ${what.padEnd(33)}requests ${most('requests')}, records ${most('records')}`);
}

async function measure(profile: ProfileName, only?: readonly RequirementId[]): Promise<void> {
  const few = profiles[profile].cases;
  const [atFew, slopes]: [Bounds[], Bounds[]] = [[], []];
  for (const service of services) {
    const less = await sentBy(profile, few, service, only);
    atFew.push(less);
    if (profile === 'health') continue;
    const more = await sentBy(profile, few * 2, service, only);
    const slope = (of: keyof Bounds): number => Math.max((more[of] - less[of]) / few, 0);
    slopes.push({ requests: slope('requests'), records: slope('records') });
  }
  show('the reference service as it is', atFew.slice(0, 1));
  show(`the most of ${services.length} services`, atFew);
  if (slopes.length > 0) show('the most for one case more', slopes);
}

const parts = Map.groupBy(register, ({ part }) => part);
for (const profile of profileNames) {
  console.log(`${profile}, ${profiles[profile].cases} cases`);
  await measure(profile);
  if (profile === 'health') continue;
  for (const [part, requirements] of parts) {
    console.log(`${profile}, ${part} alone`);
    await measure(
      profile,
      requirements.map(({ id }) => id),
    );
  }
}

/** Requests by purpose, in a full run against the reference service as it is. */
async function purposesOf(options: Pick<DirectRun, 'cases' | 'timeBudgetMs'>, pace: Partial<Pace>) {
  const out = await mkdtemp(join(tmpdir(), 'count-requests-'));
  try {
    await run({}, pace, { profile: 'full', out, ...options });
    const lines = (await readFile(join(out, journalName), 'utf8')).trim().split('\n');
    const byPurpose = Map.groupBy(lines, (line) => String((JSON.parse(line) as { purpose?: unknown }).purpose));
    return new Map([...byPurpose].map(([purpose, { length }]) => [purpose, length]));
  } finally {
    await rm(out, { recursive: true });
  }
}

const columns = [
  await purposesOf({ cases: 1, timeBudgetMs: 50_000 }, { requestsPerSecond: 16 }),
  await purposesOf({ cases: 1, timeBudgetMs: 600_000 }, limits),
  await purposesOf({ cases: 100, timeBudgetMs: 600_000 }, limits),
];
console.log('full, by what requests are sent for: the least, one case, a hundred');
for (const purpose of new Set(columns.flatMap((column) => [...column.keys()])))
  console.log(
    `  ${purpose.padEnd(42)}${columns.map((column) => String(column.get(purpose) ?? 0).padStart(6)).join('')}`,
  );
