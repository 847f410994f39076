import type { PartName, RequirementId } from '../../spec/index.ts';

/** The ids of one part of the register: a table over them that lacks one does not compile. */
export type IdsOf<P extends PartName> = Extract<RequirementId, `${P}.${string}`>;
