import { expect, test } from 'vitest';
import type { Counterexample, RecordedExchange, Report, RequirementResult } from '../../results/report.ts';
import { sampleEvidence, sampleReport, sampleResult } from '../../results/sample-reports.test-data.ts';
import { sampleSession } from '../engine/sample-session.test-data.ts';
import { Undecided } from '../engine/verdicts.ts';
import { costOf } from '../profiles.ts';
import { replayBounds, replayFailures, type CheckSelection, type Replay } from './replay-failures.ts';

const id = 'paging.bounds';

const exchange = (method: string, path: string): RecordedExchange => ({
  request: { method, url: `http://127.0.0.1:9${path}`, headers: {} },
  durationMs: 1,
});
const evidence = (changes: Partial<Counterexample> = {}): Counterexample =>
  sampleEvidence({ exchanges: [exchange('GET', '/api/v1/groups')], property: 'groups', ...changes });
const reportOf = (profile: string, failures: readonly RequirementResult[]): Report => {
  const report = sampleReport(failures);
  return { ...report, run: { ...report.run, profile, casesPerProperty: 5 } };
};

/** Replays failures against a target that answers no exchange, with checks that give the same results each time. */
async function replayed(
  profile: string,
  failures: readonly RequirementResult[],
  now: readonly RequirementResult[],
  ofRun: Partial<Report> = {},
): Promise<{ readonly replays: readonly Replay[]; readonly asked: readonly CheckSelection[] }> {
  const asked: CheckSelection[] = [];
  const replays = await replayFailures(reportOf(profile, failures), failures, {
    pinned: new Set(),
    openSession: () => ({ ...sampleSession(), token: () => Promise.reject(new Undecided('blocked', 'no answer')) }),
    runChecks(selection) {
      asked.push(selection);
      return Promise.resolve(sampleReport(now, ofRun));
    },
  });
  return { replays, asked };
}

const failed = (cases: number, counterexample: Partial<Counterexample> = {}): RequirementResult =>
  sampleResult(id, { outcome: 'fail', cases, counterexample: evidence(counterexample) });
const held = sampleResult(id, { cases: 100, judgedAt: ['E1'] });

test.for([
  ['seen in every case', 'gate', failed(1900, { occurrences: 1900 }), 2],
  ['rare', 'gate', failed(1900, { occurrences: 1 }), 3],
  [
    'seen in every case, and in another way once',
    'gate',
    failed(1900, { occurrences: 1900, also: [{ message: 'x', pointer: '', occurrences: 1 }] }),
    3,
  ],
  ['seen once, as the check ended with it', 'gate', failed(1900, { occurrences: 1, property: id }), 2],
  ['not seen again when it was asked for', 'gate', failed(30, { occurrences: 30, passedAgain: null }), 3],
  ['of a run that makes a few records', 'health', failed(3, { occurrences: 1 }), 1],
] as const)('how often the check has to hold before a failure is fixed: %s', async ([, profile, failure, times]) => {
  const { replays, asked } = await replayed(profile, [failure], [held]);
  expect(replays).toMatchObject([{ id, verdict: 'fixed' }]);
  expect([replays[0]?.checks.length, asked.length]).toEqual([times, times]);
  // A run that makes a few records has no additional traffic.
  expect(asked[0]?.traffic === undefined).toBe(profile === 'health');
});

test('all failures are decided by the same runs, with the checks and the traffic that found them', async () => {
  const failures = [
    failed(100, { property: 'renewals.edit', occurrences: 100 }),
    sampleResult('versions.unique', { outcome: 'fail', counterexample: evidence({ property: 'model' }) }),
    sampleResult('token.issue', { outcome: 'fail', counterexample: evidence({ property: 'token.issue' }) }),
  ];
  const now = [
    held,
    sampleResult('versions.unique', { outcome: 'fail', counterexample: evidence() }),
    sampleResult('token.issue', { outcome: 'inconclusive', detail: 'no key' }),
  ];
  const { replays, asked } = await replayed('gate', failures, now);
  expect(replays.map(({ verdict }) => verdict)).toEqual(['fixed', 'still failing', 'no verdict']);
  expect(asked).toEqual([
    {
      only: [id, 'renewals.edit', 'versions.unique', 'token.issue'],
      traffic: { [id]: 'renewals.edit', 'versions.unique': 'model', 'token.issue': 'token.issue' },
    },
    { only: [id, 'renewals.edit'], traffic: { [id]: 'renewals.edit' } },
  ]);
});

const suiteFaults = [{ id: 'wire.json', message: 'x is not a function' }] as const;
const interrupted = { ...sampleReport([]).run, interrupted: true };

test.for([
  ['no answer of the endpoint was judged', { judgedAt: ['E5'] }, {}, /got no answer of E1/],
  ['a part could not be judged', { partly: true, detail: 'the group is unknown' }, {}, /no further: the group/],
  ['the suite failed', {}, { suiteFaults }, /fault of the suite/],
  ['the run was cut short', {}, { run: interrupted }, /ended before its end/],
] as const)('there is no verdict where the check holds and %s', async ([, now, ofRun, because]) => {
  const { replays } = await replayed('gate', [failed(1900)], [{ ...held, ...now }], ofRun);
  expect(replays).toMatchObject([{ verdict: 'no verdict', because: expect.stringMatching(because) }]);
});

test('a replay may send as much as a run of its profile; of saved traffic no more is written than its exchanges have', () => {
  const exchanges = [exchange('POST', '/gate/api/v1/group_connections')];
  const creates = (['connections.echo', 'connections.record', 'token.issue'] as const).map((property) =>
    sampleResult(property, { outcome: 'fail', counterexample: evidence({ exchanges, property }) }),
  );
  for (const profile of ['health', 'gate'] as const)
    expect(replayBounds(reportOf(profile, creates), creates)).toEqual(costOf(profile, 5).atMost);
  expect(replayBounds(reportOf('judge', creates), creates)).toMatchObject({ records: 6 });
});
