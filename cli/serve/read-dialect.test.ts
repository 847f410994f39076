import { describe, expect, it } from 'vitest';
import { randomDialect } from '../../reference/index.ts';
import { readDialect, writeDialect } from './read-dialect.ts';

describe('--dialect', () => {
  it('reads choices of every type of value', () => {
    expect(readDialect('staleEdit=412, extraFields=true,basePath=/gateway/fulfillment,pace=50', 1)).toEqual({
      staleEdit: 412,
      extraFields: true,
      basePath: '/gateway/fulfillment',
      pace: 50,
    });
  });

  it('takes an empty value where there is one', () => {
    expect(readDialect('basePath=', 1)).toEqual({ basePath: '' });
  });

  it('draws a random dialect with the seed, and writes it such that it can be given again', () => {
    const seed = 7;
    const drawn = readDialect('random', seed);
    expect(drawn).toEqual(randomDialect(seed));
    expect(readDialect(writeDialect(drawn), 8)).toEqual(drawn);
  });

  it.each([
    ['idcase=upper', '--dialect: no choice is called "idcase"; did you mean "idCase"?'],
    ['randm', '--dialect: no choice is called "randm"; did you mean "random"?'],
    ['idCase=Upper', '--dialect: idCase has no value "Upper"; choose one of "lower", "upper"'],
    ['idCase', '--dialect: idCase has no value ""; choose one of "lower", "upper"'],
  ])('refuses %s', (text, message) => {
    expect(() => readDialect(text, 1)).toThrow(message);
  });
});
