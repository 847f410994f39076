import { arrayOf, objectOf } from '../../spec/index.ts';
import { change } from '../json-values.ts';
import { faultTable, type Behaviour } from './fault.ts';
import {
  anotherId,
  astralLost,
  composed,
  cut,
  everyNth,
  lacking,
  members,
  nthRecord,
  pages,
  records,
  setTo,
  successStatus,
  successes,
  takingNonTexts,
  texts,
  trimmed,
  without,
} from './rewrites.ts';

/** Violations of E1 (`spec/documents/4-endpoints.md`). */
export const groupFaults = faultTable({
  'groups-other-success': {
    description: 'the list is answered with 203',
    breaks: ['groups.list', 'token.usable'],
    begin: successStatus('E1', 203),
  },
  'groups-keyed-by-id': {
    description: 'the groups are an object instead of an array',
    breaks: ['groups.list', 'paging.envelope'],
    // Where there is no array, no group is found.
    also: ['token.sandbox-group'],
    begin: successes('E1', (body) => ({
      ...body,
      response: Object.fromEntries(arrayOf(body['response']).map((group) => [objectOf(group)['id'], group])),
    })),
  },
  'groups-without-version': {
    description: 'a group lacks its version',
    when: 'the third group',
    breaks: ['groups.record'],
    begin: nthRecord(2, 'E1', lacking('version')),
  },
  'groups-code-number': {
    description: 'sic_code is a number',
    when: 'groups that have one',
    breaks: ['groups.record'],
    begin: members('E1', 'sic_code', (code) => (code === '' ? code : Number(code))),
  },
  'groups-empty-left-out': {
    description: 'an empty member is left out',
    when: 'groups without a dba_name',
    breaks: ['groups.record-complete'],
    begin: members('E1', 'dba_name', (name) => (name === '' ? undefined : name)),
  },
  'groups-of-others': {
    description: 'a listed group belongs to another organization',
    when: 'the last group of the list',
    breaks: ['groups.own-organization'],
    // With a new group in the list another one is the last: the one before is as it was, under the same version.
    also: ['versions.change-with-record'],
    begin: pages('E1', (groups) => [...groups.slice(0, -1), change(groups.at(-1), 'organization_id', anotherId)]),
  },
  'groups-oldest-lost': {
    description: 'the oldest group is missing from the list',
    breaks: ['groups.fixture-listed'],
    // Nothing then shows the group to be the key's own; no other requirement looks at that.
    begin: pages('E1', (groups) => groups.slice(1)),
  },
});

const groupName = 'group_data.group_name';

/** Gives a value of the first connection to every sixth. */
const reusing = (name: string) => (): Behaviour => {
  let first: unknown;
  let counted = 0;
  return members('E2', name, (value) => {
    first ??= value;
    counted += 1;
    return counted % 6 === 0 ? first : value;
  })();
};

/** Violations of E2 (`spec/documents/4-endpoints.md`). */
export const connectionFaults = faultTable({
  'connections-redirected': {
    description: 'a created connection is answered with 303',
    breaks: ['connections.create'],
    begin: successStatus('E2', 303),
  },
  'connections-without-type': {
    description: 'a connection lacks request_type',
    breaks: ['connections.record'],
    begin: without('E2', 'request_type'),
  },
  'connections-group-later': {
    description: 'a connection lacks group_id',
    when: 'every tenth connection',
    breaks: ['connections.record'],
    begin: everyNth(10, 'E2', without('E2', 'group_id')),
  },
  'connections-begin-processing': {
    description: 'a new connection is processing',
    breaks: ['connections.initial-status'],
    begin: setTo('E2', 'status', 'processing'),
  },
  'connections-begin-completed': {
    description: 'a new connection is completed at once',
    when: 'an employer that was connected before',
    breaks: ['connections.initial-status'],
    begin() {
      const seen = new Set<unknown>();
      return records('E2', (record) => {
        const known = seen.has(record['federal_ein']);
        seen.add(record['federal_ein']);
        return known ? { ...record, status: 'completed' } : record;
      })();
    },
  },
  'connections-status-capital': {
    description: 'the status is written Created',
    breaks: ['connections.status-values', 'connections.initial-status'],
    begin: setTo('E2', 'status', 'Created'),
  },
  'connections-status-unknown': {
    description: 'the status is none of the eight',
    when: 'every fifteenth connection',
    breaks: ['connections.status-values', 'connections.initial-status'],
    begin: everyNth(15, 'E2', setTo('E2', 'status', 'queued')),
  },
  'connections-number-formatted': {
    description: 'federal_ein comes back without its hyphen',
    breaks: ['connections.echo'],
    begin: texts('E2', 'federal_ein', (number) => number.replace('-', '')),
  },
  'connections-zeros-stripped': {
    description: 'leading zeros of carrier_group_id are lost',
    when: 'an identifier that begins with 0',
    breaks: ['connections.echo'],
    begin: texts('E2', 'group_data.carrier_group_id', (id) => id.replace(/^0+/, '')),
  },
  'connections-name-cut': {
    description: 'a group name is cut',
    when: 'a name past 100 characters',
    breaks: ['connections.echo'],
    begin: texts('E2', groupName, cut),
  },
  'connections-name-astral-lost': {
    description: 'a character of a group name becomes a question mark',
    when: 'characters outside the basic multilingual plane',
    breaks: ['connections.echo'],
    begin: texts('E2', groupName, astralLost),
  },
  'connections-name-composed': {
    description: 'a group name comes back in Unicode normal form C',
    when: 'a name with combining characters',
    breaks: ['connections.echo'],
    begin: texts('E2', groupName, composed),
  },
  'connections-carrier-mixed-up': {
    description: 'the answer names the carrier of the connection before',
    when: 'a change of carrier',
    breaks: ['connections.echo'],
    begin() {
      let before: unknown;
      return members('E2', 'carrier_id', (carrier) => {
        const shown = before ?? carrier;
        before = carrier;
        return shown;
      })();
    },
  },
  'connections-id-reused': {
    description: 'a connection has the id of the first',
    when: 'every sixth connection',
    breaks: ['versions.unique'],
    begin: reusing('id'),
  },
  'connections-group-reused': {
    description: 'a connection is of the group of the first',
    when: 'every sixth connection',
    breaks: ['versions.unique'],
    begin: reusing('group_id'),
  },
  'connections-of-local-time': {
    description: 'the times of a connection are two hours ahead',
    breaks: ['wire.timestamps-ordered'],
    begin: members('E2', 'created modified', (time) => Number(time) + 7200),
  },
  'connections-organization-mixed-up': {
    description: 'the new group belongs to another organization',
    when: 'every seventh connection',
    breaks: ['groups.own-organization'],
    begin: everyNth(7, 'E2', members('E2', 'organization_id', anotherId)),
  },
  'connections-numbers-taken': {
    description: 'a value of another type is taken and turned into text',
    when: 'federal_ein is no string',
    breaks: ['connections.invalid-body'],
    begin: takingNonTexts('E2', 'federal_ein'),
  },
  'connections-texts-trimmed': {
    description: 'text comes back without the blanks around it',
    when: 'text that begins or ends with a blank',
    breaks: ['connections.echo'],
    begin: texts('E2', 'group_data', trimmed),
  },
});
