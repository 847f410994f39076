import { firstNames, timeInWords } from '../../results/printable.ts';
import type { Report, ShardOfRun } from '../../results/report.ts';
import { filled, type RequirementId } from '../../spec/index.ts';
import type { Target } from '../../target/configuration/target.ts';
import { profiles, type Bounds, type Profile, type ProfileName } from '../profiles.ts';

/** The command that reproduces a counterexample: its parts before and after the requirement's id. */
export interface ReplayCommand {
  readonly before: string;
  readonly after: string;
}

/** Which part of a run one process does, counted from 1, and of how many. */
export interface ShardNumber {
  readonly index: number;
  readonly count: number;
}

/** The shard number of a run that is not divided. */
export const wholeRun: ShardNumber = { index: 1, count: 1 };

export interface Shard extends ShardNumber {
  /** What it sends: names of workloads, and of requirements for their scenarios. */
  readonly units: ReadonlySet<string>;
  /** Requirements that it decides, at least in part. */
  readonly decides: ReadonlySet<RequirementId>;
  /** Requirements that no other shard decides as well. */
  readonly decidesAlone: ReadonlySet<RequirementId>;
  /** Its shares of the requests and records of the whole run, up to 1. */
  readonly shares: { readonly requests: number; readonly records: number };
  /** Identifies what the whole run was asked for and how it was divided: the same in all of its shards. */
  readonly run: string;
}

/** How much a run sends of what was wanted. */
export interface Choice {
  /** The share of variations and of drawn cases, up to 1. */
  readonly share: number;
  readonly leftOut: readonly RequirementId[];
  /** Requirements that are decided with fewer cases, or on less traffic. */
  readonly fewer: readonly RequirementId[];
  /** Names of the workloads that are not sent, and of requirements whose scenarios are not. */
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
  /** Infinite if nothing limits it. */
  readonly requestsPerSecond: number;
  /** Infinite if nothing limits them. */
  readonly tokensPerMinute: number;
}

/** What a run is to do. It is made once, where the run is started, and passed down whole. */
export interface RunPlan {
  readonly target: Target;
  readonly seed: number;
  /** The day that the bodies are made for, `YYYY-MM-DD`: with the same seed and day, runs draw the same. */
  readonly today: string;
  /**
   * Distinguishes this run from every other, even one with the same seed. It is part of what the run creates, so that a
   * target that keeps its records does not mistake two runs for one. Eight hexadecimal digits.
   */
  readonly runId: string;
  readonly cases: number;
  readonly timeBudgetMs: number;
  /** How much is wanted of what fits into that time; absent: all of it. */
  readonly wanted?: Pick<Choice, 'share' | 'unsent'>;
  /** What fits into that time; `cases` has been reduced to its share. Absent: everything. */
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
  /** Number of failing requirements of the judged level that ends the run; absent: no limit. */
  readonly maxFailures?: number | undefined;
  /** Requirements whose failures are known and accepted: they do not count as failures. */
  readonly accepted?: readonly string[];
  /** Most cases tried to shrink one counterexample; the first of them confirms it. Absent: the profile's number. */
  readonly shrinkTries?: number;
  /** Whether a requirement that was not selected is reported if its rules found it broken. */
  readonly tellsAll?: boolean;
  /** Whether the report says which edges were reached; default: it does not. */
  readonly coversEdges?: boolean;
  /** Whether a token is kept unused until it has expired, if the target's configuration has no expired one. */
  readonly waitForExpiry?: boolean | undefined;
  /** Milliseconds for which the run's own records are reread once everything else is done; absent: they are not. */
  readonly watchMs?: number | undefined;
  /** Directory for the journal of exchanges; it exists. Absent: none is kept. */
  readonly out?: string;
  readonly version: string;
  readonly replayCommand: ReplayCommand;
  /** By requirement id: the name of a workload that is always sent for it, because it showed its failure before. */
  readonly moreTraffic?: Readonly<Record<string, string>> | undefined;
}

export function profileOf({ plan }: { readonly plan: RunPlan }): Profile {
  return profiles[plan.profile];
}

/** Whether the run is to make few records: it reads, and sends only the writes that it needs. */
export function isFrugal(session: { readonly plan: RunPlan }): boolean {
  return profileOf(session).effort === 'frugal';
}

/** Whether there is no time for a requirement. */
export function isLeftOutOf({ fit }: Pick<RunPlan, 'fit'>, id: RequirementId): boolean {
  return fit?.leftOut.includes(id) === true;
}

/** Whether a run sends a unit; undefined stands for a unit that every shard sends. */
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

export function shardInReport({ index, count, run, units }: Shard): Omit<ShardOfRun, 'replay' | 'end'> {
  return { index, count, run, sends: [...units].toSorted() };
}

/** `shard 2 of 4`. */
export function shardInWords({ index, count }: ShardNumber): string {
  return `shard ${index} of ${count}`;
}

/** Whether a choice leaves out some of what was wanted. */
export function isLess({ share, leftOut, unsent }: Choice): boolean {
  return share < 1 || leftOut.length + unsent.length > 0;
}

/** The share of its time that a run plans for sending; the rest is for waits and for rerunning failures. */
export const shareOfTime = 0.9;

/** A number of requests, rounded to two digits for people. */
const roughly = (requests: number): number => Number(requests.toPrecision(2));

/** Milliseconds that a number of requests is planned to take. */
const takes = ({ requestsPerSecond }: Pick<Fit, 'requestsPerSecond'>, requests: number): number =>
  (requests / requestsPerSecond) * 1000;

/** Says at what pace a run does not fit into its time, and how much time has room for all of it. */
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

/** How requirements are decided if the time is short. */
export function fewerOf({ share }: Fit): string {
  return `With ${Math.max(Math.floor(share * 100), 1)} % of the variations and cases, or on less traffic`;
}

/** Most requirements that a sentence names: nearly all may be concerned. */
const mostNamed = 8;

/** What the plan says about the time, one sentence each. */
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

/** The plan as reports show it. @param slowed - names of what was sent with fewer cases than planned */
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
