import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { validateConfig } from '../target/configuration/load-config.ts';
import { describeConfig, renderConfig } from './init-config.ts';
import type { Learned } from './init-probe.ts';
import type { InitSettings } from './init-settings.ts';
import { schemaFor } from './init.ts';
import { lockedTarget } from './init.test-data.ts';
import schema from '../target/configuration/target-config.schema.json' with { type: 'json' };

const settings: InitSettings = {
  target: lockedTarget({
    name: 'Bob\'s: "best" # \\ sandbox',
    credentials: { clientId: '12e5', clientSecret: 'hush' },
  }),
  clientSecretEnv: 'BFC_CLIENT_SECRET',
  isSecretSet: true,
};

const learned: Learned = {
  carrierIds: [],
  planIds: [],
  lines: ['dental', 'null', "children's"],
  vocabulary: { plan_type: ['ppo', 'indemnity'] },
  trial: { notTried: 'no writes' },
};

const sections = describeConfig(settings, learned, '2027-04-01');

/** What a configuration holds once every example of it is used. */
const withExamples = Object.fromEntries(
  sections.map(({ key, value, example }) => [
    key,
    typeof value === 'object' && value !== null && !Array.isArray(value) && example !== undefined
      ? { ...(example as object), ...value }
      : (value ?? example),
  ]),
);

describe('a described configuration', () => {
  it('has every key that a target may have, except secrets', () => {
    const others = ['$schema', 'expiredToken'];
    const keys = Object.keys(schema.properties).filter((key) => !others.includes(key));
    expect(sections.map(({ key }) => key)).toEqual(keys);
  });

  it('gives examples that hold', () => {
    expect(validateConfig(withExamples, 'x')).toBe(withExamples);
  });

  it('names the group that was given, or that a run would not choose by itself', () => {
    const groupId = '5b0c2f3e-6f0a-4c5e-9d0e-1f6f2a7b3caa';
    const fixturesOf = (found: Pick<Learned, 'groupId' | 'isDefaultGroup'>) =>
      describeConfig(settings, { ...learned, ...found }, '2027-04-01').find(({ key }) => key === 'fixtures');
    expect(fixturesOf({ groupId })).toMatchObject({ value: { groupId } });
    expect(fixturesOf({ groupId, isDefaultGroup: true })).toMatchObject({ value: undefined, example: { groupId } });
  });
});

it('the YAML reads as what was described, with and without its examples', () => {
  const known = Object.fromEntries(sections.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value]])));
  const text = renderConfig(sections, './s.json');
  expect(text).toMatch(/^# yaml-language-server: \$schema=\.\/s\.json\n/);
  expect(parse(text)).toEqual(known);
  const uncommented = text
    .replaceAll(/^# (?:sandbox|carrierIds|[A-Z]|yaml).*$/gm, '')
    .replaceAll(/^( *)# (?=(?: *- | *['\w.-]+:(?: |$)| *[}\]])(?!.*[.)]$))/gm, '$1');
  expect(parse(uncommented)).toEqual(withExamples);
});

it.each([
  ['/home/me/checkout', '/home/me/checkout', './'],
  ['/home/me/other', '/home/me/checkout', '../checkout/'],
  ['/home/me', '/usr/lib/bfc', '../../usr/lib/bfc/'],
])('in %s, of the package in %s, the schema is below %s', (directory, root, path) => {
  expect(schemaFor(directory, root)).toBe(`${path}target/configuration/target-config.schema.json`);
});
