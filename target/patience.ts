import type { AnsweredRead } from './answered-read.ts';
import { hasStatus, type Outcome } from './exchange.ts';

/** Milliseconds for which a client waits at most, in all, for a target that answers nothing but that it is not available. */
const longest = 30_000;

/** Milliseconds between two tries at a request meanwhile, at most. */
export const longestPauseWhileAway = 2_000;

const awayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** Whether an answer says that the target is not available, to this request at least. */
export const isAway = (outcome: Outcome): boolean => hasStatus(outcome) && awayStatuses.has(outcome.status);

/** Tells a target that is away for a while from one that is not available to some requests alone, however often they are sent. */
export function createPatience(read: Pick<AnsweredRead, 'sendAgain'>, now: () => number) {
  /** When something was last answered, and when that ended a time in which nothing was. */
  let [answeredAt, backAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let awaySince: number | undefined;
  let left = longest;
  /** Notes that something was answered, by the API. */
  const noteAnswered = (): void => {
    answeredAt = now();
    if (awaySince === undefined) return;
    left -= answeredAt - awaySince;
    awaySince = undefined;
    backAt = answeredAt;
  };
  const isUsedUp = (): boolean => now() - (awaySince ?? now()) >= left;
  return {
    noteAnswered,
    /** Whether it was waited for as long as it is at most, and has answered nothing since. */
    isOver: (): boolean => awaySince !== undefined && isUsedUp(),
    /** Whether a request that was sent then may get another answer later: nothing else gets one now, or does so again. */
    async mayHelp(startedAt: number): Promise<boolean> {
      if (answeredAt <= startedAt) {
        const outcome = isUsedUp() ? undefined : await read.sendAgain();
        if (outcome === undefined) return false;
        if (isAway(outcome)) {
          awaySince ??= now();
          return true;
        }
        noteAnswered();
      }
      return backAt > startedAt;
    },
  };
}
