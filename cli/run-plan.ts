import { randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import type { Format } from '../reporters/index.ts';
import { jsonReportName } from '../results/report-files.ts';
import type { JudgedLevel } from '../results/summarize.ts';
import type { RequirementId } from '../spec/index.ts';
import type { ReplayCommand } from '../suites/engine/plan.ts';
import type { RunPlan as SuitesPlan } from '../suites/engine/plan.ts';
import { costOfSelected, whyLeftOut } from '../suites/index.ts';
import type { Fit } from '../suites/engine/fit.ts';
import { fitOf } from '../suites/fitting.ts';
import { profiles, withWatch, type Cost, type ProfileName } from '../suites/profiles.ts';
import type { Shard, ShardNumber } from '../suites/engine/shard.ts';
import { shardOf } from '../suites/sharding.ts';
import { resolveTarget, type Target, type TargetConfig, type TargetFlags } from '../target/configuration/index.ts';
import type { BaselineFlags } from './conclude.ts';
import { UsageError } from './failures.ts';
import { shellQuote } from './invocation.ts';
import { findKeptToken, type KeptToken } from './kept-token.ts';
import { checkSelection, currentDay, mostSeed } from './options.ts';
import type { Surroundings } from './surroundings.ts';

/** The flags of `bfc run`, read and checked one by one. */
export interface RunFlags extends TargetFlags, BaselineFlags {
  readonly level: JudgedLevel;
  readonly only?: readonly RequirementId[];
  readonly skip: readonly RequirementId[];
  /** Default: full. */
  readonly profile?: ProfileName;
  /** Default: the profile's, or drawn by chance. */
  readonly seed?: number;
  /** Default: the current day. */
  readonly today?: string;
  /** Default: the profile's. */
  readonly cases?: number;
  /** Milliseconds; default: the profile's. */
  readonly timeBudget?: number;
  /** Keeps a token unused, and tries it when it has expired. */
  readonly waitForExpiry?: boolean;
  /** Milliseconds for which records are watched after all else. */
  readonly watch?: number;
  /** File that keeps a token from one run to a later one. */
  readonly keepToken?: string;
  /** Failing requirements that end the run; absent: none do. */
  readonly maxFailures?: number;
  /** Which part of a run this is, where several processes share it. */
  readonly shard?: ShardNumber;
  /** Prints what the run would do, and sends nothing. */
  readonly dryRun?: boolean;
  /** With `dryRun`: as JSON. */
  readonly json?: boolean;
  readonly out: string;
  /** Directory that keeps the reports of all runs. */
  readonly history?: string;
  readonly format: readonly Format[];
}

/** What flags and profile say of a run, whatever its target. */
export interface Course extends Pick<
  SuitesPlan,
  | 'profile'
  | 'cases'
  | 'seed'
  | 'today'
  | 'timeBudgetMs'
  | 'level'
  | 'only'
  | 'skip'
  | 'maxFailures'
  | 'waitForExpiry'
  | 'watchMs'
> {
  /** Whether the seed was drawn by chance, so that no other run has it. */
  readonly isDrawn: boolean;
  /** What it is expected to send, and the most that it sends. */
  readonly cost: Cost;
}

/** All that is decided of a run before anything is sent, from flags, environment, configuration and profile. */
export interface RunPlan extends Course {
  readonly target: Target;
  /** Whether the target is the embedded service, for no other was given. */
  readonly isEmbedded: boolean;
  /** Marks what the run creates. */
  readonly runId: string;
  /** What fits into its time, as far as that is known before anything is sent. */
  readonly fit: Fit;
  /** The part of the run that this is; undefined: all of it. */
  readonly shard: Shard | undefined;
  /** What was found in the file of `--keep-token`, where one is named. */
  readonly keptToken: KeptToken | undefined;
}

const defaultProfile: ProfileName = 'full';

/** Milliseconds by which the usual time is longer where a run waits for a token to expire. */
const longerForExpiry = 15 * 60_000;

/** The flags given whose time is spent on one requirement, which is lost where that is not checked. */
function spentOn({ waitForExpiry, watch }: RunFlags): readonly (readonly [flag: string, id: RequirementId])[] {
  return [
    ...(waitForExpiry === true ? [['--wait-for-expiry', 'unauthorized.expired'] as const] : []),
    ...(watch === undefined ? [] : [['--watch', 'versions.change-with-record'] as const]),
  ];
}

/** What belongs to a whole run, and is left to `bfc merge` or to nobody, with what to do instead. */
const notOfShards: readonly (readonly [flag: string, isGiven: (flags: RunFlags) => boolean, instead: string])[] = [
  ['--baseline', ({ baseline }) => baseline !== undefined, 'give it to "bfc merge"'],
  ['--update-baseline', ({ updateBaseline }) => updateBaseline === true, 'give it to "bfc merge"'],
  ['--fail-on', ({ failOn = 'regression' }) => failOn !== 'regression', 'give it to "bfc merge"'],
  ['--min-decided', ({ minDecided }) => minDecided !== undefined, 'give it to "bfc merge"'],
  ['--history', ({ history }) => history !== undefined, 'give it to "bfc merge"'],
  ['--keep-token', ({ keepToken }) => keepToken !== undefined, 'take BFC_EXPIRED_TOKEN or --wait-for-expiry'],
];

/** Refuses what a part of a run cannot do. @throws UsageError */
function checkShard(flags: RunFlags, profile: ProfileName): void {
  const given = notOfShards.find(([, isGiven]) => isGiven(flags));
  if (given !== undefined) throw new UsageError(`${given[0]}: a shard is a part of a run; ${given[2]}`);
  if (profiles[profile].effort === 'frugal')
    throw new UsageError(
      `--shard: the profile ${profile} makes a handful of records, which cannot be divided; run it as a whole`,
    );
  if (flags.seed === undefined && profiles[profile].seed === undefined)
    throw new UsageError('--shard: all shards have to draw the same data; give each of them the same --seed');
  if (!flags.format.includes('json'))
    throw new UsageError('--format: "bfc merge" reads the report.json of each shard; add json');
}

/**
 * What flags say of a run, and its profile where they say nothing.
 *
 * @param draw - draws a seed
 * @throws UsageError when nothing is left to check
 */
export function courseOf(flags: RunFlags, draw: () => number): Course {
  const {
    profile = defaultProfile,
    only,
    skip,
    seed: given,
    maxFailures,
    waitForExpiry = false,
    watch: watchMs,
  } = flags;
  checkSelection(flags);
  const isLeftOut = (id: RequirementId): boolean => skip.includes(id) || whyLeftOut(profile, id) !== undefined;
  if (only?.every(isLeftOut) === true)
    throw new UsageError(
      `--only: the profile ${profile} leaves ${only.length === 1 ? 'it' : 'all of them'} out; take --profile ${defaultProfile}`,
    );
  for (const [flag, id] of spentOn(flags)) {
    if (isLeftOut(id) || only?.includes(id) === false)
      throw new UsageError(`${flag}: ${id}, which it is for, is not checked; leave the flag out, or have it checked`);
  }
  const { cases: usualCases, seed: fixed, timeBudgetMs: usualTime } = profiles[profile];
  if (flags.shard !== undefined) checkShard(flags, profile);
  const cases = flags.cases ?? usualCases;
  const seed = given ?? fixed;
  const cost = costOfSelected(profile, cases, flags);
  return {
    profile,
    cases,
    seed: seed ?? draw(),
    isDrawn: seed === undefined,
    today: flags.today ?? currentDay(),
    timeBudgetMs: (flags.timeBudget ?? usualTime + (waitForExpiry ? longerForExpiry : 0)) + (watchMs ?? 0),
    cost: watchMs === undefined ? cost : withWatch(cost, profile, watchMs),
    level: flags.level,
    only,
    skip,
    maxFailures,
    waitForExpiry,
    watchMs,
  };
}

/** The target with no higher limits than the profile's; flags win over these. */
export function gentlyDriven(
  target: Target,
  profile: ProfileName,
  flags: Pick<TargetFlags, 'concurrency' | 'rate'>,
): Target {
  const { limits } = profiles[profile];
  if (limits === undefined) return target;
  const { concurrency, requestsPerSecond = Number.POSITIVE_INFINITY } = target.limits;
  return {
    ...target,
    limits: {
      ...target.limits,
      concurrency: flags.concurrency ?? Math.min(concurrency, limits.concurrency),
      requestsPerSecond: flags.rate ?? Math.min(requestsPerSecond, limits.requestsPerSecond),
    },
  };
}

/**
 * Plans a run.
 *
 * @param embedded - gives the embedded service with a seed, where no target is given
 * @throws UsageError and ConfigurationError, in one line
 */
export async function planRun(
  flags: RunFlags,
  { environment, cwd }: Pick<Surroundings, 'environment' | 'cwd'>,
  embedded: (seed: number) => Promise<TargetConfig>,
): Promise<RunPlan> {
  const course = courseOf(flags, () => randomInt(mostSeed));
  let isEmbedded = false;
  const target = await resolveTarget({
    flags,
    environment,
    cwd,
    fallback: () => {
      isEmbedded = true;
      return embedded(course.seed);
    },
  });
  const { keepToken, out, history } = flags;
  const keptToken = keepToken === undefined ? undefined : await findKeptToken(keepToken, cwd, [out, history], target);
  const { expiredToken = keptToken?.expired } = target;
  const driven = {
    ...gentlyDriven(target, course.profile, flags),
    ...(expiredToken === undefined ? {} : { expiredToken }),
  };
  const shard = flags.shard && shardOf({ ...course, target: driven }, flags.shard);
  const part = shard === undefined ? { ...course, target: driven } : partOf({ ...course, target: driven }, shard);
  return {
    ...part,
    shard,
    fit: fitOf({ ...part, shard }),
    isEmbedded,
    keptToken,
    runId: randomBytes(4).toString('hex'),
  };
}

/** What a shard has of the limits and the bounds of the whole run: one request at a time at least. */
function partOf<T extends { readonly target: Target; readonly cost: Cost }>(
  { target, cost, ...others }: T,
  { count, shares }: Shard,
) {
  const { concurrency, requestsPerSecond, tokensPerMinute, ...limits } = target.limits;
  const whole = (limit: number): number => Math.max(Math.floor(limit / count), 1);
  const { requests, records } = cost.atMost;
  const usual = cost.requests === undefined ? {} : { requests: Math.ceil(cost.requests * shares.requests) };
  return {
    ...others,
    target: {
      ...target,
      limits: {
        ...limits,
        concurrency: whole(concurrency),
        ...(requestsPerSecond === undefined ? {} : { requestsPerSecond: roundedDown(requestsPerSecond / count) }),
        ...(tokensPerMinute === undefined ? {} : { tokensPerMinute: whole(tokensPerMinute) }),
      },
    },
    cost: {
      ...usual,
      atMost: { requests: Math.ceil(requests * shares.requests), records: Math.ceil(records * shares.records) },
    },
  };
}

/** A rate down to its hundredths, and no less than one of them. */
const roundedDown = (rate: number): number => Math.max(Math.floor(rate * 100) / 100, 0.01);

/** The flags that say which target is judged and how fast it is sent requests. No flag holds a secret. */
const flagsOfTarget = {
  baseUrl: '--base-url',
  authUrl: '--auth-url',
  clientId: '--client-id',
  clientSecretEnv: '--client-secret-env',
  secondClientId: '--second-client-id',
  secondClientSecretEnv: '--second-client-secret-env',
  expiredTokenEnv: '--expired-token-env',
  config: '--config',
  concurrency: '--concurrency',
  rate: '--rate',
} as const satisfies Partial<Record<keyof TargetFlags, string>>;

/**
 * The command that shows a counterexample of this run again: `bfc replay` with its report, or, where none is written, a
 * run of the requirement alone.
 *
 * @param invoke - how a command is called from here
 * @param course - of this run: what it drew its data from
 */
export function replayCommand(
  invoke: (command: string) => string,
  flags: RunFlags,
  { seed, today }: Pick<Course, 'seed' | 'today'>,
): ReplayCommand {
  const words = Object.entries(flagsOfTarget).flatMap(([name, flag]) => {
    const value = flags[name as keyof typeof flagsOfTarget];
    return value === undefined ? [] : [flag, shellQuote(String(value))];
  });
  if (flags.allowWrites === true) words.push('--allow-writes');
  if (flags.format.includes('json')) {
    const report = shellQuote(join(flags.out, jsonReportName));
    return { before: `${invoke('replay')} ${report} `, after: words.map((word) => ` ${word}`).join('') };
  }
  const { profile = defaultProfile, cases } = flags;
  if (profile !== defaultProfile) words.push('--profile', profile);
  if (cases !== undefined && cases !== profiles[profile].cases) words.push('--cases', String(cases));
  if (flags.level !== 'required') words.push('--level', flags.level);
  return { before: [invoke('run'), ...words, '--only', ''].join(' '), after: ` --seed ${seed} --today ${today}` };
}
