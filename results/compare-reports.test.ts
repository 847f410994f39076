import { describe, expect, it } from 'vitest';
import type { RequirementId } from '../spec/index.ts';
import type { Latency, Report, RequirementResult } from './report.ts';
import {
  failed,
  latenciesFrom,
  resultIn,
  sampleReport,
  sampleResult,
  withRun,
  type State,
} from './sample-reports.test-data.ts';
import { everyOutcome } from './sample-outcomes.test-data.ts';
import { compareReports, isDriftToFail } from './compare-reports.ts';

const required = 'renewals.edit-listed';
const expected = 'token.lifetime';
const open = 'renewals.edit-stale';

const resultOf = (id: RequirementId, state: State | 'absent'): readonly RequirementResult[] =>
  state === 'absent' ? [] : [resultIn(id, state)];

const reportOf = (id: RequirementId, state: State | 'absent', changes: Partial<Report> = {}): Report =>
  sampleReport([sampleResult('wire.json'), ...resultOf(id, state)], changes);

const stopped = (report: Report): Report => withRun(report, { interrupted: true });

describe('a requirement', () => {
  const states = {
    passed: 'pass',
    failed: 'fail',
    waived: 'skipped waived',
    blocked: 'inconclusive blocked',
    unreached: 'inconclusive not-reached',
    leftOut: 'skipped deselected',
    absent: 'absent',
  } satisfies Record<string, State | 'absent'>;
  const stateOf = (name = '') => states[name as keyof typeof states];
  const matrix = `
from       passed       failed      waived  blocked  unreached  leftOut  absent
passed     none         regression  drift   drift    .          none     none
failed     improvement  none        none    .        drift      none     none
waived     improvement  none        none    drift    .          .        .
leftOut    none         none        .       .        .          .        .
unreached  drift        regression  drift   drift    none       .        .
absent     none         regression  drift   none     .          .        .`;
  const [[, ...tos] = [], ...rows] = matrix
    .trim()
    .split('\n')
    .map((row) => row.split(/ +/));
  const changes = rows.flatMap(([from, ...kinds]) => kinds.map((kind, index) => ({ from, to: tos[index], kind })));

  it.each(changes.filter(({ kind }) => kind !== '.'))('from $from to $to: $kind', ({ from, to, kind }) => {
    const compared = compareReports(reportOf(required, stateOf(from)), reportOf(required, stateOf(to)));
    expect(compared.requirements.map((change) => change.kind)).toEqual(kind === 'none' ? [] : [kind]);
    expect(compared.regressions).toBe(kind === 'regression' ? 1 : 0);
  });

  it('of the expected level is a regression or an improvement where that level is judged, and drift otherwise', () => {
    const [before, after] = [reportOf(expected, 'pass'), reportOf(expected, 'fail')];
    expect(compareReports(before, after).requirements).toMatchObject([{ kind: 'drift' }]);
    expect(compareReports(before, after, 'expected').regressions).toBe(1);
    expect(compareReports(after, before).requirements).toMatchObject([{ kind: 'drift' }]);
    expect(compareReports(after, before, 'expected').requirements).toMatchObject([{ kind: 'improvement' }]);
    const judged: Report = withRun(after, { level: 'expected' });
    expect(compareReports(before, judged).regressions).toBe(1);
  });

  it('that is open regresses only if it is pinned and its pin fails', () => {
    const pinned = reportOf(open, 'fail');
    expect(compareReports(reportOf(open, 'pass'), pinned).regressions).toBe(1);
    expect(compareReports(pinned, reportOf(open, 'pass')).requirements).toMatchObject([{ kind: 'improvement' }]);
    expect(compareReports(reportOf(open, 'pass'), reportOf(open, 'inconclusive not-reached')).drifted).toBe(false);
  });

  it('has its outcomes before and after, and the message of the failing run', () => {
    const gone = compareReports(reportOf(required, 'absent'), reportOf(required, 'fail')).requirements;
    expect(gone).toMatchObject([{ before: 'not in the report', after: 'fail', message: 'found wrong' }]);
    const open = compareReports(reportOf(required, 'fail'), reportOf(required, 'inconclusive blocked')).requirements;
    expect(open).toMatchObject([{ before: 'fail', after: 'inconclusive (blocked)', message: 'before: found wrong' }]);
  });

  it('that a stopped run did not reach is not a change', () => {
    const decided = sampleResult('renewals.record');
    const withState = (state: State): Report =>
      sampleReport([sampleResult('wire.json'), decided, ...resultOf(required, state)]);
    const [passed, unseen] = [withState('pass'), stopped(withState('inconclusive not-reached'))];
    expect(compareReports(passed, unseen).drifted).toBe(false);
    expect(compareReports(unseen, passed).drifted).toBe(false);
    expect(compareReports(unseen, withState('fail')).drifted).toBe(false);
    expect(compareReports(withState('fail'), unseen).drifted).toBe(false);
  });

  it.each([
    ['the same code', ['missing', '/a'], ['missing', '/b'], false],
    ['another code', ['missing', '/a'], ['schema-type', '/a'], true],
    ['a crash', ['status 200', '#status'], ['status 500', '#status'], true],
    ['the same place, in early reports', [undefined, '/response/0/id'], ['x', '/response/7/id'], false],
    ['another place, in early reports', [undefined, '/response/0/id'], ['x', '/meta'], true],
  ] as const)(
    'that fails in both runs with %s is drift only if it is another kind of failure',
    (_, was, is, drifted) => {
      const failing = ([code, pointer]: typeof was | typeof is, message: string): Report =>
        sampleReport([failed(required, { pointer, message, ...(code === undefined ? {} : { code }) })]);
      const { requirements } = compareReports(failing(was, 'old'), failing(is, 'new'));
      expect(requirements).toMatchObject(drifted ? [{ kind: 'drift', message: 'new (before: old)' }] : []);
    },
  );

  it('is sorted by severity, worst first', () => {
    const [a, b, c] = ['groups.list', 'token.issue', required] as const;
    const of = (...states: readonly State[]): Report =>
      sampleReport([a, b, c].flatMap((id, index) => resultOf(id, states[index] ?? 'pass')));
    const { requirements } = compareReports(of('fail', 'pass', 'pass'), of('pass', 'inconclusive blocked', 'fail'));
    expect(requirements.map(({ id }) => id)).toEqual([c, a, b]);
  });
});

