import type { Report, RequirementResult } from './report.ts';

/** The profile that reports on saved traffic name: no run made it. */
export const judgedTraffic = 'judge';

/** Profiles that show of a target what a few exchanges happen to show. */
const partial: ReadonlySet<string> = new Set(['health', judgedTraffic]);

/**
 * Whether a run looked at all there is to see of what it judged. Where it did not, what it has not seen may be there all
 * the same: that a requirement held, and that a value of an open point is missing, says nothing.
 */
export function seesAll({ profile, interrupted }: Pick<Report['run'], 'profile' | 'interrupted'>): boolean {
  return !interrupted && !partial.has(profile);
}

/** What tells how much of a target a run has looked at. */
type Look = Pick<Report['run'], 'profile' | 'casesPerProperty'>;

/** The run that a result of a report is of: a baseline has some of earlier ones. */
export function runOf({ of }: RequirementResult, { run: { profile, casesPerProperty } }: Report): Look {
  return of ?? { profile, ...(casesPerProperty === undefined ? {} : { casesPerProperty }) };
}

/**
 * Whether a result shows that what failed in an earlier run is mended: it passes as a whole, in a run that looks at as
 * much as the earlier one did.
 */
export function showsMended(result: RequirementResult, before: Look, latest: Report['run']): boolean {
  const isAlike = latest.profile === before.profile || seesAll(latest);
  // What shows in one case of many is not mended for not showing in a few.
  const looksAsFar = (latest.casesPerProperty ?? Infinity) >= (before.casesPerProperty ?? 0);
  return result.outcome === 'pass' && result.partly !== true && !latest.interrupted && isAlike && looksAsFar;
}
