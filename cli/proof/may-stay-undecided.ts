import type { Dialect } from '../../reference/index.ts';
import type { RequirementId } from '../../spec/index.ts';

/** Whether decisions stay as they are for as long as a run takes, or never come to trouble. */
function hasNoTrouble({ decisionCourse, recalculation, pace }: Dialect): boolean {
  const isOutOfSight = recalculation === 'paced' && pace > longestRunMs;
  return isOutOfSight || decisionCourse === 'ready' || decisionCourse === 'done';
}

/** Milliseconds that no run goes on for. */
const longestRunMs = 60 * 60 * 1000;

/** What a service may be like such that nothing can be said of a requirement. */
const excuses: Readonly<Partial<Record<RequirementId, (dialect: Dialect) => boolean>>> = {
  'token.lifetime': ({ tokenIssuedAt }) => !tokenIssuedAt,
  'renewals.refused-edit-unchanged': ({ staleEdit }) => staleEdit === 'accept',
  'renewals.issues-explain': hasNoTrouble,
  'renewals.issue-record': hasNoTrouble,
  'renewals.issue-carrier': hasNoTrouble,
  'snapshots.created-members-named': ({ createdMembers }) => createdMembers === 'none',
};

/** Whether a service that speaks the dialect may leave the requirement undecided. */
export function mayStayUndecided(id: RequirementId, dialect: Dialect): boolean {
  return excuses[id]?.(dialect) ?? false;
}
