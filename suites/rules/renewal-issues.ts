import type { Invariant } from '../engine/invariant.ts';
import { ofDecisions } from './of-decisions.ts';
import { arrayOf, objectOf, unless } from './reading.ts';

/** What the issues of a decision hold to, by its status (`spec/documents/3-states.md`). */
export const renewalIssueInvariants: readonly Invariant[] = [
  ofDecisions('renewals.issues-empty', ({ pointer, record: { status, issues } }) =>
    status === 'ready' || status === 'submitted'
      ? unless(Array.isArray(issues) && issues.length === 0, () => ({
          message: `a decision that is ${status} has issues`,
          pointer: `${pointer}/issues`,
          expected: [],
          actual: issues,
        }))
      : undefined,
  ),
  ofDecisions('renewals.issues-explain', ({ pointer, record: { status, issues } }) =>
    status === 'not_ready'
      ? unless(Array.isArray(issues) && issues.length > 0, () => ({
          message: 'a decision that is not_ready has no issues',
          pointer: `${pointer}/issues`,
          expected: 'at least one issue',
          actual: issues,
        }))
      : undefined,
  ),
  ofDecisions('renewals.issue-carrier', ({ pointer, record: { issues } }) =>
    arrayOf(issues).length === 0
      ? undefined
      : arrayOf(issues).flatMap((issue, index) =>
          unless((objectOf(issue).carrier_id ?? null) !== null, () => ({
            message: 'an issue names no carrier',
            pointer: `${pointer}/issues/${index}/carrier_id`,
            expected: 'the carrier that the issue is about',
          })),
        ),
  ),
];
