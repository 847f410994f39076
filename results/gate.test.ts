import { describe, expect, it } from 'vitest';
import type { RequirementId } from '../spec/index.ts';
import type { Outcome, Report } from './report.ts';
import { compareReports } from './compare-reports.ts';
import { failed, resultIn, sampleReport, sampleResult, withRun, type State } from './sample-reports.test-data.ts';
import { decideGate, type GateRules } from './gate.ts';

type Level = 'required' | 'expected';

function reportOf(of: Partial<Record<RequirementId, State>>, changes: Partial<Report> = {}, level: Level = 'required') {
  const results = Object.entries(of).map(([id, state]) => resultIn(id as RequirementId, state));
  return withRun(sampleReport(results, changes, level), { level });
}

const today = '2027-03-01';
const waiver = (id: RequirementId, until = '2027-03-31') => ({ id, reason: 'known since spring', until });
const gateOf = (report: Report, rules: Partial<GateRules> = {}) => decideGate(report, { waive: [], today, ...rules });

describe('without a baseline', () => {
  it('a conformant run passes', () => {
    expect(gateOf(reportOf({ 'token.issue': 'pass' }))).toEqual({
      passed: true,
      verdict: 'conformant',
      problems: [],
      besides: [],
      waivers: [],
    });
  });

  it('a required failure does not, and is named', () => {
    const gate = gateOf(reportOf({ 'token.issue': 'fail', 'token.type': 'fail', 'groups.list': 'pass' }));
    expect(gate).toMatchObject({ passed: false, problems: ['token.issue, token.type fail'] });
  });

  it('an expected failure does only when that level is judged', () => {
    const of = { 'token.issue': 'pass', 'token.lifetime': 'fail' } as const;
    expect(gateOf(reportOf(of)).passed).toBe(true);
    expect(gateOf(reportOf(of, {}, 'expected')).problems).toEqual(['token.lifetime fails']);
  });

  it('a run without a verdict does not pass, and says why', () => {
    const gate = gateOf(reportOf({ 'token.issue': 'pass', 'groups.list': 'inconclusive blocked' }));
    expect(gate.verdict).toBe('no-verdict');
    expect(gate.problems).toEqual(['no verdict: nothing required of the part groups could be decided']);
  });

  it('fails where fewer requirements were decided than have to be', () => {
    const report = reportOf({ 'token.issue': 'pass', 'token.jwt': 'inconclusive blocked' });
    expect(gateOf(report)).toMatchObject({ passed: true, verdict: 'conformant' });
    const gate = gateOf(report, { minDecided: 2 });
    expect(gate.passed).toBe(false);
    expect(gate.problems).toEqual(['only 1 of 2 required were decided, and 2 have to be']);
  });

  it('fails where the baseline passed what could not be decided now', () => {
    const baseline = reportOf({ 'token.issue': 'pass', 'token.jwt': 'pass' });
    const gate = gateOf(reportOf({ 'token.issue': 'pass', 'token.jwt': 'inconclusive blocked' }), { baseline });
    expect(gate).toMatchObject({ passed: false, verdict: 'conformant', baseline: { lost: ['token.jwt'] } });
    expect(gate.problems).toEqual([
      expect.stringMatching(/^token\.jwt could not be decided, and passed in the baseline of /),
    ]);
  });
});

