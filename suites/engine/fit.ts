import { firstNames, timeInWords } from '../../results/printable.ts';
import type { Report } from '../../results/report.ts';
import type { RequirementId } from '../../spec/index.ts';

/** What a run sends of what was wanted. */
export interface Choice {
  /** The share of variations and of drawn cases, up to 1. */
  readonly share: number;
  /** Requirements that are not decided. */
  readonly leftOut: readonly RequirementId[];
  /** Requirements that are decided with fewer cases, or on less traffic. */
  readonly fewer: readonly RequirementId[];
  /** Names of what is not sent: of workloads, and of requirements for their scenarios. */
  readonly unsent: readonly string[];
  /** Requests that are expected. */
  readonly requests: number;
  /** Requests of a run that leaves nothing out. */
  readonly requestsOfAll: number;
  /** Token requests of such a run. */
  readonly tokensOfAll: number;
}

/** A choice, with the time and the pace that it was made for. */
export interface Fit extends Choice {
  readonly timeBudgetMs: number;
  /** Infinite where nothing limits it. */
  readonly requestsPerSecond: number;
  /** Infinite where nothing limits them. */
  readonly tokensPerMinute: number;
}

/** Whether it is less than was wanted. */
export function isLess({ share, leftOut, unsent }: Choice): boolean {
  return share < 1 || leftOut.length + unsent.length > 0;
}

/** The share of its time that a run spends on sending: there are waits, and failures that are run again. */
export const shareOfTime = 0.8;

/** A number of requests for people: two digits. */
const roughly = (requests: number): number => Number(requests.toPrecision(2));

/** The time that a number of requests is planned to take. Milliseconds. */
const takes = ({ requestsPerSecond }: Pick<Fit, 'requestsPerSecond'>, requests: number): number =>
  (requests / requestsPerSecond) * 1000;

/** At what pace a run falls short, and what would have room for all of it. */
export function shortOf(fit: Fit): string {
  const { requestsPerSecond, tokensPerMinute, timeBudgetMs, requestsOfAll, tokensOfAll } = fit;
  const pace = requestsPerSecond < 10 ? requestsPerSecond.toFixed(1).replace(/\.0$/, '') : roughly(requestsPerSecond);
  const ofAll = {
    ms: takes(fit, requestsOfAll),
    of: `some ${roughly(requestsOfAll)} requests`,
    at: `${pace} a second`,
  };
  const ofTokens = {
    ms: (Math.ceil(tokensOfAll / tokensPerMinute) - 1) * 60_000,
    of: `${tokensOfAll} token requests`,
    at: `${tokensPerMinute} a minute`,
  };
  const { ms, of, at } = ofTokens.ms > ofAll.ms ? ofTokens : ofAll;
  return `${of} do not fit into ${timeInWords(timeBudgetMs)} at ${at}; --time-budget ${Math.ceil(ms / shareOfTime / 60_000)}m has room for all of them`;
}

/** How requirements are decided for which there is not all the time. */
export function fewerOf({ share }: Fit): string {
  return `With ${Math.max(Math.floor(share * 100), 1)} % of the variations and cases, or on less traffic`;
}

/** Requirements that a sentence names at most, where nearly all have it in common. */
const mostNamed = 8;

/** What the plan says of the time, a sentence each. */
export function sentencesOf(fit: Fit): readonly string[] {
  const { leftOut, fewer, requests, requestsPerSecond, timeBudgetMs } = fit;
  const time = Number.isFinite(requestsPerSecond)
    ? [
        `Expected to take ${timeInWords(takes(fit, requests))} of at most ${timeInWords(timeBudgetMs)}, for some ${roughly(requests)} requests.`,
      ]
    : [];
  if (!isLess(fit)) return time;
  return [
    `Less than the whole run: ${shortOf(fit)}.`,
    ...time,
    ...(leftOut.length === 0 ? [] : [`Left out for that: ${leftOut.join(', ')}.`]),
    ...(fewer.length === 0 ? [] : [`${fewerOf(fit)}: ${firstNames(fewer, mostNamed)}.`]),
  ];
}

/**
 * The plan as reports have it.
 *
 * @param slowed - what had to do with less than was planned
 */
export function planInReport(fit: Fit, slowed: ReadonlySet<string> = new Set()): NonNullable<Report['run']['plan']> {
  const { timeBudgetMs, requests, requestsPerSecond, share, fewer, leftOut } = fit;
  const names = [...slowed].toSorted();
  return {
    timeBudgetMs,
    requests,
    ...(Number.isFinite(requestsPerSecond) ? { requestsPerSecond } : {}),
    ...(share < 1 ? { share } : {}),
    ...(fewer.length === 0 ? {} : { fewer }),
    ...(leftOut.length === 0 ? {} : { leftOut }),
    ...(names.length === 0 ? {} : { slowed: names }),
    sentences: [
      ...sentencesOf(fit),
      ...(names.length === 0
        ? []
        : [`The target was slower than planned, so these had to do with fewer cases: ${names.join(', ')}.`]),
    ],
  };
}
