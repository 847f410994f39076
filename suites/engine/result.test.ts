import { expect, it } from 'vitest';
import { observedValue } from './result.ts';

const observed = (count: number) =>
  observedValue({ observed: new Map(Array.from({ length: count }, (_, at) => [`value ${at + 100}`, 1])) });

it('what was observed is one line, which lists no more values than anybody reads', () => {
  expect(observed(2)).toBe('value 100; value 101');
  expect(observed(50).split('; ')).toHaveLength(50);
  expect(observed(52)).toMatch(/; value 149; … and 2 more$/);
});
