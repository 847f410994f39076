import { describe, expect, it } from 'vitest';
import { brokenAtPauses } from './pauses.ts';

/** Where lines over points on these days are broken, told by the days before and after. */
const breaks = (...days: readonly number[]) => {
  const points = brokenAtPauses(days.map((at) => ({ x: at * 86_400_000, y: 1 })));
  return points.flatMap(({ y }, index) =>
    y === undefined ? [[points[index - 1]?.x, points[index + 1]?.x].map((x = 0) => x / 86_400_000)] : [],
  );
};

describe('a line over time', () => {
  it.each([
    ['each night, and 15 without', [0, 1, 2, 18, 19], [[2, 18]]],
    ['each working day', [0, 1, 2, 3, 4, 7, 8, 9, 10, 11, 14], []],
    ['each week, and a month without', [0, 7, 14, 21, 51, 58], [[21, 51]]],
    ['several in an hour of each day', [0, 0.01, 0.02, 0.03, 1, 1.01, 1.02, 1.03, 2], []],
    ['two, years apart', [0, 900], []],
    ['one', [0], []],
    ['none', [], []],
  ])('of runs %s is broken at pauses alone', (_, days, broken) => {
    expect(breaks(...days)).toEqual(broken);
  });
});
