import { filled } from '../spec/index.ts';
import { isLoopback } from '../target/configuration/target.ts';
import type { Report, RequirementResult } from './report.ts';

/** The profile that reports on saved traffic name: no run made it. */
export const judgedTraffic = 'judge';

const partial: ReadonlySet<string> = new Set(['health', judgedTraffic]);

/** Whether a run had the time for all that it was asked for. */
export function hadTime({ plan }: Pick<Report['run'], 'plan'>): boolean {
  return plan?.fewer === undefined && plan?.leftOut === undefined && plan?.slowed === undefined;
}

/**
 * Whether a run looked at all there is to see of what it judged. Where it did not, what it has not seen may be there all
 * the same: that a requirement held, and that a value of an open point is missing, says nothing.
 */
export function seesAll(run: Pick<Report['run'], 'profile' | 'interrupted' | 'plan' | 'shard'>): boolean {
  return !run.interrupted && run.shard === undefined && !partial.has(run.profile) && hadTime(run);
}

const watching: readonly string[] = ['full', 'health'];

export function waits(profile: string): boolean {
  return watching.includes(profile);
}

/** Whether an earlier run left records as much time to move on as a later one did. */
export function watchedAsLong({ profile, interrupted, watchMs = 0 }: Report['run'], latest: Report['run']): boolean {
  if (interrupted || watchMs < (latest.watchMs ?? 0) || !watching.includes(profile)) return false;
  return !watching.includes(latest.profile) || watching.indexOf(profile) <= watching.indexOf(latest.profile);
}

type Look = Pick<Report['run'], 'profile' | 'casesPerProperty' | 'interrupted'>;

/** The run that a result of a report is of: a baseline has some of earlier ones. */
export function runOf({ of }: RequirementResult, { run: { profile, casesPerProperty, interrupted } }: Report): Look {
  if (of !== undefined) return { ...of, interrupted: of.interrupted === true };
  return { profile, interrupted, ...filled({ casesPerProperty }) };
}

/** Whether a run was not to decide the requirement. */
export function isLeftOut({ outcome, reason }: RequirementResult): boolean {
  return outcome === 'skipped' && reason !== 'waived';
}

/** Whether the run looked at the requirement: one that was stopped did not look at what it never reached. */
export function isLookedAt(result: RequirementResult, report: Report): boolean {
  const { outcome, reason } = result;
  if (isLeftOut(result)) return false;
  return !(outcome === 'inconclusive' && reason === 'not-reached' && runOf(result, report).interrupted);
}

/**
 * Whether a result shows that what failed in an earlier run is fixed: it passes as a whole, in a run that looks at as
 * much as the earlier one did.
 */
export function showsFixed(result: RequirementResult, before: Look, latest: Report['run']): boolean {
  const isAlike = latest.profile === before.profile || seesAll(latest);
  // What shows in one case of many is not fixed because it doesn't show in a few.
  const looksAsFar = (latest.casesPerProperty ?? Infinity) >= (before.casesPerProperty ?? 0);
  return result.outcome === 'pass' && result.partly !== true && !latest.interrupted && isAlike && looksAsFar;
}

/** What the figures of a report say of where its exchanges come from. */
export function volumeOf({ run }: Pick<Report, 'run'>) {
  return { count: run.requests, unit: run.profile === judgedTraffic ? 'exchanges' : 'requests' };
}

/** The seed that the data was drawn by; undefined where none was drawn. */
export function seedOf({ run }: Pick<Report, 'run'>): number | undefined {
  return run.profile === judgedTraffic ? undefined : run.seed;
}

export interface Progress {
  /** What is being done, in a word or two. */
  readonly phase: string;
  readonly decided: number;
  readonly total: number;
  readonly failed: number;
  readonly requests: number;
  /** Requests that are expected of the whole run. */
  readonly expected: number;
  /** Milliseconds that it still waits at least, and until its time is used up. */
  readonly leastMs: number;
  readonly mostMs: number;
}

/** The address that a report is of, but for the port of one on its own machine: there a service has another one each time it starts. */
export function addressOf({ target: { baseUrl } }: Pick<Report, 'target'>): string {
  if (!URL.canParse(baseUrl) || !isLoopback(baseUrl)) return baseUrl;
  const { hostname, pathname } = new URL(baseUrl);
  return `${hostname}${pathname}`;
}
