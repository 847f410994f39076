import {
  breaks,
  connection,
  createdDecision,
  createdSnapshot,
  decisionBody,
  echo,
  editedDecision,
  groups,
  holds,
  id,
  items,
  listedDecision,
  listedGroup,
  listedItem,
  readSnapshot,
  sample,
  type Sample,
  type SampleTable,
  saysNothing,
  snapshotBody,
  summary,
  unauthorized,
} from './exchange-samples.test-data.ts';

const ofRun = { headers: { 'content-type': 'application/json', date: 'Wed, 08 May 2019 15:38:59 GMT' } };

const malformed = { ...decisionBody, renewal_date: 7 };

const recalculated = { version: id(771), modified: 1557329990, status: 'ready' };
const movedOn = { version: id(773), modified: 1557329990, status: 'completed' };

const otherConnection = {
  carrier_id: id(783),
  federal_ein: '000000784',
  group_data: { carrier_group_id: 'G-785', group_name: 'Another Group' },
};

/** A connection that has nothing in common with the ordinary one but what is given. */
function anotherConnection(parts: Readonly<Record<string, unknown>>): Sample {
  return connection({ version: id(782), ...otherConnection, ...parts }, { sent: otherConnection });
}

const { coverages } = snapshotBody;
const [medical, dental] = coverages;
const [enrolled] = medical.enrolled_members;
const covering = (...some: readonly unknown[]) => ({ member_snapshot: echo({ coverages: some }) });

/** The snapshot with its enrolled member changed. */
const ending = (parts: object) => covering({ ...medical, enrolled_members: [{ ...enrolled, ...parts }] }, dental);

