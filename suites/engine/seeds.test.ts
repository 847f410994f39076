import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { register } from '../../spec/index.ts';
import { seedOf } from './property.ts';

test('the seed of a property depends on the run and on its name alone', () => {
  expect(seedOf(1, 'renewals.echo')).toBe(seedOf(1, 'renewals.echo'));
  fc.assert(
    fc.property(fc.integer(), fc.string(), (run, name) => {
      const seed = seedOf(run, name);
      expect(seed).toBe(Math.abs(Math.trunc(seed)));
      expect(seed).toBeLessThan(2 ** 31);
    }),
  );
});

test('properties of a run have seeds of their own, and so have runs', () => {
  const seeds = [1, 2, 3].flatMap((run) => register.map(({ id }) => seedOf(run, id)));
  expect(new Set(seeds).size).toBe(seeds.length);
});
