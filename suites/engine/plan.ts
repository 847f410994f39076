import { firstNames, timeInWords } from '../../results/printable.ts';
import type { Report, ShardOfRun } from '../../results/report.ts';
import { filled, type RequirementId } from '../../spec/index.ts';
import type { Target } from '../../target/configuration/target.ts';
import { profiles, type Bounds, type Profile, type ProfileName } from '../profiles.ts';

/** The command that shows a counterexample again, before and after the requirement's id. */
export interface ReplayCommand {
  readonly before: string;
  readonly after: string;
}

/** Which part of a run one process does, of how many: from 1. */
export interface ShardNumber {
  readonly index: number;
  readonly count: number;
}

/** The number of a run that is not divided. */
export const wholeRun: ShardNumber = { index: 1, count: 1 };

/** The part of a run that a shard does. */
export interface Shard extends ShardNumber {
  /** What it sends: names of workloads, and of requirements for their scenarios. */
  readonly units: ReadonlySet<string>;
  /** Requirements that it has something to decide of. */
  readonly decides: ReadonlySet<RequirementId>;
  /** Those of them that it has all of. */
  readonly decidesAlone: ReadonlySet<RequirementId>;
  /** Its shares of what the whole run may send, up to 1. */
  readonly shares: { readonly requests: number; readonly records: number };
  /** Names what the whole run was asked for, and how it was divided: the same in all of its shards. */
  readonly run: string;
}

/** What a run sends of what was wanted. */
export interface Choice {
  /** The share of variations and of drawn cases, up to 1. */
  readonly share: number;
  readonly leftOut: readonly RequirementId[];
  /** Requirements that are decided with fewer cases, or on less traffic. */
  readonly fewer: readonly RequirementId[];
  /** Names of what is not sent: of workloads, and of requirements for their scenarios. */
  readonly unsent: readonly string[];
  readonly requests: number;
  /** Requests of a run that leaves nothing out. */
  readonly requestsOfAll: number;
  /** Token requests of such a run. */
  readonly tokensOfAll: number;
}

/** A choice, with the time and the pace that it was made for. */
export interface Fit extends Choice {
  readonly timeBudgetMs: number;
  /** Infinite where nothing limits it. */
  readonly requestsPerSecond: number;
  /** Infinite where nothing limits them. */
  readonly tokensPerMinute: number;
}

/** What a run is to do: made once where it is started, and passed down whole. */
export interface RunPlan {
  readonly target: Target;
  readonly seed: number;
  /** The day that the bodies are made for, `YYYY-MM-DD`: with the same seed and day, runs draw the same. */
  readonly today: string;
  /**
   * Distinguishes this run from every other, those with the same seed among them: part of what it creates, so that a target
   * that keeps its records does not take two runs for one. Eight hexadecimal digits.
   */
  readonly runId: string;
  readonly cases: number;
  readonly timeBudgetMs: number;
  /** What is wanted of what fits into that time; absent: all of it. */
  readonly wanted?: Pick<Choice, 'share' | 'unsent'>;
  /** What fits into that time, of which `cases` are the share; absent: everything. */
  readonly fit?: Fit | undefined;
  /** The part of the run that this process does; absent: all of it. */
  readonly shard?: Shard | undefined;
  /** Milliseconds that an answer may take; absent: the client's default. */
  readonly answerMs?: number | undefined;
  /** The level up to which a failure makes the target nonconformant. */
  readonly level: 'required' | 'expected';
  /** Requirements to decide; undefined: all. */
  readonly only?: readonly RequirementId[] | undefined;
  readonly skip: readonly RequirementId[];
  readonly profile: ProfileName;
  /** What the run may send at most, preflight included; absent: no limit. */
  readonly bounds?: Bounds;
  /** Failing requirements of the judged level that end the run; absent: no limit. */
  readonly maxFailures?: number | undefined;
  /** Failures that are known and accepted: they do not count as such. */
  readonly accepted?: readonly string[];
  /** Cases tried at most to make one counterexample smaller; the first of them confirms it. Absent: the profile's. */
  readonly shrinkTries?: number;
  /** Whether a requirement that was not selected is reported when its rules found it broken. */
  readonly tellsAll?: boolean;
  /** Whether the report says which edges were reached; default: it does not. */
  readonly coversEdges?: boolean;
  /** Whether a token is kept unused until it has expired, where the target's configuration has no expired one. */
  readonly waitForExpiry?: boolean | undefined;
  /** Milliseconds for which the run's own records are read again once all else is done; absent: they are not. */
  readonly watchMs?: number | undefined;
  /** Directory for the journal of exchanges; it exists. Absent: none is kept. */
  readonly out?: string;
  readonly version: string;
  readonly replayCommand: ReplayCommand;
  /** By the id of a requirement, the name of a workload that is sent for it in any case: it showed its failure before. */
  readonly moreTraffic?: Readonly<Record<string, string>> | undefined;
}

export function profileOf({ plan }: { readonly plan: RunPlan }): Profile {
  return profiles[plan.profile];
}

