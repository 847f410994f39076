import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { validateConfig, loadConfig } from '../../../target/configuration/load-config.ts';
import schema from '../../../target/configuration/target-config.schema.json' with { type: 'json' };
import type { InitSettings } from '../settings.ts';
import type { Learned } from '../probe/learned.ts';
import { readPackageInfo } from '../../package-info.ts';
import { emptyFolder } from '../init.test-data.ts';
import { describeConfig } from './describe-config.ts';
import { editorLinks } from './editor-links.ts';
import { renderJson } from './render-json.ts';
import { renderModule } from './render-module.ts';
import { renderYaml } from './render-yaml.ts';

const settings: InitSettings = {
  name: 'Bob\'s: "best" # \\ sandbox',
  environment: 'sandbox',
  baseUrl: 'https://example.com',
  authUrl: 'https://example.com',
  credentials: { clientId: '12e5', clientSecret: 'hush' },
  clientSecretEnv: 'BFC_CLIENT_SECRET',
  isSecretSet: true,
  fixtures: { carrierIds: [], planIds: [] },
  writesAllowed: true,
};

const learned: Learned = {
  carrierIds: [],
  planIds: [],
  lines: ['dental', 'null', "children's"],
  planTypes: ['ppo', 'indemnity'],
  metalTiers: ['bronze'],
  trial: { tried: false, why: 'nobody asked for it' },
};

const document = describeConfig({ settings, learned, schema: './s.json', soon: '2027-04-01' });

/** What a configuration holds once every example of it is used. */
const withExamples = Object.fromEntries(
  document.sections.map(({ key, value, example }) => [
    key,
    typeof value === 'object' && value !== null && !Array.isArray(value) && example !== undefined
      ? { ...(example as object), ...value }
      : (value ?? example),
  ]),
);

describe('a described configuration', () => {
  it('has every key that a target may have, but for secrets', () => {
    const others = ['$schema', 'expiredToken'];
    const keys = Object.keys(schema.properties).filter((key) => !others.includes(key));
    expect(document.sections.map(({ key }) => key)).toEqual(keys);
  });

  it('gives examples that hold', () => {
    expect(validateConfig(withExamples, 'x')).toBe(withExamples);
  });

  it('names the group that was given, or that a run would not choose by itself', () => {
    const groupId = '5b0c2f3e-6f0a-4c5e-9d0e-1f6f2a7b3caa';
    const fixturesOf = (found: Pick<Learned, 'groupId' | 'isDefaultGroup'>) =>
      describeConfig({
        settings,
        learned: { ...learned, ...found },
        schema: './s.json',
        soon: '2027-04-01',
      }).sections.find(({ key }) => key === 'fixtures');
    expect(fixturesOf({ groupId })).toMatchObject({ value: { groupId } });
    expect(fixturesOf({ groupId, isDefaultGroup: true })).toMatchObject({ value: undefined, example: { groupId } });
  });

  it('takes over a vocabulary only where it tells something new', () => {
    const values = Object.fromEntries(document.sections.map(({ key, value }) => [key, value]));
    expect(values).toMatchObject({
      vocabulary: { plan_type: ['ppo', 'indemnity'] },
      linesOfCoverage: ['null', "children's"],
      fixtures: undefined,
    });
    expect(values['vocabulary']).not.toHaveProperty('metal_tier');
  });
});

describe('written', () => {
  const known = Object.fromEntries(
    document.sections.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value]])),
  );
  const uncommented = (text: string, sign: string) => {
    const example = new RegExp(`^( *)${sign} (?=(?: *- | *['\\w.-]+:(?: |$)| *[}\\]])(?!.*[.)]$))`);
    return text
      .split('\n')
      .map((line) => line.replace(example, '$1'))
      .join('\n');
  };

  it('as YAML it reads as what was described, with and without its examples', () => {
    const text = renderYaml(document);
    expect(parse(text)).toEqual(known);
    expect(text).toMatch(/^# yaml-language-server: \$schema=\.\/s\.json\n/);
    expect(parse(uncommented(text.replaceAll(/^# (?:sandbox|carrierIds|[A-Z]|yaml).*$/gm, ''), '#'))).toEqual(
      withExamples,
    );
  });

  it('as JSON it reads as what is known', () => {
    expect(JSON.parse(renderJson(document))).toEqual({ $schema: './s.json', ...known });
  });

  it('as a module it reads as what is known, typed by the function or by the type alone', async () => {
    const cwd = await emptyFolder();
    const { types } = editorLinks(cwd, readPackageInfo());
    const byFunction = renderModule(document, types);
    expect(byFunction).toMatch(/^import \{ defineConfig \} from '/);
    await writeFile(join(cwd, 'function.ts'), byFunction);
    expect((await loadConfig(cwd, { path: 'function.ts', by: '' }))?.config).toEqual(known);
    // A type alone is not loaded: it need not be there.
    const byType = renderModule(document, { kind: 'type', from: 'not-installed' });
    await writeFile(join(cwd, 'type.ts'), byType);
    expect((await loadConfig(cwd, { path: 'type.ts', by: '' }))?.config).toEqual(known);
  });
});
