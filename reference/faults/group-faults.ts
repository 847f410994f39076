import { arrayOf, objectOf } from '../../spec/index.ts';
import { change } from '../json-values.ts';
import { withoutContent, type Begin } from './fault.ts';
import {
  anotherId,
  astralLost,
  breaking,
  composed,
  cut,
  fault,
  having,
  lacking,
  rewrite,
  trimmed,
} from './rewrites.ts';
const wrongStart = breaking('connections.initial-status');

/** Violations of E1 (`spec/documents/4-endpoints.md`). */
export const groupFaults = {
  'groups-other-success': fault('groups.list', 'the list is answered with 203').and('token.usable').status('E1', 203),
  'groups-keyed-by-id': fault('groups.list', 'the groups are an object instead of an array')
    .and('paging.envelope')
    // Without an array no group is found.
    .also('token.sandbox-group')
    .bodies('E1', (body) => ({
      ...body,
      response: Object.fromEntries(arrayOf(body['response']).map((group) => [objectOf(group)['id'], group])),
    })),
  'groups-without-version': fault('groups.record', 'a group lacks its version')
    .when('the third group')
    .nth('E1', 2, lacking('version')),
  'groups-code-number': fault('groups.record', 'sic_code is a number')
    .when('groups that have one')
    .members('E1', 'sic_code', (code) => (code === '' ? code : Number(code))),
  'groups-empty-left-out': fault('groups.record-complete', 'an empty member is left out')
    .when('groups without a dba_name')
    .members('E1', 'dba_name', (name) => (name === '' ? undefined : name)),
  'groups-of-others': fault('groups.own-organization', 'a listed group belongs to another organization')
    .when('the last group of the list')
    // With a new group in the list another one is last: the one before is shown right again, under the same version.
    .also('versions.change-with-record')
    .pages('E1', (groups) => [
      ...groups.slice(0, -1),
      ...groups.slice(-1).map((last) => change(last, 'organization_id', anotherId)),
    ]),
  'groups-organization-constant': fault('groups.own-organization', 'every group belongs to the first organization')
    .when('the key of another organization')
    .by((store) => {
      const first = having({ organization_id: store.organizations.all()[0]?.id });
      return rewrite.records('E1 E2', first)(store);
    }),
  'groups-lost-in-time': fault('groups.fixture-listed', 'the oldest group is missing from the list')
    .when('once the list was read twice')
    .records('E1', (group, { memory, position }) => (position === 0 && memory.count('lists') > 2 ? undefined : group)),
  'groups-oldest-lost': fault('groups.fixture-listed', 'the oldest group is missing from the list')
    // Then nothing shows that the group belongs to the key's organization; no other requirement looks at that.
    .pages('E1', (groups) => groups.slice(1)),
};

const groupName = 'group_data.group_name';

/** Gives every sixth connection a value of the first one. */
const reusing = (name: string): Begin =>
  rewrite.records('E2', (record, { memory }) => {
    const first = memory.first(name, record[name]);
    return memory.count('connections') % 6 === 0 ? { ...record, [name]: first } : record;
  });

const behind = (time: unknown): number => Number(time) - 7200;

const wrongRecord = breaking('connections.record');
const wrongEcho = breaking('connections.echo');
const takingInvalid = breaking('connections.invalid-body');

