import { describe, expect, it } from 'vitest';
import type { Latency, Report } from '../report.ts';
import { sampleReport } from '../sample-reports.test-data.ts';
import { compareReports } from './compare-reports.ts';

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

  it('has not when only answers that wait for others took longer', () => {
    expect(changes({ p50: 10, p95: 20 }, { p50: 300, p95: 2000 })).toEqual([]);
  });

  it('says how many endpoints could be compared', () => {
    const {
      base: _base,
      spread: _spread,
      ...older
    } = latencyOf({}).latency['E7'] ?? { p50: 1, p95: 1, p99: 1, count: 9 };
    const without = sampleReport([], { latency: { E7: older } });
    expect(compareReports(without, latencyOf({ base: 500 }))).toMatchObject({ latency: [], endpointsCompared: 0 });
    expect(compareReports(latencyOf({}), latencyOf({})).endpointsCompared).toBe(1);
  });
});
