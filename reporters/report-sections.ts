import type { Report, RequirementResult } from '../results/report.ts';
import { standings, type ShownStanding } from './outcomes.ts';

/** The headings of what a report has to say besides its requirements, in all formats. */
export const sectionTitles = {
  baseline: 'Against the baseline',
  accepts: 'What this target takes',
  outages: 'The target went away',
  lessTime: 'Less than the whole run: there was not enough time',
  suiteFaults: 'Faults of the suite itself: no verdict on the target',
  observations: 'Observed where the document leaves it open',
} as const;

/** `Known failures: the baseline fails these requirements as well`. */
export function headingOf(standing: ShownStanding): string {
  const { title, about } = standings[standing];
  return `${title}: ${about.charAt(0).toLowerCase()}${about.slice(1).replace(/\.$/, '')}`;
}

/** What passed only in part, and what the run did not decide; an open point that was not seen is in neither. */
export function undecidedIn({ requirements }: Report) {
  const closed = requirements.filter(({ level }) => level !== 'open');
  return {
    inPart: closed.filter(({ partly }) => partly === true),
    undecided: closed.filter(({ outcome }) => outcome === 'inconclusive'),
  };
}

/** Results by what would decide them, so that one cause is named once. */
export function byCause(
  results: readonly RequirementResult[],
  causeOf: (result: RequirementResult) => string = ({ detail = '' }) => detail,
) {
  return [...Map.groupBy(results, causeOf)].map(([cause, within]) => ({ cause, within }));
}

/** The id of a requirement, with its level where it is not required. */
export function withLevel({ id, level }: RequirementResult, shown: (id: string) => string = (text) => text): string {
  return level === 'required' ? shown(id) : `${shown(id)} (${level})`;
}
