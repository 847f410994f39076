import {
  breaks,
  carrierId,
  createdMembers,
  createdSnapshot,
  echo,
  employeeId,
  groupId,
  holds,
  id,
  items,
  type Json,
  listedItem,
  page,
  readSnapshot,
  sample,
  type Sample,
  type SampleTable,
  saysNothing,
  snapshotBody,
  snapshotId,
  summary,
  unauthorized,
} from './exchange-samples.test-data.ts';

const malformed = { ...snapshotBody, coverages: [{ ...snapshotBody.coverages[0], carrier_id: 5 }] };
const taken = createdSnapshot(
  { created_members: 1, fulfillment_summary: [{ carrier_id: 5, errors: [], status: 'x' }], member_snapshot: malformed },
  { status: 200, sent: malformed },
);
const { employee, coverages, events } = snapshotBody;
const ofEmployee = (parts: object): Json => ({
  member_snapshot: echo({ employee: { ...employee, id: employeeId, group_id: groupId, ...parts } }),
});
const person = (parts: object): Json => ofEmployee({ person: { ...employee.person, ...parts } });
const anonymous = { first_name: 'Zoë' };
/** Sent without numbers, and without names that distinguish people. */
const ofAnonymous = createdSnapshot({}, { sent: { ...snapshotBody, employee: { person: anonymous }, dependents: [] } });
const members = (...of: readonly unknown[]): readonly Sample[] => [createdSnapshot({ created_members: of })];
const [created, dependent] = createdMembers;
/** Sent with dependents of these names, and given these back for them. */
const dependentsOf = (sent: readonly string[], given: readonly string[]): readonly Sample[] => {
  const dependents = sent.map((name) => ({ ...snapshotBody.dependents[0], custom_individual_id: name }));
  const entries = given.map((name, at) => ({ ...dependent, id: id(770 + at), custom_individual_id: name }));
  const content = { created_members: entries, member_snapshot: echo({ dependents }) };
  return [createdSnapshot(content, { sent: { ...snapshotBody, dependents } })];
};
const summaries = (...of: readonly unknown[]): readonly Sample[] => [createdSnapshot({ fulfillment_summary: of })];
const [entry, otherEntry] = summary();
const ofOneCarrier = coverages.map((coverage) => ({ ...coverage, carrier_id: carrierId }));
const capitals = carrierId.toUpperCase();
const inCases = coverages.map((coverage, at) => ({ ...coverage, carrier_id: at === 0 ? carrierId : capitals }));
const moved = { status: 'completed', version: id(700), modified: 1557329990, fulfillment_summary: summary('sent') };
const ofAnother = createdSnapshot({ id: id(751), version: id(752), employee_id: id(753) });
const elsewhere = { path: { snapshot_id: snapshotId }, access: 'first' } as const;

