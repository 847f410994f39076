import { setTimeout as sleep } from 'node:timers/promises';
import { Undecided } from '../engine/verdicts.ts';
import type { Api } from '../engine/api.ts';

/** Whether the target still takes connections. */
export function isThere(api: Api): Promise<boolean> {
  return api.call('E1').then(
    () => true,
    (error: unknown) => !(error instanceof Undecided) || error.exchange?.failure?.kind !== 'unreachable',
  );
}

/** How often a target that has gone is looked for, and how long after one another. Milliseconds. */
const looks = { tries: 8, pause: 500 } as const;

/** Whether the target answers, or does so before long: it may be on its way back. */
export async function comesBack(api: Api): Promise<boolean> {
  for (let tried = 1; ; tried += 1) {
    const isBack = await api.call('E1').then(
      () => true,
      (error: unknown) => {
        if (error instanceof Undecided && error.exchange?.failure !== undefined) return false;
        throw error;
      },
    );
    if (isBack || tried === looks.tries) return isBack;
    await sleep(looks.pause);
  }
}
