import { describe, expect, it } from 'vitest';
import type { RequirementId } from '../spec/index.ts';
import { compareReports } from './compare-reports.ts';
import { decideGate, knownFailures, renewBaseline, type GateRules } from './gate.ts';
import type { Observation, Report } from './report.ts';
import {
  failed,
  latencyFrom,
  resultIn,
  sampleReport,
  sampleResult,
  withRun,
  type State,
} from './sample-reports.test-data.ts';

type States = Partial<Record<RequirementId, State>>;

function reportOf(of: States, changes: Partial<Report> = {}, level: 'required' | 'expected' = 'required'): Report {
  const results = Object.entries(of).map(([id, state]) => resultIn(id as RequirementId, state));
  return withRun(sampleReport(results, changes, level), { level });
}

const today = '2027-03-01';
const [past, future] = ['2027-02-28', '2027-03-31'];
const waiver = (id: RequirementId, until = future) => ({ id, reason: 'known since spring', until });
const gateOf = (report: Report, rules: Partial<GateRules> = {}) => decideGate(report, { waive: [], today, ...rules });
const containing = (...texts: readonly string[]) => texts.map((text) => expect.stringContaining(text));

const passes: States = { 'token.issue': 'pass', 'groups.list': 'pass' };
const fails: States = { 'token.issue': 'fail', 'groups.list': 'pass' };
const twoFail: States = { 'token.issue': 'fail', 'token.type': 'fail' };
const accepted: States = { 'token.issue': 'skipped waived', 'groups.list': 'pass' };
const leftOut: States = { 'token.issue': 'skipped deselected', 'groups.list': 'pass' };
const partBlocked: States = { 'token.issue': 'pass', 'token.jwt': 'inconclusive blocked' };
const allBlocked: States = { 'token.issue': 'pass', 'groups.list': 'inconclusive blocked' };

const waived = { waive: [waiver('token.issue')] };
const ended = { waive: [waiver('token.issue', past)] };
const tooFew = 'only 1 of 2 required were decided, and 2 have to';
const lost = 'token.jwt could not be decided, and passed in the baseline of ';
const bothPassed = reportOf({ 'token.issue': 'pass', 'token.jwt': 'pass' });
const typePassed = reportOf({ 'token.issue': 'pass', 'token.type': 'pass' });
const fresh = 'token.issue, token.type fail, and did not';

describe('a gate', () => {
  it.each<[string, States, Partial<GateRules>, readonly string[]]>([
    ['passes a conformant run', passes, {}, []],
    ['names required failures', { ...twoFail, 'groups.list': 'pass' }, {}, ['token.issue, token.type fail']],
    ['passes a failure of the expected level', { 'token.issue': 'pass', 'token.lifetime': 'fail' }, {}, []],
    ['says why there is no verdict', allBlocked, {}, ['no verdict: nothing required of the part groups could be']],
    ['passes if enough was decided', partBlocked, { minDecided: 1 }, []],
    ['says that too few were decided', partBlocked, { minDecided: 2 }, [tooFew]],
    ['names what passed in the baseline and is not decided now', partBlocked, { baseline: bothPassed }, [lost]],
    ['passes a failure that a waiver accepts', accepted, waived, []],
    ['says that a waiver has ended', fails, ended, ['ended on 2027-02-28']],
    ['says that a waiver is not needed', passes, waived, ['token.issue passes now: remove']],
    ['says that an ended waiver is not needed', passes, ended, ['passes now: remove']],
    ['ignores an ended waiver of a requirement that was left out', leftOut, ended, []],
    [
      'reports an ended waiver even if the baseline knows the failure',
      fails,
      { ...ended, baseline: reportOf(fails) },
      ['ended on 2027-02-28'],
    ],
    [
      'counts a failure that an ended waiver accepted as new',
      twoFail,
      { ...ended, baseline: typePassed },
      [fresh, 'ended on 2027-02-28'],
    ],
  ])('%s', (_what, states, rules, problems) => {
    const gate = gateOf(reportOf(states), rules);
    expect(gate).toMatchObject({ passed: problems.length === 0, problems: containing(...problems) });
  });

  it('fails for a failure of the expected level if that level is judged', () => {
    const report = reportOf({ 'token.issue': 'pass', 'token.lifetime': 'fail' }, {}, 'expected');
    expect(gateOf(report).problems).toEqual(['token.lifetime fails']);
  });

  it('lists objections to requirements that do not fail separately, even if ids share a prefix or are in a reason', () => {
    const report = reportOf({ 'renewals.edit': 'fail', 'renewals.edit-listed': 'pass', 'token.issue': 'fail' });
    const ofEdit = { ...waiver('renewals.edit-listed'), reason: 'as renewals.edit' };
    const { problems, besides } = gateOf(report, { waive: [ofEdit, waiver('token.issue', past)] });
    expect(problems).toHaveLength(3);
    expect(besides).toEqual(containing('renewals.edit-listed passes now'));
  });
});

