import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from './load-config.ts';
import { targetConfigSchema } from './target-config.ts';

let cwd = '';
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'bfc-config-'));
});
afterEach(() => rm(cwd, { recursive: true }));

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
    expect(await loadConfig(cwd)).toEqual({ config: { name: 'x' }, file: name });
  });

  it('need not exist', async () => {
    expect(await loadConfig(cwd)).toBeUndefined();
  });

  it('is refused beside another', async () => {
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
      fixtures: { groupId: '0190ABCD-0000-7000-8000-00000000000f', carrierIds: [], planIds: [] },
      vocabulary: { sex: ['X'] },
      linesOfCoverage: ['vision'],
      reviewStatus: 'acme_review',
      limits: { concurrency: 2, requestsPerSecond: 0.5 },
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
  it.each([
    ['an unknown key', '{"baseURL": "x"}', 'c.json: unknown key "baseURL" at the top; did you mean "baseUrl"?'],
    [
      'an unknown key further down',
      '{"limits": {"rate": 1}}',
      'c.json: unknown key "rate" at /limits; known are concurrency, requestsPerSecond',
    ],
    [
      'a wrong type',
      '{"limits": {"concurrency": "4"}}',
      'c.json: /limits/concurrency is "4", and must be of type integer',
    ],
    [
      'a wrong value',
      '{"environment": "test"}',
      'c.json: /environment is "test", and must be one of ["sandbox","production"]',
    ],
    ['no UUID', '{"fixtures": {"groupId": "7"}}', 'c.json: /fixtures/groupId is "7", and must be a UUID'],
    [
      'a secret for a name',
      '{"credentials": {"clientSecretEnv": "hush-hush"}}',
      'c.json: /credentials/clientSecretEnv is a hidden value, and must be the name of an environment variable',
    ],
    [
      'an unknown vocabulary key',
      '{"vocabulary": {"sexx": ["F"]}}',
      'c.json: unknown key "sexx" at /vocabulary; did you mean "sex"?',
    ],
    [
      'an empty list of values',
      '{"vocabulary": {"sex": []}}',
      'c.json: /vocabulary/sex is empty; give it a value or remove it',
    ],
    [
      'a missing member',
      '{"waive": [{"id": "token.issue", "until": "2027-01-01"}]}',
      'c.json: /waive/0 lacks "reason"; add it',
    ],
    [
      'no real date',
      '{"waive": [{"id": "token.issue", "reason": "x", "until": "2027-02-29"}]}',
      'c.json: /waive/0/until is "2027-02-29", and must be a calendar date, written YYYY-MM-DD',
    ],
    [
      'an unknown id',
      '{"waive": [{"id": "token.isue", "reason": "x", "until": "2027-02-28"}]}',
      'c.json: "token.isue" at /waive/0/id is no requirement id; did you mean "token.issue"?',
    ],
    [
      'an unknown open point',
      '{"expect": {"qqqqqqqq": 1}}',
      'c.json: "qqqqqqqq" at /expect is no requirement id; all ids are in spec/generated/register.json',
    ],
    [
      'a waiver given twice',
      '{"waive": [{"id": "token.issue", "reason": "x", "until": "2027-02-28"}, {"id": "token.issue", "reason": "y", "until": "2027-02-28"}]}',
      'c.json: "token.issue" is waived twice, again at /waive/1/id; keep one',
    ],
    ['no object', '[]', 'c.json: holds no settings; write an object of settings'],
    [
      'a pin of what is no open point',
      '{"expect": {"token.issue": 1}}',
      'c.json: "token.issue" at /expect is no open point, so that nothing is observed of it that could be pinned; remove it',
    ],
    [
      'a waiver of an open point that nothing pins',
      '{"waive": [{"id": "renewals.edit-stale", "reason": "x", "until": "2027-02-28"}]}',
      'c.json: "renewals.edit-stale" at /waive/0/id is an open point, which fails only where expect pins it; pin it, or remove the waiver',
    ],
    [
      'an id that is no text',
      '{"waive": [{"id": 7, "reason": "x", "until": "2027-02-28"}]}',
      'c.json: /waive/0/id is 7, and must be of type string',
    ],
    [
      'the cause of several',
      '{"nme": "x", "waive": [{"id": "x", "reason": null, "until": "2027-02-28"}]}',
      'c.json: unknown key "nme" at the top; did you mean "name"?',
    ],
  ])('%s', async (_what, text, message) => {
    await write('c.json', text);
    expect(await messageOf('c.json')).toBe(`ConfigurationError: ${message}`);
  });

  it.each([
    ['broken.json', '{"name": ', /^ConfigurationError: broken\.json: cannot be parsed: /],
    ['broken.yaml', 'name: "x', /^ConfigurationError: broken\.yaml: cannot be parsed: /],
    ['empty.yaml', '', /^ConfigurationError: empty\.yaml: holds no settings; write an object of settings$/],
    ['key.yaml', 'basUrl:\n', /unknown key "basUrl" at the top; did you mean "baseUrl"\?$/],
    [
      'further.yaml',
      'limits:\n  concurency: # 4\n',
      /unknown key "concurency" at \/limits; did you mean "concurrency"\?$/,
    ],
    [
      'list.yaml',
      'waive:\n  - id: token.issue\n    reason:\n    until: 2028-02-29\n',
      /\/waive\/0\/reason is null, and must be of type string$/,
    ],
    ['throws.mjs', 'throw new Error("not\\nnow")', /^ConfigurationError: throws\.mjs: cannot be parsed: not$/],
    [
      'nothing.mjs',
      'export const a = 1;',
      /^ConfigurationError: nothing\.mjs: holds no settings; export an object of settings as default$/,
    ],
    [
      'config.txt',
      '',
      /^ConfigurationError: config\.txt: not a kind of file that --config can name; its name must end in one of \.ts, /,
    ],
  ])('%s', async (name, text, message) => {
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

  // The superuser reads everything.
  it.skipIf(process.getuid?.() === 0)('what may not be read', async () => {
    await write('closed.json', '{}');
    await chmod(join(cwd, 'closed.json'), 0);
    expect(await messageOf('closed.json')).toBe(
      'ConfigurationError: closed.json (--config) cannot be read; check its permissions',
    );
  });
});
