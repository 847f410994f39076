import {
  answeredPlans,
  breaks,
  carrierId,
  carriers,
  createdDecision,
  decision,
  decisionBody,
  decisionId,
  decisions,
  editedDecision,
  groupId,
  groups,
  holds,
  id,
  type Json,
  listedDecision,
  planId,
  sample,
  type Sample,
  type SampleTable,
  saysNothing,
} from './exchange-samples.test-data.ts';

const malformed = { ...decisionBody, renewal_date: 7 };
const taken = createdDecision({ renewal_date: 7 }, { sent: malformed });
const [first, second] = carriers();
const days = { open_enrollment_start_date: '2021-11-01', open_enrollment_end_date: '2021-11-30' };
/** The line `medical` with the days it was sent with, and these plans. */
const plans = (...of: readonly unknown[]): Json => ({
  body: { carriers: carriers({ ...days, plans: of }) },
});
const withBody = (body: unknown): readonly Sample[] => [createdDecision({ body })];

/** A list of decisions of these dates, asked for with filters. */
function filtered(query: Readonly<Record<string, string>>, ...dates: readonly string[]): readonly Sample[] {
  const records = dates.map((renewal_date, index) =>
    decision({ id: id(400 + index), version: id(420 + index), renewal_date }),
  );
  return [decisions(records, { query })];
}

const january = 'Sat, 01 Jan 2022 00:00:00 GMT';
const february = 'Tue, 01 Feb 2022 00:00:00 GMT';

/** The body of decisions, with the first of its plans alone. */
const withOnePlan = { ...decisionBody, ...plans({ plan_id: planId }) };

const echoBreaks = {
  'another date': { renewal_date: '2022-01-02' },
  'a carrier that is missing': { body: { carriers: [first] } },
  'another carrier': { body: { carriers: [{ ...first, carrier_id: id(801) }, second] } },
  'a line that is missing': { body: { carriers: [{ ...first, lines_of_coverage: {} }, second] } },
  'another first day': {
    body: { carriers: carriers({ ...days, open_enrollment_start_date: '2021-11-02', plans: answeredPlans }) },
  },
} as const;

const withVision = { ...(first?.['lines_of_coverage'] as object), vision: null };
const reordered = [second, { ...first, carrier_id: carrierId.toUpperCase(), lines_of_coverage: withVision }];

const issue = { level: 'error', message: 'Ask the carrier.', carrier_id: carrierId, line_of_coverage: 'medical' };

/** A list with one decision that is not ready, for these reasons. */
const withIssues = (...issues: readonly unknown[]): readonly Sample[] => [
  listedDecision({ status: 'not_ready', issues }),
];

/** Samples of renewal decisions. */
/** Another decision than the sample's: on another day. */
const moved = { ...decisionBody, renewal_date: '2022-02-01' };

