import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderOfTest } from '../../spec/folders.test-data.ts';
import { loadConfig } from './load-config.ts';
import { targetConfigSchema } from './target-config.ts';

let cwd = '';
beforeEach(() => {
  cwd = folderOfTest();
});

const write = (name: string, text: string) => writeFile(join(cwd, name), text);

async function messageOf(name: string): Promise<string> {
  const error: unknown = await loadConfig(cwd, { path: name, by: '--config' }).catch((reason: unknown) => reason);
  return error instanceof Error ? `${error.name}: ${error.message}` : 'was not refused';
}

describe('a configuration file', () => {
  it.each([
    ['conformance.config.json', '\uFEFF{"name": "x"}'],
    ['conformance.config.yaml', 'name: x # a comment'],
    ['conformance.config.js', 'export default { name: "x" };'],
    ['conformance.config.ts', 'const name: string = "x";\nexport default { name };'],
  ])('is found as %s', async (name, text) => {
    await write(name, text);
    expect(await loadConfig(cwd)).toEqual({ config: { name: 'x' }, file: name, folder: cwd });
  });

  it('need not exist', async () => {
    expect(await loadConfig(cwd)).toBeUndefined();
  });

  it('is refused where there is another', async () => {
    await write('conformance.config.json', '{}');
    await write('conformance.config.yaml', 'name: x');
    await expect(loadConfig(cwd)).rejects.toThrow(
      /^conformance\.config\.json and conformance\.config\.yaml both exist/,
    );
  });

  it('may hold all that the schema knows', async () => {
    const full = {
      $schema: './schema.json',
      name: 'x',
      environment: 'sandbox',
      baseUrl: 'https://example.com',
      authUrl: 'https://example.com',
      credentials: { clientId: 'a', clientSecretEnv: 'A_1', clientSecret: 's' },
      secondCredentials: { clientId: 'b', clientSecretEnv: 'B' },
      expiredTokenEnv: 'C',
      expiredToken: 'a.b.c',
      fixtures: {
        groupId: '0190ABCD-0000-7000-8000-00000000000f',
        carrierIds: [],
        planIds: [],
        plans: [{ name: 'Gold' }],
      },
      bodies: { decision: { patch: { renewal_date: null } } },
      values: { federal_ein: { form: 'digits' } },
      dates: { firstRenewal: '+90d' },
      vocabulary: { sex: ['X'] },
      linesOfCoverage: ['vision'],
      reviewStatus: 'acme_review',
      limits: { concurrency: 2, requestsPerSecond: 0.5, tokensPerMinute: 5, settle: '10s' },
      headers: { 'X-Key': { env: 'KEY' } },
      tls: { ca: 'ca.pem' },
      expect: { 'renewals.edit-stale': 409 },
      waive: [{ id: 'token.issue', reason: 'known', until: '2028-02-29' }],
    };
    expect(Object.keys(full).sort()).toEqual(Object.keys(targetConfigSchema.properties).sort());
    await write('c.json', JSON.stringify(full));
    expect((await loadConfig(cwd, { path: 'c.json', by: '--config' }))?.config).toEqual(full);
  });

  it('may have keys whose entries are all commented out', async () => {
    const optional = Object.keys(targetConfigSchema.properties).map((key) => `${key}:\n  # nothing yet`);
    await write('c.yaml', optional.join('\n'));
    expect((await loadConfig(cwd, { path: 'c.yaml', by: '--config' }))?.config).toEqual({});
    await write('c.yaml', 'limits:\n  concurrency: # 4\n  requestsPerSecond: 2\nfixtures:\n  carrierIds:\n    # - a\n');
    expect((await loadConfig(cwd, { path: 'c.yaml', by: '--config' }))?.config).toEqual({
      limits: { requestsPerSecond: 2 },
      fixtures: {},
    });
  });
});

