import type { Report, RequirementResult } from '../../results/report.ts';
import { standingOf, type Standing } from '../outcomes.ts';

/**
 * How a requirement stands, as the page tells it apart: what fails the run by why it does, and what held by whether all of
 * it was judged. `failing` is then required, `failing-expected` expected by a run that is held to that, and `changed` an
 * open point that the configuration pins; `in-part` passed, but for what could not be judged.
 */
export type PageStanding = Standing | 'failing-expected' | 'changed' | 'in-part';

/** The standings of the page in the order it lists them. */
export const pageStandings = [
  'failing',
  'failing-expected',
  'changed',
  'blocked',
  'warning',
  'known',
  'waived',
  'undecided',
  'in-part',
  'passed',
  'observed',
  'deselected',
] as const satisfies readonly PageStanding[];

/** Those that somebody ought to do something about, the worst first. */
export const objections: readonly PageStanding[] = pageStandings.slice(0, pageStandings.indexOf('undecided'));

const failingAt = { required: 'failing', expected: 'failing-expected', open: 'changed' } as const;

/** How a result stands on the page of its report. */
export function pageStandingOf(result: RequirementResult, report: Report): PageStanding {
  const standing = standingOf(result, report);
  if (standing === 'failing') return failingAt[result.level];
  return standing === 'passed' && result.partly === true ? 'in-part' : standing;
}
