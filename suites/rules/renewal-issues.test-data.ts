import { carrierId, decisions, type Sample, type SampleTable, listedDecision } from './exchange-samples.test-data.ts';

/** An issue with everything in it. */
export const issue = {
  level: 'error',
  message: 'Ask the carrier.',
  carrier_id: carrierId,
  line_of_coverage: 'medical',
};

/** A list with one decision that is not ready, for these reasons. */
export const withIssues = (...issues: readonly unknown[]): readonly Sample[] => [
  listedDecision({ status: 'not_ready', issues }),
];

/** Samples of what single issues hold to. */
export const issueSamples: SampleTable = {
  'renewals.issue-carrier': {
    breaks: {
      'no carrier': withIssues({ ...issue, carrier_id: undefined }),
    },
    holds: { 'a carrier each': withIssues(issue, issue) },
    saysNothing: { 'no issue': withIssues() },
  },
  'renewals.issue-record': {
    breaks: {
      'another level': withIssues({ ...issue, level: 'info' }),
      'no message': withIssues({ ...issue, message: undefined }),
      'an issue that is text': withIssues('Ask the carrier.'),
    },
    holds: {
      'a warning': withIssues({ ...issue, level: 'warning' }),
      'no line': withIssues({ level: 'error', message: 'x', carrier_id: carrierId }),
    },
    saysNothing: { 'no issue': [decisions()] },
  },
};
