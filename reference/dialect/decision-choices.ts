import { choice } from './choice.ts';

/** What is open about renewal decisions (`spec/documents/4-endpoints.md`, E3 to E5). */
export const decisionChoices = {
  decisionStatus: choice('success status of creating a renewal decision', [201, 200, 202]),
  staleEdit: choice('an edit of a version that is not current', [409, 412, 'accept', 422, 400]),
  unknownVersion: choice('an edit of a version that was never issued', ['stale', 'not-found']),
  recalculation: choice('when decisions are recalculated: at the pace of fulfilment, or within milliseconds', [
    'paced',
    'at-once',
  ]),
  decisionCourse: choice(
    'what recalculation finds: what the content deserves, always the same, or trouble that passes',
    ['by-content', 'ready', 'done', 'not-ready', 'catching-up'],
  ),
  issueLine: choice('name of the member of an issue that holds the line of coverage', [
    'line_of_coverage',
    'coverage_line',
    'absent',
  ]),
  planDetails: choice('what comes back of a plan beside its name and identifier', ['as-sent', 'nothing']),
  carrierOrder: choice('order of the carriers of a decision', ['as-sent', 'by-id', 'reversed']),
  describedPlanIds: choice('identifier of a plan that was described: one for each name, or another every time', [
    'per-name',
    'fresh',
  ]),
  decisionLines: choice('lines of coverage taken in a decision', ['any', 'shown']),
};
