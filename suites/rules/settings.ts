import type { Slot } from '../engine/memory.ts';

/** What the judging of exchanges needs to know of the target's configuration, and of the traffic. */
export const settings: Slot<{
  reviewStatus: string | undefined;
  /** Whether requests may be missing from what is judged: others may have made and changed what an answer shows. */
  isPartial: boolean;
  /** Whether the target may hold records of earlier runs of the suite: it may be written to, and it is not saved traffic. */
  keepsOwnRecords: boolean;
}> = {
  name: 'settings',
  create: () => ({ reviewStatus: undefined, isPartial: false, keepsOwnRecords: false }),
};
