import { filled } from '../spec/index.ts';
import { isLoopback } from '../target/configuration/target.ts';
import type { Report, RequirementResult } from './report.ts';

/** The name of the profile in reports on saved traffic: no run made it. */
export const judgedTraffic = 'judge';

const partial: ReadonlySet<string> = new Set(['health', judgedTraffic]);

/** Whether a run had enough time for everything that was requested. */
export function hadTime({ plan }: Pick<Report['run'], 'plan'>): boolean {
  return plan?.fewer === undefined && plan?.leftOut === undefined && plan?.slowed === undefined;
}

/**
 * Whether a run looked at everything there is to see of what it judged. If it did not, a pass may have missed a
 * failure, and an open point may have values that it did not see.
 */
export function seesAll(run: Pick<Report['run'], 'profile' | 'interrupted' | 'plan' | 'shard'>): boolean {
  return !run.interrupted && run.shard === undefined && !partial.has(run.profile) && hadTime(run);
}

const watching: readonly string[] = ['full', 'health'];

export function waits(profile: string): boolean {
  return watching.includes(profile);
}

/** Whether an earlier run gave records at least as much time to progress as a later one did. */
export function watchedAsLong({ profile, interrupted, watchMs = 0 }: Report['run'], latest: Report['run']): boolean {
  if (interrupted || watchMs < (latest.watchMs ?? 0) || !watching.includes(profile)) return false;
  return !watching.includes(latest.profile) || watching.indexOf(profile) <= watching.indexOf(latest.profile);
}

type Look = Pick<Report['run'], 'profile' | 'casesPerProperty' | 'interrupted'>;

/** The run that a result of a report comes from: a baseline keeps some of earlier runs. */
export function runOf({ of }: RequirementResult, { run: { profile, casesPerProperty, interrupted } }: Report): Look {
  if (of !== undefined) return { ...of, interrupted: of.interrupted === true };
  return { profile, interrupted, ...filled({ casesPerProperty }) };
}

/** Whether the run was not meant to decide the requirement. */
export function isLeftOut({ outcome, reason }: RequirementResult): boolean {
  return outcome === 'skipped' && reason !== 'waived';
}

/** Whether the run looked at the requirement: an interrupted run did not look at those that it never reached. */
export function isLookedAt(result: RequirementResult, report: Report): boolean {
  const { outcome, reason } = result;
  if (isLeftOut(result)) return false;
  return !(outcome === 'inconclusive' && reason === 'not-reached' && runOf(result, report).interrupted);
}

/** Whether a failure of an earlier run is fixed: a full pass, in a run that looks at as much as that one did. */
export function showsFixed(result: RequirementResult, before: Look, latest: Report['run']): boolean {
  const isAlike = latest.profile === before.profile || seesAll(latest);
  // A failure that shows in one case of many is not fixed because a few cases don't show it.
  const looksAsFar = (latest.casesPerProperty ?? Infinity) >= (before.casesPerProperty ?? 0);
  return result.outcome === 'pass' && result.partly !== true && !latest.interrupted && isAlike && looksAsFar;
}

/** The number of exchanges of a report, and what they are called: saved traffic has no requests of a run. */
export function volumeOf({ run }: Pick<Report, 'run'>) {
  return { count: run.requests, unit: run.profile === judgedTraffic ? 'exchanges' : 'requests' };
}

/** The seed of the data; undefined if no data was generated. */
export function seedOf({ run }: Pick<Report, 'run'>): number | undefined {
  return run.profile === judgedTraffic ? undefined : run.seed;
}

export interface Progress {
  /** The current activity, in a word or two. */
  readonly phase: string;
  readonly decided: number;
  readonly total: number;
  readonly failed: number;
  readonly requests: number;
  /** The number of requests that the whole run is expected to make. */
  readonly expected: number;
  /** The least time that it will still wait, and the time until its budget is used up. Milliseconds. */
  readonly leastMs: number;
  readonly mostMs: number;
}

/** The target's address, without the port if it is loopback: there a service gets another one with each start. */
export function addressOf({ target: { baseUrl } }: Pick<Report, 'target'>): string {
  if (!URL.canParse(baseUrl) || !isLoopback(baseUrl)) return baseUrl;
  const { hostname, pathname } = new URL(baseUrl);
  return `${hostname}${pathname}`;
}