describe('a waiver', () => {
  it('that is needed and in force accepts the failure', () => {
    const gate = gateOf(reportOf({ 'token.issue': 'skipped waived', 'groups.list': 'pass' }), {
      waive: [waiver('token.issue')],
    });
    expect(gate).toMatchObject({ passed: true, waivers: [{ id: 'token.issue', state: 'accepting' }] });
  });

  it.each([
    ['has ended', { 'token.issue': 'fail', 'groups.list': 'pass' }, '2027-02-28', 'expired', 'ended on 2027-02-28'],
    ['is no longer needed', { 'token.issue': 'pass' }, '2027-03-31', 'unneeded', 'token.issue passes now: remove'],
    ['has ended, and is not needed', { 'token.issue': 'pass' }, '2027-02-28', 'unneeded', 'passes now: remove'],
  ] as const)('that %s fails the gate, with a line that says so', (_, of, until, state, line) => {
    const gate = gateOf(reportOf(of), { waive: [waiver('token.issue', until)] });
    expect(gate.passed).toBe(false);
    expect(gate.waivers).toMatchObject([{ state }]);
    expect(gate.problems).toEqual([expect.stringContaining(line)]);
  });

  it('says nothing of a requirement that was not decided', () => {
    const gate = gateOf(reportOf({ 'token.issue': 'skipped deselected', 'groups.list': 'pass' }), {
      waive: [waiver('token.issue')],
    });
    expect(gate).toMatchObject({ passed: true, waivers: [{ state: 'undecided' }] });
  });

  it.each([
    ['is of the profile health', { profile: 'health' }],
    ['judged saved traffic', { profile: 'judge' }],
    ['was stopped', { interrupted: true }],
  ])('is not called unneeded by a run that %s: it has not looked at all of it', (_what, changes) => {
    const report = reportOf({ 'token.issue': 'pass', 'groups.list': 'pass' });
    const gate = gateOf(withRun(report, { ...changes }), { waive: [waiver('token.issue')] });
    expect(gate).toMatchObject({ passed: true, waivers: [{ state: 'undecided' }] });
  });

  it('that has ended leaves its failure among what is new, and the line that says so names what is', () => {
    const of = { 'token.issue': 'fail', 'token.type': 'fail' } as const;
    const waive = [waiver('token.issue', '2027-02-28')];
    const gate = gateOf(reportOf(of), { waive, baseline: reportOf({ 'token.issue': 'pass', 'token.type': 'pass' }) });
    expect(gate.baseline?.new).toEqual(['token.issue', 'token.type']);
    expect(gate.problems).toEqual([
      expect.stringMatching(/^token.issue, token.type fail, and did not/),
      expect.stringContaining('ended on 2027-02-28'),
    ]);
  });

  it('that has ended is not made good by a baseline', () => {
    const report = reportOf({ 'token.issue': 'fail', 'groups.list': 'pass' });
    const gate = gateOf(report, { waive: [waiver('token.issue', '2027-02-28')], baseline: report });
    expect(gate.problems).toEqual([expect.stringContaining('ended on 2027-02-28')]);
    expect(gate.passed).toBe(false);
  });
});

it('a waiver is not called needless by a pass in part', () => {
  const report = sampleReport([sampleResult('token.issue', { partly: true }), sampleResult('groups.list')]);
  const gate = gateOf(report, { waive: [waiver('token.issue')] });
  expect(gate).toMatchObject({ passed: true, waivers: [{ state: 'undecided' }] });
});

it('a waiver of what only some runs show is in force until its day, even where a run passes', () => {
  const stateAfter = (state: Outcome, until: string) => {
    const report = reportOf({ 'token.issue': state, 'groups.list': 'pass' });
    return gateOf(report, { waive: [{ ...waiver('token.issue', until), intermittent: true }] }).waivers[0]?.state;
  };
  expect(stateAfter('pass', '2027-03-31')).toBe('undecided');
  expect(stateAfter('pass', '2027-02-28')).toBe('expired');
  expect(stateAfter('fail', '2027-02-28')).toBe('expired');
});

it.each([
  ['looked at it, but not at all of it', { 'token.issue': 'pass', 'groups.list': 'pass' }, false],
  ['left it out', { 'token.issue': 'skipped deselected', 'groups.list': 'pass' }, true],
] as const)('a waiver that has ended fails a run that decides its requirement: one that %s', (_what, of, passed) => {
  const report = reportOf(of);
  const run = { ...report.run, profile: 'health' };
  expect(gateOf({ ...report, run }, { waive: [waiver('token.issue', '2027-02-28')] }).passed).toBe(passed);
});

