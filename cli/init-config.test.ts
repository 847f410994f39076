import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { isObject } from '../spec/index.ts';
import { validateConfig } from '../target/configuration/load-config.ts';
import { describeConfig, renderConfig } from './init-config.ts';
import type { Learned } from './init-probe.ts';
import { sampleTarget } from '../suites/engine/sample-session.test-data.ts';

const learned: Learned = {
  target: sampleTarget({
    name: 'Bob\'s: "best" # \\ sandbox',
    credentials: { clientId: '12e5', clientSecret: 'hush' },
    linesOfCoverage: ['null', "children's"],
    vocabulary: { plan_type: ['ppo', 'indemnity'] },
  }),
  isDefaultGroup: false,
  trial: { notTried: 'no writes' },
};
const described = (found: Partial<Learned> = {}) =>
  describeConfig({ ...learned, ...found }, 'BFC_CLIENT_SECRET', '2027-04-01');

const sections = described();
const known = Object.fromEntries(sections.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value]])));
/** The configuration with every example applied. */
const withExamples = Object.fromEntries(
  sections.map(({ key, value, example }) => [
    key,
    isObject(value) && isObject(example) ? { ...example, ...value } : (value ?? example),
  ]),
);

it('a described configuration has no expired token, and a valid value or example for every key', () => {
  expect(Object.keys(withExamples)).not.toContain('expiredToken');
  expect(sections.filter(({ value, example }) => (value ?? example) === undefined)).toEqual([]);
  expect(validateConfig(withExamples, 'x')).toBe(withExamples);
});

it('the group id is set, except for the group that a run chooses by default, which is only an example', () => {
  const groupId = '5b0c2f3e-6f0a-4c5e-9d0e-1f6f2a7b3caa';
  const fixturesOf = (found: Partial<Learned>) => described(found).find(({ key }) => key === 'fixtures');
  const target = { ...learned.target, fixtures: { ...learned.target.fixtures, groupId } };
  expect(fixturesOf({ target })).toMatchObject({ value: { groupId } });
  expect(fixturesOf({ target, isDefaultGroup: true })).toMatchObject({ value: undefined, example: { groupId } });
});

it('the YAML is read as the described configuration, with and without its examples', () => {
  const text = renderConfig(sections, './s.json');
  expect(text).toMatch(/^# yaml-language-server: \$schema=\.\/s\.json\n/);
  expect(parse(text)).toEqual(known);
  const prose = sections.flatMap(({ comment }) => comment.split('\n').map((line) => `# ${line}`));
  const [, , , ...others] = text.split('\n').filter((line) => !prose.includes(line));
  expect(parse(others.join('\n').replaceAll(/^( *)# /gm, '$1'))).toEqual(withExamples);
});