/** Samples of the requirements on the wire, and of versions. */
export const wireAndVersionSamples: SampleTable = {
  'wire.json': [
    breaks('text of another type', groups([], { headers: { 'content-type': 'text/html' } })),
    breaks('no content type', groups([], { headers: {} })),
    breaks('a body that does not parse', sample('E1', {}, { text: '{"meta":' })),
    breaks('Latin-1', sample('E1', {}, { text: Buffer.from('{"name":"Zoë"}', 'latin1') })),
    breaks('a 401 in HTML', unauthorized({}, { headers: { 'content-type': 'text/html' }, text: '<p>no</p>' })),
    holds('JSON with a character set', groups([], { headers: { 'content-type': 'application/json; charset=utf-8' } })),
    holds('a +json type', groups([], { headers: { 'content-type': 'application/vnd.example.v1+json' } })),
    holds('a replacement character', listedGroup({ name: '\u{FFFD}' })),
    saysNothing(
      'a refusal in HTML',
      sample('E7', {}, { status: 404, headers: { 'content-type': 'text/html' }, text: '<p>' }),
    ),
    saysNothing('a token refused in text', sample('token', {}, { status: 401, headers: {}, text: 'no' })),
  ],
  'wire.identifiers': [
    breaks('a number', listedGroup({ id: 12 })),
    breaks('an item of a list', listedItem({ employee_id: 'e-1' })),
    holds('upper-case letters', listedGroup({ id: id(200).toUpperCase(), organization_id: id(3).toUpperCase() })),
    holds('null for no replacement', createdSnapshot(), readSnapshot({ replaced_by: null })),
    saysNothing('a refusal', sample('E7', { id: 1 }, { status: 404 })),
  ],
  'wire.timestamps': [
    breaks('a date', listedGroup({ created: '2019-05-08' })),
    breaks('a fraction', createdDecision({ created: 1557329939.5 })),
    holds('milliseconds', listedGroup({ created: 1557329939123, modified: 1557329939123 })),
  ],
  'wire.dates': [
    breaks('a day that does not exist', createdDecision({ renewal_date: '2022-02-29' })),
    breaks('an HTTP date', listedDecision({ renewal_date: 'Sat, 01 Jan 2022 00:00:00 GMT' })),
    holds(
      'a malformed day that was sent',
      createdDecision({ renewal_date: 7 }, { sent: malformed }),
      listedDecision({ renewal_date: 7 }),
    ),
  ],
  'wire.timestamps-ordered': [
    breaks('modified before created', listedGroup({ created: 10, modified: 9 })),
    breaks(
      'modified going back',
      listedGroup({ modified: 1557329950 }),
      listedGroup({ version: id(300), modified: 1557329945 }),
    ),
    breaks('a decision made an hour after its answer', createdDecision({ created: 1557333539 }, ofRun)),
    breaks(
      'two snapshots made an hour before the run',
      createdSnapshot({ created: 1557326339 }, ofRun),
      createdSnapshot({ id: id(310), version: id(311), created: 1557326339 }, ofRun),
    ),
    holds('a decision that an earlier run made', createdDecision({ created: 1557326339 }, ofRun)),
    holds(
      'a snapshot that was there before',
      createdSnapshot({ created: 1555326339, modified: 1555326339 }, ofRun),
      createdSnapshot({ id: id(310), version: id(311) }, ofRun),
    ),
    breaks(
      'a new group made an hour after its connection',
      connection({}, ofRun),
      listedGroup({ id: id(10), version: id(312), created: 1557333539, modified: 1557333539 }, ofRun),
    ),
    holds('minutes', createdDecision({ created: 25955499, modified: 25955499 }, ofRun)),
    breaks(
      'a list that shows another time of what was made',
      createdDecision({}, ofRun),
      listedDecision({ version: id(303), modified: 1557339940 }, ofRun),
    ),
    holds('milliseconds of the run', createdDecision({ created: 1557329939000, modified: 1557329940000 }, ofRun)),
    holds('a record that was there before', listedDecision({ created: 10 }, ofRun)),
    holds(
      'an older answer that was under way meanwhile',
      listedGroup({ version: id(300), modified: 1557329950 }, { at: [0, 50] }),
      listedGroup({ version: id(301), modified: 1557329945 }, { at: [40, 90] }),
    ),
  ],
  'wire.open-ended': [
    breaks('no end', createdSnapshot(ending({ effective_end_date: undefined }))),
    breaks('another far day', createdSnapshot(ending({ effective_end_date: '2999-12-31' }))),
    breaks('null when it is read', createdSnapshot(), readSnapshot(ending({ effective_end_date: null }))),
    breaks(
      'no end, and coverages in another order',
      createdSnapshot(covering(dental, { ...medical, enrolled_members: [{ ...enrolled, effective_end_date: null }] })),
    ),
    holds('the end', createdSnapshot(), readSnapshot()),
    saysNothing('a lost coverage', createdSnapshot(covering(dental))),
    saysNothing(
      'another start',
      createdSnapshot(ending({ effective_start_date: '2022-02-01', effective_end_date: null })),
    ),
    saysNothing(
      'coverages that may be either',
      createdSnapshot(covering(medical, { ...medical, enrolled_members: [{ ...enrolled, effective_end_date: null }] })),
    ),
  ],
  'wire.no-server-error': [
    breaks('500', sample('E1', {}, { status: 500 })),
    breaks('of the token service', sample('token', {}, { status: 500 })),
    holds('a refusal', sample('E7', {}, { status: 404 })),
    saysNothing('a target that is not available', ...[429, 503].map((status) => sample('E1', {}, { status }))),
  ],
  'snapshots.create': [
    breaks('202 without a record', createdSnapshot({}, { status: 202, text: 'null' })),
    holds('201', createdSnapshot()),
    saysNothing(
      'a refusal of a body whose rules are not documented',
      sample('E6', {}, { status: 422, sent: snapshotBody }),
    ),
  ],
  'versions.change-with-record': [
    breaks('another status', createdDecision(), listedDecision({ status: 'ready' })),
    breaks(
      'a replacement, where the create had none',
      createdSnapshot({ replaced_by: null }),
      readSnapshot({ replaced_by: null }),
      readSnapshot({ replaced_by: id(723) }),
    ),
    holds(
      'one that came before the first read',
      createdSnapshot({ replaced_by: null }),
      readSnapshot({ replaced_by: id(723) }),
    ),
    breaks('a third read', readSnapshot(), readSnapshot({ warnings: undefined }), readSnapshot({ warnings: ['x'] })),
    holds('a status recalculated under a new version', createdDecision(), listedDecision(recalculated)),
    holds(
      'a new version and a stale read under the old one',
      createdDecision(),
      editedDecision({}, { at: [100, 150] }),
      listedDecision({}, { at: [90, 160] }),
    ),
    holds('null for absent', readSnapshot({ replaced_by: undefined }), readSnapshot({ replaced_by: null })),
    holds('arrays in another order', readSnapshot(), readSnapshot({ fulfillment_summary: summary().toReversed() })),
    holds('fields that are not shown', createdDecision({ seen: 1 }), listedDecision({ seen: 2 })),
    saysNothing(
      'a decision made from a malformed body',
      createdDecision({ renewal_date: 7 }, { sent: malformed }),
      listedDecision({ renewal_date: '1970-01-01' }),
    ),
  ],
  'versions.unique': [
    breaks('a group and a decision', groups(), createdDecision({ version: id(101) })),
    breaks('two connections with one id', connection(), anotherConnection({ group_id: id(780) })),
    breaks('two connections with one group', connection(), anotherConnection({ id: id(781) })),
    holds('each its own', groups(), createdDecision(), createdSnapshot(), items()),
    holds('two connections', connection(), anotherConnection({ id: id(781), group_id: id(780) })),
  ],
  'versions.modified-moves': [
    breaks('an older time under a new version', createdDecision(), editedDecision({ modified: 1557329939 })),
    holds('the same second', createdDecision(), editedDecision()),
    saysNothing(
      'answers that were under way at the same time',
      editedDecision({ modified: 1557329950 }, { at: [0, 50] }),
      listedDecision({}, { at: [40, 60] }),
    ),
  ],
  'snapshots.list-agrees': [
    breaks('another status in the list', readSnapshot(), listedItem({ status: 'completed' })),
    breaks('another summary in the record', items(), readSnapshot({ fulfillment_summary: summary('sent') })),
    holds('the same', readSnapshot(), items()),
    holds('another version', readSnapshot(), items(), listedItem(movedOn), readSnapshot(movedOn)),
    holds('ids in another letter case', readSnapshot(), listedItem({ version: id(105).toUpperCase() })),
    saysNothing('the list alone', items(), items()),
  ],
};
