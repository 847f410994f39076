import type { Slot } from '../engine/memory.ts';

/** What the judging of exchanges needs to know of the target's configuration. */
export const settings: Slot<{ reviewStatus: string | undefined }> = {
  name: 'settings',
  create: () => ({ reviewStatus: undefined }),
};
