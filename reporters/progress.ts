import type { Progress } from '../results/run-scope.ts';
import { printable, timeInWords } from '../results/printable.ts';

interface ProgressDisplay {
  write(text: string): void;
  readonly live: boolean;
  readonly width: number;
  /** Milliseconds of a monotonic clock. */
  now(): number;
}

/** Milliseconds between updates: as fast as the eye can follow, and slow enough for a log. */
const everyMs = { live: 80, plain: 2000 };

const rateWindowMs = 10_000;

/** The pace of a run, and how many milliseconds are left; undefined if it sends more requests than expected. */
interface Speed {
  readonly requestsPerSecond: number;
  readonly left: number | undefined;
}

function renderProgress({ phase, decided, total, failed, requests }: Progress, speed?: Speed): string {
  // Before a run has begun there is nothing to count.
  if (requests === 0) return printable(phase, 60);
  const failures = failed === 0 ? '' : `, ${failed} failed`;
  const end = speed?.left === undefined ? 'more than expected' : `some ${timeInWords(speed.left)} left`;
  const pace = speed === undefined ? '' : ` (${speed.requestsPerSecond.toFixed(1)} a second), ${end}`;
  return `${decided} of ${total} requirements decided${failures}, ${requests} requests sent${pace}; now ${printable(phase, 60)}`;
}

/** Shows progress: call `update` whenever there is news, and `clear` before printing anything else. */
export function createProgressDisplay(display: ProgressDisplay): { update(progress: Progress): void; clear(): void } {
  let shownAt: number | undefined;
  const seen: { readonly at: number; readonly requests: number }[] = [];

  /** Computed from the requests of the last seconds; undefined if there were none. */
  const speedOf = (at: number, { requests, expected, leastMs, mostMs }: Progress): Speed | undefined => {
    while ((seen[1]?.at ?? at) < at - rateWindowMs) seen.shift();
    const [first] = seen;
    const requestsPerSecond =
      first === undefined || at === first.at ? 0 : ((requests - first.requests) * 1000) / (at - first.at);
    seen.push({ at, requests });
    if (requestsPerSecond === 0) return undefined;
    // While the run waits, it is known when that ends.
    if (requests > expected && leastMs === 0) return { requestsPerSecond, left: undefined };
    const left = (Math.max(expected - requests, 0) / requestsPerSecond) * 1000;
    return { requestsPerSecond, left: Math.min(Math.max(left, leastMs, 1000), Math.max(mostMs, 0)) };
  };

  return {
    update(progress) {
      const now = display.now();
      if (shownAt !== undefined && now - shownAt < (display.live ? everyMs.live : everyMs.plain)) return;
      shownAt = now;
      const text = renderProgress(progress, speedOf(now, progress));
      // One column is left free: a full line would wrap and could not be rewritten.
      display.write(display.live ? `\r\u001B[2K${text.slice(0, Math.max(0, display.width - 1))}` : `${text}\n`);
    },
    clear() {
      if (display.live && shownAt !== undefined) display.write('\r\u001B[2K');
    },
  };
}