/** Whether the run is to make few records: it reads, and sends no write that it can do without. */
export function isFrugal(session: { readonly plan: RunPlan }): boolean {
  return profileOf(session).effort === 'frugal';
}

/** Whether there is no time for a requirement. */
export function isLeftOutOf({ fit }: Pick<RunPlan, 'fit'>, id: RequirementId): boolean {
  return fit?.leftOut.includes(id) === true;
}

/** Whether a run sends a unit; undefined: one that every shard has. */
export function sends({ shard }: Pick<RunPlan, 'shard'>, unit: string | undefined): boolean {
  return shard === undefined || unit === undefined || shard.units.has(unit);
}

/** Whether a run has anything to decide of a requirement that was selected. */
export function decides({ shard }: Pick<RunPlan, 'shard'>, id: RequirementId): boolean {
  return shard === undefined || shard.decides.has(id);
}

/** Whether other shards of the run decide a requirement as well, or alone. */
export function isShared({ shard }: Pick<RunPlan, 'shard'>, id: RequirementId): boolean {
  return shard !== undefined && !shard.decidesAlone.has(id);
}

/** A shard as reports and plans have it. */
export function shardInReport({ index, count, run, units }: Shard): Omit<ShardOfRun, 'replay' | 'end'> {
  return { index, count, run, sends: [...units].toSorted() };
}

/** `shard 2 of 4`. */
export function shardInWords({ index, count }: ShardNumber): string {
  return `shard ${index} of ${count}`;
}

/** Whether a choice is less than was wanted. */
export function isLess({ share, leftOut, unsent }: Choice): boolean {
  return share < 1 || leftOut.length + unsent.length > 0;
}

/** The share of its time that a run spends on sending: there are waits, and failures that are run again. */
export const shareOfTime = 0.9;

/** A number of requests for people: two digits. */
const roughly = (requests: number): number => Number(requests.toPrecision(2));

/** The time that a number of requests is planned to take. Milliseconds. */
const takes = ({ requestsPerSecond }: Pick<Fit, 'requestsPerSecond'>, requests: number): number =>
  (requests / requestsPerSecond) * 1000;

/** At what pace a run falls short, and what would have room for all of it. */
export function shortOf(fit: Fit): string {
  const { requestsPerSecond, tokensPerMinute, timeBudgetMs, requestsOfAll, tokensOfAll } = fit;
  const pace = requestsPerSecond < 10 ? requestsPerSecond.toFixed(1).replace(/\.0$/, '') : roughly(requestsPerSecond);
  const ofAll = {
    ms: takes(fit, requestsOfAll),
    of: `some ${roughly(requestsOfAll)} requests`,
    at: `${pace} a second`,
  };
  const ofTokens = {
    ms: (Math.ceil(tokensOfAll / tokensPerMinute) - 1) * 60_000,
    of: `${tokensOfAll} token requests`,
    at: `${tokensPerMinute} a minute`,
  };
  const { ms, of, at } = ofTokens.ms > ofAll.ms ? ofTokens : ofAll;
  return `${of} do not fit into ${timeInWords(timeBudgetMs)} at ${at}; --time-budget ${Math.ceil(ms / shareOfTime / 60_000)}m has room for all of them`;
}

/** How requirements are decided for which the time is short. */
export function fewerOf({ share }: Fit): string {
  return `With ${Math.max(Math.floor(share * 100), 1)} % of the variations and cases, or on less traffic`;
}

/** Requirements that a sentence names at most, where nearly all have it in common. */
const mostNamed = 8;

/** What the plan says of the time, a sentence each. */
export function sentencesOf(fit: Fit): readonly string[] {
  const { leftOut, fewer, requests, requestsPerSecond, timeBudgetMs } = fit;
  const time = Number.isFinite(requestsPerSecond)
    ? [
        `Expected to take ${timeInWords(takes(fit, requests))} of at most ${timeInWords(timeBudgetMs)}, for some ${roughly(requests)} requests.`,
      ]
    : [];
  if (!isLess(fit)) return time;
  return [
    `Less than the whole run: ${shortOf(fit)}.`,
    ...time,
    ...(leftOut.length === 0 ? [] : [`Skipped for that: ${leftOut.join(', ')}.`]),
    ...(fewer.length === 0 ? [] : [`${fewerOf(fit)}: ${firstNames(fewer, mostNamed)}.`]),
  ];
}

/**
 * The plan as reports have it.
 *
 * @param slowed - what had to do with less than was planned
 */
export function planInReport(fit: Fit, slowed: ReadonlySet<string> = new Set()): NonNullable<Report['run']['plan']> {
  const { timeBudgetMs, requests, requestsPerSecond, share, fewer, leftOut } = fit;
  const names = [...slowed].toSorted();
  const slow = `The target was slower than planned, so these had to do with fewer cases: ${names.join(', ')}.`;
  return {
    timeBudgetMs,
    requests,
    ...(Number.isFinite(requestsPerSecond) ? { requestsPerSecond } : {}),
    ...(share < 1 ? { share } : {}),
    ...filled({ fewer, leftOut, slowed: names }),
    sentences: [...sentencesOf(fit), ...(names.length === 0 ? [] : [slow])],
  };
}
