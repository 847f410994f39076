import { arrayOf, objectOf } from '../../spec/index.ts';
import { change } from '../json-values.ts';
import { faultTable } from './fault.ts';
import {
  anotherId,
  everyNth,
  having,
  hidingTheLast,
  lacking,
  lost,
  members,
  nth,
  nthRecord,
  ofStatus,
  records,
  setTo,
  successStatus,
  texts,
  without,
} from './rewrites.ts';

const summary = 'fulfillment_summary';
const created = 'created_members';

/** The same version has another content in the answer to the creation. */
const otherOnCreate = ['versions.change-with-record', 'snapshots.list-agrees'] as const;

/** Violations of what snapshot records hold to, and of E7 and E8 (`spec/documents/4-endpoints.md`). */
export const snapshotRecordFaults = faultTable({
  'snapshots-without-warnings': {
    description: 'a snapshot lacks warnings',
    breaks: ['snapshots.record'],
    begin: without('E6 E7', 'warnings'),
  },
  'snapshots-completed-without-members': {
    description: 'created_members is missing',
    when: 'once completed',
    breaks: ['snapshots.record'],
    begin: ofStatus('completed', 'E7', lacking(created)),
  },
  'snapshots-begin-received': {
    description: 'a new snapshot is received',
    breaks: ['snapshots.initial-status'],
    also: otherOnCreate,
    begin: setTo('E6', 'status', 'received'),
  },
  'snapshots-begin-completed': {
    description: 'a new snapshot is completed at once',
    when: 'a single coverage',
    breaks: ['snapshots.initial-status'],
    also: otherOnCreate,
    begin: records('E6', (record, { sent }) =>
      arrayOf(sent['coverages']).length === 1 ? { ...record, status: 'completed' } : record,
    ),
  },
  'snapshots-summary-per-coverage': {
    description: 'the summary has an entry for each coverage',
    when: 'several coverages at one carrier',
    breaks: ['snapshots.summary'],
    also: otherOnCreate,
    begin: records('E6', (record, { sent }) => ({
      ...record,
      [summary]: arrayOf(sent['coverages']).map((coverage) => ({
        carrier_id: objectOf(coverage)['carrier_id'],
        errors: [],
        status: 'processing',
      })),
    })),
  },
  'snapshots-second-carrier-lost': {
    description: 'the summary lacks a carrier',
    when: 'the second carrier, in the list',
    breaks: ['snapshots.summary'],
    // The snapshot itself has both under the same version.
    also: ['snapshots.list-agrees'],
    begin: members('E8', `${summary}[]`, nth(1, lost)),
  },
  'snapshots-summary-without-errors': {
    description: 'a summary entry lacks errors',
    when: 'once sent',
    breaks: ['snapshots.summary'],
    begin: members('E7', `${summary}[]`, (entry) =>
      objectOf(entry)['status'] === 'sent' ? lacking('errors')(entry) : entry,
    ),
  },
  'snapshots-sent-at-once': {
    description: 'a new snapshot has been sent to its carriers',
    breaks: ['snapshots.summary-initial'],
    also: otherOnCreate,
    begin: setTo('E6', `${summary}[].status`, 'sent'),
  },
  'snapshots-errors-at-once': {
    description: 'a summary entry of a new snapshot has an error',
    when: 'the third carrier',
    breaks: ['snapshots.summary-initial'],
    also: otherOnCreate,
    begin: members('E6', `${summary}[]`, nth(2, having({ errors: ['not connected'] }))),
  },
  'snapshots-member-twice': {
    description: 'two created members have the same id',
    when: 'two created members or more',
    breaks: ['snapshots.created-members'],
    // An id that is another member's has that member's name as well.
    also: ['snapshots.created-members-named'],
    begin: records('E6 E7', (record) => {
      const id = objectOf(arrayOf(record[created])[0])['id'];
      return change(record, `${created}[].id`, () => id);
    }),
  },
  'snapshots-member-spouse': {
    description: 'a created member has the type spouse',
    when: 'the first dependent',
    breaks: ['snapshots.created-members', 'snapshots.created-members-named'],
    begin: members('E6 E7', `${created}[]`, nth(1, having({ type: 'spouse' }))),
  },
  'snapshots-member-renamed': {
    description: 'a created member has a custom_individual_id that was not sent',
    when: 'a name with characters beyond ASCII',
    breaks: ['snapshots.created-members', 'snapshots.created-members-named'],
    begin: texts('E6 E7', `${created}[].custom_individual_id`, (name) => name.replaceAll(/[^\u0020-\u007e]/gu, '')),
  },
  'snapshots-dependent-nameless': {
    description: 'a created member lacks its custom_individual_id',
    when: 'the third dependent',
    breaks: ['snapshots.created-members-named'],
    begin: members('E6 E7', `${created}[]`, nth(3, lacking('custom_individual_id'))),
  },
  'snapshots-types-swapped': {
    description: 'the employee is called a dependent',
    breaks: ['snapshots.created-members-named'],
    begin: members('E6 E7', `${created}[]`, nth(0, having({ type: 'dependent' }))),
  },
  'snapshots-read-203': {
    description: 'a snapshot is read with 203',
    breaks: ['snapshots.get'],
    begin: successStatus('E7', 203),
  },
  'snapshots-created-moves': {
    description: 'created is another time when a snapshot is read',
    when: 'once it was replaced',
    breaks: ['snapshots.get'],
    // The list has the first time under the same version, and created may go back behind it.
    also: ['snapshots.list-agrees', 'wire.timestamps-ordered', 'versions.change-with-record'],
    begin: records('E7', (record) =>
      typeof record['replaced_by'] === 'string' ? { ...record, created: Number(record['created']) - 60 } : record,
    ),
  },
  'snapshots-archived': {
    description: 'the events are gone when a snapshot is read',
    when: 'once completed',
    breaks: ['snapshots.get'],
    begin: ofStatus('completed', 'E7', (record) => change(record, 'member_snapshot.events', () => [])),
  },
  'snapshots-replaced-by-version': {
    description: 'replaced_by is the version of the other snapshot, not its id',
    when: 'once it was replaced',
    breaks: ['snapshots.replaced-by'],
    // The version moves on, and with it what is said of a snapshot under one of its own.
    also: ['versions.change-with-record'],
    begin: texts('E7', 'replaced_by', anotherId),
  },
  'snapshots-replaced-by-itself': {
    description: 'replaced_by is the id of the snapshot itself',
    breaks: ['snapshots.replaced-by'],
    begin: records('E7', (record) => ({ ...record, replaced_by: record['id'] })),
  },
  'snapshots-list-partial': {
    description: 'the list is answered with 206',
    breaks: ['snapshots.list'],
    begin: successStatus('E8', 206),
  },
  'snapshots-last-unlisted': {
    description: 'a snapshot is missing from the list',
    when: 'the one of its employee that was created last',
    breaks: ['snapshots.list', 'paging.total'],
    // A page without it ends before the list does.
    also: ['paging.full-pages', 'paging.offset', 'paging.last', 'paging.tiling'],
    begin: hidingTheLast('E6', 'E8', 'employee_id'),
  },
  'snapshots-of-others-listed': {
    description: 'a listed snapshot belongs to another employee',
    when: 'the second snapshot of a page',
    breaks: ['snapshots.list'],
    // The snapshot itself names the right one, and so do pages on which it is not the second.
    also: ['snapshots.list-agrees', 'versions.change-with-record'],
    begin: nthRecord(1, 'E8', (item) => change(item, 'employee_id', anotherId)),
  },
  'snapshots-list-with-warnings': {
    description: 'a listed snapshot has warnings',
    breaks: ['snapshots.list-item-fields'],
    begin: records('E8', having({ warnings: [] })),
  },
  'snapshots-list-with-completion': {
    description: 'a listed snapshot has a further member',
    when: 'once completed',
    breaks: ['snapshots.list-item-fields'],
    begin: ofStatus('completed', 'E8', (item) => ({ ...item, completed: item['modified'] })),
  },
  'snapshots-list-without-modified': {
    description: 'a listed snapshot lacks modified',
    when: 'every tenth list',
    breaks: ['snapshots.list-item-fields'],
    begin: everyNth(10, 'E8', without('E8', 'modified')),
  },
  'snapshots-list-behind': {
    description: 'the list shows carriers as processing',
    when: 'once sent',
    breaks: ['snapshots.list-agrees'],
    begin: setTo('E8', `${summary}[].status`, 'processing'),
  },
});
