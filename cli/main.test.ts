import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { randomDialect } from '../reference/index.ts';
import { folderOfTest } from '../spec/folders.test-data.ts';
import { startScript } from './child-process.test-data.ts';
import { bfc } from './in-process.test-data.ts';
import { loadCommands } from './program.ts';
import { readDialect, writeDialect } from './serve-choices.ts';

it('each command has its help, with examples and exit codes', async () => {
  const commands = await loadCommands();
  expect(commands.map(({ name }) => name)).toEqual(
    'run merge compare replay judge prove init serve list explain spec'.split(' '),
  );
  for (const { name, exitCodes } of commands) {
    const { exitCode, stdout, stderr } = await bfc([name, '--help']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    for (const text of [`Usage: bfc ${name}`, `$ bfc ${name}`]) expect(stdout).toContain(text);
    for (const [code, meaning] of Object.entries(exitCodes))
      expect(stdout).toContain(`\n  ${code.padEnd(4)}${meaning}\n`);
  }
});

describe('bfc serve', () => {
  it('prints one line of JSON that is a configuration, what is special about it apart, and ends at Ctrl-C', async () => {
    const special = ['--dialect', 'staleEdit=412,idCase=upper', '--fault', 'token-opaque', '--rule', 'names-30'];
    const served = startScript('main.ts', ['serve', '--json', '--seed', '5', ...special]);
    await served.saw('"fixtures"');
    served.kill('SIGINT');
    const { exitCode, stdout, stderr } = await served.ended;
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

  it('says how to call and how to judge it, and ends at SIGTERM', async () => {
    const served = startScript('main.ts', ['serve'], {}, folderOfTest());
    await served.saw('Ctrl-C ends it.');
    served.kill('SIGTERM');
    const { exitCode, stdout } = await served.ended;
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      / {2}curl -s -H "Authorization: Bearer \$BFC_TOKEN" http:\/\/127\.0\.0\.1:\d+\/api\/v1\/groups\n/,
    );
    expect(stdout).toMatch(/ run --config \S+conformance\.config\.json\n/);
  });

  it('takes the dialect that it says it has drawn', () => {
    const drawn = readDialect('random', 7);
    expect(drawn).toEqual(randomDialect(7));
    expect(readDialect(writeDialect(drawn), 8)).toEqual(drawn);
  });

  it('says that its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const { exitCode, stderr } = await bfc(['serve', '--port', String(port)]);
    await new Promise((resolve) => other.close(resolve));
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(new RegExp(`^bfc: [^\n]*${port}[^\n]*\n$`));
  });
});
