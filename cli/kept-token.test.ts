import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { sampleTarget } from '../suites/engine/sample-session.test-data.ts';
import { folderOfTest } from '../spec/folders.test-data.ts';
import { fill, readJson } from './command-line.test-data.ts';
import { findKeptToken, keepToken } from './kept-token.ts';

const target = sampleTarget();
const token = 'a.b.c';
const minute = 60_000;

let cwd = '';
let file = '';
beforeEach(() => {
  cwd = folderOfTest();
  file = join(cwd, 'token.json');
});

const find = (name = 'token.json', of = target) => findKeptToken(name, cwd, ['out', undefined], of);

/** Stores a token that expired so many milliseconds ago. */
const keep = (agoMs: number) => keepToken(file, { token, expiresAt: performance.now() - agoMs }, target);

it('a kept token is readable only by its owner, and names its target with a hash of the client id', async () => {
  await fill(cwd, { 'token.json': {} });
  await chmod(file, 0o644);
  expect(keep(0)).toBeUndefined();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readJson(file)).toEqual({
    baseUrl: target.baseUrl,
    clientIdHash: expect.stringMatching(/^[\da-f]{64}$/),
    expiresAt: expect.any(String),
    token,
  });
});

describe('a kept token that', () => {
  const anotherKey = { credentials: { clientId: 'another', clientSecret: 'sample-secret-0001' } };
  it.each([
    ['has expired is used', 2 * minute, {}, { expired: token, isRenewed: true }, /is used as an expired token/],
    ['may still be accepted is not used yet', 0, {}, { isRenewed: false }, /it is left there/],
    ['has not expired is not used yet', -minute, {}, { isRenewed: false }, /it is left there/],
    ['expired long ago is replaced', 8 * 24 * 60 * minute, {}, { isRenewed: true }, /more than a week/],
    ['has another address is replaced', 2 * minute, { baseUrl: 'http://127.0.0.1:10' }, { isRenewed: true }, /another/],
    ['has another client id is replaced', 2 * minute, anotherKey, { isRenewed: true }, /another target or client id/],
  ])('%s', async (_what, agoMs, parts, found, about) => {
    keep(agoMs);
    expect(await find('token.json', sampleTarget(parts))).toEqual({
      file,
      ...found,
      about: expect.stringMatching(about),
    });
  });
});

it('a token without an expiry time is not kept', async () => {
  const problem = keepToken(file, { token, expiresAt: Infinity }, target);
  expect(problem).toMatch(/does not say when it expires/);
  await expect(stat(file)).rejects.toThrow('ENOENT');
});