describe('a waiver', () => {
  const intermittent = { intermittent: true };
  const passed = reportOf(passes);
  const ofHealth = withRun(passed, { profile: 'health' });
  const inPart = sampleReport([sampleResult('token.issue', { partly: true }), sampleResult('groups.list')]);
  it.each([
    ['accepting a failure', reportOf(accepted), {}, 'accepting'],
    ['undecided if its requirement was left out', reportOf(leftOut), {}, 'undecided'],
    ['unneeded after a full run that passes', passed, {}, 'unneeded'],
    ['undecided after a run of health', ofHealth, {}, 'undecided'],
    ['undecided after judging saved traffic', withRun(passed, { profile: 'judge' }), {}, 'undecided'],
    ['undecided after a stopped run', withRun(passed, { interrupted: true }), {}, 'undecided'],
    ['undecided after a partial pass', inPart, {}, 'undecided'],
    ['undecided after a pass if its failure is intermittent', passed, intermittent, 'undecided'],
    ['expired after its last day', passed, { ...intermittent, until: past }, 'expired'],
    ['expired even if it is needed', reportOf(fails), { ...intermittent, until: past }, 'expired'],
    ['expired after a run of health', ofHealth, { until: past }, 'expired'],
  ])('is %s', (_what, report, changes, state) => {
    const gate = gateOf(report, { waive: [{ ...waiver('token.issue'), ...changes }] });
    expect(gate.waivers).toMatchObject([{ state }]);
    expect(gate.passed).toBe(['accepting', 'undecided'].includes(state));
  });
});