describe('a mistake is reported in one line', () => {
  const until = '2027-02-28';
  const waiver = (...each: readonly object[]) =>
    JSON.stringify({ waive: each.map((members) => ({ id: 'token.issue', reason: 'x', ...members })) });

  it.each([
    ['{"baseURL": "x"}', 'unknown key "baseURL" at the top; did you mean "baseUrl"?'],
    ['{"limits": {"rate": 1}}', 'at /limits; known are concurrency, requestsPerSecond, tokensPerMinute, settle'],
    ['{"limits": {"concurrency": "4"}}', '/limits/concurrency is "4", and must be of type integer'],
    ['{"environment": "test"}', '/environment is "test", and must be one of ["sandbox","production"]'],
    ['{"fixtures": {"groupId": "7"}}', '/fixtures/groupId is "7", and must be a UUID'],
    ['{"credentials": {"clientSecretEnv": "hush-hush"}}', 'must be the name of an environment variable'],
    ['{"vocabulary": {"sex": []}}', '/vocabulary/sex is empty; give it a value or remove it'],
    ['[]', 'holds no settings; write an object of settings'],
    ['{"expect": {"qqqqqqqq": 1}}', 'is no requirement id; all ids are in spec/generated/register.json'],
    ['{"expect": {"token.issue": 1}}', 'is no open point, and only those can be pinned; remove it'],
    ['{"waive": [{"id": "token.issue", "until": "2027-01-01"}]}', '/waive/0 lacks "reason"; add it'],
    [waiver({ until: '2027-02-29' }), 'and must be a calendar date, written YYYY-MM-DD'],
    [waiver({ id: 'token.isue', until }), 'at /waive/0/id is no requirement id; did you mean "token.issue"?'],
    [waiver({ id: 7, until }), '/waive/0/id is 7, and must be of type string'],
    [waiver({ id: 'renewals.edit-stale', until }), 'fails only where expect pins it; pin it, or remove the waiver'],
    [waiver({ until }, { until }), '"token.issue" is waived twice, again at /waive/1/id; keep one'],
    // The cause of several mistakes is reported.
    [waiver({ id: 'x', reason: null }).replace('{', '{"nme": "x",'), 'key "nme" at the top; did you mean "name"?'],
  ])('in %s', async (text, message) => {
    await write('c.json', text);
    const said = await messageOf('c.json');
    expect(said).toMatch(/^ConfigurationError: c\.json: .*$/);
    expect(said.slice(-message.length)).toBe(message);
  });

  it.each([
    ['broken.json', '{"name": ', /: broken\.json: cannot be parsed: /],
    ['broken.yaml', 'name: "x', /: broken\.yaml: cannot be parsed: /],
    ['empty.yaml', '', /: empty\.yaml: holds no settings; write an object of settings$/],
    ['key.yaml', 'basUrl:\n', /unknown key "basUrl" at the top; did you mean "baseUrl"\?$/],
    [
      'list.yaml',
      'waive:\n  - id: token.issue\n    reason:\n    until: 2028-02-29\n',
      /waive\/0\/reason is null, and must be/,
    ],
    ['throws.mjs', 'throw new Error("not\\nnow")', /: throws\.mjs: cannot be parsed: not$/],
    ['nothing.mjs', 'export const a = 1;', /: nothing\.mjs: holds no settings; export an object .* as default$/],
    ['config.txt', '', /: config\.txt: not a kind of file that --config can name; its name must end in one of \.ts, /],
  ])('in the file %s', async (name, text, message) => {
    await write(name, text);
    expect(await messageOf(name)).toMatch(message);
  });

  it('what cannot be read', async () => {
    await mkdir(join(cwd, 'd.json'));
    expect(await messageOf('d.json')).toBe('ConfigurationError: d.json (--config) is a directory; name the file in it');
    expect(await messageOf('absent.ts')).toBe(
      'ConfigurationError: absent.ts (--config) does not exist; check the path',
    );
  });
});
