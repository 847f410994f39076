import { Option, type Command } from 'commander';
import { allFormats, isFormat, reporters, type Format } from '../reporters/index.ts';
import { isRequirementId, register, type RequirementId } from '../spec/index.ts';
import type { ShardNumber } from '../suites/engine/shard.ts';
import { suggestion } from '../target/configuration/configuration-error.ts';
import { UsageError } from './failures.ts';
import type { RunFlags } from './run-plan.ts';

/** An option whose value is read by a function. */
export function option(flags: string, description: string, read: (text: string) => unknown): Option {
  return new Option(flags, description).argParser(read);
}

/** Reads an option that may be repeated: its values so far, and this one. */
export const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** An option that takes one of a few words. */
export function choice(flags: string, description: string, words: readonly string[]): Option {
  return new Option(flags, description).choices(words);
}

/** A reader of whole numbers within bounds, for the flag of that name. */
export function wholeNumber(flag: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new UsageError(`${flag}: ${JSON.stringify(text)} is not a whole number from ${least} to ${most}`);
  };
}

/** Shards that a run is divided into at most. */
const mostShards = 1000;

/** Reads which shard of how many, like `2/4`. */
export function shardNumber(flag: string): (text: string) => ShardNumber {
  return (text) => {
    const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
    if (index >= 1 && index <= count && count <= mostShards) return { index, count };
    throw new UsageError(
      `${flag}: ${JSON.stringify(text)} is no shard; write which one of how many, from 1/4 to 4/4, up to ${mostShards}`,
    );
  };
}

/** Seeds that all generators take. */
export function seedNumber(flag: string): (text: string) => number {
  return wholeNumber(flag, 0, mostSeed);
}

/** The largest seed. */
export const mostSeed = 2 ** 31 - 1;

/** The day it is, in UTC. */
export function currentDay(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Reads a day of the calendar of this century, `YYYY-MM-DD`. */
export function day(flag: string): (text: string) => string {
  return (text) => {
    const date = /^20\d{2}-\d{2}-\d{2}$/.test(text) ? new Date(text) : undefined;
    // An impossible day is taken for another one.
    if (date !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)) return text;
    throw new UsageError(
      `${flag}: ${JSON.stringify(text)} is no day of the years 2000 to 2099; write it like 2027-01-31`,
    );
  };
}

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };
const longestMs = 24 * 3_600_000;

/** Reads a duration like `90s`, `10m` or `1h`, up to a day. Gives milliseconds. */
export function duration(flag: string): (text: string) => number {
  return (text) => {
    const [, amount = '', unit = ''] = /^(\d+)([smh])$/.exec(text) ?? [];
    const value = Number(amount) * (unitMs[unit] ?? 0);
    if (value > 0 && value <= longestMs) return value;
    throw new UsageError(`${flag}: ${JSON.stringify(text)} is not a duration; write it like 90s, 10m or 1h, up to 24h`);
  };
}

/** Reads a path: an empty one, as an unset variable leaves it, would silently mean another place. */
export function path(flag: string): (text: string) => string {
  return (text) => {
    if (text.trim() === '') throw new UsageError(`${flag}: its value is empty; is a variable unset?`);
    return text;
  };
}

/** The word for all formats. */
const all = 'all';

/** Where report files go. */
export function outOption(directory: string): Option {
  return option('--out <dir>', 'directory for report files', path('--out')).default(directory);
}

/** Which reports are made; default: all. */
export function formatOption(environment: NodeJS.ProcessEnv, formats?: readonly Format[]): Option {
  return option('--format <list>', `reports, of: ${formatNames}`, formatList('--format', environment)).default(
    formats ?? allFormats(environment),
    formats?.join() ?? all,
  );
}

/** The names that `--format` takes, as its help gives them. */
const formatNames = [all, ...Object.keys(reporters)].join(', ');

/**
 * Reads a list of report formats, separated by commas; `all` stands for what is made when none is named.
 *
 * @param environment of the process: whether annotations are among all formats depends on the CI it runs in
 */
export function formatList(flag: string, environment: NodeJS.ProcessEnv = {}): (text: string) => readonly Format[] {
  return (text) => {
    const named = text.split(',').flatMap((part) => {
      const name = part.trim();
      if (name === all) return allFormats(environment);
      if (isFormat(name)) return [name];
      throw new UsageError(
        `${flag}: no report is called ${JSON.stringify(name)}${suggestion(name, [all, ...Object.keys(reporters)])}`,
      );
    });
    return [...new Set(named)];
  };
}

/**
 * Reads a list of requirements: ids, and beginnings of ids followed by a star (`renewals.*`), separated by commas. Gives
 * the ids meant, in document order, each once.
 *
 * @throws UsageError for a word that means no requirement, with the nearest that does
 */
