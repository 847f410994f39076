import { expect, it } from 'vitest';
import { faults, randomDialect, rules } from '../reference/index.ts';
import { describeRule, readDialect, readFault, readRule, writeDialect } from './serve-choices.ts';

it('--dialect reads choices of every type of value, an empty one among them', () => {
  expect(readDialect('staleEdit=412, extraFields=true,basePath=/gateway/fulfillment,pace=50', 1)).toEqual({
    staleEdit: 412,
    extraFields: true,
    basePath: '/gateway/fulfillment',
    pace: 50,
  });
  expect(readDialect('basePath=', 1)).toEqual({ basePath: '' });
});

it('--dialect random is drawn with the seed, and written so that it can be given again', () => {
  const drawn = readDialect('random', 7);
  expect(drawn).toEqual(randomDialect(7));
  expect(readDialect(writeDialect(drawn), 8)).toEqual(drawn);
});

it('--fault finds every fault by its name', () => {
  for (const fault of faults) expect(readFault(fault.name)).toBe(fault);
});

it('--rule finds every rule by its name', () => {
  for (const [name, { about }] of Object.entries(rules))
    expect(describeRule(readRule(name, '--rule'))).toBe(`rule     ${name}: ${about}\n`);
});

it.each<[string, () => unknown, string | RegExp]>([
  [
    'a mistyped choice',
    () => readDialect('idcase=upper', 1),
    '--dialect: no choice is called "idcase"; did you mean "idCase"?',
  ],
  [
    'a mistyped random',
    () => readDialect('randm', 1),
    '--dialect: no choice is called "randm"; did you mean "random"?',
  ],
  [
    'an unknown value',
    () => readDialect('idCase=Upper', 1),
    '--dialect: idCase has no value "Upper"; choose one of "lower", "upper"',
  ],
  [
    'a missing value',
    () => readDialect('idCase', 1),
    '--dialect: idCase has no value ""; choose one of "lower", "upper"',
  ],
  [
    'a mistyped fault',
    () => readFault('token-opaqe'),
    '--fault: no fault is called "token-opaqe"; did you mean "token-opaque"?',
  ],
  [
    'a mistyped rule',
    () => readRule('ssn-with-dash', '--rule'),
    '--rule: no rule is called "ssn-with-dash"; did you mean "ssn-with-dashes"?',
  ],
  [
    'any other rule, with where they are listed',
    () => readRule('everything', '--rules'),
    '--rules: no rule is called "everything"; "bfc list --rules" lists them',
  ],
  ['a part, with its faults', () => readFault('groups'), /no fault is called "groups"; known are groups-\S+, groups-/],
  [
    'anything else, with the parts',
    () => readFault('everything'),
    /give one of wire, token, unauthorized, .* to see the names/,
  ],
])('refuses %s', (_what, read, message) => {
  expect(read).toThrow(message);
});
