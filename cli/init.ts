import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, extname, isAbsolute, join, relative, resolve } from 'node:path';
import { Option } from 'commander';
import { lines, printable } from '../results/printable.ts';
import { loadConfig } from '../target/configuration/load-config.ts';
import { isUuid } from '../spec/index.ts';
import { type CommandDefinition, runProgram } from './program.ts';
import { cannotWrite, exitCodes, UsageError, verdictCodes } from './failures.ts';
import { describeConfig, renderConfig } from './init-config.ts';
import { isBlocked, probe, type Show } from './init-probe.ts';
import { seenInTraffic } from './init-traffic.ts';
import {
  Cancelled,
  gatherSettings,
  terminalQuestions,
  withSeen,
  type InitFlags,
  type InitSettings,
  type Questions,
} from './init-settings.ts';
import { readTraffic } from './judge.ts';
import { invocation, pageOn, readPackageInfo, shellQuote, type Surroundings } from './surroundings.ts';
import { allowWritesOption, keyOptions, nonEmpty, option, secretOptions, type Reader } from './options.ts';
import { isDirectory } from './report-directory.ts';

const examples = `
Examples:
  $ bfc init
      asks for addresses, client id and secret, then writes conformance.config.yaml and judges the service
  $ export BFC_CLIENT_SECRET=…
  $ bfc init --base-url https://sandbox.example.com --auth-url https://auth.example.com --client-id my-key --environment sandbox
      asks nothing
  $ bfc init --file config/sandbox.yaml --no-run
      a configuration elsewhere, and no run
  $ bfc init --from saved.har
      with carriers, plans, codes and forms of what another client has sent; nothing of people or employers is taken

The secret is read from the environment, or asked for without showing it. It is never written to the file.

Environment: BFC_BASE_URL, BFC_AUTH_URL, BFC_CLIENT_ID, BFC_CLIENT_SECRET. Flags win over them. Where BFC_SECOND_CLIENT_ID
  and BFC_SECOND_CLIENT_SECRET, or BFC_EXPIRED_TOKEN, are set, the configuration names them as well.`;

const identifier: Reader<string> = (text, flag) => {
  if (isUuid(text.trim())) return text.trim();
  throw new UsageError(`${flag}: ${JSON.stringify(text)} is no UUID`);
};

const identifiers: Reader<readonly string[]> = (text, flag) => {
  const parts = new Set(text.split(/[\s,]+/).filter((part) => part !== ''));
  return [...parts].map((part) => identifier(part, flag));
};

export const command: CommandDefinition<InitFlags> = {
  options: () => [
    ...keyOptions('address of the token service, without /auth/public/token'),
    new Option(
      '--environment <kind>',
      'what it is; a sandbox may be written to (default: production, or sandbox on loopback)',
    ).choices(['sandbox', 'production']),
    option('--name <name>', 'how reports call it (default: the host of the API)', nonEmpty),
    option('--group-id <id>', 'group to create everything in (default: the first one listed)', identifier),
    option('--carrier-ids <ids>', 'carriers that it knows, separated by commas', identifiers),
    option('--plan-ids <ids>', 'plans that it knows, separated by commas', identifiers),
    option('--from <file>', 'learn from saved traffic: a HAR file, or the journal of a run', nonEmpty),
    option('--file <path>', 'YAML file to write (default: conformance.config.yaml)', nonEmpty),
    new Option('--force', 'overwrite an existing file'),
    new Option('--yes', 'ask nothing: what is missing is an error'),
    allowWritesOption(),
    new Option('--no-run', 'only write the configuration'),
    ...secretOptions(),
  ],
  examples,
  exitCodes: {
    ...verdictCodes,
    0: 'conformant by the first run, or written with --no-run',
    3: 'no verdict, or the service cannot be used',
    130: 'cancelled or interrupted',
  },
  async act(flags, surroundings) {
    // Both must be terminals: the user has to see what is typed, and it must not end up in a file.
    const canAsk = flags.yes !== true && process.stdin.isTTY && surroundings.stdout.isTTY === true;
    return runInit(flags, surroundings, canAsk ? await terminalQuestions() : undefined, runProgram);
  },
};

const exampleMs = 90 * 86_400_000;

