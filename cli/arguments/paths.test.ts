import { expect, it } from 'vitest';
import { path } from './paths.ts';

it('a path is taken as it is, and an empty one is refused by the name of its flag', () => {
  expect(path('--out')('a b/c')).toBe('a b/c');
  expect(() => path('--out')(' ')).toThrow(/^--out: its value is empty/);
});
