import { expect, it, vi } from 'vitest';
import { randomDialect } from '../reference/index.ts';
import { folderOfTest } from '../spec/folders.test-data.ts';
import { startServer } from '../target/sample-server.test-data.ts';
import { bfc, collecting } from './command-line.test-data.ts';
import { runProgram } from './program.ts';
import { describeFault, readDialect, readFault, writeDialect } from './serve-choices.ts';

/** Runs `bfc serve` until a text is printed, then sends a signal. Returns the exit code and all output. */
async function served(words: readonly string[], text: string, signal: 'SIGINT' | 'SIGTERM') {
  const { printed, surroundings } = collecting({}, folderOfTest());
  const ended = runProgram(['serve', ...words], surroundings);
  await vi.waitFor(() => expect(printed.stdout).toContain(text), 60_000);
  process.emit(signal, signal);
  return { exitCode: await ended, ...printed };
}

it('bfc serve --json prints a configuration as one line, the dialect, fault and rule to stderr, and ends on Ctrl-C', async () => {
  const special = [
    '--dialect',
    'staleEdit=412,idCase=upper',
    '--fault',
    'token-opaque',
    '--rule',
    'names-30',
    '--rule',
    'names-30',
  ];
  const { exitCode, stdout, stderr } = await served(['--json', '--seed', '5', ...special], '"fixtures"', 'SIGINT');
  expect(exitCode).toBe(0);
  expect(stderr.split('\n')).toEqual([
    'dialect  staleEdit=412,idCase=upper',
    'fault    token-opaque: tokens are opaque',
    'breaks   token.jwt',
    expect.stringMatching(/^rule {5}names-30: /),
    '',
  ]);
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  expect(JSON.parse(stdout)).toMatchObject({
    environment: 'sandbox',
    baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    credentials: { clientId: expect.any(String), clientSecret: expect.any(String) },
    secondCredentials: { clientId: expect.any(String) },
    expiredToken: expect.any(String),
  });
});

it('bfc serve prints how to call and how to judge it, and ends on SIGTERM', async () => {
  const { exitCode, stdout } = await served([], 'Ctrl-C ends it.', 'SIGTERM');
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(
    / {2}curl -s -H "Authorization: Bearer \$BFC_TOKEN" http:\/\/127\.0\.0\.1:\d+\/api\/v1\/groups\n/,
  );
  expect(stdout).toMatch(/ run --config \S+conformance\.config\.json\n/);
});

it('a fault is described by what it breaks and what it may also break', () => {
  expect(describeFault(readFault('snapshots-second-carrier-lost'))).toBe(
    `fault    snapshots-second-carrier-lost: the summary lacks a carrier (the second carrier, in the list)
breaks   snapshots.summary
may also break snapshots.list-agrees
`,
  );
});

it('bfc serve accepts the text that it prints for a random dialect', () => {
  const drawn = readDialect('random', 7);
  expect(drawn).toEqual(randomDialect(7));
  expect(readDialect(writeDialect(drawn), 8)).toEqual(drawn);
});

it('bfc serve reports that its port is in use', async () => {
  const { url } = await startServer((response) => response.end());
  const { port } = new URL(url);
  const { exitCode, stderr } = await bfc(['serve', '--port', port]);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(new RegExp(`^bfc: [^\n]*${port}[^\n]*\n$`));
});
