import { describe, expect, it } from 'vitest';
import type { Latency, Report } from './report.ts';
import { sampleReport } from './sample-reports.test-data.ts';
import { compareReports, isDriftToFail } from './compare-reports.ts';

describe('latency', () => {
  const latencyOf = (parts: Partial<Latency>): Report =>
    sampleReport([], { latency: { E7: { p50: 40, p95: 80, p99: 90, count: 200, base: 5, spread: 1, ...parts } } });
  const changes = (before: Partial<Latency>, after: Partial<Latency>) =>
    compareReports(latencyOf(before), latencyOf(after)).latency;

  it('has changed when the base has, past the floor and past what both runs vary by', () => {
    expect(changes({ base: 5 }, { base: 35 })).toEqual([{ endpoint: 'E7', percentile: 'base', before: 5, after: 35 }]);
    expect(changes({ base: 35 }, { base: 5 })).toHaveLength(1);
    expect(changes({ base: 5 }, { base: 24 })).toEqual([]);
    expect(changes({ base: 400 }, { base: 440 })).toEqual([]);
    expect(changes({ base: 5, spread: 6 }, { base: 35, spread: 6 })).toEqual([]);
  });

  it('has changed past a second and twice the time, where a run had few successes', () => {
    const taking = (E2: Latency): Report => sampleReport([], { latency: { E2 } });
    const few = (least: number) => taking({ p50: least, p95: least, p99: least, count: 1, least });
    const many = taking({ p50: 3008, p95: 3008, p99: 3008, count: 20, base: 3008, spread: 0 });
    const slower = [{ endpoint: 'E2', percentile: 'base', before: 8, after: 3008 }];
    for (const latest of [few(3008), many]) expect(compareReports(few(8), latest).latency).toEqual(slower);
    expect(compareReports(few(8), few(900)).latency).toEqual([]);
    expect(compareReports(few(3000), few(4500)).latency).toEqual([]);
    expect(compareReports(few(8), few(8)).endpointsCompared).toBe(1);
  });

  it('has shifted where all endpoints moved alike, and fails on drift where they became slower', () => {
    const night = (...bases: readonly number[]): Report => {
      const of = (base: number): Latency => ({ p50: base, p95: base, p99: base, count: 99, base, spread: 1 });
      return sampleReport([], { latency: Object.fromEntries(bases.map((base, index) => [`E${index + 1}`, of(base)])) });
    };
    const [usual, busy] = [night(20, 30, 8), night(58, 80, 20)];
    const [slower, faster] = [compareReports(usual, busy), compareReports(busy, usual)];
    expect(slower.latencyShift).toEqual({ factor: expect.closeTo(2.67, 1), endpoints: 3 });
    expect([isDriftToFail(slower), isDriftToFail(faster)]).toEqual([true, false]);
    for (const latest of [night(58, 30, 8), night(58, 80, 8), night(58, 200, 20)])
      expect(compareReports(usual, latest).latencyShift).toBeUndefined();
    expect(compareReports(night(20), night(58)).latencyShift).toBeUndefined();
  });

  it('has not when only answers that wait for others took longer', () => {
    expect(changes({ p50: 10, p95: 20 }, { p50: 300, p95: 2000 })).toEqual([]);
  });
});
