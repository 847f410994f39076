import type { Progress } from '../results/run-scope.ts';
import { printable, timeInWords } from '../results/printable.ts';

interface ProgressDisplay {
  write(text: string): void;
  readonly live: boolean;
  readonly width: number;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
}

/** Milliseconds between updates: what an eye follows, and what is not too much for a log. */
const everyMs = { live: 80, plain: 2000 };

const rateWindowMs = 10_000;

/** One line; `left` are the milliseconds that the run will still take. */
export function renderProgress(
  { phase, decided, total, failed, requests }: Progress,
  speed?: { readonly requestsPerSecond: number; readonly left: number },
): string {
  // Before a run has begun there is nothing to count.
  if (requests === 0) return printable(phase, 60);
  const failures = failed === 0 ? '' : `, ${failed} failed`;
  const pace =
    speed === undefined
      ? ''
      : ` (${speed.requestsPerSecond.toFixed(1)} a second), some ${timeInWords(speed.left)} left`;
  return `${printable(phase, 60)}: ${decided} of ${total} requirements decided${failures}, ${requests} requests sent${pace}`;
}

/** Shows progress: call `update` as often as there is news, and `clear` before anything else is printed. */
export function createProgressDisplay(display: ProgressDisplay): { update(progress: Progress): void; clear(): void } {
  let shownAt: number | undefined;
  const seen: { readonly at: number; readonly requests: number }[] = [];

  /** By the requests of the last seconds; undefined before there are any. */
  const speedOf = (at: number, { requests, expected, leastMs, mostMs }: Progress) => {
    while ((seen[1]?.at ?? at) < at - rateWindowMs) seen.shift();
    const [first] = seen;
    const requestsPerSecond =
      first === undefined || at === first.at ? 0 : ((requests - first.requests) * 1000) / (at - first.at);
    seen.push({ at, requests });
    if (requestsPerSecond === 0) return undefined;
    const left = (Math.max(expected - requests, 0) / requestsPerSecond) * 1000;
    return { requestsPerSecond, left: Math.min(Math.max(left, leastMs, 1000), Math.max(mostMs, 0)) };
  };

  return {
    update(progress) {
      const now = display.now();
      if (shownAt !== undefined && now - shownAt < (display.live ? everyMs.live : everyMs.plain)) return;
      shownAt = now;
      const text = renderProgress(progress, speedOf(now, progress));
      // One column is left free: a full line would wrap, and could then not be rewritten.
      display.write(display.live ? `\r\u001B[2K${text.slice(0, Math.max(0, display.width - 1))}` : `${text}\n`);
    },
    clear() {
      if (display.live && shownAt !== undefined) display.write('\r\u001B[2K');
    },
  };
}
