import { isObject, objectOf, openEnd } from '../../spec/index.ts';
import { change, membersAt, someText } from '../json-values.ts';
import { answerWith, isSuccess, sentBody, type ServiceAnswer, type ServiceRequest } from './fault.ts';
import { breaking, everywhere, fault } from './rewrites.ts';

const withContentType = (answer: ServiceAnswer, type: string): ServiceAnswer => ({
  ...answer,
  headers: { ...answer.headers, 'content-type': type },
});

const withoutEnd = (answer: ServiceAnswer): ServiceAnswer => ({ ...answer, text: answer.text.trimEnd().slice(0, -1) });

const endOfMember = 'member_snapshot.coverages[].enrolled_members[].effective_end_date';

const isAstral = (text: string): boolean => /[\u{10000}-\u{10FFFF}]/u.test(text);

const isWestern = (text: string): boolean => /[\u0080-\u00ff]/.test(text) && !/[\u0100-\uffff]/.test(text);

/** Whether it is a snapshot of an employee to whom the service has to assign an identifier. */
const isUnidentified = (request: ServiceRequest): boolean => {
  const { employee } = objectOf(sentBody(request));
  return isObject(employee) && employee['id'] === undefined;
};

/** Whether one of the days at a path of the request body is a leap day. */
const hasLeapDay = (path: string) => (request: ServiceRequest) =>
  membersAt(sentBody(request), path).some(([, day]) => String(day).endsWith('-02-29'));

const noJson = breaking('wire.json');
const wrongDate = breaking('wire.dates');
const failing = breaking('wire.no-server-error');

