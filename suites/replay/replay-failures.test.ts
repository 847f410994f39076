import { expect, test } from 'vitest';
import type { Counterexample, Outcome, RecordedExchange, Report, RequirementResult } from '../../results/report.ts';
import { sampleEvidence, sampleReport, sampleResult } from '../../results/sample-reports.test-data.ts';
import { register, type RequirementId } from '../../spec/index.ts';
import { costOf } from '../profiles.ts';
import { sampleSession } from '../engine/sample-session.test-data.ts';
import { Undecided } from '../engine/verdicts.ts';
import { decideReplay, replayBounds, replayFailures, type CheckSelection, type Replay } from './replay-failures.ts';
import type { ExchangesReplay } from './send-again.ts';

const id = 'paging.bounds';

const exchange = (method: string, path: string): RecordedExchange => ({
  request: { method, url: `http://127.0.0.1:9${path}`, headers: {} },
  durationMs: 1,
});
const failed = (changes: Partial<Counterexample> = {}, of: RequirementId = id): RequirementResult => {
  const exchanges = [exchange('GET', '/api/v1/groups')];
  const counterexample = sampleEvidence({ exchanges, property: 'groups', ...changes });
  return sampleResult(of, { outcome: 'fail', cases: 1900, counterexample });
};
const held = sampleResult(id, { cases: 100, judgedAt: ['E1'] });
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

const seenOnce = { message: 'x', pointer: '', occurrences: 1 };

test.for([
  ['seen in every case', 'gate', { occurrences: 1900 }, 2],
  ['seen rarely', 'gate', { occurrences: 1 }, 3],
  ['seen in every case, and in another way once', 'gate', { occurrences: 1900, also: [seenOnce] }, 3],
  ['seen once, because the check ended with it', 'gate', { occurrences: 1, property: id }, 2],
  ['not seen again when rerun', 'gate', { occurrences: 1900, passedAgain: null }, 3],
  ['found by a run that makes few records', 'health', { occurrences: 1 }, 1],
] as const)('how often the check has to hold to count as fixed: %s', async ([, profile, changes, times]) => {
  const { replays, asked } = await replayed(profile, [failed(changes)], [held]);
  expect(replays).toMatchObject([{ id, verdict: 'fixed' }]);
  expect([replays[0]?.checks.length, asked.length]).toEqual([times, times]);
  // A run that makes few records has no additional traffic.
  expect(asked[0]?.moreTraffic === undefined).toBe(profile === 'health');
});

test('decides all failures by the same runs, with the checks and the traffic that found them', async () => {
  const failures = [
    failed({ property: 'renewals.edit', occurrences: 1900 }),
    failed({ property: 'model' }, 'versions.unique'),
    failed({ property: 'token.issue' }, 'token.issue'),
  ];
  const undecided = sampleResult('token.issue', { outcome: 'inconclusive', detail: 'no key' });
  const now = [held, failed({}, 'versions.unique'), undecided];
  const { replays, asked } = await replayed('gate', failures, now);
  expect(replays.map(({ verdict }) => verdict)).toEqual(['fixed', 'still failing', 'no verdict']);
  expect(asked).toEqual([
    {
      only: [id, 'renewals.edit', 'versions.unique', 'token.issue'],
      moreTraffic: { [id]: 'renewals.edit', 'versions.unique': 'model', 'token.issue': 'token.issue' },
    },
    { only: [id, 'renewals.edit'], moreTraffic: { [id]: 'renewals.edit' } },
  ]);
});

const suiteFaults = [{ id: 'wire.json', message: 'x is not a function' }] as const;
const interrupted = { ...sampleReport([]).run, interrupted: true };

test.for([
  ['no answer of the endpoint was judged', { judgedAt: ['E5'] }, {}, /got no answer of E1/],
  ['a part could not be judged', { partly: true, detail: 'the group is unknown' }, {}, /no further: the group/],
  ['the suite had a fault', {}, { suiteFaults }, /fault of the suite/],
  ['the run was cut short', {}, { run: interrupted }, /ended before its end/],
] as const)('gives no verdict if the check holds and %s', async ([, now, ofRun, because]) => {
  const { replays } = await replayed('gate', [failed()], [{ ...held, ...now }], ofRun);
  expect(replays).toMatchObject([{ verdict: 'no verdict', because: expect.stringMatching(because) }]);
});

test('a replay of saved traffic makes only the writes of its exchanges, each sent twice', () => {
  const exchanges = [exchange('POST', '/gate/api/v1/group_connections')];
  const creates = (['connections.echo', 'connections.record', 'token.issue'] as const).map((property) =>
    failed({ exchanges, property }, property),
  );
  expect(replayBounds(reportOf('judge', creates), creates)).toMatchObject({ records: 6 });
});

