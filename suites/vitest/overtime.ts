/** How long a run may take to end by itself once its time is used up, and then to say its last word. Milliseconds. */
const graceMs = 15_000;

/** Sees to it that a run ends. */
export interface Overtime {
  /** From now on its time counts; once it does, another call changes nothing. */
  begin(): void;
  /** It has ended. */
  end(): void;
}

/**
 * Watches for a run that does not end with its time: whatever it hangs at, it is asked for its last word, and then
 * given up.
 *
 * @param budgetMs - the time that it has from its beginning
 */
export function watchOvertime(budgetMs: number, stop: () => void, giveUp: (why: string) => void): Overtime {
  let timer: NodeJS.Timeout | undefined;
  const after = (ms: number, act: () => void): void => {
    // A timer takes no more than this.
    timer = setTimeout(act, Math.min(Math.max(ms, 0), 2 ** 31 - 1));
  };
  return {
    begin() {
      if (timer !== undefined) return;
      after(budgetMs + graceMs, () => {
        stop();
        after(graceMs, () => giveUp(`the suites had not ended ${(2 * graceMs) / 1000} s after the time budget`));
      });
    },
    end: () => clearTimeout(timer),
  };
}
