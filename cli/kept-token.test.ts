import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { sampleTarget } from '../suites/engine/sample-session.test-data.ts';
import { folderOfTest } from '../spec/folders.test-data.ts';
import { findKeptToken, keepToken } from './kept-token.ts';

const target = sampleTarget();
const token = 'a.b.c';
const minute = 60_000;

let cwd = '';
beforeEach(() => {
  cwd = folderOfTest();
});

const find = (name = 'token.json', of = target) => findKeptToken(name, cwd, ['out', undefined], of);

/** Keeps a token that expired so many milliseconds ago. */
const keep = (agoMs: number) =>
  keepToken(join(cwd, 'token.json'), { token, expiresAt: performance.now() - agoMs }, target);

describe('a token that is kept', () => {
  it('can be read by its owner alone, and says of which target it is without the client id', async () => {
    await writeFile(join(cwd, 'token.json'), '{}');
    await chmod(join(cwd, 'token.json'), 0o644);
    expect(keep(0)).toBeUndefined();
    expect((await stat(join(cwd, 'token.json'))).mode & 0o777).toBe(0o600);
    const text = await readFile(join(cwd, 'token.json'), 'utf8');
    expect(JSON.parse(text)).toEqual({
      baseUrl: target.baseUrl,
      clientIdHash: expect.stringMatching(/^[\da-f]{64}$/),
      expiresAt: expect.any(String),
      token,
    });
    expect(text).not.toContain(target.credentials.clientId);
  });

  it.each([
    ['has expired', 2 * minute, { expired: token, isRenewed: true, about: expect.stringMatching(/is used as such/) }],
    ['may still be taken', 0, { isRenewed: false, about: expect.stringMatching(/it is left there/) }],
    ['has not expired', -minute, { isRenewed: false, about: expect.stringMatching(/it is left there/) }],
    ['expired long ago', 8 * 24 * 60 * minute, { isRenewed: true, about: expect.stringMatching(/more than a week/) }],
  ])('that %s is found as such', async (_what, agoMs, found) => {
    keep(agoMs);
    expect(await find()).toEqual({ file: join(cwd, 'token.json'), ...found });
  });

  it.each([
    ['another address', { baseUrl: 'http://127.0.0.1:10' }],
    ['another client id', { credentials: { clientId: 'another', clientSecret: 'sample-secret-0001' } }],
  ])('of %s is not used, and replaced', async (_what, parts) => {
    keep(2 * minute);
    expect(await find('token.json', sampleTarget(parts))).toEqual({
      file: join(cwd, 'token.json'),
      isRenewed: true,
      about: expect.stringMatching(/of another target or client id/),
    });
  });

  it('is none that does not say when it expires', async () => {
    const problem = keepToken(join(cwd, 'token.json'), { token, expiresAt: Infinity }, target);
    expect(problem).toMatch(/does not say when it expires/);
    await expect(stat(join(cwd, 'token.json'))).rejects.toThrow('ENOENT');
  });
});

describe('a file for a token is refused', () => {
  it.each([
    ['that is this directory', 'out', /^--keep-token: out is in out/],
    ['with something else in it', 'other.json', /^--keep-token: other\.json holds something else .*another file$/],
    ['that is a directory', 'folder', /^--keep-token: folder is a directory; name a file$/],
  ])('%s', async (_what, name, message) => {
    await writeFile(join(cwd, 'other.json'), '{"token":"x"}');
    await mkdir(join(cwd, 'folder'));
    await expect(find(name)).rejects.toThrow(message);
    expect(await readFile(join(cwd, 'other.json'), 'utf8')).toBe('{"token":"x"}');
  });
});
