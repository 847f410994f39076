import type { Slot } from '../engine/memory.ts';

/** The purpose of reads that find out how long a write takes to be seen: a record that they miss may still come. */
export const settling = 'settling';

/** What rules need to know of the target's configuration, and of the traffic. */
export const settings: Slot<{
  reviewStatus: string | undefined;
  /** Whether requests may be missing from the traffic, which may have made or changed what an answer shows. */
  isPartial: boolean;
  /** Whether the target may hold records of earlier runs: it may be written to, and it is not saved traffic. */
  keepsOwnRecords: boolean;
}> = {
  name: 'settings',
  create: () => ({ reviewStatus: undefined, isPartial: false, keepsOwnRecords: false }),
};