export function requirementList(flag: string): (text: string) => readonly RequirementId[] {
  return (text) => {
    const ids = register.map(({ id }) => id);
    const meant = new Set<RequirementId>();
    for (const word of text.split(',').map((part) => part.trim())) {
      const found = word.endsWith('*')
        ? ids.filter((id) => id.startsWith(word.slice(0, -1)))
        : [word].filter(isRequirementId);
      if (found.length === 0) throw new UsageError(`${flag}: ${unknownWord(word, ids)}`);
      found.forEach((id) => meant.add(id));
    }
    return ids.filter((id) => meant.has(id));
  };
}

/** Refuses requirements to check that are all left out again. @throws UsageError */
export function checkSelection({ only, skip }: Pick<RunFlags, 'only' | 'skip'>): void {
  if (only?.every((id) => skip.includes(id)) === true)
    throw new UsageError('--only and --skip: nothing is left to check; give one of them fewer ids');
}

function unknownWord(word: string, ids: readonly RequirementId[]): string {
  if (word === '') return 'an id is missing; write ids separated by commas, such as token.issue,renewals.*';
  const prefixes = [...new Set(ids.map((id) => `${id.split('.')[0] ?? id}.*`))];
  // A part's bare name is one step from meaning the whole part.
  const known = word.endsWith('*') ? prefixes : prefixes.includes(`${word}.*`) ? [`${word}.*`] : ids;
  return `no requirement is called ${JSON.stringify(word)}${suggestion(word, known, `known are ${prefixes.join(', ')} and the ids they stand for`)}`;
}

/** Flags that people try, and how the secret is to be given instead. */
const refusedSecrets: Readonly<Record<string, string>> = {
  'client-secret': 'put it into BFC_CLIENT_SECRET, or name its variable with --client-secret-env NAME',
  'second-client-secret':
    'put it into BFC_SECOND_CLIENT_SECRET, or name its variable with --second-client-secret-env NAME',
  'expired-token': 'put it into BFC_EXPIRED_TOKEN, or name its variable with --expired-token-env NAME',
};

/** Makes a command explain, rather than take, a secret on the command line, where every other process can read it. */
export function refuseSecrets(command: Command): Command {
  for (const [name, remedy] of Object.entries(refusedSecrets)) {
    command.addOption(new Option(`--${name} [value]`).hideHelp());
    command.on(`option:${name}`, () => {
      throw new UsageError(
        `--${name}: a secret on the command line can be read by every process of the machine; ${remedy}`,
      );
    });
  }
  return command;
}

/** The options that say which target is judged and how fast it is sent requests, as `TargetFlags` holds them. */
export const targetOptions = (): readonly Option[] => [
  new Option('--base-url <url>', 'base address of the API, without /api/v1').env('BFC_BASE_URL'),
  new Option('--auth-url <url>', 'address of the token service').env('BFC_AUTH_URL'),
  new Option('--client-id <id>', 'client id of the API key').env('BFC_CLIENT_ID'),
  new Option('--client-secret-env <name>', 'environment variable that holds its secret (default: BFC_CLIENT_SECRET)'),
  new Option('--second-client-id <id>', "client id of another organization's key, to judge isolation").env(
    'BFC_SECOND_CLIENT_ID',
  ),
  new Option('--second-client-secret-env <name>', 'variable with its secret (default: BFC_SECOND_CLIENT_SECRET)'),
  new Option('--expired-token-env <name>', 'variable with an expired token of the target (default: BFC_EXPIRED_TOKEN)'),
  new Option('--config <file>', 'configuration (default: conformance.config.yaml, or another form of it, here)').env(
    'BFC_CONFIG',
  ),
  option(
    '--concurrency <n>',
    'requests in flight (default: 32 on loopback, otherwise 4)',
    wholeNumber('--concurrency', 1, 1024),
  ),
  option(
    '--rate <n>',
    'requests per second (default: unlimited on loopback, otherwise 10)',
    wholeNumber('--rate', 1, 1_000_000),
  ),
  new Option('--allow-writes', 'records may be created on a target that is no sandbox'),
];

/** The options that compare a run with earlier ones, and that decide whether it may pass, as `BaselineFlags` holds them. */
export const gateOptions = (): readonly Option[] => [
  option(
    '--baseline <file>',
    'report of an earlier run: only failures that are new fail this one, and changes are shown',
    path('--baseline'),
  ),
  new Option('--update-baseline', 'make this run the baseline, what fails in it being known from then on'),
  choice('--fail-on <what>', 'what fails against the baseline: new failures, or anything that has changed', [
    'regression',
    'drift',
  ]).default('regression'),
  option(
    '--min-decided <n>',
    'fail where fewer required requirements than so many were decided',
    wholeNumber('--min-decided', 1, 1000),
  ),
  option('--history <dir>', 'keep the report in this directory as well, and renew its trend page', path('--history')),
];
