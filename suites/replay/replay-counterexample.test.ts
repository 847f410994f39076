import { expect, test } from 'vitest';
import type { Counterexample, Report, RequirementResult } from '../../results/report.ts';
import { sampleEvidence, sampleReport, sampleResult } from '../../results/sample-reports.test-data.ts';
import { sampleSession } from '../engine/sample-session.test-data.ts';
import { Undecided } from '../engine/verdicts.ts';
import { replayCounterexample, type Replay } from './replay-counterexample.ts';
import { sharedRuns, type RunSuites } from './shared-runs.ts';

const id = 'paging.bounds';

const evidence = (changes: Partial<Counterexample>): Counterexample =>
  sampleEvidence({
    exchanges: [{ request: { method: 'GET', url: 'http://127.0.0.1:9/api/v1/groups', headers: {} }, durationMs: 1 }],
    property: 'groups',
    ...changes,
  });

/** Replays a failure of a service that gives no answer to its exchanges, and whose whole check comes to this. */
async function replayed(
  before: Partial<RequirementResult>,
  now: Partial<RequirementResult>,
  ofRun: Partial<Report> = {},
): Promise<Replay> {
  const result = sampleResult(id, { outcome: 'fail', ...before });
  const report = sampleReport([result]);
  const runSuites: RunSuites = () => Promise.resolve(sampleReport([sampleResult(id, now)], ofRun));
  return replayCounterexample(result, {
    report,
    pinned: new Set(),
    openSession: () => ({ ...sampleSession(), token: () => Promise.reject(new Undecided('blocked', 'no answer')) }),
    runSuites,
    shared: sharedRuns(report, [result], runSuites),
  });
}

test.for([
  ['seen in every case', 1900, { occurrences: 1900 }, 2],
  ['seen in some of many cases', 1900, { occurrences: 76 }, 3],
  ['rare', 1900, { occurrences: 1 }, 6],
  [
    'seen in every case, and in another way once',
    1900,
    { occurrences: 1900, also: [{ message: 'x', pointer: '', occurrences: 1 }] },
    6,
  ],
  ['seen once, as the check ended with it', 1900, { occurrences: 1, property: id }, 2],
  ['not seen again when it was asked for', 3, { occurrences: 3, passedAgain: null }, 3],
] as const)(
  'the whole check has to hold the longer the rarer the failure is: %s',
  async ([, cases, changes, times]) => {
    const { verdict, checks } = await replayed(
      { cases, counterexample: evidence(changes) },
      { cases: 100, judgedAt: ['E1'] },
    );
    expect([verdict, checks.length]).toEqual(['fixed', times]);
  },
);

test.for([
  ['no answer of the endpoint was judged', { cases: 3, judgedAt: ['E5'] }],
  ['a part could not be judged', { cases: 3, judgedAt: ['E1'], partly: true, detail: 'the group is unknown' }],
] as const)('there is no verdict where %s', async ([, now]) => {
  const replay = await replayed({ cases: 1900, counterexample: evidence({ occurrences: 1900 }) }, now);
  expect(replay.verdict).toBe('no verdict');
});

test('what the traffic of another check has shown has to hold in a whole run as well', async () => {
  const counterexample = evidence({ occurrences: 1900, property: 'groups.fixture-listed' });
  const { verdict, because, checks } = await replayed({ cases: 1900, counterexample }, { cases: 3, judgedAt: ['E1'] });
  expect(checks.map(({ scope }) => scope)).toContain('run');
  expect({ verdict, because }).toEqual({ verdict: 'fixed', because: expect.stringContaining('and in a whole run') });
});

test.for([
  ['the suite failed', { suiteFaults: [{ id: 'wire.json', message: 'x is not a function' }] }, /fault of the suite/],
  ['it was cut short', { run: { ...sampleReport([]).run, interrupted: true } }, /ended before its end/],
] as const)('a check that holds in a run says nothing where %s', async ([, ofRun, because]) => {
  const before = { cases: 1900, counterexample: evidence({ occurrences: 1900 }) };
  const replay = await replayed(before, { cases: 3, judgedAt: ['E1'] }, ofRun);
  expect(replay).toMatchObject({ verdict: 'no verdict', because: expect.stringMatching(because) });
});
