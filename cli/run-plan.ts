import { randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { jsonReportName } from '../results/report-files.ts';
import { present, register, type RequirementId } from '../spec/index.ts';
import { costOfSelected, fitOf } from '../suites/fitting.ts';
import { whyLeftOut } from '../suites/index.ts';
import { profiles, withWatch, type Cost, type ProfileName } from '../suites/profiles.ts';
import type { ReplayCommand, RunPlan as Plan, Shard, ShardNumber } from '../suites/engine/plan.ts';
import { shardOf } from '../suites/sharding.ts';
import { resolveTarget, type TargetFlags } from '../target/configuration/resolve-target.ts';
import { currentDay, type Target } from '../target/configuration/target.ts';
import type { TargetConfig } from '../target/configuration/target-config.ts';
import type { DeliveryFlags } from './conclude.ts';
import { UsageError } from './failures.ts';
import { shellQuote, type Surroundings } from './surroundings.ts';
import { findKeptToken } from './kept-token.ts';
import { checkSelection, gateOptions, givenOf, mostSeed, targetOptions } from './options.ts';

/** The flags of `bfc run`, each read and checked; the profile supplies absent ones. Times are milliseconds. */
export interface RunFlags
  extends
    TargetFlags,
    DeliveryFlags,
    Pick<Plan, 'level' | 'only' | 'skip' | 'waitForExpiry' | 'maxFailures'>,
    Partial<Pick<Plan, 'profile' | 'seed' | 'today' | 'cases'>> {
  readonly timeBudget?: number;
  readonly watch?: number;
  readonly keepToken?: string;
  readonly shard?: ShardNumber;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const defaultProfile: ProfileName = 'full';

const longerForExpiry = 15 * 60_000;

function checkShard(flags: RunFlags, profile: ProfileName): void {
  const refuse = (flag: string, why: string): never => {
    throw new UsageError(`${flag}: ${why}`);
  };
  const [ofWhole] = givenOf(gateOptions(), flags);
  if (ofWhole !== undefined) refuse(ofWhole[0], 'a shard is a part of a run; give it to "bfc merge"');
  if (flags.keepToken !== undefined)
    refuse('--keep-token', 'a shard is a part of a run; take BFC_EXPIRED_TOKEN or --wait-for-expiry');
  if (profiles[profile].effort === 'frugal')
    refuse('--shard', `the profile ${profile} makes a handful of records, which cannot be divided; run it as a whole`);
  if (flags.seed === undefined && profiles[profile].seed === undefined)
    refuse('--shard', 'all shards have to draw the same data; give each of them the same --seed');
  if (!flags.format.includes('json')) refuse('--format', '"bfc merge" reads the report.json of each shard; add json');
}

/** The parts of a plan that need no target, from flags and, where they are absent, the profile. @throws UsageError */
function courseOf(flags: RunFlags) {
  const { profile = defaultProfile, level, only, skip, maxFailures, waitForExpiry = false, watch: watchMs } = flags;
  const { minDecided = 0 } = flags;
  const usual = profiles[profile];
  checkSelection(flags);
  const isLeftOut = (id: RequirementId): boolean => skip.includes(id) || whyLeftOut(profile, id) !== undefined;
  const required = register.filter(({ id, level: of }) => of === 'required' && only?.includes(id) !== false);
  const most = required.filter(({ id }) => !isLeftOut(id)).length;
  if (only?.every(isLeftOut) === true)
    throw new UsageError(
      `--only: the profile ${profile} skips ${only.length === 1 ? 'it' : 'all of them'}; take --profile ${defaultProfile}`,
    );
  if (flags.shard !== undefined) checkShard(flags, profile);
  if (minDecided > most)
    throw new UsageError(
      `--min-decided: ${minDecided} cannot be decided, as the run checks ${most} that are required; give less, or check more`,
    );
  const cases = flags.cases ?? usual.cases;
  const seed = flags.seed ?? usual.seed;
  const cost = costOfSelected(profile, cases, flags);
  return {
    profile,
    cases,
    seed: seed ?? randomInt(mostSeed),
    /** Whether the seed was drawn at random, so that no other run has it. */
    isDrawn: seed === undefined,
    today: flags.today ?? currentDay(),
    timeBudgetMs: (flags.timeBudget ?? usual.timeBudgetMs + (waitForExpiry ? longerForExpiry : 0)) + (watchMs ?? 0),
    cost: watchMs === undefined ? cost : withWatch(cost, profile, watchMs),
    level,
    only,
    skip,
    maxFailures,
    waitForExpiry,
    watchMs,
  };
}

/** The target with its limits lowered to those of the profile; flags take precedence. */
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

/** All that is decided before anything is sent. @param embedded - supplies a target if none is given */
export async function planRun(
  flags: RunFlags,
  { environment, cwd }: Pick<Surroundings, 'environment' | 'cwd'>,
  embedded: (seed: number) => Promise<TargetConfig>,
) {
  const course = courseOf(flags);
  let isEmbedded = false;
  const fallback = (): Promise<TargetConfig> => {
    isEmbedded = true;
    return embedded(course.seed);
  };
  const given = await resolveTarget({ flags, environment, cwd, fallback });
  const { keepToken, out, history } = flags;
  const keptToken = keepToken === undefined ? undefined : await findKeptToken(keepToken, cwd, [out, history], given);
  const { expiredToken = keptToken?.expired } = given;
  const target = { ...gentlyDriven(given, course.profile, flags), ...present({ expiredToken }) };
  const whole = { ...course, target };
  const shard = flags.shard && shardOf(whole, flags.shard);
  const part = { ...whole, ...(shard && partOf(target, course.cost, shard)) };
  return {
    ...part,
    shard,
    /** What fits into the time, as far as that is known before anything is sent. */
    fit: fitOf({ ...part, shard }),
    /** Whether the target is the embedded service because no other was given. */
    isEmbedded,
    keptToken,
    runId: randomBytes(4).toString('hex'),
  };
}

export type RunPlan = Awaited<ReturnType<typeof planRun>>;

/** A shard's part of the limits and bounds of the whole run: at least one request at a time. */
function partOf(target: Target, { requests, atMost }: Cost, { count, shares }: Shard) {
  const { concurrency, requestsPerSecond, tokensPerMinute, ...limits } = target.limits;
  const whole = (limit: number): number => Math.max(Math.floor(limit / count), 1);
  const ofRequests = (all: number): number => Math.ceil(all * shares.requests);
  return {
    target: {
      ...target,
      limits: {
        ...limits,
        concurrency: whole(concurrency),
        ...present({
          // Rounded down to hundredths, but at least one hundredth.
          requestsPerSecond: requestsPerSecond && Math.max(Math.floor((requestsPerSecond / count) * 100) / 100, 0.01),
          tokensPerMinute: tokensPerMinute && whole(tokensPerMinute),
        }),
      },
    },
    cost: {
      ...present({ requests: requests && ofRequests(requests) }),
      atMost: { requests: ofRequests(atMost.requests), records: Math.ceil(atMost.records * shares.records) },
    },
  };
}

/**
 * The command that shows a counterexample of this run again: `bfc replay` with the report, or, if no JSON report is
 * written, a run of the requirement alone.
 *
 * @param invoke - how a command is called from the current directory
 */
export function replayCommand(
  invoke: (command: string) => string,
  flags: RunFlags,
  { seed, today }: Pick<RunPlan, 'seed' | 'today'>,
): ReplayCommand {
  // No accepted flag holds a secret.
  const words = givenOf(targetOptions(), flags).flatMap(([flag, value]) =>
    value === true ? [flag] : [flag, shellQuote(String(value))],
  );
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
