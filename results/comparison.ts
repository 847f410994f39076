import type { Level, RequirementId } from '../spec/index.ts';
import type { Verdict } from './report.ts';

/** One of the two runs that are compared. */
export interface ComparedRun {
  readonly target: { readonly name: string; readonly baseUrl: string };
  /** ISO-8601 instant. */
  readonly startedAt: string;
  readonly verdict: Verdict;
  readonly headline: string;
  /** Revision of the documents. */
  readonly revision: string;
  readonly suite: string;
  readonly profile: string;
  readonly seed: number;
}

/**
 * What a change means: a `regression` fails at a judged level and did not before; an `improvement` failed and passes now;
 * all else is `drift`.
 */
export type ChangeKind = 'regression' | 'improvement' | 'drift';

/** A requirement that came out otherwise. */
export interface RequirementChange {
  readonly id: RequirementId;
  readonly level: Level;
  readonly title: string;
  readonly kind: ChangeKind;
  /** The outcome with its reason, such as `pass` or `inconclusive (not-reached)`; `not in the report` where it had none. */
  readonly before: string;
  readonly after: string;
  /** What the failing side saw, as one line; what the old run saw follows `before: `. */
  readonly message?: string;
}

/** An open point where something else was observed; a side is absent where nothing was. */
export interface ObservationChange {
  readonly id: string;
  readonly title: string;
  readonly before?: string;
  readonly after?: string;
  /** Values of `after` that `before` lacks, and the other way round; where there are many, how many more ends the list. */
  readonly appeared: readonly string[];
  readonly vanished: readonly string[];
}

/** A latency that changed by more than the two runs varied within themselves; `base` is the one that runs are compared by. */
export interface LatencyChange {
  readonly endpoint: string;
  readonly percentile: 'base' | 'p50' | 'p95';
  /** Milliseconds. */
  readonly before: number;
  readonly after: number;
}

/** What has changed from one report to another. */
export interface Comparison {
  readonly old: ComparedRun;
  readonly new: ComparedRun;
  readonly requirements: readonly RequirementChange[];
  readonly observations: readonly ObservationChange[];
  readonly latency: readonly LatencyChange[];
  /** Endpoints that both runs asked often enough to compare their latencies; absent in reports that do not tell. */
  readonly endpointsCompared?: number;
  /** Endpoints that both runs asked, be it often enough or not; absent in reports that do not tell. */
  readonly endpointsAsked?: number;
  /** Where all endpoints of which both runs have a base moved alike: by what factor (below 1: faster), and how many. */
  readonly latencyShift?: { readonly factor: number; readonly endpoints: number };
  /** What makes the two hard to compare, a sentence each: other documents, another profile, a run that was stopped. */
  readonly caveats: readonly string[];
  /** Number of regressions. */
  readonly regressions: number;
  /** Whether anything at all has changed. */
  readonly drifted: boolean;
}

/** The kinds of a requirement's change, the one to act on first. */
export const changeOrder = ['regression', 'improvement', 'drift'] as const satisfies readonly ChangeKind[];

/** Whether just one of two runs came to no verdict. */
export function isVerdictLost(before: Verdict, after: Verdict): boolean {
  return (before === 'no-verdict') !== (after === 'no-verdict');
}

/** Whether an endpoint has become slower. */
export const hasSlowed = ({ latency }: Comparison): boolean => latency.some(({ before, after }) => after > before);

/** Whether a run that is to fail on drift fails by what has changed: anything does but answers that came faster. */
export function isDriftToFail(comparison: Comparison): boolean {
  const { requirements, observations, drifted, old, new: latest } = comparison;
  const besides = requirements.length + observations.length > 0 || isVerdictLost(old.verdict, latest.verdict);
  return drifted && (besides || hasSlowed(comparison));
}