it('objections of no failing requirement are listed apart, even where its id begins another or is in a reason', () => {
  const report = reportOf({ 'renewals.edit': 'fail', 'renewals.edit-listed': 'pass', 'token.issue': 'fail' });
  const waive = [
    { ...waiver('renewals.edit-listed'), reason: 'as renewals.edit' },
    waiver('token.issue', '2027-02-28'),
  ];
  const { problems, besides } = gateOf(report, { waive });
  expect(problems).toHaveLength(3);
  expect(besides).toEqual([expect.stringContaining('renewals.edit-listed passes now')]);
});

describe('against a baseline', () => {
  const baseline = reportOf({ 'token.issue': 'fail', 'token.type': 'skipped waived', 'groups.list': 'pass' });

  it('only what is new fails', () => {
    const known = gateOf(reportOf({ 'token.issue': 'fail', 'groups.list': 'pass' }), { baseline });
    expect(known).toMatchObject({ passed: true, verdict: 'conformant', baseline: { new: [], fixed: [] } });
    expect(known.baseline?.known).toEqual(['token.issue']);

    const more = gateOf(reportOf({ 'token.issue': 'fail', 'token.type': 'pass', 'groups.list': 'fail' }), { baseline });
    expect(more).toMatchObject({ passed: false, verdict: 'nonconformant' });
    expect(more.baseline).toMatchObject({ new: ['groups.list'], known: ['token.issue'], fixed: ['token.type'] });
    expect(more.problems).toEqual(['groups.list fails, and did not in the baseline of 2027-01-02 03:04 UTC']);
  });

  it('what a waiver accepted there is not known: it ends with the waiver', () => {
    const gate = gateOf(reportOf({ 'token.issue': 'fail', 'token.type': 'fail', 'groups.list': 'pass' }), { baseline });
    expect(gate).toMatchObject({ passed: false, baseline: { new: ['token.type'], known: ['token.issue'] } });
    expect(gate.problems).toEqual(['token.type fails, which the baseline had accepted by a waiver']);
  });

  it('a run that was stopped does not pass for knowing all its failures', () => {
    const report = reportOf({ 'token.issue': 'fail', 'groups.list': 'pass' });
    const stopped = withRun(report, { interrupted: true });
    expect(gateOf(stopped, { baseline })).toMatchObject({ passed: false, verdict: 'no-verdict' });
  });

  it('of a known failure that shows otherwise has what the baseline saw', () => {
    const shown = (message: string, pointer: string): Report =>
      sampleReport([failed('token.issue', { message, pointer })]);
    const known = shown('/response/0/id is missing', '/response/0/id');
    const against = (now: Report) => gateOf(now, { baseline: known }).baseline;
    expect(against(shown('/response/7/id is missing', '/response/7/id'))).not.toHaveProperty('otherwise');
    expect(against(shown('/response/7/name is missing', '/response/7/name'))).toMatchObject({
      known: ['token.issue'],
      otherwise: [{ id: 'token.issue', before: '/response/0/id is missing' }],
    });
  });

  it('drift fails only when it is to', () => {
    const passes = (before: Partial<Report>, after: Partial<Report>, failsOnDrift: boolean): boolean => {
      const [old, latest] = [before, after].map((changes) => reportOf({ 'groups.list': 'pass' }, changes));
      if (old === undefined || latest === undefined) throw new Error('two reports are made');
      return gateOf({ ...latest, comparison: compareReports(old, latest) }, { baseline: old, failsOnDrift }).passed;
    };
    const seeing = (value: string): Partial<Report> => ({ observations: [{ id: 'paging.order', value, cases: 1 }] });
    expect(passes(seeing('a'), seeing('b'), false)).toBe(true);
    expect(passes(seeing('a'), seeing('b'), true)).toBe(false);
    const taking = (base: number): Partial<Report> => ({
      latency: { E7: { p50: base, p95: base, p99: base, count: 99, base, spread: 1 } },
    });
    expect(passes(taking(5), taking(80), true)).toBe(false);
    expect(passes(taking(80), taking(5), true)).toBe(true);
  });
});
