import { listOf, objectOf } from './change.ts';
import type { Fault } from './fault.ts';
import { ofStatus } from './of-status.ts';
import { members, records } from './rewrite.ts';

const leftOver = {
  level: 'warning',
  message: 'nothing to worry about',
  carrier_id: '00000000-0000-4000-8000-0000000000ca',
};

/** Violations of what the issues of a decision hold to (`spec/documents/3-states.md`). */
export const renewalIssueFaults: readonly Fault[] = [
  {
    name: 'renewals-issues-number',
    description: 'issues is a number',
    when: 'decisions that are not ready',
    breaks: ['renewals.record', 'renewals.issues-explain'],
    begin: records('E5', (record) => ofStatus('not_ready', { issues: listOf(record['issues']).length })(record)),
  },
  {
    name: 'renewals-ready-with-issues',
    description: 'a decision that is ready has a warning left',
    when: 'once recalculated, and ready',
    breaks: ['renewals.issues-empty'],
    begin: records('E5', ofStatus('ready', { issues: [leftOver] })),
  },
  {
    name: 'renewals-submitted-with-issues',
    description: 'a decision has the issues of its last state',
    when: 'edited while not ready',
    breaks: ['renewals.issues-empty'],
    // The list shows none of them, under the same version.
    also: ['versions.change-with-record'],
    begin: () => {
      const issues = new Map<unknown, unknown>();
      return records('E4 E5', (record, { request }) => {
        const before = issues.get(record['id']);
        if (record['status'] === 'not_ready') issues.set(record['id'], record['issues']);
        return request.place === 'E4' && before !== undefined ? { ...record, issues: before } : record;
      })();
    },
  },
  {
    name: 'renewals-unexplained',
    description: 'a decision that is not ready has no issues',
    when: 'once recalculated, and not ready',
    breaks: ['renewals.issues-explain'],
    begin: records('E5', ofStatus('not_ready', { issues: [] })),
  },
  {
    name: 'renewals-first-carrier-explained',
    description: 'only the first carrier has issues',
    when: 'not ready for the sake of other carriers alone',
    breaks: ['renewals.issues-explain'],
    begin: records('E5', (record) => {
      const first = objectOf(listOf(objectOf(record['body'])['carriers'])[0])['carrier_id'];
      const issues = listOf(record['issues']);
      const isFirst = (issue: unknown): boolean => objectOf(issue)['carrier_id'] === first;
      return issues.length > 0 && !issues.some(isFirst) ? { ...record, issues: [] } : record;
    }),
  },
  {
    name: 'renewals-issue-level',
    description: 'an issue has the level critical',
    when: 'issues that are errors',
    breaks: ['renewals.issue-record'],
    begin: members('E5', 'issues[].level', (level) => (level === 'error' ? 'critical' : level)),
  },
  {
    name: 'renewals-issue-without-words',
    description: 'an issue has an empty message',
    when: 'the second issue of a decision',
    breaks: ['renewals.issue-record'],
    begin: members('E5', 'issues[]', (issue, position) =>
      position === 1 ? { ...objectOf(issue), message: '' } : issue,
    ),
  },
  {
    name: 'renewals-issue-without-carrier',
    description: 'an issue names no carrier',
    when: 'the second issue of a decision',
    breaks: ['renewals.issue-carrier'],
    begin: members('E5', 'issues[]', (issue, position) => {
      const { carrier_id: _, ...rest } = objectOf(issue);
      return position === 1 ? rest : issue;
    }),
  },
];
