import type { RequirementResult } from './report.ts';

const beginning = 'no answer to ';

/** The detail of what is blocked because the target did not answer; anything else that blocks is its refusal. */
export function unansweredDetail(what: string): string {
  return `${beginning}${what}`;
}

const away = 'the target went away ';

/** The detail of what was found after the target had been away, and may be due to that alone. */
export function wentAwayDetail(afterMs: number, found: string): string {
  return `${away}${(afterMs / 1000).toFixed(1)} s into the run and may have lost its records; after that, ${found}`;
}

/** Whether a requirement is blocked because the target was away in between. */
export function isOfOutage({ detail }: RequirementResult): boolean {
  return detail?.startsWith(away) === true;
}

/** Whether a requirement is blocked because the target did not answer: it may do so another time. */
export function isUnanswered({ outcome, reason, detail }: RequirementResult): boolean {
  return outcome === 'inconclusive' && reason === 'blocked' && detail?.startsWith(beginning) === true;
}
