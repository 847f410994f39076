import type { Dialect } from '../../reference/index.ts';
import type { RequirementId } from '../../spec/index.ts';

/** What a service may be like such that nothing can be said of a requirement. */
const excuses: Readonly<Partial<Record<RequirementId, (dialect: Dialect) => boolean>>> = {
  'renewals.refused-edit-unchanged': ({ staleEdit }) => staleEdit === 'accept',
};

/** Whether a service that speaks the dialect may leave the requirement undecided. */
export function mayStayUndecided(id: RequirementId, dialect: Dialect): boolean {
  return excuses[id]?.(dialect) ?? false;
}