it.each([
  ['health', failed(required), 'health', {}, ['improvement']],
  ['gate', failed(required), 'health', {}, []],
  ['gate', failed(required), 'gate', { partly: true }, ['drift']],
] as const)('a failure in a run of %s is fixed only by a full pass in a run that checks as much', (...row) => {
  const [before, failure, after, state, kinds] = row;
  const of = (profile: string, result: RequirementResult): Report =>
    withRun(sampleReport([sampleResult('wire.json'), result]), { profile });
  const { requirements } = compareReports(of(before, failure), of(after, sampleResult(required, state)));
  expect(requirements.map(({ kind }) => kind)).toEqual(kinds);
});

it('a run without a verdict is a single change, and so is the next run with one', () => {
  const down = sampleReport([...resultOf(required, 'inconclusive blocked'), ...resultOf(open, 'inconclusive blocked')]);
  const well = reportOf(required, 'pass');
  const [lost, found] = [compareReports(well, down), compareReports(down, well)];
  for (const comparison of [lost, found]) expect(comparison).toMatchObject({ drifted: true, requirements: [] });
  expect(lost.caveats).toContain(`The new run ended with ${down.summary.headline}.`);
  expect(compareReports(down, down).drifted).toBe(false);
});

it('a comparison names what makes two runs hard to compare', () => {
  const old = reportOf(required, 'pass');
  const latest: Report = {
    ...reportOf('groups.list', 'skipped deselected'),
    suite: { ...old.suite, version: '0.2.0' },
    spec: { revision: 'ffff' },
    target: { name: 'another', baseUrl: 'http://127.0.0.1:1' },
    run: { ...old.run, seed: 7, profile: 'health', startedAt: '2026-01-02T03:04:05.678Z', interrupted: true },
  };
  expect(compareReports(old, latest).caveats).toEqual([
    'The targets have different names: a sandbox, then another.',
    'The runs judged by different documents: revision 0123456789ab, then revision ffff.',
    'The runs used different versions of the suite: 0.1.0, then 0.2.0.',
    'The runs had different profiles: full, then health.',
    'The runs drew different data: seed 42, then seed 7.',
    'The new run was stopped before its end.',
    'Only the old report has the requirement renewals.edit-listed.',
    'Only the new report has the requirement groups.list.',
    'Skipped in one of the two, and not compared: groups.list.',
    'The old report is the later one: swap them?',
  ]);
  expect(compareReports(old, old).caveats).toEqual([]);
});

