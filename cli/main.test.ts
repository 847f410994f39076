import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startScript } from './child-process.test-data.ts';
import { exitCodesOf } from './command.ts';
import { folderOfTests } from '../spec/folders.test-data.ts';
import { bfc } from './in-process.test-data.ts';
import { randomDialect } from '../reference/index.ts';
import { createProgram } from './program.ts';
import { readDialect, writeDialect } from './serve-choices.ts';

const cwd = folderOfTests();
afterEach(() => vi.unstubAllEnvs());

describe('wrong usage is reported in one line and exits 2', () => {
  it.each([
    ['an unknown flag', ['run', '--bse-url', 'x'], "bfc: unknown option '--bse-url'; did you mean --base-url?\n"],
    [
      'an unknown flag with a value, which is not repeated',
      ['run', '--clnt-secrt=hush'],
      `bfc: unknown option '--clnt-secrt'; see "bfc run --help"\n`,
    ],
    ['an unknown command', ['rnu'], "bfc: unknown command 'rnu'; did you mean run?\n"],
    [
      'a stray word',
      ['run', 'extra'],
      `bfc: too many arguments for 'run'. Expected 0 arguments but got 1: extra; see "bfc run --help"\n`,
    ],
    ['a missing value', ['run', '--seed'], `bfc: option '--seed <n>' argument missing; see "bfc run --help"\n`],
    [
      'a secret',
      ['run', '--client-secret', 'hush'],
      'bfc: --client-secret: a secret on the command line can be read by every process of the machine; put it into BFC_CLIENT_SECRET, or name its variable with --client-secret-env NAME\n',
    ],
    [
      'an unknown level',
      ['run', '--level', 'all'],
      `bfc: option '--level <level>' argument 'all' is invalid. Allowed choices are required, expected; see "bfc run --help"\n`,
    ],
    [
      'a mistyped choice of the dialect',
      ['serve', '--dialect', 'idcase=upper'],
      'bfc: --dialect: no choice is called "idcase"; did you mean "idCase"?\n',
    ],
    [
      'a value that the choice does not have',
      ['serve', '--dialect', 'idCase=Upper'],
      'bfc: --dialect: idCase has no value "Upper"; choose one of "lower", "upper", "mixed"\n',
    ],
    [
      'a mistyped fault',
      ['serve', '--fault', 'token-opaqe'],
      'bfc: --fault: no fault is called "token-opaqe"; did you mean "token-opaque"?\n',
    ],
    [
      'a mistyped rule',
      ['serve', '--rule', 'names30'],
      'bfc: --rule: no rule is called "names30"; did you mean "names-30"?\n',
    ],
    ['no command', [], expect.stringContaining('Usage: bfc')],
  ])('%s', async (_what, words, line) => {
    expect(await bfc(words, {}, cwd)).toEqual({ exitCode: 2, stdout: '', stderr: line });
  });
});

describe('a wrong configuration is reported in one line and exits 2', () => {
  it.each([
    ['an unknown key', '{"baseURL": ""}', 'bfc: c.json: unknown key "baseURL" at the top; did you mean "baseUrl"?\n'],
    [
      'a missing secret',
      '{"baseUrl": "https://example.com", "authUrl": "https://example.com", "credentials": {"clientId": "x", "clientSecretEnv": "NOWHERE"}}',
      'bfc: c.json at /credentials/clientSecretEnv: the environment variable NOWHERE is not set; export it with the secret as its value\n',
    ],
  ])('%s', async (_what, text, line) => {
    await writeFile(join(cwd, 'c.json'), text);
    expect(await bfc(['run', '--config', 'c.json'], {}, cwd)).toEqual({ exitCode: 2, stdout: '', stderr: line });
  });

  it('a file that is not there', async () => {
    expect(await bfc(['run', '--config', 'none.json'], {}, cwd)).toMatchObject({
      exitCode: 2,
      stderr: 'bfc: none.json (--config) does not exist; check the path\n',
    });
  });
});

it('a wrong environment variable is named as such, not as the flag that it stands in for', async () => {
  const environment = { BFC_BASE_URL: 'x' };
  vi.stubEnv('BFC_BASE_URL', environment.BFC_BASE_URL);
  expect(await bfc(['run'], environment, cwd)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/^bfc: BFC_BASE_URL: not an address/),
  });
});

describe('help and version', () => {
  it('each command has its help, with examples and exit codes', async () => {
    const { commands } = await createProgram();
    expect(commands.map((command) => command.name())).toEqual(
      'run compare replay judge prove init serve list explain spec'.split(' '),
    );
    for (const command of commands) {
      const { exitCode, stdout, stderr } = await bfc([command.name(), '--help'], {}, cwd);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      for (const text of [`Usage: bfc ${command.name()}`, `$ bfc ${command.name()}`]) expect(stdout).toContain(text);
      for (const [code, meaning] of Object.entries(exitCodesOf(command) ?? {}))
        expect(stdout).toContain(`\n  ${code.padEnd(4)}${meaning}\n`);
    }
  });
});

describe('bfc serve', () => {
  it('prints one line of JSON that is a configuration, its dialect and fault apart, and ends at Ctrl-C', async () => {
    const words = ['serve', '--json', '--seed', '5', '--dialect', 'staleEdit=412,idCase=upper'];
    const served = startScript('main.ts', [...words, '--fault', 'token-opaque'], {}, cwd);
    await served.saw('"fixtures"');
    served.kill('SIGINT');
    const { exitCode, stdout, stderr } = await served.ended;
    expect(exitCode).toBe(0);
    expect(stderr).toBe(
      'dialect  staleEdit=412,idCase=upper\nfault    token-opaque: tokens are opaque\nbreaks   token.jwt\n',
    );
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
    const served = startScript('main.ts', ['serve'], {}, cwd);
    await served.saw('Ctrl-C ends it.');
    served.kill('SIGTERM');
    const { exitCode, stdout } = await served.ended;
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      / {2}curl -s -H "Authorization: Bearer \$BFC_TOKEN" http:\/\/127\.0\.0\.1:\d+\/api\/v1\/groups\n/,
    );
    expect(stdout).toMatch(/ run --config \S+conformance\.config\.json\n/);
  });

  it('enforces the rules that are named, and says which they are', async () => {
    const rules = ['--rule', 'ssn-with-dashes', '--rule', 'names-30'];
    const served = startScript('main.ts', ['serve', ...rules, '--json'], {}, cwd);
    await served.saw('}');
    served.kill('SIGTERM');
    const { stderr } = await served.ended;
    expect(stderr).toMatch(/^rule {5}ssn-with-dashes: .*\nrule {5}names-30: .*\n$/);
  });

  it.each([
    ['groups', /no fault is called "groups"; known are groups-\S+, groups-/],
    ['everything', /give one of wire, token, unauthorized, .* to see the names/],
  ])('leads to the names of faults from %s', async (name, line) => {
    expect(await bfc(['serve', '--fault', name], {}, cwd)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(line),
    });
  });

  it('takes the dialect that it says it has drawn', () => {
    const drawn = readDialect('random', 7);
    expect(drawn).toEqual(randomDialect(7));
    expect(readDialect(writeDialect(drawn), 8)).toEqual(drawn);
  });

  it('says that its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { exitCode, stderr } = await bfc(['serve', '--port', String(port)], {}, cwd);
    await new Promise((resolve) => other.close(resolve));
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(new RegExp(`^bfc: [^\n]*${port}[^\n]*\n$`));
  });
});