/** Samples of snapshots: the record, what is given back, and lists. */
export const snapshotSamples: SampleTable = {
  'snapshots.initial-status': [
    breaks('a later status', createdSnapshot({ status: 'completed' })),
    holds('processing', createdSnapshot()),
    saysNothing('a read', readSnapshot({ status: 'completed' })),
    saysNothing('a malformed body that was taken', taken),
  ],
  'snapshots.echo': [
    breaks('another name', createdSnapshot(person({ first_name: 'Zoe 𝔘' }))),
    breaks(
      'a number in text',
      createdSnapshot({ member_snapshot: echo({ events: [{ ...events[0], date: 20211115 }] }) }),
    ),
    breaks('a dependent that is lost', createdSnapshot({ member_snapshot: echo({ dependents: [] }) })),
    holds('members that were not sent', createdSnapshot(person({ suffix: null, age: 40 }))),
    saysNothing('a malformed body that was taken', taken),
  ],
  'snapshots.echo-ssn': [
    breaks('a masked number', createdSnapshot(person({ ssn: '***-**-0001' }))),
    breaks('a number that is masked when it is read', createdSnapshot(), readSnapshot(person({ ssn: 'XXXXX0001' }))),
    holds('the number', createdSnapshot(), readSnapshot()),
    saysNothing('nobody sent with a number', ofAnonymous),
  ],
  'snapshots.echo-group': [
    breaks('another group', createdSnapshot(ofEmployee({ group_id: id(710) }))),
    holds('the group of the path', createdSnapshot()),
  ],
  'snapshots.get': [
    breaks('a refusal', createdSnapshot(), sample('E7', {}, { ...elsewhere, status: 404 })),
    breaks(
      'a 401 to a token that was just issued',
      createdSnapshot(),
      unauthorized({}, { endpoint: 'E7', ...elsewhere, accessCase: 'renewed token' }),
    ),
    breaks('other content', createdSnapshot(), readSnapshot(person({ first_name: 'Kim' }))),
    breaks('another id that the service gave', createdSnapshot(), readSnapshot(ofEmployee({ id: id(722) }))),
    holds('a snapshot that has moved on', createdSnapshot(), readSnapshot({ ...moved, warnings: [{ any: 'shape' }] })),
    holds(
      'members that are not documented, which move on with it',
      createdSnapshot({ member_snapshot: echo({ coverages: coverages.map((each) => ({ ...each, stage: 1 })) }) }),
      readSnapshot({
        ...moved,
        member_snapshot: echo({ coverages: coverages.map((each) => ({ ...each, stage: 2 })) }),
      }),
    ),
    breaks(
      'a documented member that was not sent',
      createdSnapshot({ member_snapshot: echo({ coverages: coverages.map((each) => ({ ...each, plan_name: 'A' })) }) }),
      readSnapshot({
        member_snapshot: echo({ coverages: coverages.map((each) => ({ ...each, plan_name: 'B' })) }),
      }),
    ),
    holds('a snapshot that was replaced', createdSnapshot(), readSnapshot({ ...moved, replaced_by: id(723) })),
    saysNothing('a snapshot of somebody else', readSnapshot({ id: id(724) }, { path: { snapshot_id: id(724) } })),
    saysNothing(
      'a token that has expired meanwhile',
      createdSnapshot(),
      unauthorized({}, { endpoint: 'E7', ...elsewhere }),
    ),
  ],
  'snapshots.record': [
    breaks('a summary that is an object', createdSnapshot({ fulfillment_summary: {} })),
    holds('warnings and errors of any shape', createdSnapshot({ warnings: ['x', { y: 1 }, null] })),
    holds('a status that was not seen before', readSnapshot({ ...moved, status: 'partially_done' })),
    holds('fields that are not shown', createdSnapshot({ source: 'api' })),
  ],
  'snapshots.summary': [
    breaks('a carrier that is missing', ...summaries(entry)),
    breaks('a carrier too many', ...summaries(entry, otherEntry, { ...entry, carrier_id: id(730) })),
    breaks('no status', ...summaries({ ...entry, status: undefined }, otherEntry)),
    breaks('a carrier that is missing in the list', createdSnapshot(), listedItem({ fulfillment_summary: [entry] })),
    holds('another order and letter case', ...summaries(otherEntry, { ...entry, carrier_id: carrierId.toUpperCase() })),
    holds(
      'an entry for each letter case of a carrier',
      createdSnapshot(
        {
          fulfillment_summary: [entry, { ...entry, carrier_id: capitals }],
          member_snapshot: echo({ coverages: inCases }),
        },
        { sent: { ...snapshotBody, coverages: inCases } },
      ),
    ),
    breaks(
      'two entries for a carrier in one letter case',
      createdSnapshot(
        { fulfillment_summary: [entry, entry], member_snapshot: echo({ coverages: ofOneCarrier }) },
        { sent: { ...snapshotBody, coverages: ofOneCarrier } },
      ),
    ),
    holds(
      'one carrier of several coverages',
      createdSnapshot(
        { fulfillment_summary: [entry], member_snapshot: echo({ coverages: ofOneCarrier }) },
        { sent: { ...snapshotBody, coverages: ofOneCarrier } },
      ),
    ),
    holds('the carriers in the list', createdSnapshot(), listedItem({})),
    holds('the carriers that a snapshot of somebody else echoes', readSnapshot()),
    breaks('a carrier too few of those', readSnapshot({ fulfillment_summary: [entry] })),
    saysNothing('a list of snapshots of somebody else', listedItem({ fulfillment_summary: [entry] })),
  ],
  'snapshots.summary-initial': [
    breaks('a later status', ...summaries(entry, { ...otherEntry, status: 'sent' })),
    breaks('an error at once', ...summaries({ ...entry, errors: [{}] }, otherEntry)),
    holds('processing without errors', createdSnapshot()),
    saysNothing('a read', readSnapshot(moved)),
  ],
  'snapshots.created-members': [
    breaks('another type', ...members({ ...created, type: 'spouse' }, dependent)),
    breaks('a name that was not sent', ...members({ ...created, custom_individual_id: 'tag-9' }, dependent)),
    breaks('an id twice', ...members(created, { ...dependent, id: employeeId.toUpperCase() })),
    breaks('more members than were sent', ...members(created, dependent, { id: id(740), type: 'dependent' })),
    holds('only the new ones', ...members(dependent)),
    holds('none', ...members()),
    saysNothing('a malformed body that was taken', taken),
  ],
  'snapshots.created-members-named': [
    breaks('no name', ...members({ ...created, custom_individual_id: undefined }, dependent)),
    breaks('one name for two dependents', ...dependentsOf(['tag-2', 'tag-3'], ['tag-2', 'tag-2'])),
    breaks('one name for the last two of three', ...dependentsOf(['a', 'b', 'c'], ['a', 'c', 'c'])),
    holds('names and types', createdSnapshot(), readSnapshot()),
    holds('names in another order', ...dependentsOf(['tag-2', 'tag-3'], ['tag-3', 'tag-2'])),
    holds('one name for two that differ in letter case alone', ...dependentsOf(['tag-a', 'TAG-A'], ['tag-a', 'tag-a'])),
    saysNothing('members sent with one name', ...dependentsOf(['tag-2', 'tag-2'], ['tag-2', 'tag-2'])),
    saysNothing('no created member', ...members()),
    saysNothing('members sent without names', ofAnonymous),
  ],
  'snapshots.replaced-by': [
    breaks('itself', createdSnapshot(), readSnapshot({ replaced_by: snapshotId })),
    breaks('one of another employee', createdSnapshot(), ofAnother, readSnapshot({ ...moved, replaced_by: id(751) })),
    holds('absent until it is replaced', createdSnapshot(), readSnapshot({ replaced_by: undefined })),
    holds('the other snapshot', createdSnapshot(), readSnapshot({ ...moved, replaced_by: id(750) })),
    saysNothing('a snapshot of somebody else', readSnapshot()),
  ],
  'snapshots.list': [
    breaks('a refusal', createdSnapshot(), items([], { status: 404 })),
    breaks('another employee', createdSnapshot(), listedItem({ id: id(760), version: id(761), employee_id: id(762) })),
    holds('the snapshot', createdSnapshot(), items()),
    holds(
      'an offset past the end',
      createdSnapshot(),
      items([], { text: JSON.stringify(page([], { offset: 9, total_records: 1 })), query: { offset: '9' } }),
    ),
    saysNothing('an employee of somebody else', sample('E8', {}, { status: 404, path: { employee_id: id(763) } })),
    saysNothing(
      'a large page size that is refused',
      createdSnapshot(),
      items([], { status: 400, query: { page_size: '500' } }),
    ),
  ],
  'snapshots.list-item-fields': [
    breaks('a field too many', listedItem({ warnings: [] })),
    breaks('an item that is an id', items([snapshotId])),
    holds('the seven fields', items()),
    saysNothing('an empty list', items([])),
  ],
};