describe('against a baseline', () => {
  const baseline = reportOf({ 'token.issue': 'fail', 'token.type': 'skipped waived', 'groups.list': 'pass' });

  it('only new failures fail, including those that a waiver accepted in the baseline', () => {
    expect(gateOf(reportOf(fails), { baseline })).toMatchObject({
      passed: true,
      verdict: 'conformant',
      baseline: { new: [], known: ['token.issue'], fixed: [] },
    });
    const more = { 'token.issue': 'fail', 'token.type': 'pass', 'groups.list': 'fail' } as const;
    expect(gateOf(reportOf(more), { baseline })).toMatchObject({
      passed: false,
      verdict: 'nonconformant',
      baseline: { new: ['groups.list'], known: ['token.issue'], fixed: ['token.type'] },
      problems: ['groups.list fails, and did not in the baseline of 2027-01-02 03:04 UTC'],
    });
    expect(gateOf(reportOf({ ...twoFail, 'groups.list': 'pass' }), { baseline })).toMatchObject({
      passed: false,
      baseline: { new: ['token.type'], known: ['token.issue'] },
      problems: ['token.type fails, which the baseline had accepted by a waiver'],
    });
  });

  it('a stopped run does not pass even if all its failures are known', () => {
    const stopped = withRun(reportOf(fails), { interrupted: true });
    expect(gateOf(stopped, { baseline })).toMatchObject({ passed: false, verdict: 'no-verdict' });
  });

  it.each(['outOfTime', 'outOfRequests'] as const)('a run that ended with %s is judged by what it decided', (end) => {
    const ended = withRun(reportOf(fails), { interrupted: true, end: { [end]: true } });
    expect(gateOf(ended, { baseline })).toMatchObject({ passed: true, verdict: 'conformant' });
    const unreached = reportOf({ ...fails, 'groups.list': 'inconclusive not-reached' });
    const blind = withRun(unreached, { interrupted: true, end: { [end]: true } });
    expect(gateOf(blind, { baseline })).toMatchObject({ passed: false, verdict: 'no-verdict' });
  });

  it('saved traffic with known failures passes, even with requirements that it does not show', () => {
    const traffic = withRun(reportOf({ ...fails, 'wire.json': 'pass', 'groups.list': 'inconclusive not-reached' }), {
      profile: 'judge',
    });
    expect(gateOf(traffic, { baseline: traffic })).toMatchObject({ passed: true, verdict: 'conformant' });
  });

  it('a known failure that looks different is listed with what the baseline saw', () => {
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

  const listed: States = { 'groups.list': 'pass' };
  const seeing = (value: string): Report =>
    reportOf(listed, { observations: [{ id: 'paging.order', value, cases: 1 }] });
  const taking = (base: number): Report => reportOf(listed, { latency: { E7: latencyFrom(base) } });
  it.each([
    ['passes if drift is not asked for', seeing('a'), seeing('b'), false, true],
    ['of an open point fails', seeing('a'), seeing('b'), true, false],
    ['to slower answers fails', taking(5), taking(80), true, false],
    ['to faster answers passes', taking(80), taking(5), true, true],
  ])('drift %s', (_what, old, latest, failsOnDrift, passed) => {
    const report = { ...latest, comparison: compareReports(old, latest) };
    expect(gateOf(report, { baseline: old, failsOnDrift }).passed).toBe(passed);
  });
});

describe('the next baseline', () => {
  const knownAfter = (before: Report, report: Report) => knownFailures(renewBaseline(before, report));

  it('drops a failure only after a passing run that checks as much as the one before', () => {
    const of = (profile: string, states: States, casesPerProperty = 5): Report =>
      withRun(reportOf(states), { profile, casesPerProperty });
    expect(knownAfter(of('gate', fails), of('health', passes))).toEqual(['token.issue']);
    expect(knownAfter(of('health', fails), of('health', passes))).toEqual([]);
    expect(knownAfter(of('health', fails), of('gate', passes))).toEqual([]);
    const once = renewBaseline(of('full', fails, 100), of('gate', passes));
    expect(knownFailures(once)).toEqual(['token.issue']);
    expect(knownAfter(once, of('gate', passes))).toEqual(['token.issue']);
    expect(knownAfter(once, of('full', passes, 100))).toEqual([]);
  });

  it.each([
    ['keeps a known failure that was left out', resultIn('token.issue', 'skipped deselected'), true],
    ['keeps a known failure that could not be decided', resultIn('token.issue', 'inconclusive not-reached'), true],
    ['drops a known failure that was fixed', sampleResult('token.issue'), false],
    ['keeps a known failure that passed in part', sampleResult('token.issue', { partly: true }), true],
  ])('%s', (_what, result, isKept) => {
    const known = knownAfter(reportOf(fails), sampleReport([result, sampleResult('groups.list')]));
    expect(known).toEqual(isKept ? ['token.issue'] : []);
  });

  const latency = (p50: number) => ({ p50, p95: 9, p99: 9, count: 9 });

  it('keeps observations and latencies that this run does not have', () => {
    const seeing = (observations: readonly Observation[], latencies: Report['latency']) =>
      reportOf({ 'token.issue': 'pass' }, { observations, latency: latencies });
    const [order, none, some] = [
      { id: 'paging.order', value: 'E8: oldest first', cases: 1 },
      { id: 'wire.rate-limits', value: 'no 429', cases: 1 },
      { id: 'wire.rate-limits', value: 'answers 429', cases: 1 },
    ];
    const before = seeing([order, none], { E1: latency(1), E8: latency(2) });
    expect(renewBaseline(before, seeing([some], { E1: latency(3) }))).toMatchObject({
      observations: [order, some],
      latency: { E1: latency(3), E8: latency(2) },
    });
  });

  it('keeps results that a stopped run did not reach, and latencies that can be compared', () => {
    const before = reportOf(passes, { latency: { E1: { ...latency(1), base: 1 } } });
    const states: States = { 'token.issue': 'inconclusive not-reached', 'groups.list': 'fail' };
    const part = reportOf(states, { latency: { E1: latency(3) } });
    const renewed = renewBaseline(before, withRun(part, { interrupted: true }));
    expect(renewed.requirements.map(({ outcome }) => outcome)).toEqual(['pass', 'fail']);
    expect(renewed.latency['E1']).toMatchObject({ p50: 1 });
  });
});
