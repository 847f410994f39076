import { describe, expect, it } from 'vitest';
import type { RequirementId } from '../spec/index.ts';
import type { Report, RequirementResult } from './report.ts';
import { failed, resultIn, sampleReport, sampleResult, withRun, type State } from './sample-reports.test-data.ts';
import { everyOutcome } from './sample-outcomes.test-data.ts';
import { compareReports } from './compare-reports.ts';

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
    unchecked: 'inconclusive not-checked',
    leftOut: 'skipped deselected',
    absent: 'absent',
  } satisfies Record<string, State | 'absent'>;
  const stateOf = (name = '') => states[name as keyof typeof states];
  const matrix = `
from       passed       failed      waived  blocked  unreached  unchecked  leftOut  absent
passed     none         regression  drift   drift    .          none       none     none
failed     improvement  none        none    .        drift      .          none     none
waived     improvement  none        none    drift    .          .          .        .
leftOut    none         none        .       .        .          .          .        .
unreached  drift        regression  drift   drift    none       .          .        .
unchecked  none         regression  .       .        .          .          .        .
absent     none         regression  drift   none     .          .          .        .`;
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

  it('that leaves an open point is a regression only where the point is pinned', () => {
    const pinned = reportOf(open, 'fail');
    expect(compareReports(reportOf(open, 'pass'), pinned).regressions).toBe(1);
    expect(compareReports(pinned, reportOf(open, 'pass')).requirements).toMatchObject([{ kind: 'improvement' }]);
    expect(compareReports(reportOf(open, 'pass'), reportOf(open, 'inconclusive not-reached')).drifted).toBe(false);
  });

  it('says what came of it before and after, and what the failing run saw', () => {
    const gone = compareReports(reportOf(required, 'absent'), reportOf(required, 'fail')).requirements;
    expect(gone).toMatchObject([{ before: 'not in the report', after: 'fail', message: 'found wrong' }]);
    const open = compareReports(reportOf(required, 'fail'), reportOf(required, 'inconclusive blocked')).requirements;
    expect(open).toMatchObject([{ before: 'fail', after: 'inconclusive (blocked)', message: 'before: found wrong' }]);
  });

  it('that a stopped run did not come to is no change', () => {
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
    ['one code', ['missing', '/a'], ['missing', '/b'], false],
    ['another code', ['missing', '/a'], ['schema-type', '/a'], true],
    ['a crash', ['status 200', '#status'], ['status 500', '#status'], true],
    ['one place, as early reports tell it', [undefined, '/response/0/id'], ['x', '/response/7/id'], false],
    ['another place, as early reports tell it', [undefined, '/response/0/id'], ['x', '/meta'], true],
  ] as const)(
    'that fails in both runs by %s is drift only when it is another kind of failure',
    (_, was, is, drifted) => {
      const failing = ([code, pointer]: typeof was | typeof is, message: string): Report =>
        sampleReport([failed(required, { pointer, message, ...(code === undefined ? {} : { code }) })]);
      const { requirements } = compareReports(failing(was, 'old'), failing(is, 'new'));
      expect(requirements).toMatchObject(drifted ? [{ kind: 'drift', message: 'new (before: old)' }] : []);
    },
  );

  it('comes first the worse it is', () => {
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
] as const)('what failed in a run of %s is fixed by a whole pass alone, in a run that looks at as much', (...row) => {
  const [before, failure, after, state, kinds] = row;
  const of = (profile: string, result: RequirementResult): Report =>
    withRun(sampleReport([sampleResult('wire.json'), result]), { profile });
  const { requirements } = compareReports(of(before, failure), of(after, sampleResult(required, state)));
  expect(requirements.map(({ kind }) => kind)).toEqual(kinds);
});

it('a run without a verdict is one piece of news, and so is the next that has one', () => {
  const down = sampleReport([...resultOf(required, 'inconclusive blocked'), ...resultOf(open, 'inconclusive blocked')]);
  const well = reportOf(required, 'pass');
  const [lost, found] = [compareReports(well, down), compareReports(down, well)];
  for (const comparison of [lost, found]) expect(comparison).toMatchObject({ drifted: true, requirements: [] });
  expect(lost.caveats).toContain(`The new run came to ${down.summary.headline}.`);
  expect(compareReports(down, down).drifted).toBe(false);
});

it('what makes two runs hard to compare is said', () => {
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
    'Switched off in one of the two, and not compared: groups.list.',
    'The old report is the later one: swap them?',
  ]);
  expect(compareReports(old, old).caveats).toEqual([]);
});

it.each([
  ['a result of every kind', everyOutcome],
  ['no result', sampleReport([])],
])('nothing has changed from a report to itself: %s', (_, report) => {
  expect(compareReports(report, report, 'expected').drifted).toBe(false);
});
