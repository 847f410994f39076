import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Option } from 'commander';
import { rules as catalogue, startReference, type RunningReference } from '../reference/index.ts';
import { tokenLine } from '../suites/engine/curl.ts';
import type { CommandDefinition } from './program.ts';
import { embeddedTarget } from './embedded-target.ts';
import { exitCodes, UsageError } from './failures.ts';
import { interruptible, invocation, shellQuote, type Surroundings } from './surroundings.ts';
import { collect, mostSeed, nonEmpty, option, seedNumber, wholeNumber } from './options.ts';
import { describeFault, readDialect, readFault, readRule, writeDialect } from './serve-choices.ts';

const examples = `
Examples:
  $ bfc serve --port 8080
      a sandbox for client developers: prints addresses, two API keys and how to call it
  $ bfc serve --port 8080 --data sandbox.sqlite
      keeps its records from one start to the next
  $ bfc serve --dialect random --seed 7
      decides everything that the documents leave open by chance; --dialect idCase=upper,pace=50 decides two points,
      and "bfc list --dialects" lists what can be decided
  $ bfc serve --fault paging-order-by-size
      breaks the interface in one way, to see that "bfc run" finds it; "bfc list --faults --part paging" lists those of a part
  $ bfc serve --rule ssn-with-dashes --rule one-decision-of-date
      demands more than the documents, as a real service might; "bfc list --rules" lists what it can demand
  $ bfc serve --json > target.json
      one line that "bfc run --config target.json" takes, while the service runs

Ctrl-C ends it.`;

interface ServeFlags {
  readonly port: number;
  readonly data?: string;
  readonly seed?: number;
  readonly json?: boolean;
  readonly dialect?: string;
  readonly fault?: string;
  readonly rule?: readonly string[];
}

function oneFault(name: string, before?: string): string {
  if (before === undefined) return name;
  throw new UsageError(`--fault: the service breaks the interface in one way; keep ${before} or ${name}`);
}

export const command: CommandDefinition<ServeFlags> = {
  options: () => [
    option('--port <n>', 'port on the loopback address', wholeNumber(0, 65_535)).default(0, 'any free port'),
    option('--data <file>', 'SQLite file that keeps the records (default: in memory)', nonEmpty),
    option(
      '--seed <n>',
      'draws the same organizations, groups, plans and random dialect again; a file of --data keeps those that it was made with',
      seedNumber,
    ),
    new Option('--dialect <choices>', 'random, or NAME=VALUE,…: how to decide what the documents leave open'),
    new Option('--fault <name>', 'break the interface in this one way').argParser(oneFault),
    new Option(
      '--rule <name>',
      'enforce this business rule, which the documents leave open; may be repeated',
    ).argParser(collect),
    new Option('--json', 'print one line of JSON: a configuration for bfc run'),
  ],
  examples,
  exitCodes: { 0: 'ended by a signal', 2: 'wrong usage, or the port or the file cannot be used' },
  act: serve,
};

/** Milliseconds: connections that do not close must not keep the server alive. */
const closeWithinMs = 700;

async function serve(flags: ServeFlags, surroundings: Surroundings): Promise<number> {
  const { cwd, stdout, stderr } = surroundings;
  const { port, seed, json } = flags;
  const dialect = flags.dialect === undefined ? undefined : readDialect(flags.dialect, seed ?? randomInt(mostSeed));
  const fault = flags.fault === undefined ? undefined : readFault(flags.fault);
  const rules = [...new Set(flags.rule)].map((name) => readRule(name, '--rule'));
  const data = flags.data === undefined ? undefined : resolve(cwd, flags.data);
  await interruptible(surroundings, 'ended', async (signal) => {
    const reference = await startReference({ port, data, seed, dialect, fault, rules });
    // Not on stdout: with --json only the configuration may be printed there.
    if (dialect !== undefined) stderr.write(`dialect  ${writeDialect(dialect)}\n`);
    if (fault !== undefined) stderr.write(describeFault(fault));
    for (const rule of rules) stderr.write(`rule     ${rule}: ${catalogue[rule].about}\n`);
    const config = `${JSON.stringify({ ...embeddedTarget(reference), name: 'served reference service' })}\n`;
    const directory = json === true ? undefined : await mkdtemp(join(tmpdir(), 'bfc-serve-'));
    try {
      if (directory === undefined) {
        stdout.write(config);
      } else {
        const configFile = join(directory, 'conformance.config.json');
        await writeFile(configFile, config, { mode: 0o600 });
        const run = `${invocation('run', cwd)} --config ${shellQuote(configFile)}`;
        stdout.write(announcement(reference, run, data));
      }
      if (!signal.aborted) await once(signal, 'abort');
    } finally {
      if (directory !== undefined) await rm(directory, { recursive: true, force: true });
      await Promise.race([reference.close(), sleep(closeWithinMs)]);
    }
    return exitCodes.success;
  });
  return exitCodes.success;
}

/** Shell lines that request a token and list the groups; they work as printed. */
function curlLines({ authUrl, baseUrl, credentials }: RunningReference): readonly string[] {
  return [
    `BFC_CLIENT_SECRET=${shellQuote(credentials.clientSecret)}`,
    tokenLine({ authUrl, credentials, secretVariable: 'BFC_CLIENT_SECRET' }),
    `curl -s -H "Authorization: Bearer $BFC_TOKEN" ${baseUrl}/api/v1/groups`,
  ];
}

/** @param run - the command that judges the service @param kept - the file that stores the records, if any */
function announcement(reference: RunningReference, run: string, kept: string | undefined): string {
  const { baseUrl, authUrl, credentials, secondCredentials, expiredToken, fixtures } = reference;
  const lines = [
    'The reference service is running. Everything in it is made up.',
    '',
    `  API            ${baseUrl}`,
    `  token service  ${authUrl}`,
    `  data           ${kept === undefined ? 'in memory, gone when this ends' : `kept in ${kept}`}`,
    '',
    '  organization   client id, client secret',
    `  first          ${credentials.clientId}  ${credentials.clientSecret}`,
    `  second         ${secondCredentials.clientId}  ${secondCredentials.clientSecret}`,
    '',
    '  known to the first organization',
    `  group          ${fixtures.groupId}`,
    ...fixtures.carrierIds.map((id) => `  carrier        ${id}`),
    ...fixtures.planIds.map((id) => `  plan           ${id}`),
    '',
    '  expired token',
    `  ${expiredToken}`,
    '',
    'Call it:',
    ...curlLines(reference).map((line) => `  ${line}`),
    'Judge it (the file is removed when this ends):',
    `  ${run}`,
    '',
    'Ctrl-C ends it.',
  ];
  return `${lines.join('\n')}\n`;
}