export const renewalSamples: SampleTable = {
  'renewals.record': [
    breaks('no status', createdDecision({ status: undefined })),
    breaks('text in a list of records', decisions(['x'])),
    holds('fields that are not shown', createdDecision({ owner: 'x', note: null })),
    saysNothing('an empty list', decisions([])),
    saysNothing('a refusal', sample('E3', {}, { status: 422, sent: decisionBody })),
  ],
  'renewals.status-values': [
    breaks('another status', listedDecision({ status: 'open' })),
    holds(
      'each status',
      ...['submitted', 'ready', 'done'].map((status, index) => listedDecision({ version: id(450 + index), status })),
    ),
    holds('not ready, for an issue', ...withIssues(issue)),
  ],
  'renewals.carriers': [
    breaks('lines that are a list', ...withBody({ carriers: [{ ...first, lines_of_coverage: [] }, second] })),
    holds('more than was sent', ...withBody({ carriers: [{ ...first, note: 1 }, second], note: 2 })),
  ],
  'renewals.plans': [
    breaks('another plan', createdDecision(plans({ ...answeredPlans[0], plan_id: id(810) }, answeredPlans[1]))),
    breaks('a plan that is lost', createdDecision(plans(answeredPlans[0]))),
    breaks(
      'a plan that is lost from the list later',
      createdDecision(),
      listedDecision({ ...plans(answeredPlans[0]), version: id(460), status: 'done' }),
    ),
    breaks('a plan of a list without a name', listedDecision(plans({ plan_id: planId, name: null }))),
    holds(
      'one plan for two sent, by id and by its name',
      createdDecision(plans({ plan_id: planId, name: 'Example PPO' })),
    ),
    holds('plans in another order', createdDecision(plans(...answeredPlans.toReversed()))),
    holds(
      'plans of before an edit, in a list that is late',
      createdDecision(),
      editedDecision(plans(answeredPlans[0]), { sent: withOnePlan }),
      listedDecision({ version: id(460), status: 'done' }),
    ),
    saysNothing('an empty list', decisions([])),
  ],
  'renewals.initial-status': [
    breaks('a later status', createdDecision({ status: 'ready' })),
    breaks('an issue at once', createdDecision({ issues: [issue] })),
    holds('submitted', createdDecision()),
    saysNothing('an edit', editedDecision({ status: 'ready' })),
    saysNothing('a malformed body that was taken', taken),
  ],
  'renewals.issues-empty': [
    breaks('issues of a ready decision', listedDecision({ status: 'ready', issues: [issue] })),
    holds('no issues', listedDecision({ status: 'ready' })),
    saysNothing('a decision that is done, with issues', listedDecision({ status: 'done', issues: [issue] })),
  ],
  'renewals.issues-explain': [
    breaks('no issue of a decision that is not ready', ...withIssues()),
    holds('one issue', ...withIssues(issue)),
  ],
  'renewals.echo': [
    ...Object.entries(echoBreaks).map(([name, parts]) => breaks(name, createdDecision(parts))),
    breaks('another group', createdDecision({ group_id: id(820) })),
    holds(
      'carriers in another order and letter case, and null lines',
      createdDecision({ body: { carriers: reordered } }),
    ),
    saysNothing('a malformed body that was taken', taken),
  ],
  'renewals.edit': [
    breaks('another date', createdDecision(), editedDecision({ renewal_date: '2022-01-02' })),
    breaks('another success', createdDecision(), editedDecision({}, { status: 201 })),
    breaks('another id', createdDecision(), editedDecision({ id: id(830) })),
    breaks('another time of creation', createdDecision(), editedDecision({ created: 1557329940 })),
    breaks('what was there before', createdDecision(), editedDecision({}, { sent: moved })),
    holds(
      'a status that was recalculated',
      createdDecision(),
      editedDecision({ status: 'not_ready', issues: [issue] }),
    ),
    holds('a decision that was never seen before', editedDecision()),
    holds('what the edit before has left', createdDecision(), editedDecision(), editedDecision({}, { sent: moved })),
    saysNothing(
      'what was there before, of a decision that has moved on meanwhile',
      createdDecision(),
      editedDecision({ status: 'not_ready', issues: [issue] }, { sent: moved }),
    ),
    saysNothing(
      'a stale version that is refused',
      createdDecision(),
      sample('E4', {}, { status: 409, sent: decisionBody }),
    ),
  ],
  'renewals.list': [
    breaks('a refusal', groups(), sample('E5', {}, { status: 404, path: { group_id: groupId } })),
    breaks('a decision of another group', groups(), listedDecision({ group_id: id(840) })),
    holds('an empty list', groups(), decisions([])),
    saysNothing('a group that was not listed', sample('E5', {}, { status: 404, path: { group_id: id(841) } })),
    saysNothing(
      'another key',
      groups(),
      sample('E5', {}, { status: 404, path: { group_id: groupId }, access: 'second' }),
    ),
  ],
  'renewals.filter-date': [
    breaks('another date', ...filtered({ renewal_date: january }, '2022-01-01', '2022-01-02')),
    holds('the date', ...filtered({ renewal_date: january }, '2022-01-01')),
    saysNothing('the form of ISO, which is open', ...filtered({ renewal_date: '2022-01-01' }, '2022-01-02')),
  ],
  'renewals.filter-range': [
    breaks('a decision before the start', ...filtered({ start_date: january }, '2021-12-31')),
    breaks('a decision after the end', ...filtered({ end_date: january }, '2022-01-02')),
    holds('the start itself and later ones', ...filtered({ start_date: january }, '2022-01-01', '9999-12-31')),
    breaks('a decision after the year 1', ...filtered({ end_date: 'Mon, 01 Jan 0001 00:00:00 GMT' }, '2000-06-01')),
    saysNothing('no filter', ...filtered({}, '2022-01-01')),
  ],
  'renewals.filter-combined': [
    breaks('a decision outside of the range', ...filtered({ start_date: january, end_date: february }, '2022-03-01')),
    holds('a decision inside', ...filtered({ start_date: january, end_date: february }, '2022-01-15')),
  ],
  'versions.change-on-edit': [
    breaks('the same version', editedDecision({ version: id(103) })),
    holds('another version', editedDecision()),
    saysNothing('a refusal', sample('E4', decision({ id: decisionId }), { status: 409 })),
    saysNothing(
      'an edit that changes nothing',
      listedDecision({ version: id(103) }),
      editedDecision({ version: id(103) }),
    ),
  ],
  'renewals.issue-carrier': [
    breaks('no carrier', ...withIssues({ ...issue, carrier_id: undefined })),
    holds('a carrier each', ...withIssues(issue, issue)),
    saysNothing('no issue', ...withIssues()),
  ],
  'renewals.issue-record': [
    breaks('another level', ...withIssues({ ...issue, level: 'info' })),
    breaks('an issue that is text', ...withIssues('Ask the carrier.')),
    holds('a warning', ...withIssues({ ...issue, level: 'warning' })),
    holds('no line', ...withIssues({ level: 'error', message: 'x', carrier_id: carrierId })),
    saysNothing('no issue', decisions()),
  ],
};
