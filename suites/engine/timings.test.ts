import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { latencyOf, timelineOf, type Timing } from './timings.ts';

const timing = (startedAt: number, durationMs: number, parts: Partial<Timing> = {}): Timing => ({
  startedAt,
  durationMs,
  status: 200,
  ...parts,
});

describe('latency', () => {
  it('has nearest-rank percentiles', () => {
    const timings = Array.from({ length: 100 }, (_, index) => timing(index, 100 - index));
    expect(latencyOf(timings)).toMatchObject({ p50: 50, p95: 95, p99: 99, count: 100 });
    expect(latencyOf([])).toEqual({ p50: 0, p95: 0, p99: 0, count: 0 });
  });

  it('has a base that neither refusals nor slow answers affect', () => {
    const quick = Array.from({ length: 50 }, (_, index) => timing(index, 1, { status: 401 }));
    const slow = Array.from({ length: 50 }, (_, index) => timing(index, 500));
    const plain = Array.from({ length: 20 }, (_, index) => timing(index, 30 + (index % 2)));
    expect(latencyOf([...quick, ...slow, ...plain])).toMatchObject({ base: 30, spread: 0 });
  });

  it('has the fastest success instead of a base if there are too few successes', () => {
    const few = Array.from({ length: 9 }, (_, index) => timing(index, 30));
    expect(latencyOf(few)).toEqual({ p50: 30, p95: 30, p99: 30, count: 9, least: 30 });
    expect(latencyOf([timing(0, 30, { status: 401 })])).toEqual({ p50: 30, p95: 30, p99: 30, count: 1 });
  });
});

describe('a timeline', () => {
  it('counts the requests sent in each stretch, and those that were not answered', () => {
    const timings = [timing(1000, 5), timing(1020, 9), timing(1101, 7, { status: undefined }), timing(1250, 3)];
    expect(timelineOf(timings)).toEqual([
      { startMs: 0, requests: 2, errors: 0, p50: 5, p95: 9 },
      { startMs: 100, requests: 1, errors: 1, p50: 0, p95: 0 },
      { startMs: 200, requests: 1, errors: 0, p50: 3, p95: 3 },
    ]);
    expect(timelineOf([])).toEqual([]);
  });

  it('has at most 60 stretches of equal length, and each request in one of them', () => {
    const requests = fc.array(fc.double({ min: 0, max: 3_600_000, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(requests, (starts) => {
        const timeline = timelineOf(starts.map((start) => timing(start, 1)));
        expect(timeline.length).toBeLessThanOrEqual(60);
        expect(timeline.reduce((sum, stretch) => sum + stretch.requests, 0)).toBe(starts.length);
        const length = timeline[1]?.startMs ?? 0;
        expect(timeline.map(({ startMs }) => startMs)).toEqual(timeline.map((_, index) => index * length));
      }),
    );
  });
});
