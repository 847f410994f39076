import { bounded } from '../../results/printable.ts';
import type { Verdict } from '../../results/report.ts';
import type { PassRate, TrendRun } from '../../results/history.ts';

/** How a verdict is shown: by tone, sign and word, so that none is told by colour alone. */
export const verdictLooks: Readonly<
  Record<Verdict, { readonly tone: 'good' | 'bad' | 'warning'; readonly sign: string; readonly words: string }>
> = {
  conformant: { tone: 'good', sign: '✓', words: 'conformant' },
  nonconformant: { tone: 'bad', sign: '✗', words: 'nonconformant' },
  'no-verdict': { tone: 'warning', sign: '?', words: 'no verdict' },
};

/** A number of things. */
export function plural(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** An instant to the minute, in UTC. */
export function instantText(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Whether the runs are of several profiles, so that each is told with its own. */
export function hasProfiles(runs: readonly TrendRun[]): boolean {
  return new Set(runs.map(({ profile }) => profile)).size > 1;
}

/** A run among others: when it started, and its profile where there are several. */
export function runText({ startedAt, profile }: TrendRun, runs: readonly TrendRun[]): string {
  return `${instantText(startedAt)}${hasProfiles(runs) ? ` (${profile})` : ''}`;
}

/** What kept a run from a verdict, in a line. */
export function whyNoVerdict({ headline }: TrendRun): string {
  return bounded(headline.replace(/^no verdict: /, ''), 300);
}

/** Whether the page tells more of a run than its figures: what has changed, or why it came to no verdict. */
export function hasEvent({ verdict, comparison }: TrendRun): boolean {
  return verdict === 'no-verdict' || comparison?.drifted === true;
}

/** A pass rate in percent; undefined when nothing of its level was looked at. */
export function percentOf({ passed, of }: PassRate): number | undefined {
  return of === 0 ? undefined : (100 * passed) / of;
}

/** `66 of 67 (98.5 %)`. */
export function rateText(rate: PassRate): string {
  const percent = percentOf(rate);
  if (percent === undefined) return 'none looked at';
  // Rounded down: 99.96 % is not all of them.
  return `${rate.passed} of ${rate.of} (${Math.floor(percent * 10) / 10}\u00a0%)`;
}

/** Milliseconds as a chart and a table show them. */
export function millisecondsText(value: number): string {
  return value < 10 ? String(Math.round(value * 10) / 10) : String(Math.round(value));
}