/** Violations of what holds for every exchange (`spec/documents/1-service.md`). */
export const wireFaults = {
  'wire-plain-text': noJson('connections are answered as text/plain').answers('E2', (answer) =>
    withContentType(answer, 'text/plain'),
  ),
  'wire-html-refusal': noJson('a 401 is declared as HTML')
    .when('the 401 of E5 alone')
    .answers('E5', (answer) => (answer.status === 401 ? withContentType(answer, 'text/html') : answer)),
  'wire-cut-short': noJson('a body ends before its last brace')
    .when('one connection in twenty')
    .every(20)
    .successes('E2', withoutEnd),
  'wire-text-json': noJson('an edit is answered as text/json')
    .when('E4 alone')
    .answers('E4', (answer) => withContentType(answer, 'text/json')),
  'wire-page-cut-short': noJson('a page of snapshots ends before its last brace')
    .when('a page after the first')
    .where(({ query }) => Number(query['offset'] ?? 0) > 0)
    .successes('E8', withoutEnd),
  'wire-snapshot-cut-short': noJson('a new snapshot ends before its last brace')
    .when('one snapshot in twenty')
    .every(20)
    .successes('E6', withoutEnd),
  'wire-latin-1': noJson('a snapshot that is read comes in Latin-1')
    .when('one that has accents, and no text beyond Western Europe')
    .successes('E7', (answer) => (isWestern(answer.text) ? { ...answer, delivery: 'latin1' } : answer)),
  'wire-xml-for-any-client': noJson('groups are declared as XML')
    .when('a request that does not ask for JSON')
    .where(({ headers }) => !headers['accept']?.includes('json'))
    .answers('E1', (answer) => withContentType(answer, 'application/xml')),
  'wire-organization-number': fault('wire.identifiers', 'the organization of a group is a number')
    .and('groups.record')
    // A connection has the right id of the organization.
    .also('groups.own-organization')
    .set('E1', 'organization_id', '4711'),
  'wire-replacement-named': fault('wire.identifiers', 'replaced_by is a name instead of a UUID')
    .when('a snapshot that was replaced')
    .also('snapshots.replaced-by')
    .texts('E7', 'replaced_by', (id) => `snapshot-${id}`),
  'wire-assigned-id-bare': fault('wire.identifiers', 'the identifier of an employee has no hyphens')
    .when('a snapshot without employee.id')
    .and('snapshots.record')
    // Nothing is found under that identifier.
    .also('snapshots.get', 'snapshots.list')
    .where(isUnidentified)
    .texts('E6', 'employee_id', (id) => id.replaceAll('-', '')),
  'wire-modified-fraction': fault('wire.timestamps', 'modified has a fraction')
    .and('connections.record')
    .members('E2', 'modified', (time) => Number(time) + 0.5),
  'wire-modified-text': fault('wire.timestamps', 'modified is text')
    .and('renewals.record')
    .when('the answer to an edit')
    .members('E4', 'modified', String),
  'wire-created-text': fault('wire.timestamps', 'created is text in the list of snapshots')
    .when('the third record of a page')
    .nth('E8', 2, (record) => change(record, 'created', String)),
  'wire-modified-before-created': fault(
    'wire.timestamps-ordered',
    'a connection was modified before it was created',
  ).records('E2', (record) => ({ ...record, modified: Number(record['created']) - 1 })),
  'wire-date-with-slashes': wrongDate('the days of events come back with slashes')
    .and('snapshots.get')
    .texts('E7', 'member_snapshot.events[].date', (day) => day.replaceAll('-', '/')),
  'wire-enrollment-end-unpadded': wrongDate('the end of open enrollment comes back without the zero of its day')
    .and('renewals.echo')
    .when('the answer to a create, and one of the first nine days of a month')
    .texts('E3', 'body.carriers[].lines_of_coverage.medical.open_enrollment_end_date', (day) =>
      day.replace(/-0(\d)$/, '-$1'),
    ),
  'wire-leap-day-lost': wrongDate('a signature of 29 February is given as the 30th')
    .and('snapshots.echo')
    .when('a coverage signed on a leap day')
    .texts('E6 E7', 'member_snapshot.coverages[].signature_date', (day) => day.replace(/-02-29$/, '-02-30')),
  'wire-open-end-refused': fault('wire.open-ended', 'a coverage without an end is refused')
    // Nothing that keeps the open ends is accepted.
    .also('snapshots.plan-forms')
    .refuses('E6', (request) => someText(sentBody(request), (text) => text === openEnd)),
  'wire-open-end-dropped': fault('wire.open-ended', 'the end of an open-ended coverage comes back as null')
    .and('snapshots.echo')
    .members('E6 E7', endOfMember, (day) => (day === openEnd ? null : day)),
  'wire-later-open-ends-dropped': fault('wire.open-ended', 'the end of an open-ended coverage comes back as null')
    .and('snapshots.echo')
    .when('the answer to a create, from the third snapshot of an employee on')
    .also('versions.change-with-record')
    .records('E6', (record, { memory }) =>
      memory.count(record['employee_id']) < 3
        ? record
        : change(record, endOfMember, (day) => (day === openEnd ? null : day)),
    ),
  'wire-other-prefix': fault('wire.path-prefix', 'a snapshot is read below another prefix than /api/v1')
    .and('snapshots.get')
    .fails('E7', 404, ({ status }) => status !== 401),
  'wire-fails-on-astral-text': fault('wire.no-server-error', 'a snapshot is answered with 500')
    .when('text outside the basic multilingual plane')
    .fails('E6', 500, (answer, request) => isSuccess(answer) && someText(sentBody(request), isAstral)),
  'wire-fails-on-dependent-twice': fault('wire.no-server-error', 'a snapshot is answered with 500')
    .when('two dependents with one id')
    .fails('E6', 500, ({ status }, request) => {
      const ids = membersAt(sentBody(request), 'dependents[].id').map(([, id]) => id);
      return status === 422 && new Set(ids).size < ids.length;
    }),
  'wire-fails-on-large-number': fault('wire.no-server-error', 'a snapshot is answered with 500')
    .when('a number of more than 64 bits')
    .also('input.extreme')
    .crashes('E6', ({ body }) => /[:,[]\d{20}/.test(body.toString())),
  'wire-fails-after-replacement': fault('wire.no-server-error', 'reading a snapshot is answered with 500')
    .and('snapshots.get')
    .when('a snapshot that was replaced')
    .fails('E7', 500, ({ text }) => text.includes('"replaced_by":"')),
  'wire-fails-on-parameter-twice': failing('a list is answered with 500')
    .when('a parameter that is given twice')
    .crashes('E5 E8', ({ url, query }) => url.split('=').length > Object.keys(query).length + 1),
  'wire-fails-on-bad-percent': failing('an address is answered with 500')
    .and('input.extreme')
    .when('a percent sign without two digits after it')
    .by(() => async (request, serve) => (/%(?![\da-f]{2})/i.test(request.url) ? answerWith(500) : serve(request))),
  'wire-fails-on-nul-in-filter': failing('a list is answered with 500')
    .when('a filter with NUL')
    .crashes('E5', ({ query }) => Object.values(query).some((text) => text.includes('\0'))),
  'wire-fails-on-nul-in-path': failing('a record is answered with 500')
    .when('an id with NUL')
    .crashes(everywhere, ({ path }) => Object.values(path).some((id) => id.includes('\0'))),
  'wire-fails-on-early-filter': failing('a list is answered with 500')
    .when('a filter before 1970')
    .also('renewals.filter-date')
    .crashes('E5', ({ query }) => Object.values(query).some((text) => Date.parse(text) < 0)),
  'wire-fails-on-large-offset': failing('a list is answered with 500')
    .when('an offset of more than 32 bits, at E1 and E5')
    .crashes('E1 E5', ({ query }) => Number(query['offset']) >= 2 ** 32),
  'wire-fails-on-long-address': failing('a request is answered with 500')
    .when('an address of more than four kilobytes')
    .crashes(everywhere, ({ url }) => url.length > 4096),
  'wire-fails-on-first-year': failing('a snapshot is answered with 500')
    .when('a birth in the first century')
    .crashes('E6', (request) =>
      membersAt(sentBody(request), 'employee.person.date_of_birth').some(([, day]) => String(day).startsWith('00')),
    ),
  'wire-fails-on-null-line': failing('a decision is answered with 500')
    .when('null for a line of coverage')
    .crashes('E3 E4', (request) =>
      membersAt(sentBody(request), 'body.carriers[].lines_of_coverage.*').some(([, line]) => line === null),
    ),
  'wire-fails-on-null-claims': failing('a token is answered with 500')
    .when('claims that are null')
    .fails(everywhere, 500, ({ status }, { headers }) => {
      const claims = headers['authorization']?.split('.')[1] ?? '';
      return status === 401 && Buffer.from(claims, 'base64url').toString() === 'null';
    }),
  'wire-edit-never-answered': fault('wire.answers', 'an edit is never answered')
    .when('an edit to a leap day')
    .proof({ answerMs: 1_000 })
    .where(hasLeapDay('renewal_date'))
    .delivery('E4', 'never'),
  'wire-create-torn': fault('wire.answers', 'the answer to a create breaks off in the middle of its body')
    .when('every fourth decision')
    .every(4)
    .delivery('E3', 'torn'),
  'wire-create-closed': fault('wire.answers', 'a create is not answered, and its connection closed')
    .when('a snapshot with a coverage signed on a leap day')
    .where(hasLeapDay('coverages[].signature_date'))
    .delivery('E6', 'closed'),
};
