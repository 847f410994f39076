import { messageOf } from './evidence.ts';
import type { Report, RequirementResult } from '../results/report.ts';
import { acceptances } from './standing.ts';

/** The standings of failures that do not fail the run. */
export type Accepted = keyof typeof acceptances;

/** Why a failure does not fail the run, and what was seen of it. */
export interface Acceptance {
  readonly why: string;
  /** Absent where the reason has said it: a waiver of an open point that is pinned has all in one detail. */
  readonly seen?: string;
}

/** What the baseline saw of a known failure, where it shows otherwise now. */
export function seenThere({ id }: Pick<RequirementResult, 'id'>, { gate }: Pick<Report, 'gate'>): string | undefined {
  return gate?.baseline?.otherwise?.find((shown) => shown.id === id)?.before;
}

/** A failure that does not fail the run, in words. */
export function acceptanceOf(result: RequirementResult, standing: Accepted, report: Pick<Report, 'gate'>): Acceptance {
  const { detail, counterexample } = result;
  const there = standing === 'known' ? seenThere(result, report) : undefined;
  if (standing !== 'waived' || detail === undefined)
    return {
      why: `${acceptances[standing]}${there === undefined ? '' : `, there: ${there}`}`,
      seen: messageOf(result),
    };
  const why = `${acceptances.waived} ${detail}`;
  return counterexample === undefined ? { why } : { why, seen: messageOf(result) };
}