test('a replay of a run sends no more than its failures need, and at most as much as two runs', () => {
  const whole = costOf('gate', 5).atMost;
  const one = [failed({ property: 'renewals.edit-stale' }, 'renewals.edit-stale')];
  const bounds = replayBounds(reportOf('gate', one), one);
  expect(bounds.records).toBeLessThan(whole.records);
  expect(bounds.requests).toBeLessThan(whole.requests);
  const all = register.map((requirement) => failed({ property: 'model' }, requirement.id));
  expect(replayBounds(reportOf('gate', all), all)).toEqual({
    requests: 2 * whole.requests,
    records: 2 * whole.records,
  });
});

const replayOf = (showing: ExchangesReplay['showing'], isOfOldRecord = false): ExchangesReplay => ({
  showing,
  isOfOldRecord,
  exchanges: [],
});
const [again, fine, open, old] = [
  replayOf('shows again'),
  replayOf('in order'),
  replayOf('open'),
  replayOf('shows again', true),
];

function check(outcome: Outcome, counterexample?: Partial<Counterexample>): RequirementResult {
  const evidence = counterexample === undefined ? {} : { counterexample: sampleEvidence(counterexample) };
  return sampleResult('token.issue', { outcome, ...evidence });
}
const [holds, fails, once, undecided] = [
  check('pass'),
  check('fail', {}),
  check('fail', { passedAgain: null }),
  check('inconclusive'),
];

const recorded = failed({ property: 'token.issue' }, 'token.issue');

test.for([
  ['still failing if both fail', [again, again], [fails], 'still failing'],
  ['still failing if the check fails and the exchange does not decide', [open, open], [fails], 'still failing'],
  ['still failing if the check fails although the exchange is in order', [fine, fine], [holds, fails], 'still failing'],
  ['still failing if the exchange shows it although the check holds', [again, again], [holds], 'still failing'],
  ['still failing if the exchange shows it and the check is open', [again, again], [undecided], 'still failing'],
  ['nondeterministic if the same request is answered in two ways', [again, fine], [holds], 'nondeterministic'],
  ['nondeterministic if the check fails, but not when rerun', [open, open], [once], 'nondeterministic'],
  ['nondeterministic if it shows, and the check fails only once', [again, again], [once], 'nondeterministic'],
  ['fixed if both are in order', [fine, fine], [holds], 'fixed'],
  ['fixed if the check holds and the exchange does not decide', [open, open], [holds], 'fixed'],
  ['fixed if only an old record shows it', [old, old], [holds], 'fixed'],
  ['no verdict if nothing decides', [open, open], [undecided], 'no verdict'],
  ['no verdict if the exchange is in order and the check does not decide', [fine, fine], [undecided], 'no verdict'],
  ['still failing if there is no check and the exchange shows it', [again, again], [], 'still failing'],
  ['still failing if there is no check and an old record shows it', [old, old], [], 'still failing'],
  ['fixed if there is no check and the exchange is in order', [fine, fine], [], 'fixed'],
  ['no verdict if there is no check and the exchange does not decide', [fine, open], [], 'no verdict'],
  ['still failing if there is no exchange and the check fails', [], [check('fail')], 'still failing'],
] as const)('verdict: %s', ([, exchanges, checks, verdict]) => {
  expect(decideReplay(recorded, exchanges, checks).verdict).toBe(verdict);
});

const other = { message: 'a plan is missing', pointer: '/body' };
const elsewhere = { pointer: '/response/7/version' };
const alsoRecorded = { ...other, also: [{ ...sampleEvidence(), occurrences: 1 }] };
const also = [{ ...other, occurrences: 2 }];

test.for([
  ['nothing shows the recorded violation', recorded, [fine, fine], [other], 'otherwise than recorded'],
  ['the other violation was recorded as well', failed({ also }, 'token.issue'), [fine], [other], 'as also recorded'],
  ['the recorded exchange shows again', recorded, [again, again], [other], undefined],
  ['the recorded violation shows at another position', recorded, [fine, fine], [elsewhere], undefined],
  ['the recorded violation shows as well', recorded, [open, open], [alsoRecorded], undefined],
  ['the recorded violation shows in one of the runs', recorded, [open, open], [other, {}], undefined],
] as const)('says whether a check fails otherwise than recorded: %s', ([, failure, exchanges, failures, otherwise]) => {
  const checks = failures.map((changes) => check('fail', changes));
  const decided = decideReplay(failure, exchanges, checks);
  expect(decided.verdict).toBe('still failing');
  expect(decided.otherwise).toBe(otherwise);
  expect(decided.because === other.message).toBe(otherwise !== undefined);
});
