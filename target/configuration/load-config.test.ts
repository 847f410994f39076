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

  it('is refused if there is another one', async () => {
    await write('conformance.config.json', '{}');
    await write('conformance.config.yaml', 'name: x');
    await expect(loadConfig(cwd)).rejects.toThrow(
      /^conformance\.config\.json and conformance\.config\.yaml both exist/,
    );
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

describe('an unreadable configuration is reported in one line', () => {
  it.each([
    ['broken.json', '{"name": ', /: broken\.json: cannot be parsed: /],
    ['broken.yaml', 'name: "x', /: broken\.yaml: cannot be parsed: .* at line 1, column 9$/],
    [
      'twice.yaml',
      'name: x\nlimits: {}\n"name": y',
      /: cannot be parsed: the key "name" is given twice, again in line 3; keep one$/,
    ],
    ['list.json', '[]', /: list\.json: holds no settings; write an object of settings$/],
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
  ])('%s', async (name, text, message) => {
    await write(name, text);
    expect(await messageOf(name)).toMatch(message);
  });

  it('a directory, or a missing file', async () => {
    await mkdir(join(cwd, 'd.json'));
    expect(await messageOf('d.json')).toBe('ConfigurationError: d.json (--config) is a directory; name the file in it');
    expect(await messageOf('absent.ts')).toBe(
      'ConfigurationError: absent.ts (--config) does not exist; check the path',
    );
  });
});
