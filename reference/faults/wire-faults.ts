import { arrayOf, objectOf } from '../../spec/index.ts';
import { change, someText } from '../json-values.ts';
import { faultTable, isSuccess, sentBody, type ServiceAnswer, type ServiceRequest } from './fault.ts';
import { answers, everyNth, failing, members, nthRecord, records, refusing, setTo, texts } from './rewrites.ts';

const withContentType = (answer: ServiceAnswer, type: string): ServiceAnswer => ({
  ...answer,
  headers: { ...answer.headers, 'content-type': type },
});

const openEnd = '9999-12-31';
const endOfMember = 'member_snapshot.coverages[].enrolled_members[].effective_end_date';

const isAstral = (text: string): boolean => /[\u{10000}-\u{10FFFF}]/u.test(text);

const isOfLeapDay = (request: ServiceRequest): boolean =>
  String(objectOf(sentBody(request))['renewal_date']).endsWith('-02-29');

const isSignedOnLeapDay = (request: ServiceRequest): boolean =>
  arrayOf(objectOf(sentBody(request))['coverages']).some((coverage) =>
    String(objectOf(coverage)['signature_date']).endsWith('-02-29'),
  );

/** Violations of what holds for every exchange (`spec/documents/1-service.md`). */
export const wireFaults = faultTable({
  'wire-plain-text': {
    description: 'connections are answered as text/plain',
    breaks: ['wire.json'],
    begin: answers('E2', (answer) => withContentType(answer, 'text/plain')),
  },
  'wire-html-refusal': {
    description: 'a 401 is declared as HTML',
    when: 'the 401 of E5 alone',
    breaks: ['wire.json'],
    begin: answers('E5', (answer) => (answer.status === 401 ? withContentType(answer, 'text/html') : answer)),
  },
  'wire-cut-short': {
    description: 'a body ends before its last brace',
    when: 'one connection in twenty',
    breaks: ['wire.json'],
    begin: everyNth(
      20,
      'E2',
      answers('E2', (answer) => ({ ...answer, text: answer.text.slice(0, -1) })),
    ),
  },
  'wire-organization-number': {
    description: 'the organization of a group is a number',
    breaks: ['wire.identifiers', 'groups.record'],
    // A connection carries the organization's right id.
    also: ['groups.own-organization'],
    begin: setTo('E1', 'organization_id', '4711'),
  },
  'wire-replacement-named': {
    description: 'replaced_by is a name instead of a UUID',
    when: 'a snapshot that was replaced',
    breaks: ['wire.identifiers'],
    also: ['snapshots.replaced-by'],
    begin: texts('E7', 'replaced_by', (id) => `snapshot-${id}`),
  },
  'wire-modified-fraction': {
    description: 'modified has a fraction',
    breaks: ['wire.timestamps', 'connections.record'],
    begin: members('E2', 'modified', (time) => Number(time) + 0.5),
  },
  'wire-created-text': {
    description: 'created is text in the list of snapshots',
    when: 'the third record of a page',
    breaks: ['wire.timestamps', 'snapshots.list-item-fields'],
    // The text differs from the number that the snapshot itself carries, and from its number elsewhere on a page.
    also: ['snapshots.list-agrees', 'versions.change-with-record'],
    begin: nthRecord(2, 'E8', (record) => change(record, 'created', String)),
  },
  'wire-modified-before-created': {
    description: 'a connection was modified before it was created',
    breaks: ['wire.timestamps-ordered'],
    begin: records('E2', (record) => ({ ...record, modified: Number(record['created']) - 1 })),
  },
  'wire-date-with-slashes': {
    description: 'the days of events come back with slashes',
    breaks: ['wire.dates', 'snapshots.get'],
    // E7 differs from E6 under the same version.
    also: ['versions.change-with-record'],
    begin: texts('E7', 'member_snapshot.events[].date', (day) => day.replaceAll('-', '/')),
  },
  'wire-leap-day-lost': {
    description: 'a signature of 29 February is given as the 30th',
    when: 'a coverage signed on a leap day',
    breaks: ['wire.dates', 'snapshots.echo'],
    // What is stored wrong is read back wrong.
    also: ['snapshots.get'],
    begin: texts('E6 E7', 'member_snapshot.coverages[].signature_date', (day) => day.replace(/-02-29$/, '-02-30')),
  },
  'wire-open-end-refused': {
    description: 'a coverage without an end is refused',
    breaks: ['wire.open-ended'],
    // Nothing that is tried with the ends as they are gets through.
    also: ['snapshots.plan-forms'],
    begin: refusing('E6', (request) => someText(sentBody(request), (text) => text === openEnd)),
  },
  'wire-open-end-dropped': {
    description: 'the end of an open-ended coverage comes back as null',
    breaks: ['wire.open-ended', 'snapshots.echo'],
    // What is stored wrong is read back wrong.
    also: ['snapshots.get'],
    begin: members('E6 E7', endOfMember, (day) => (day === openEnd ? null : day)),
  },
  'wire-other-prefix': {
    description: 'a snapshot is read below another prefix than /api/v1',
    breaks: ['wire.path-prefix', 'snapshots.get'],
    begin: failing('E7', 404, ({ status }) => status !== 401),
  },
  'wire-fails-on-astral-text': {
    description: 'a snapshot is answered with 500',
    when: 'text outside the basic multilingual plane',
    breaks: ['wire.no-server-error'],
    begin: failing('E6', 500, (answer, request) => isSuccess(answer) && someText(sentBody(request), isAstral)),
  },
  'wire-fails-after-replacement': {
    description: 'reading a snapshot is answered with 500',
    when: 'a snapshot that was replaced',
    breaks: ['wire.no-server-error', 'snapshots.get'],
    begin: failing('E7', 500, ({ text }) => text.includes('"replaced_by":"')),
  },
  'wire-edit-never-answered': {
    description: 'an edit is never answered',
    when: 'an edit to a leap day',
    breaks: ['wire.answers'],
    answerMs: 1_000,
    begin: answers('E4', (answer, request) =>
      isSuccess(answer) && isOfLeapDay(request) ? { ...answer, delivery: 'never' } : answer,
    ),
  },
  'wire-create-torn': {
    description: 'the answer to a create breaks off in the middle of its body',
    when: 'every fourth decision',
    breaks: ['wire.answers'],
    begin: everyNth(
      4,
      'E3',
      answers('E3', (answer) => ({ ...answer, delivery: 'torn' })),
    ),
  },
  'wire-create-closed': {
    description: 'a create is not answered, and its connection closed',
    when: 'a snapshot with a coverage signed on a leap day',
    breaks: ['wire.answers'],
    begin: answers('E6', (answer, request) =>
      isSuccess(answer) && isSignedOnLeapDay(request) ? { ...answer, delivery: 'closed' } : answer,
    ),
  },
});
