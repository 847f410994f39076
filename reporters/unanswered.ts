import type { RequirementResult } from './report.ts';

const beginning = 'no answer to ';

/** The detail of what is blocked because the target did not answer; anything else that blocks is its refusal. */
export function unansweredDetail(what: string): string {
  return `${beginning}${what}`;
}

/** Whether a requirement is blocked because the target did not answer: it may do so another time. */
export function isUnanswered({ outcome, reason, detail }: RequirementResult): boolean {
  return outcome === 'inconclusive' && reason === 'blocked' && detail?.startsWith(beginning) === true;
}