/** Violations of E2 (`spec/documents/4-endpoints.md`). */
export const connectionFaults = {
  'connections-redirected': fault('connections.create', 'a created connection is answered with 303').status('E2', 303),
  'connections-no-content': fault('connections.create', 'a created connection is answered with 204 and no record')
    .also('wire.json')
    .answers('E2', withoutContent),
  'connections-without-type': wrongRecord('a connection lacks request_type').without('E2', 'request_type'),
  'connections-group-later': wrongRecord('a connection lacks group_id')
    .when('every tenth connection')
    .every(10)
    .without('E2', 'group_id'),
  'connections-empty-name-as-null': wrongEcho('an empty name of the group comes back as null')
    .when('a name without any text')
    .members('E2', 'group_data.group_name', (name) => (name === '' ? null : name)),
  'connections-begin-processing': wrongStart('a new connection is processing').set('E2', 'status', 'processing'),
  'connections-begin-completed': wrongStart('a new connection is completed at once')
    .when('an employer that was connected before')
    .records('E2', (record, { memory }) =>
      memory.count(record['federal_ein']) > 1 ? { ...record, status: 'completed' } : record,
    ),
  'connections-status-capital': fault('connections.status-values', 'the status is written Created')
    .and('connections.initial-status')
    .set('E2', 'status', 'Created'),
  'connections-status-unknown': fault('connections.status-values', 'the status is none of the eight')
    .and('connections.initial-status')
    .when('every fifteenth connection')
    .every(15)
    .set('E2', 'status', 'queued'),
  'connections-number-formatted': wrongEcho('federal_ein comes back without its hyphen').texts(
    'E2',
    'federal_ein',
    (number) => number.replace('-', ''),
  ),
  'connections-zeros-stripped': wrongEcho('leading zeros of carrier_group_id are lost')
    .when('an identifier that begins with 0')
    .texts('E2', 'group_data.carrier_group_id', (id) => id.replace(/^0+/, '')),
  'connections-name-and-id-swapped': fault('connections.echo', 'the name of a group and its id are swapped')
    .when('an id longer than the name')
    .members('E2', 'group_data', (value) => {
      const { group_name: name, carrier_group_id: id } = objectOf(value);
      return typeof id === 'string' && typeof name === 'string' && id.length > name.length
        ? having({ group_name: id, carrier_group_id: name })(value)
        : value;
    }),
  'connections-name-cut': wrongEcho('a group name is cut')
    .when('a name past 100 characters')
    .texts('E2', groupName, cut),
  'connections-name-astral-lost': wrongEcho('a character of a group name becomes a question mark')
    .when('characters outside the basic multilingual plane')
    .texts('E2', groupName, astralLost),
  'connections-name-composed': wrongEcho('a group name comes back in Unicode normal form C')
    .when('a name with combining characters')
    .texts('E2', groupName, composed),
  'connections-carrier-mixed-up': wrongEcho('the answer names the carrier of the connection before')
    .when('a change of carrier')
    .records('E2', (record, { memory }) => {
      const { carrier_id: carrier } = record;
      return { ...record, carrier_id: memory.swap('carrier', carrier) ?? carrier };
    }),
  'connections-carrier-of-the-employer': wrongEcho(
    'the answer names the carrier of the first connection of the employer',
  )
    .when('an employer with several carriers')
    .records('E2', (record, { memory }) => ({
      ...record,
      carrier_id: memory.first(`carrier of ${String(record['federal_ein'])}`, record['carrier_id']),
    })),
  'connections-id-reused': fault('versions.unique', 'a connection has the id of the first')
    .when('every sixth connection')
    .by(reusing('id')),
  'connections-group-reused': fault('versions.unique', 'a connection is of the group of the first')
    .when('every sixth connection')
    .by(reusing('group_id')),
  'connections-of-local-time': fault(
    'wire.timestamps-ordered',
    'the times of a connection are two hours ahead',
  ).members('E2', 'created modified', (time) => Number(time) + 7200),
  'connections-group-of-local-time': fault('wire.timestamps-ordered', 'the times of a new group are two hours behind')
    .when('a group that the run made')
    .by((store) => {
      const old = new Set(store.groups.all().map(({ id }) => id));
      return rewrite.records('E1', (group) =>
        old.has(String(group['id'])) ? group : change(change(group, 'created', behind), 'modified', behind),
      )(store);
    }),
  'connections-organization-mixed-up': fault('groups.own-organization', 'the new group belongs to another organization')
    .when('every seventh connection')
    .every(7)
    .members('E2', 'organization_id', anotherId),
  'connections-numbers-taken': takingInvalid('a value of another type is taken and turned into text')
    .when('federal_ein is no string')
    .takesNonTexts('E2', 'federal_ein'),
  'connections-texts-trimmed': wrongEcho('text comes back without the blanks around it')
    .when('text that begins or ends with a blank')
    .texts('E2', 'group_data', trimmed),
};
