import type { Progress } from '../results/run-scope.ts';
import { printable } from '../results/printable.ts';

/** Where progress is shown, and how. */
export interface ProgressDisplay {
  write(text: string): void;
  readonly live: boolean;
  readonly width: number;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
}

/** Milliseconds between updates: what an eye follows, and what a log bears. */
const everyMs = { live: 80, plain: 3000 };

/** Progress as one line of text. */
export function renderProgress({ phase, decided, total, failed, requests }: Progress): string {
  const failures = failed === 0 ? '' : `, ${failed} failed`;
  return `${printable(phase, 60)}: ${decided} of ${total} requirements decided${failures}, ${requests} requests sent`;
}

/** Shows progress: call `update` as often as there is news, and `clear` before anything else is printed. */
export function createProgressDisplay(display: ProgressDisplay): { update(progress: Progress): void; clear(): void } {
  let shownAt: number | undefined;
  return {
    update(progress) {
      const now = display.now();
      if (shownAt !== undefined && now - shownAt < (display.live ? everyMs.live : everyMs.plain)) return;
      shownAt = now;
      const text = renderProgress(progress);
      // One column is left free: a full line would wrap, and could then not be rewritten.
      display.write(display.live ? `\r\u001B[2K${text.slice(0, Math.max(0, display.width - 1))}` : `${text}\n`);
    },
    clear() {
      if (display.live && shownAt !== undefined) display.write('\r\u001B[2K');
    },
  };
}
