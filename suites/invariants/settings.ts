import type { Slot } from '../engine/memory.ts';

/** What the judging of exchanges needs to know of the target's configuration, and of the traffic. */
export const settings: Slot<{
  reviewStatus: string | undefined;
  /** Whether requests may be missing from what is judged: others may have made and changed what an answer shows. */
  isPartial: boolean;
}> = {
  name: 'settings',
  create: () => ({ reviewStatus: undefined, isPartial: false }),
};
