import { change, mapTexts, objectOf } from './change.ts';
import { isSuccess, sentBody, withJson } from './exchange.ts';
import type { Fault } from './fault.ts';
import { anotherId, answers, everyNth, members, records, requests } from './rewrite.ts';

/** Violations of E2 (`spec/documents/4-endpoints.md`). */
export const connectionFaults: readonly Fault[] = [
  {
    name: 'connections-redirected',
    description: 'a created connection is answered with 303',
    breaks: ['connections.create'],
    begin: answers('E2', (answer) => (isSuccess(answer) ? { ...answer, status: 303 } : answer)),
  },
  {
    name: 'connections-without-type',
    description: 'a connection lacks request_type',
    breaks: ['connections.record'],
    begin: members('E2', 'request_type', () => undefined),
  },
  {
    name: 'connections-group-later',
    description: 'a connection lacks group_id',
    when: 'every tenth connection',
    breaks: ['connections.record'],
    begin: everyNth(
      10,
      'E2',
      members('E2', 'group_id', () => undefined),
    ),
  },
  {
    name: 'connections-begin-processing',
    description: 'a new connection is processing',
    breaks: ['connections.initial-status'],
    begin: members('E2', 'status', () => 'processing'),
  },
  {
    name: 'connections-begin-completed',
    description: 'a new connection is completed at once',
    when: 'an employer that was connected before',
    breaks: ['connections.initial-status'],
    begin: () => {
      const seen = new Set<unknown>();
      return records('E2', (record) => {
        const known = seen.has(record['federal_ein']);
        seen.add(record['federal_ein']);
        return known ? { ...record, status: 'completed' } : record;
      })();
    },
  },
  {
    name: 'connections-status-capital',
    description: 'the status is written Created',
    breaks: ['connections.status-values', 'connections.initial-status'],
    begin: members('E2', 'status', () => 'Created'),
  },
  {
    name: 'connections-status-unknown',
    description: 'the status is none of the eight',
    when: 'every fifteenth connection',
    breaks: ['connections.status-values', 'connections.initial-status'],
    begin: everyNth(
      15,
      'E2',
      members('E2', 'status', () => 'queued'),
    ),
  },
  {
    name: 'connections-number-formatted',
    description: 'federal_ein comes back without its hyphen',
    breaks: ['connections.echo'],
    begin: members('E2', 'federal_ein', (number) => String(number).replace('-', '')),
  },
  {
    name: 'connections-zeros-stripped',
    description: 'leading zeros of carrier_group_id are lost',
    when: 'an identifier that begins with 0',
    breaks: ['connections.echo'],
    begin: members('E2', 'group_data.carrier_group_id', (id) => String(id).replace(/^0+/, '')),
  },
  {
    name: 'connections-name-cut',
    description: 'a group name is cut',
    when: 'a name past 100 characters',
    breaks: ['connections.echo'],
    begin: members('E2', 'group_data.group_name', (name) => String(name).slice(0, 100)),
  },
  {
    name: 'connections-name-astral-lost',
    description: 'a character of a group name becomes a question mark',
    when: 'characters outside the basic multilingual plane',
    breaks: ['connections.echo'],
    begin: members('E2', 'group_data.group_name', (name) => String(name).replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?')),
  },
  {
    name: 'connections-name-composed',
    description: 'a group name comes back in Unicode normal form C',
    when: 'a name with combining characters',
    breaks: ['connections.echo'],
    begin: members('E2', 'group_data.group_name', (name) => String(name).normalize('NFC')),
  },
  {
    name: 'connections-carrier-mixed-up',
    description: 'the answer names the carrier of the connection before',
    when: 'a change of carrier',
    breaks: ['connections.echo'],
    begin: () => {
      let before: unknown;
      return records('E2', (record) => {
        const shown = before ?? record['carrier_id'];
        before = record['carrier_id'];
        return { ...record, carrier_id: shown };
      })();
    },
  },
  {
    name: 'connections-organization-mixed-up',
    description: 'the new group belongs to another organization',
    when: 'every seventh connection',
    breaks: ['groups.own-organization'],
    begin: everyNth(7, 'E2', members('E2', 'organization_id', anotherId)),
  },
  {
    name: 'connections-numbers-taken',
    description: 'a value of another type is taken and turned into text',
    when: 'federal_ein is no string',
    breaks: ['connections.invalid-body'],
    begin: requests('E2', (request) => {
      const sent = sentBody(request);
      const number = objectOf(sent)['federal_ein'];
      if (number === undefined || typeof number === 'string') return request;
      return withJson(
        request,
        change(sent, 'federal_ein', () => JSON.stringify(number)),
      );
    }),
  },
  {
    name: 'connections-texts-trimmed',
    description: 'text comes back without the blanks around it',
    when: 'text that begins or ends with a blank',
    breaks: ['connections.echo'],
    begin: members('E2', 'group_data', (data) => mapTexts(data, (text) => text.trim())),
  },
];
