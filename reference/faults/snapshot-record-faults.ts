import { arrayOf, idKey, objectOf, type JsonObject } from '../../spec/index.ts';
import { change, membersAt, parsed } from '../json-values.ts';
import { anotherId, breaking, endingNoEarlier, fault, having, hidingTheLast, lacking, lost, nth } from './rewrites.ts';

const content = 'member_snapshot';
const employee = `${content}.employee`;
const enrolled = `${content}.coverages[].enrolled_members[]`;
const summary = 'fulfillment_summary';
const created = 'created_members';

/** The same version has other content in the answer to the create. */
const otherOnCreate = ['versions.change-with-record', 'snapshots.list-agrees'] as const;

const stored = breaking('snapshots.echo');
const wrongSummary = breaking('snapshots.summary');
const wrongMembers = breaking('snapshots.created-members');
const wrongMemberNames = breaking('snapshots.created-members-named');
const wrongRead = breaking('snapshots.get');
const wrongItem = breaking('snapshots.list-item-fields');
const wrongReplacement = breaking('snapshots.replaced-by');

const unlistedIf = (what: string, isSuch: (sent: JsonObject) => boolean) =>
  fault('snapshots.list', 'a snapshot is missing from the list')
    .when(what)
    .records('E6 E8', (record, { request, memory, sent }) => {
      const key = idKey(record['id']);
      if (request.place === 'E6' && isSuch(sent)) memory.set(key, true);
      return request.place === 'E8' && memory.has(key) ? undefined : record;
    });

const tooEarly = breaking('snapshots.summary-initial');

