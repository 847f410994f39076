import type { RequirementResult } from '../../results/report.ts';
import type { RequirementId } from '../../spec/index.ts';
import type { ProfileName } from './profile.ts';
import { isProfileName, whyLeftOut } from './profiles.ts';

/** What a run is asked to decide. */
export interface Selection {
  /** Requirements to decide; undefined: all. */
  readonly only?: readonly RequirementId[] | undefined;
  readonly skip: readonly RequirementId[];
}

/** Whether a run of the profile is asked to decide the requirement. */
export function isSelected(profile: ProfileName, { only, skip }: Selection, id: RequirementId): boolean {
  return (only?.includes(id) ?? true) && !skip.includes(id) && whyLeftOut(profile, id) === undefined;
}

/**
 * What a requirement comes to that a run was not asked to decide.
 *
 * @param profile - name of the profile, or of what else the results are made for
 */
export function deselected(
  profile: string,
  id: RequirementId,
): Pick<RequirementResult, 'outcome' | 'reason' | 'detail'> {
  const why = isProfileName(profile) ? whyLeftOut(profile, id) : undefined;
  const detail = why === undefined ? {} : { detail: `left out by the profile ${profile}: ${why}` };
  return { outcome: 'skipped', reason: 'deselected', ...detail };
}
