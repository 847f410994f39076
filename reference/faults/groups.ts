import { change, listOf, objectOf } from './change.ts';
import type { Fault } from './fault.ts';
import { anotherId, answers, records, successes } from './rewrite.ts';

/** Violations of E1 (`spec/documents/4-endpoints.md`). */
export const groupFaults: readonly Fault[] = [
  {
    name: 'groups-other-success',
    description: 'the list is answered with 203',
    breaks: ['groups.list', 'token.usable'],
    begin: answers('E1', (answer) => (answer.status === 200 ? { ...answer, status: 203 } : answer)),
  },
  {
    name: 'groups-keyed-by-id',
    description: 'the groups are an object instead of an array',
    breaks: ['groups.list', 'paging.envelope'],
    // Where there is no array, no group is found.
    also: ['token.sandbox-group'],
    begin: successes('E1', (body) => ({
      ...body,
      response: Object.fromEntries(listOf(body['response']).map((group) => [objectOf(group)['id'], group])),
    })),
  },
  {
    name: 'groups-without-version',
    description: 'a group lacks its version',
    when: 'the third group',
    breaks: ['groups.record'],
    begin: records('E1', (group, { position }) => (position === 2 ? change(group, 'version', () => undefined) : group)),
  },
  {
    name: 'groups-code-number',
    description: 'sic_code is a number',
    when: 'groups that have one',
    breaks: ['groups.record'],
    begin: records('E1', (group) => change(group, 'sic_code', (code) => (code === '' ? code : Number(code)))),
  },
  {
    name: 'groups-empty-left-out',
    description: 'an empty member is left out',
    when: 'groups without a dba_name',
    breaks: ['groups.record-complete'],
    begin: records('E1', (group) => change(group, 'dba_name', (name) => (name === '' ? undefined : name))),
  },
  {
    name: 'groups-of-others',
    description: 'a listed group belongs to another organization',
    when: 'the last group of the list',
    breaks: ['groups.own-organization'],
    // With a new group in the list another one is the last: the one before is as it was, under the same version.
    also: ['versions.change-with-record'],
    begin: successes('E1', (body) => {
      const last = listOf(body['response']).length - 1;
      return change(body, 'response[]', (group, position) =>
        position === last ? change(group, 'organization_id', anotherId) : group,
      );
    }),
  },
  {
    name: 'groups-oldest-lost',
    description: 'the oldest group is missing from the list',
    breaks: ['groups.fixture-listed'],
    // Nothing then shows the group to be the key's own; no other requirement looks at that.
    begin: successes('E1', (body) => ({
      meta: change(body['meta'], 'total_records', (total) => Number(total) - 1),
      response: listOf(body['response']).slice(1),
    })),
  },
];
