import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { canRewriteLine, interruptible, invocation, shellQuote, wantsColour, widthOf } from './surroundings.ts';

const terminal = { write: () => {}, isTTY: true, columns: 77 };
const pipe = { write: () => {} };

it.each([
  ['colours a terminal', wantsColour(terminal, { NO_COLOR: '' }), true],
  ['does not colour a dumb terminal', wantsColour(terminal, { TERM: 'dumb' }), false],
  ['does not colour with NO_COLOR', wantsColour(terminal, { NO_COLOR: '1', FORCE_COLOR: '1' }), false],
  ['does not colour a pipe', wantsColour(pipe, {}), false],
  ['colours a pipe with FORCE_COLOR', wantsColour(pipe, { FORCE_COLOR: '1' }), true],
  ['uses the width of a terminal', widthOf(terminal, { COLUMNS: '50' }), 77],
  ['uses COLUMNS as the width of a pipe', widthOf(pipe, { COLUMNS: '50' }), 50],
  ['uses a width of 100 if COLUMNS is not a number', widthOf(pipe, { COLUMNS: 'wide' }), 100],
  ['rewrites a line of a terminal', canRewriteLine(terminal, {}), true],
  ['does not rewrite a line of a CI log', canRewriteLine(terminal, { CI: 'true' }), false],
  ['does not rewrite a line of a pipe', canRewriteLine(pipe, {}), false],
])('%s', (_what, is, expected) => {
  expect(is).toBe(expected);
});

afterEach(() => vi.restoreAllMocks());

it('the first signal aborts, an immediate repeat is ignored, and a later one ends the process', async () => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const exitCode = interruptible({ stderr: pipe }, 'ended', async (signal) => {
    process.emit('SIGTERM', 'SIGTERM');
    expect(signal.aborted).toBe(true);
    now.mockReturnValue(200);
    process.emit('SIGINT', 'SIGINT');
    expect(exit).not.toHaveBeenCalled();
    now.mockReturnValue(500);
    process.emit('SIGINT', 'SIGINT');
    expect(exit).toHaveBeenCalledWith(143);
    return 0;
  });
  expect(await exitCode).toBe(143);
});

it('a rejection caused by a signal is no fault of the suite, even if nothing handles it', async () => {
  const exitCode = interruptible({ stderr: pipe }, 'ended', async (signal) => {
    void sleep(60_000, undefined, { signal });
    process.emit('SIGTERM', 'SIGTERM');
    await sleep(10);
    return 0;
  });
  expect(await exitCode).toBe(143);
});

const checkout = { root: '/home/us/suite', version: '0.1.0', checkout: true };

it.each([
  ['/home/us/suite', 'run', 'npm start --'],
  ['/home/us/suite', 'replay', 'npx node cli/bfc.js replay'],
  ['/home/us/suite/docs', 'run', 'npx node ../cli/bfc.js run'],
  ['/home/us', 'run', 'node suite/cli/bfc.js run'],
  ['/home/us/our service', 'replay', 'node ../suite/cli/bfc.js replay'],
])('from %s, %s is called as %s', (cwd, command, called) => {
  expect(invocation(command, cwd, checkout)).toBe(called);
});

it('an installed package is called through npx', () => {
  expect(invocation('run', '/home/us/service', { ...checkout, checkout: false })).toBe('npx bfc run');
});

it('a shell reads quoted words unchanged', () => {
  const words = ['plain-1.2/3', "it's", '$HOME `x` "y" \\', '', 'a\nb', '*'];
  const line = `printf '%s\\0' ${words.map(shellQuote).join(' ')}`;
  expect(execFileSync('sh', ['-c', line], { encoding: 'utf8' }).split('\0')).toEqual([...words, '']);
});
