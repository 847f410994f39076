import { expect, test } from 'vitest';
import { shortenNesting } from './shorten.ts';

test('what is nested too deep is left out, and the rest stays as it came', () => {
  const text = '{"a": [ {"b": [1]}, "[[[", {"b":{"c": 1.00}} ] ,"d":"\\"]"}';
  expect(shortenNesting(text, 3)).toBe(
    '{"a": [ {"b": "… nested deeper than 3 levels"}, "[[[", {"b":"… nested deeper than 3 levels"} ] ,"d":"\\"]"}',
  );
  expect(shortenNesting(text, 4)).toBe(text);
});

test('what is no JSON stays as it came', () => {
  expect(shortenNesting('[[[[', 2)).toBe('[[[[');
  expect(shortenNesting('[[[[]]] and so on]', 2)).toBe('[[[[]]] and so on]');
});