/** Violations of what holds for snapshot records, and of E7 and E8 (`spec/documents/4-endpoints.md`). */
export const snapshotRecordFaults = {
  'snapshots-turned-coverage-mended': stored('a coverage ends on the day that it starts')
    .when('an end before the start')
    .members('E6 E7', enrolled, endingNoEarlier('effective_start_date', 'effective_end_date')),
  'snapshots-early-full-time-mended': stored('full time starts with the hire')
    .when('a start before the hire')
    .members('E6 E7', `${employee}.employment.employment_dates`, endingNoEarlier('hire_date', 'full_time_start')),
  'snapshots-without-warnings': fault('snapshots.record', 'a snapshot lacks warnings').without('E6 E7', 'warnings'),
  'snapshots-completed-without-members': fault('snapshots.record', 'created_members is missing')
    .when('once completed')
    .ofStatus('E7', 'completed', lacking(created)),
  'snapshots-begin-received': fault('snapshots.initial-status', 'a new snapshot is received')
    .also(...otherOnCreate)
    .set('E6', 'status', 'received'),
  'snapshots-begin-completed': fault('snapshots.initial-status', 'a new snapshot is completed at once')
    .when('a single coverage')
    .also(...otherOnCreate)
    .records('E6', (record, { sent }) =>
      arrayOf(sent['coverages']).length === 1 ? { ...record, status: 'completed' } : record,
    ),
  'snapshots-summary-per-coverage': wrongSummary('the summary has an entry for each coverage')
    .when('several coverages at one carrier')
    .also(...otherOnCreate)
    .records('E6', (record, { sent }) => ({
      ...record,
      [summary]: arrayOf(sent['coverages']).map((coverage) => ({
        carrier_id: objectOf(coverage)['carrier_id'],
        errors: [],
        status: 'processing',
      })),
    })),
  'snapshots-carrier-twice-completed': wrongSummary('the summary has two entries of a carrier')
    .when('several carriers, once completed')
    .ofStatus('E7 E8', 'completed', (record) =>
      change(record, summary, (entries) =>
        arrayOf(entries).length > 1 ? [...arrayOf(entries), arrayOf(entries)[0]] : entries,
      ),
    ),
  'snapshots-second-carrier-lost': wrongSummary('the summary lacks a carrier')
    .when('the second carrier, in the list')
    // The snapshot itself has both under the same version.
    .also('snapshots.list-agrees')
    .members('E8', `${summary}[]`, nth(1, lost)),
  'snapshots-summary-without-errors': wrongSummary('a summary entry lacks errors')
    .when('once sent')
    .members('E7', `${summary}[]`, (entry) =>
      objectOf(entry)['status'] === 'sent' ? lacking('errors')(entry) : entry,
    ),
  'snapshots-sent-at-once': tooEarly('a new snapshot has been sent to its carriers')
    .also(...otherOnCreate)
    .set('E6', `${summary}[].status`, 'sent'),
  'snapshots-errors-at-once': tooEarly('a summary entry of a new snapshot has an error')
    .when('the third carrier')
    .also(...otherOnCreate)
    .members('E6', `${summary}[]`, nth(2, having({ errors: ['not connected'] }))),
  'snapshots-second-carrier-sent-at-once': tooEarly('a new snapshot has been sent to a carrier')
    .when('the second carrier, of an employee who is known')
    .also(...otherOnCreate)
    .records('E6', (record, { sent }) =>
      objectOf(sent['employee'])['id'] === undefined
        ? record
        : change(record, `${summary}[]`, nth(1, having({ status: 'sent' }))),
    ),
  'snapshots-member-twice': wrongMembers('two created members have the same id')
    .when('two created members or more')
    // A member with the id of another one has that member's name as well.
    .also('snapshots.created-members-named')
    .records('E6 E7', (record) => {
      const id = objectOf(arrayOf(record[created])[0])['id'];
      return change(record, `${created}[].id`, () => id);
    }),
  'snapshots-nameless-members-as-one': wrongMembers('created members have the same id')
    .when('two dependents without a custom_individual_id')
    .records('E6 E7', (record) => {
      const isNameless = (entry: unknown): boolean => objectOf(entry)['custom_individual_id'] === undefined;
      const id = objectOf(arrayOf(record[created]).find(isNameless))['id'];
      return change(record, `${created}[]`, (entry) => (isNameless(entry) ? having({ id })(entry) : entry));
    }),
  'snapshots-first-member-as-employee': wrongMemberNames('a dependent is called an employee')
    .when('new in a further snapshot of an employee who is known')
    .records('E6 E7', (record, { request, memory }) => {
      if (request.place === 'E6') memory.set(record['id'], memory.count(record['employee_id']) > 1);
      return memory.get(record['id']) === true
        ? change(record, `${created}[]`, nth(0, having({ type: 'employee' })))
        : record;
    }),
  'snapshots-member-spouse': wrongMembers('a created member has the type spouse')
    .and('snapshots.created-members-named')
    .when('the first dependent')
    .members('E6 E7', `${created}[]`, nth(1, having({ type: 'spouse' }))),
  'snapshots-member-renamed': wrongMembers('a created member has a custom_individual_id that was not sent')
    .and('snapshots.created-members-named')
    .when('a name with characters beyond ASCII')
    .texts('E6 E7', `${created}[].custom_individual_id`, (name) => name.replaceAll(/[^\u0020-\u007e]/gu, '')),
  'snapshots-dependent-nameless': wrongMemberNames('a created member lacks its custom_individual_id')
    .when('the third dependent')
    .members('E6 E7', `${created}[]`, nth(3, lacking('custom_individual_id'))),
  'snapshots-dependents-of-one-name': wrongMemberNames('all dependents have the custom_individual_id of the first')
    .when('two dependents or more, whose ids are not those that were sent')
    .records('E6 E7', (record) => {
      const isDependent = (entry: unknown): boolean => objectOf(entry)['type'] === 'dependent';
      const { custom_individual_id: name } = objectOf(arrayOf(record[created]).find(isDependent));
      const named = having({ custom_individual_id: name });
      return change(record, `${created}[]`, (entry) =>
        isDependent(entry) ? change(named(entry), 'id', anotherId) : entry,
      );
    }),
  'snapshots-types-swapped': wrongMemberNames('the employee is called a dependent').members(
    'E6 E7',
    `${created}[]`,
    nth(0, having({ type: 'dependent' })),
  ),
  'snapshots-read-203': wrongRead('a snapshot is read with 203').status('E7', 203),
  'snapshots-not-read': wrongRead('a snapshot is not found when it is read').also('wire.path-prefix').status('E7', 404),
  'snapshots-large-not-read': wrongRead('a snapshot is not found when it is read')
    .when('more than two dependents')
    .fails('E7', 404, ({ text }) => membersAt(parsed(text), `${content}.dependents[]`).length > 2),
  'snapshots-replaced-not-read': wrongRead('a snapshot is not found when it is read')
    .when('once it was replaced')
    .also('snapshots.replaced-by')
    .fails('E7', 404, ({ text }) => typeof objectOf(parsed(text)).replaced_by === 'string'),
  'snapshots-created-moves': wrongRead('created is another time when a snapshot is read')
    .when('once it was replaced')
    // The list has the first time under the same version, and created may go back behind it.
    .also('snapshots.list-agrees', 'wire.timestamps-ordered', 'versions.change-with-record')
    .records('E7', (record) =>
      typeof record['replaced_by'] === 'string' ? { ...record, created: Number(record['created']) - 60 } : record,
    ),
  'snapshots-archived': wrongRead('the events are gone when a snapshot is read')
    .when('once completed')
    .ofStatus('E7', 'completed', (record) => change(record, 'member_snapshot.events', () => [])),
  'snapshots-replaced-by-version': wrongReplacement('replaced_by is the version of the other snapshot, not its id')
    .when('once it was replaced')
    // The version moves on, and with it what is said of a snapshot under one of its own.
    .also('versions.change-with-record')
    .texts('E7', 'replaced_by', anotherId),
  'snapshots-replaced-by-forgotten': wrongReplacement('replaced_by is null again')
    .when('a third snapshot of its employee')
    // Its earlier value was shown under the same version.
    .also('versions.change-with-record')
    .records('E6 E7', (record, { request, memory }) => {
      const employee = record['employee_id'];
      if (request.place === 'E6') memory.set(record['id'], memory.count(employee));
      const since = Number(memory.get(employee) ?? 0) - Number(memory.get(record['id']) ?? 0);
      return request.place === 'E7' && since > 1 ? { ...record, replaced_by: null } : record;
    }),
  'snapshots-replaced-by-a-stranger': wrongReplacement('replaced_by names a snapshot of another employee')
    .when('the only snapshot of its employee')
    .records('E6 E7', (record, { request, memory }) => {
      const { id, employee_id: employee } = record;
      if (request.place === 'E6') {
        memory.set('latest', id);
        memory.count(employee);
        return record;
      }
      const isAlone = memory.get(employee) === 1 && memory.get('latest') !== id;
      return isAlone ? { ...record, replaced_by: memory.first(`of ${String(id)}`, memory.get('latest')) } : record;
    }),
  'snapshots-replaced-by-itself': wrongReplacement('replaced_by is the id of the snapshot itself').records(
    'E7',
    (record) => ({ ...record, replaced_by: record['id'] }),
  ),
  'snapshots-bare-unlisted': unlistedIf('no coverages', ({ coverages }) => arrayOf(coverages).length === 0),
  'snapshots-nameless-unlisted': unlistedIf(
    'an employee without custom_individual_id',
    (sent) => objectOf(sent['employee'])['custom_individual_id'] === undefined,
  ),
  'snapshots-large-family-unlisted': unlistedIf(
    'five dependents or more',
    ({ dependents }) => arrayOf(dependents).length >= 5,
  ),
  'snapshots-list-partial': fault('snapshots.list', 'the list is answered with 206').status('E8', 206),
  'snapshots-last-unlisted': fault('snapshots.list', 'a snapshot is missing from the list')
    .and('paging.total')
    .when('the one of its employee that was created last')
    // A page without it ends before the list does, and its total is one less.
    .also('paging.full-pages', 'paging.offset', 'paging.last', 'paging.tiling', 'paging.out-of-range')
    .by(hidingTheLast('E6', 'E8', 'employee_id')),
  'snapshots-of-others-listed': fault('snapshots.list', 'a listed snapshot belongs to another employee')
    .when('the second snapshot of a page')
    // The snapshot itself names the right employee, and so do pages on which it is not the second.
    .also('snapshots.list-agrees', 'versions.change-with-record')
    .nth('E8', 1, (item) => change(item, 'employee_id', anotherId)),
  'snapshots-listed-id-moves': fault('snapshots.list', 'the listed id of a snapshot is its version')
    // The list and the record then show the version under two ids.
    .also('versions.unique')
    .records('E8', (item) => ({ ...item, id: item['version'] })),
  'snapshots-list-with-warnings': wrongItem('a listed snapshot has warnings').records('E8', having({ warnings: [] })),
  'snapshots-list-with-completion': wrongItem('a listed snapshot has a further member')
    .when('once completed')
    .ofStatus('E8', 'completed', (item) => ({ ...item, completed: item['modified'] })),
  'snapshots-list-without-modified': wrongItem('a listed snapshot lacks modified')
    .when('every tenth list')
    .every(10)
    .without('E8', 'modified'),
  'snapshots-list-without-empty-summary': wrongItem('a listed snapshot lacks its summary')
    .when('one without coverages')
    .records('E8', (item) => (arrayOf(item[summary]).length === 0 ? lacking(summary)(item) : item)),
  'snapshots-read-frozen': fault('snapshots.list-agrees', 'a snapshot is read as it was read first')
    .when('once fulfillment has moved it on, as its list shows')
    .records('E7', (record, { memory }) => memory.first(record['id'], record)),
  'snapshots-list-frozen': fault('snapshots.list-agrees', 'a snapshot is listed as it was listed first')
    .when('once fulfillment has moved it on, as reading it shows')
    .records('E8', (record, { memory }) => memory.first(record['id'], record)),
  'snapshots-replaced-read-frozen': fault('snapshots.list-agrees', 'a replaced snapshot is read as it was read before')
    .when('once its list shows that it has changed')
    .records('E7', (record, { memory }) => {
      if (typeof record['replaced_by'] === 'string') return memory.get(record['id']) ?? record;
      memory.set(record['id'], record);
      return record;
    }),
  'snapshots-list-behind': fault('snapshots.list-agrees', 'the list shows carriers as processing')
    .when('once sent')
    .set('E8', `${summary}[].status`, 'processing'),
  'snapshots-group-left-out': fault('snapshots.echo-group', 'the echoed employee has no group_id').without(
    'E6',
    `${employee}.group_id`,
  ),
  'snapshots-group-mixed-up': fault('snapshots.echo-group', 'the echoed employee belongs to another group')
    .when('an employee without dependents')
    .records('E6 E7', (record) =>
      arrayOf(objectOf(record[content])['dependents']).length === 0
        ? change(record, `${employee}.group_id`, anotherId)
        : record,
    ),
  'snapshots-group-kept': fault('snapshots.echo-group', 'the echoed employee stays in the group of the first snapshot')
    .when('an employee who is submitted in another group')
    .records('E6', (record, { memory, sent }) =>
      change(record, `${employee}.group_id`, (group) => memory.first(objectOf(sent['employee'])['id'], group)),
    ),
};
