import { describe, expect, it } from 'vitest';
import type { RequirementId } from '../spec/index.ts';
import type { Observation, Report, RequirementResult } from './report.ts';
import { sampleEvidence, sampleReport, sampleResult, withRun } from './sample-reports.test-data.ts';
import { knownFailures } from './gate.ts';
import { renewBaseline } from './baseline.ts';

const passes: Partial<RequirementResult> = {};
const fails: Partial<RequirementResult> = { outcome: 'fail', counterexample: sampleEvidence() };
const isInPart: Partial<RequirementResult> = { partly: true };
const isUnreached: Partial<RequirementResult> = { outcome: 'inconclusive', reason: 'not-reached', cases: 0 };
const isDeselected: Partial<RequirementResult> = { outcome: 'skipped', reason: 'deselected', cases: 0 };

const reportOf = (
  states: Partial<Record<RequirementId, Partial<RequirementResult>>>,
  changes: Partial<Report> = {},
): Report =>
  sampleReport(
    Object.entries(states).map(([id, state]) => sampleResult(id as RequirementId, state)),
    changes,
  );
const observed = (id: RequirementId, value: string): Observation => ({ id, value, cases: 1 });
const latency = (p50: number) => ({ p50, p95: 9, p99: 9, count: 9 });

describe('the next baseline', () => {
  it('forgets a failure by a run that looks at as much as the one before, and by no lesser one', () => {
    const of = (profile: string, state: Partial<RequirementResult>, casesPerProperty = 5): Report => {
      const report = reportOf({ 'token.issue': state, 'groups.list': passes });
      return withRun(report, { profile, casesPerProperty });
    };
    expect(knownFailures(renewBaseline(of('gate', fails), of('health', passes)))).toEqual(['token.issue']);
    expect(knownFailures(renewBaseline(of('health', fails), of('health', passes)))).toEqual([]);
    expect(knownFailures(renewBaseline(of('health', fails), of('gate', passes)))).toEqual([]);
    const once = renewBaseline(of('full', fails, 100), of('gate', passes));
    expect(knownFailures(once)).toEqual(['token.issue']);
    expect(knownFailures(renewBaseline(once, of('gate', passes)))).toEqual(['token.issue']);
    expect(knownFailures(renewBaseline(once, of('full', passes, 100)))).toEqual([]);
  });

  it.each([
    ['was left out', isDeselected, ['token.issue']],
    ['could not be decided', isUnreached, ['token.issue']],
    ['was fixed', passes, []],
    ['passed in part', isInPart, ['token.issue']],
  ])('knows a failure of what %s only as long as needed', (_what, state, known) => {
    const before = reportOf({ 'token.issue': fails, 'groups.list': passes });
    const renewed = renewBaseline(before, reportOf({ 'token.issue': state, 'groups.list': passes }));
    expect(knownFailures(renewed)).toEqual(known);
  });

  it('keeps what was observed and measured where this run did not look', () => {
    const seeing = (observations: readonly Observation[], latencies: Report['latency']) =>
      reportOf({ 'token.issue': passes }, { observations, latency: latencies });
    const [order, none, some] = [
      observed('paging.order', 'E8: oldest first'),
      observed('wire.rate-limits', 'no 429'),
      observed('wire.rate-limits', 'answers 429'),
    ];
    const before = seeing([order, none], { E1: latency(1), E8: latency(2) });
    expect(renewBaseline(before, seeing([some], { E1: latency(3) }))).toMatchObject({
      observations: [order, some],
      latency: { E1: latency(3), E8: latency(2) },
    });
  });

  it('keeps what a stopped run did not come to, and the latency that can be compared', () => {
    const before = reportOf(
      { 'token.issue': passes, 'groups.list': passes },
      { latency: { E1: { ...latency(1), base: 1 } } },
    );
    const part = reportOf({ 'token.issue': isUnreached, 'groups.list': fails }, { latency: { E1: latency(3) } });
    const renewed = renewBaseline(before, withRun(part, { interrupted: true }));
    expect(renewed.requirements.map(({ outcome }) => outcome)).toEqual(['pass', 'fail']);
    expect(renewed.latency['E1']).toMatchObject({ p50: 1 });
  });
});
