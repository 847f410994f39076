import { expect, it } from 'vitest';
import { arrayOf, objectOf } from '../spec/index.ts';
import { rewrite } from '../reference/faults/rewrites.ts';
import type { Fault } from '../reference/index.ts';
import type { Target } from '../target/configuration/target.ts';
import { costOf, profiles, withWatch } from '../suites/profiles.ts';
import { runInThisProcess, type DirectRun } from './run-against-reference.ts';
import { resultOf, servedTarget } from './judged-reference.test-data.ts';

/** A target without an expired token, whose tokens live for this number of seconds. */
async function withTokensOf(tokenLifetime: number): Promise<Target> {
  const { expiredToken: _, ...target } = await servedTarget({ dialect: { tokenLifetime } });
  return target;
}

/** The result of the requirement, and the phases of the run. */
async function runOf(target: Target, options: { readonly waitForExpiry?: boolean; readonly timeBudgetMs?: number }) {
  const phases = new Set<string>();
  const report = await runInThisProcess(target, {
    seed: 1,
    cases: 1,
    profile: 'gate',
    only: ['unauthorized.expired'],
    onProgress: ({ phase }) => void phases.add(phase.replace(/, \d+ s$/, '')),
    ...options,
  });
  return { result: resultOf(report, 'unauthorized.expired'), phases };
}

it('a run that waits for expiry sends one of its own tokens once it has expired', async () => {
  const { result, phases } = await runOf(await withTokensOf(2), { waitForExpiry: true });
  expect(result).toMatchObject({ outcome: 'pass' });
  expect(result.cases).toBeGreaterThanOrEqual(8);
  expect(phases).toContain('waiting for a token to expire');
});

it.each([
  ['does not wait for expiry', {}, { reason: 'not-configured', detail: expect.stringContaining('--wait-for-expiry') }],
  [
    'has too little time to wait',
    { waitForExpiry: true, timeBudgetMs: 60_000 },
    {
      reason: 'not-reached',
      detail: expect.stringMatching(/expires too late, by \d+ s; allow more with --time-budget$/),
    },
  ],
])('a run that %s leaves unauthorized.expired undecided without waiting', async (_what, options, expected) => {
  const { result, phases } = await runOf(await withTokensOf(600), options);
  expect(result).toMatchObject({ outcome: 'inconclusive', ...expected });
  expect(phases).not.toContain('waiting for a token to expire');
});

/** Milliseconds of watching: even a busy machine must have time to wait between rounds, when the change begins. */
const watchMs = 8_000;

/** What a run finds if the service's records change without a new version once the rest of the run is over. */
async function changedLate(options: Partial<DirectRun>) {
  let isLate = false;
  const changed: Readonly<Record<string, object>> = {
    E5: { issues: [{ level: 'warning', message: 'looked through again' }] },
    E7: { warnings: ['looked through again'] },
    E8: { status: 'another' },
  };
  const fault: Fault = {
    name: 'versions-kept-late',
    description: 'a record changes late and keeps its version',
    breaks: ['versions.change-with-record'],
    begin: rewrite.records('E5 E7 E8', (record, { request }) =>
      isLate ? { ...record, ...changed[request.place ?? ''] } : record,
    ),
  };
  const report = await runInThisProcess(await servedTarget({ fault }), {
    seed: 1,
    cases: 1,
    profile: 'gate',
    only: ['versions.change-with-record'],
    onProgress({ phase }) {
      isLate ||= phase.startsWith('watching records, ');
    },
    ...options,
  });
  const { outcome, counterexample } = resultOf(report, 'versions.change-with-record');
  return { outcome, counterexample, watchMs: report.run.watchMs };
}

it('runs that watch records find late changes without a new version, at every endpoint that reads them', async () => {
  const bounds = withWatch(costOf('health', 1), 'health', watchMs).atMost;
  const [watched, ofFew, unwatched] = await Promise.all([
    changedLate({ watchMs }),
    changedLate({ watchMs, profile: 'health', cases: profiles.health.cases, bounds }),
    changedLate({}),
  ]);
  const { counterexample, ...found } = watched;
  expect(found).toEqual({ outcome: 'fail', watchMs });
  expect(counterexample?.code).toBe('kept-version');
  const said = [counterexample, ...(counterexample?.also ?? [])].map((seen) => seen?.message).join();
  for (const member of ['issues', 'warnings', 'status']) expect(said).toContain(member);
  expect(ofFew.outcome).toBe('fail');
  expect(unwatched).toEqual({ outcome: 'pass', counterexample: undefined, watchMs: undefined });
});

it('open points have what the service shows last', async () => {
  let isLate = false;
  const fault: Fault = {
    name: 'statuses-late',
    description: 'records reach another status, with another member, once the rest of the run is over',
    breaks: [],
    begin: rewrite.records('E5 E7', (record) => (isLate ? { ...record, status: 'another', further: 1 } : record)),
  };
  const { observations } = await runInThisProcess(await servedTarget({ fault }), {
    seed: 1,
    cases: 1,
    profile: 'gate',
    only: ['versions.change-with-record', 'snapshots.fulfillment', 'renewals.transitions', 'wire.unknown-fields'],
    wanted: { share: 0, unsent: ['connections', 'decisions', 'snapshots', 'employee', 'model'] },
    watchMs,
    onProgress({ phase }) {
      isLate ||= phase.startsWith('watching records, ');
    },
  });
  const seen = observations.map(({ value }) => value).join('; ');
  for (const late of [/snapshots: another, /, /statuses seen: another, /, /snapshot\.further/])
    expect(seen).toMatch(late);
});

it('a service that changes versions with its records passes a run that watches, which counts only selected requirements', async () => {
  const target = await servedTarget({ pace: 600 });
  const options = { seed: 1, cases: 1, profile: 'gate', watchMs: 1_000 } as const;
  let progress = '';
  const report = await runInThisProcess(target, {
    ...options,
    only: ['versions.change-with-record', 'versions.unique'],
    onProgress: ({ decided, total }) => (progress = `${decided} of ${total}`),
  });
  expect(report.summary.headline).toMatch(/^conformant/);
  expect(progress).toBe('2 of 2');
});

it('finds a snapshot that keeps its version on completion where the next snapshot of an employee has to wait for that', async () => {
  const versions = new Map<unknown, unknown>();
  const fault: Fault = {
    name: 'versions-kept-by-completion',
    description: 'a snapshot that was sent to its carriers keeps its version when it is completed',
    breaks: ['versions.change-with-record'],
    begin: rewrite.records('E6 E7 E8', (record) => {
      const { id, status, version, fulfillment_summary: summary } = record;
      if (status !== 'processing') return { ...record, version: versions.get(id) ?? version };
      if (arrayOf(summary).every((entry) => objectOf(entry)['status'] === 'sent')) versions.set(id, version);
      return record;
    }),
  };
  const target = await servedTarget({ fault, rules: ['one-snapshot-in-process'], pace: 1_500 });
  const report = await runInThisProcess(target, {
    seed: 1,
    cases: 1,
    profile: 'full',
    only: ['versions.change-with-record'],
    wanted: { share: 0, unsent: ['connections', 'decisions', 'snapshots', 'employee', 'model'] },
  });
  expect(resultOf(report, 'versions.change-with-record')).toMatchObject({
    outcome: 'fail',
    counterexample: { code: 'kept-version' },
  });
});