it.each([
  ['a result of every kind', everyOutcome],
  ['no result', sampleReport([])],
])('a report compared with itself has no changes: %s', (_, report) => {
  expect(compareReports(report, report, 'expected').drifted).toBe(false);
});

describe('latency', () => {
  const latencyOf = (parts: Partial<Latency>): Report =>
    sampleReport([], { latency: { E7: { p50: 40, p95: 80, p99: 90, count: 200, base: 5, spread: 1, ...parts } } });
  const changes = (before: Partial<Latency>, after: Partial<Latency>) =>
    compareReports(latencyOf(before), latencyOf(after)).latency;

  it('changes if its base changes by more than a minimum and the spread of both runs', () => {
    expect(changes({ base: 5 }, { base: 35 })).toEqual([{ endpoint: 'E7', percentile: 'base', before: 5, after: 35 }]);
    expect(changes({ base: 35 }, { base: 5 })).toHaveLength(1);
    expect(changes({ base: 5 }, { base: 24 })).toEqual([]);
    expect(changes({ base: 400 }, { base: 440 })).toEqual([]);
    expect(changes({ base: 5, spread: 6 }, { base: 35, spread: 6 })).toEqual([]);
  });

  it('of a run with few successes changes only by more than a second and a factor of two', () => {
    const taking = (E2: Latency): Report => sampleReport([], { latency: { E2 } });
    const few = (least: number) => taking({ p50: least, p95: least, p99: least, count: 1, least });
    const many = taking({ p50: 3008, p95: 3008, p99: 3008, count: 20, base: 3008, spread: 0 });
    const slower = [{ endpoint: 'E2', percentile: 'base', before: 8, after: 3008 }];
    for (const latest of [few(3008), many]) expect(compareReports(few(8), latest).latency).toEqual(slower);
    expect(compareReports(few(8), few(900)).latency).toEqual([]);
    expect(compareReports(few(3000), few(4500)).latency).toEqual([]);
    expect(compareReports(few(8), few(8)).endpointsCompared).toBe(1);
  });

  it('shifts if all endpoints change alike, and fails on drift only if they became slower', () => {
    const night = (...bases: readonly number[]) => sampleReport([], { latency: latenciesFrom(...bases) });
    const [usual, busy] = [night(20, 30, 8), night(58, 80, 20)];
    const [slower, faster] = [compareReports(usual, busy), compareReports(busy, usual)];
    expect(slower.latencyShift).toEqual({ factor: expect.closeTo(2.67, 1), endpoints: 3 });
    expect([isDriftToFail(slower), isDriftToFail(faster)]).toEqual([true, false]);
    for (const latest of [night(58, 30, 8), night(58, 80, 8), night(58, 200, 20)])
      expect(compareReports(usual, latest).latencyShift).toBeUndefined();
    expect(compareReports(night(20), night(58)).latencyShift).toBeUndefined();
  });

  it('does not change if only answers that wait for others took longer', () => {
    expect(changes({ p50: 10, p95: 20 }, { p50: 300, p95: 2000 })).toEqual([]);
  });
});
