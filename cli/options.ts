import { Option } from 'commander';
import { allFormats, isFormat, reporters, type Format } from '../reporters/index.ts';
import { isDay, isRequirementId, register, type RequirementId } from '../spec/index.ts';
import type { ShardNumber } from '../suites/engine/plan.ts';
import { suggestion } from '../target/configuration/configuration-error.ts';
import { defaultLimits } from '../target/configuration/target-config.ts';
import { UsageError } from './failures.ts';
import type { RunFlags } from './run-plan.ts';

export type Reader<T> = (text: string, flag: string) => T;

export function option(flags: string, description: string, read: Reader<unknown>): Option {
  const made = new Option(flags, description);
  return made.argParser((text) => read(text, made.long ?? flags));
}

/** Reads a text. An empty one, as from an unset variable, is refused: it would silently mean something else. */
export const nonEmpty: Reader<string> = (text, flag) => {
  if (text.trim() === '') throw new UsageError(`${flag}: a value is empty; is a variable unset?`);
  return text;
};

/** An option that takes a list and may be repeated: all of its values count. */
export function listOption(flags: string, description: string, read: Reader<readonly unknown[]>): Option {
  const given: string[] = [];
  return option(flags, description, (text, flag) => {
    text.split(',').forEach((part) => nonEmpty(part, flag));
    given.push(text);
    return read(given.join(','), flag);
  });
}

export const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** The options that were given, with their values: those that differ from their defaults. */
export function givenOf(
  options: readonly Option[],
  flags: object,
): readonly (readonly [flag: string, value: unknown])[] {
  const values = new Map<string, unknown>(Object.entries(flags));
  return options.flatMap((each) => {
    const value = values.get(each.attributeName());
    return value === undefined || value === each.defaultValue ? [] : [[each.long ?? '', value] as const];
  });
}

const refusal = (flag: string, text: string, why: string): UsageError =>
  new UsageError(`${flag}: ${JSON.stringify(text)} is ${why}`);

export function wholeNumber(least: number, most: number): Reader<number> {
  return (text, flag) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw refusal(flag, text, `not a whole number from ${least} to ${most}`);
  };
}

const mostShards = 1000;

export const shardNumber: Reader<ShardNumber> = (text, flag) => {
  const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (index >= 1 && index <= count && count <= mostShards) return { index, count };
  throw refusal(flag, text, `not a shard; write which one of how many, from 1/4 to 4/4, up to ${mostShards}`);
};

export const mostSeed = 2 ** 31 - 1;

export const seedNumber = wholeNumber(0, mostSeed);

export const caseNumber = wholeNumber(1, 1_000_000);

export const day: Reader<string> = (text, flag) => {
  if (text.startsWith('20') && isDay(text)) return text;
  throw refusal(flag, text, 'not a day of the years 2000 to 2099; write it like 2027-01-31');
};

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };
const longestMs = 24 * 3_600_000;

/** Reads a duration like `90s`, `10m` or `1h`, up to a day. Returns milliseconds. */
export const duration: Reader<number> = (text, flag) => {
  const [, amount = '', unit = ''] = /^(\d+)([smh])$/.exec(text) ?? [];
  const value = Number(amount) * (unitMs[unit] ?? 0);
  if (value > 0 && value <= longestMs) return value;
  throw refusal(flag, text, 'not a duration; write it like 90s, 10m or 1h, up to 24h');
};

export function outOption(directory: string): Option {
  return option('--out <dir>', 'directory for report files', nonEmpty).default(directory);
}

const all = 'all';

const formatNames = [all, ...Object.keys(reporters)];

/** A list of report formats. Whether `all` includes annotations depends on the CI that the process runs in. */
export function formatOption(environment: NodeJS.ProcessEnv, formats?: readonly Format[]): Option {
  return listOption('--format <list>', `reports, of: ${formatNames.join(', ')}`, (text, flag) => {
    const named = text.split(',').flatMap((part) => {
      const name = part.trim();
      if (name === all) return allFormats(environment);
      if (isFormat(name)) return [name];
      throw new UsageError(`${flag}: no report is called ${JSON.stringify(name)}${suggestion(name, formatNames)}`);
    });
    return [...new Set(named)];
  }).default(formats ?? allFormats(environment), formats?.join() ?? all);
}

/** Reads ids and prefixes with a star (`renewals.*`). Returns the matching ids in document order, each once. */
export const requirementList: Reader<readonly RequirementId[]> = (text, flag) => {
  const ids = register.map(({ id }) => id);
  const meant = text.split(',').flatMap((part) => {
    const word = part.trim();
    const found = word.endsWith('*')
      ? ids.filter((id) => id.startsWith(word.slice(0, -1)))
      : [word].filter(isRequirementId);
    if (found.length === 0) throw new UsageError(`${flag}: ${unknownWord(word, ids)}`);
    return found;
  });
  return ids.filter((id) => meant.includes(id));
};