/** Writes a configuration for a target and judges it for the first time. @param ask - absent without a terminal */
export async function runInit(
  flags: InitFlags,
  surroundings: Surroundings,
  ask: Questions | undefined,
  program: typeof runProgram,
): Promise<number> {
  const { cwd, environment, stdout } = surroundings;
  const { file, path } = await chooseDestination(flags, cwd);
  const seen = flags.from === undefined ? undefined : await readSeen(flags.from, surroundings);
  const gathered = await gatherSettings(flags, environment, ask).catch((error: unknown) => {
    if (error instanceof Cancelled) return undefined;
    throw error;
  });
  if (gathered === undefined) {
    surroundings.stderr.write('cancelled; nothing was written\n');
    return exitCodes.interrupted;
  }
  const target = seen === undefined ? gathered.target : withSeen(gathered.target, seen);
  const settings = { ...gathered, target };
  const kind = `${target.environment}${target.writesAllowed ? '' : ': nothing is written to it'}`;
  stdout.write(
    `${ask === undefined ? '' : '\n'}Asking ${printable(target.name, 80)} at ${target.baseUrl} (${kind}).\n`,
  );
  const learned = await probe(settings, randomBytes(4).toString('hex'), showOn(surroundings));
  const soon = new Date(Date.now() + exampleMs).toISOString().slice(0, 10);
  const root = schemaFor(dirname(path), readPackageInfo().root);
  const text = renderConfig(describeConfig(learned, settings.clientSecretEnv, soon), root);
  await writeFile(path, text, { flag: flags.force === true ? 'w' : 'wx' }).catch((error: unknown) => {
    throw cannotWrite('--file', file, error);
  });

  const words = lines(['--config', file, '--profile', 'gate', flags.allowWrites === true && '--allow-writes']);
  const command = [invocation('run', cwd), ...words.map(shellQuote)].join(' ');
  const advice = adviceFor(settings, isBlocked(learned));
  const said = [`Wrote ${file}.`, ...advice, `A first verdict${flags.run ? ', by' : ':'} ${command}`];
  stdout.write(`${said.join('\n')}\n`);
  // A file that cannot be loaded must not be left for a later run to find.
  await loadConfig(cwd, { path, by: '--config' });
  if (!flags.run) return exitCodes.success;
  return program(['run', ...words], { ...surroundings, environment: firstRunVariables(settings, environment) });
}

/** What a file of saved traffic shows. @throws UsageError if it cannot be read or shows no accepted body */
async function readSeen(file: string, { cwd, stdout, stderr }: Surroundings) {
  const { traffic, remarks } = await readTraffic([file], [], cwd, process.stdin, '--from');
  remarks.forEach((remark) => stderr.write(`${remark}\n`));
  const seen = seenInTraffic(traffic.flatMap(({ entries }) => entries).map((entry) => entry.read().exchange));
  if (seen.bodies === 0)
    throw new UsageError(
      `--from: ${file} holds no body that the interface took; save traffic with creates in it, or leave it out`,
    );
  const { carrierIds, plans } = seen.fixtures;
  stdout.write(`Learned from ${file}: ${seen.bodies} bodies, ${carrierIds.length} carriers, ${plans.length} plans.\n`);
  return seen;
}

function schemaFor(directory: string, root: string): string {
  const path = relative(directory, join(root, 'target/configuration/target-config.schema.json')).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}

/** Decides where the configuration goes: its absolute path, and how the user can name it from the current directory. */
async function chooseDestination({ file: named = 'conformance.config.yaml', force = false }: InitFlags, cwd: string) {
  if (!['.yaml', '.yml'].includes(extname(named).toLowerCase()))
    throw new UsageError(`--file: ${named} must end in .yaml or .yml: configurations are written as YAML`);
  const path = resolve(cwd, named);
  const near = relative(cwd, path);
  const file = near.startsWith('..') || isAbsolute(near) ? path : near;
  if (!(await isDirectory(dirname(path))))
    throw new UsageError(`--file: ${dirname(path)} is not a directory; make it, or choose another place`);
  if (!force && existsSync(path))
    throw new UsageError(`${file} exists already; write over it with --force, or choose another name with --file`);
  return { path, file };
}

function showOn({ stdout, environment }: Surroundings): Show {
  const page = pageOn(stdout, environment);
  return (name, ok, text) => {
    const mark = ok ? page.paint('good', '✓') : page.paint('warning', '✗');
    stdout.write(`  ${mark} ${name.padEnd(18)}${text}\n`);
  };
}

/** Variables that take precedence over the file. */
const winning = ['BFC_BASE_URL', 'BFC_AUTH_URL', 'BFC_CLIENT_ID', 'BFC_CLIENT_SECRET', 'BFC_CONFIG'];

/** The variables of the first run: the file decides, and the secret is set even if it was typed. */
function firstRunVariables({ clientSecretEnv, target }: InitSettings, environment: NodeJS.ProcessEnv) {
  const others = Object.entries(environment).filter(([name]) => !winning.includes(name));
  return { ...Object.fromEntries(others), [clientSecretEnv]: target.credentials.clientSecret };
}

function adviceFor({ isSecretSet, clientSecretEnv, target }: InitSettings, isBlocked: boolean): readonly string[] {
  return lines([
    isBlocked &&
      'Most of a run builds on plain bodies that are taken: give carriers and plans that the target knows, under fixtures in the file or with --carrier-ids and --plan-ids.',
    !isSecretSet &&
      `The secret is not in it. Before a later run: export ${clientSecretEnv}='the secret of ${printable(target.credentials.clientId, 80)}'`,
  ]);
}
