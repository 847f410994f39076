import { expect, it } from 'vitest';
import { duration } from './wording.ts';

it.each([
  [0, '0.0 s'],
  [5230, '5.2 s'],
  [59_949, '59.9 s'],
  [59_960, '1 min 0 s'],
  [359_400, '5 min 59 s'],
  [419_700, '7 min 0 s'],
])('%i ms are told as %s', (milliseconds, text) => {
  expect(duration(milliseconds).replaceAll('\u00a0', ' ')).toBe(text);
  expect(duration(milliseconds)).not.toMatch(/\d (?:min|s)/);
});
