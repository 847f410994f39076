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

/**
 * Whether a result shows that what failed in an earlier run is mended: it passes as a whole, in a run that looks at as
 * much as the earlier one did.
 */
export function showsMended(result: RequirementResult, before: Report['run'], latest: Report['run']): boolean {
  const looksAsFar = seesAll(latest) || (!latest.interrupted && latest.profile === before.profile);
  return result.outcome === 'pass' && result.partly !== true && looksAsFar;
}