function unknownWord(word: string, ids: readonly RequirementId[]): string {
  const prefixes = [...new Set(ids.map((id) => `${id.split('.')[0] ?? id}.*`))];
  // Whoever gives the bare name of a part most likely means all of it.
  const known = word.endsWith('*') ? prefixes : prefixes.includes(`${word}.*`) ? [`${word}.*`] : ids;
  return `no requirement is called ${JSON.stringify(word)}${suggestion(word, known, `known are ${prefixes.join(', ')} and the ids they stand for`)}`;
}

export const selectionOptions = (level: string, only: string): readonly Option[] => [
  new Option('--level <level>', level).choices(['required', 'expected']).default('required'),
  listOption('--only <ids>', only, requirementList),
  listOption('--skip <ids>', 'skip these', requirementList).default([], 'none'),
];

export function checkSelection({ only, skip }: Pick<RunFlags, 'only' | 'skip'>): void {
  if (only?.every((id) => skip.includes(id)) === true)
    throw new UsageError('--only and --skip: nothing is left to check; give one of them fewer ids');
}

/** Flags that people try, and the variable in which the secret belongs. */
const refusedSecrets = {
  'client-secret': 'BFC_CLIENT_SECRET',
  'second-client-secret': 'BFC_SECOND_CLIENT_SECRET',
  'expired-token': 'BFC_EXPIRED_TOKEN',
};

/** Refuses a secret on the command line, where every other process can read it, and says where it belongs. */
export const secretOptions = (): readonly Option[] =>
  Object.entries(refusedSecrets).map(([name, variable]) => {
    const refuse = (): never => {
      throw new UsageError(
        `--${name}: a secret on the command line can be read by every process of the machine; put it into ${variable}, or name its variable with --${name}-env NAME`,
      );
    };
    return option(`--${name} [value]`, '', refuse).preset('').hideHelp();
  });

const { loopback, remote } = defaultLimits;

export const keyOptions = (authUrl: string): readonly Option[] => [
  new Option('--base-url <url>', 'base address of the API, without /api/v1').env('BFC_BASE_URL'),
  new Option('--auth-url <url>', authUrl).env('BFC_AUTH_URL'),
  new Option('--client-id <id>', 'client id of the API key').env('BFC_CLIENT_ID'),
  option(
    '--client-secret-env <name>',
    'environment variable that holds its secret (default: BFC_CLIENT_SECRET)',
    nonEmpty,
  ),
];

export const allowWritesOption = (): Option =>
  new Option('--allow-writes', 'records may be created on a target that is not a sandbox');

export const targetOptions = (): readonly Option[] => [
  ...keyOptions('address of the token service'),
  new Option('--second-client-id <id>', "client id of another organization's key, to judge isolation").env(
    'BFC_SECOND_CLIENT_ID',
  ),
  option('--second-client-secret-env <name>', 'variable with its secret (default: BFC_SECOND_CLIENT_SECRET)', nonEmpty),
  option(
    '--expired-token-env <name>',
    'variable with an expired token of the target (default: BFC_EXPIRED_TOKEN)',
    nonEmpty,
  ),
  new Option('--config <file>', 'configuration (default: conformance.config.yaml, or another form of it, here)').env(
    'BFC_CONFIG',
  ),
  option(
    '--concurrency <n>',
    `requests in flight (default: ${loopback.concurrency} on loopback, otherwise ${remote.concurrency})`,
    wholeNumber(1, 1024),
  ),
  option(
    '--rate <n>',
    `requests per second (default: unlimited on loopback, otherwise ${remote.requestsPerSecond})`,
    wholeNumber(1, 1_000_000),
  ),
  allowWritesOption(),
  ...secretOptions(),
];

const requiredCount = register.filter(({ level }) => level === 'required').length;

export const gateOptions = (): readonly Option[] => [
  option(
    '--baseline <file>',
    'report of an earlier run: only failures that are new fail this one, and changes are shown',
    nonEmpty,
  ),
  new Option('--update-baseline', 'make this run the baseline, its failures are known from then on'),
  new Option('--fail-on <what>', 'what fails against the baseline: new failures, or anything that has changed')
    .choices(['regression', 'drift'])
    .default('regression'),
  option('--min-decided <n>', 'fail if fewer than n required requirements were decided', wholeNumber(1, requiredCount)),
  option('--history <dir>', 'keep the report in this directory as well, and renew its trend page', nonEmpty),
];
