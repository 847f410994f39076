import { arrayOf, isDay, isList, isObject, isUuid, objectOf, type JsonObject } from '../../spec/index.ts';
import { membersAt, parsed, someText } from '../json-values.ts';
import { answerWith, isSuccess, sentBody, withJson, withParameter, type Begin, type ServiceRequest } from './fault.ts';
import { decisionOf, editCurrent, onEdits, replacingRefused, withContentOf } from './observed.ts';
import { breaking, fault, isAt, rewrite, today, writes } from './rewrites.ts';

/** A refused create leaves behind the record of the last good body, changed by what the refused one says. */
function leavingRecords(place: 'E2' | 'E3' | 'E6', remains: (good: JsonObject, refused: JsonObject) => unknown): Begin {
  return rewrite.exchanges(place, async ({ request, answer, serve, memory }) => {
    const sent = sentBody(request);
    if (!isObject(sent)) return answer;
    const { id } = objectOf(sent['employee']);
    const key = typeof id === 'string' ? id : 'any';
    if (isSuccess(answer)) memory.set(key, sent);
    const good = memory.get(key);
    const left = answer.status === 422 && isObject(good) ? remains(good, sent) : undefined;
    if (left !== undefined) await serve(withJson(request, left));
    return answer;
  });
}

/** A refused create of a snapshot or decision is carried out as if it had been sent in another way. */
const carryingOut =
  (otherwise: (request: ServiceRequest) => Partial<ServiceRequest>): Begin =>
  () =>
  async (request, serve) => {
    const answer = await serve(request);
    const isRefused = isAt('E3 E6', request) && (answer.status === 400 || answer.status === 415);
    if (isRefused) await serve({ ...request, ...otherwise(request) });
    return answer;
  };

const noRecords = answerWith(200, {
  meta: { offset: 0, page_num: 1, page_size: 20, total_records: 0 },
  response: [],
});

const takingNoJson = breaking('input.malformed-json');
const leavingSomething = breaking('input.refused-create-leaves-nothing');
const takingUnknown = breaking('input.unknown-id');
const failing = breaking('wire.no-server-error');

/** Violations of how bad input is answered (`spec/documents/7-errors.md`). */
export const inputFaults = {
  'input-unknown-employee-empty': takingUnknown('an unknown employee has an empty list')
    .when('E8 alone')
    // The list of another organization's employee is just as empty: nothing of it is given away.
    .answers('E8', (answer) => (answer.status === 404 ? noRecords : answer)),
  'input-unknown-group-empty': takingUnknown('an unknown group has an empty list')
    .when('a filter')
    .where(({ query }) => query['renewal_date'] !== undefined)
    .answers('E5', (answer) => (answer.status === 404 ? noRecords : answer)),
  'input-id-of-another-kind': takingUnknown('the id of an employee finds the latest snapshot').by(
    (store) => async (request, serve) => {
      const employee = request.place === 'E7' ? store.employees.find(request.path['snapshot_id'] ?? '') : undefined;
      const latest = employee?.latestSnapshot;
      return serve(latest === undefined ? request : withParameter(request, 'snapshot_id', latest));
    },
  ),
  'input-unknown-record-null': takingUnknown('a record that is not there is answered with 200 and null')
    .when('a snapshot, and the decision of an edit')
    // Another organization gets the same for this one's records: nothing of them is given away.
    .also('renewals.record')
    .answers('E4 E7', (answer) => (answer.status === 404 ? answerWith(200, null) : answer)),
  'input-no-uuid-fails': takingUnknown('an identifier that is no UUID is answered with 500')
    .and('wire.no-server-error')
    .when('the id of a snapshot')
    .fails('E7', 500, ({ status }, { path }) => status === 404 && !isUuid(path['snapshot_id'] ?? '')),
  'input-any-version-text': takingUnknown('an edit under a version that is no UUID is made under the current one')
    .when('the text null')
    .by(
      onEdits((exchange) => {
        const { request, answer } = exchange;
        return request.path['version'] === 'null' && answer.status !== 401 ? editCurrent(exchange) : answer;
      }),
    ),
  'input-id-found-in-text': takingUnknown('an identifier is found in a longer text')
    .when('the id of an employee')
    .requests('E8', (request) =>
      withParameter(request, 'employee_id', (request.path['employee_id'] ?? '').replace(/^([\da-f-]{36}).+$/i, '$1')),
    ),
  'input-id-found-by-its-beginning': takingUnknown('an identifier is found by its first characters')
    .when('the id of a snapshot')
    .by((store) => async (request, serve) => {
      const start = request.path['snapshot_id']?.toLowerCase() ?? '';
      const isStart = request.place === 'E7' && start.length >= 8 && !isUuid(start);
      const found = isStart ? store.snapshots.all().find(({ id }) => id.startsWith(start)) : undefined;
      return serve(found === undefined ? request : withParameter(request, 'snapshot_id', found.id));
    }),
  'input-refused-snapshot-replaces': leavingSomething('a refused snapshot replaces the one before')
    .when('a body that breaks a rule')
    .also('snapshots.replaced-by', 'versions.change-with-record')
    .by(replacingRefused(422)),
  'input-edit-without-body-taken': takingNoJson('a body may be missing')
    .when('an edit, which then changes nothing but the version')
    .by((store) => async (request, serve) => {
      const decision = request.body.length === 0 ? decisionOf({ request, store }) : undefined;
      return serve(decision === undefined ? request : withContentOf(request, decision));
    }),
  'input-any-media-type': takingNoJson('a body is read as JSON whatever its media type')
    .when('text/plain')
    .where(({ headers }) => headers['content-type'] === 'text/plain')
    .requests(writes, (request) => ({
      ...request,
      headers: { ...request.headers, 'content-type': 'application/json' },
    })),
  'input-text-unwrapped': takingNoJson('an object is taken out of a text that holds it')
    .when('a string with the object as JSON')
    .requests(writes, (request) => {
      const sent = sentBody(request);
      const held = typeof sent === 'string' ? parsed(sent) : undefined;
      return isObject(held) ? withJson(request, held) : undefined;
    }),
  'input-array-unwrapped': takingNoJson('an array of one object is taken for the object')
    .when('an array with one item')
    .requests('E2', (request) => {
      const sent = sentBody(request);
      return Array.isArray(sent) && sent.length === 1 ? withJson(request, sent[0]) : undefined;
    }),
  'input-rest-ignored': takingNoJson('what follows the first JSON object is ignored')
    .when('two objects in a row, at E6')
    .requests('E6', (request) => {
      const text = request.body.toString('utf8');
      const half = text.slice(0, text.length / 2);
      return half + half === text && parsed(half) !== undefined ? { ...request, body: Buffer.from(half) } : undefined;
    }),
  'input-tail-ignored': takingNoJson('what follows the JSON object is ignored')
    .when('text, at E2')
    .requests('E2', (request) => {
      const text = request.body.toString('utf8');
      const object = text.slice(0, text.lastIndexOf('}') + 1);
      return object !== text && isObject(parsed(object)) ? { ...request, body: Buffer.from(object) } : undefined;
    }),
  'input-nul-fails': fault('input.extreme', 'a NUL character is answered with 500')
    .and('wire.no-server-error')
    .crashes(writes, (request) => someText(sentBody(request), (text) => text.includes('\u0000'))),
  'input-nesting-fails': fault('input.extreme', 'a deeply nested body is answered with 500')
    .and('wire.no-server-error')
    .when('more than a thousand levels')
    .crashes(writes, ({ body }) => body.includes('['.repeat(1000))),
  'input-large-body-fails': fault('input.extreme', 'a large body is answered with 500')
    .and('wire.no-server-error')
    .when('more than a megabyte, at E6')
    .crashes('E6', ({ body }) => body.length > 1024 * 1024),
  'input-null-fails': failing('a snapshot without a person is answered with 500')
    .when('null for the employee')
    .crashes(writes, (request) => objectOf(sentBody(request))['employee'] === null),
  'input-missing-member-fails': failing('a connection that lacks a member is answered with 500')
    .when('no data of the group')
    .crashes('E2', (request) => {
      const body = sentBody(request);
      return isObject(body) && !Object.hasOwn(body, 'group_data');
    }),
  'input-null-item-fails': failing('a decision with null among its carriers is answered with 500').crashes(
    'E3',
    (request) => membersAt(sentBody(request), 'body.carriers[]').some(([, one]) => one === null),
  ),
  'input-refused-snapshot-kept': leavingSomething('a refused snapshot leaves one behind')
    .when('an employee with snapshots already')
    .by(leavingRecords('E6', (good) => good)),
  'input-tail-refused-and-kept': leavingSomething('a body with text after the object is refused, and carried out').by(
    carryingOut(({ body }) => {
      const text = body.toString('utf8');
      return { body: Buffer.from(text.slice(0, text.lastIndexOf('}') + 1)) };
    }),
  ),
  'input-media-type-refused-and-kept': leavingSomething('a body of another media type is refused, and carried out').by(
    carryingOut(({ headers }) => ({ headers: { ...headers, 'content-type': 'application/json' } })),
  ),
  'input-snapshot-of-unknown-group-kept': leavingSomething('a snapshot in an unknown group is refused, and kept')
    .when('an employee that is known')
    .by((store) => async (request, serve) => {
      const answer = await serve(request);
      const { id } = objectOf(objectOf(sentBody(request))['employee']);
      const isUnknown = request.place === 'E6' && answer.status === 404 && typeof id === 'string';
      const employee = isUnknown ? store.employees.find(id) : undefined;
      if (employee !== undefined) await serve(withParameter(request, 'group_id', employee.groupId));
      return answer;
    }),
  'input-refused-decision-kept-today': leavingSomething('a refused decision leaves one behind for today')
    .when('the date of a decision is wrong')
    .by(
      leavingRecords('E3', (good, refused) =>
        isDay(String(refused['renewal_date'])) ? undefined : { ...good, renewal_date: today() },
      ),
    ),
  'input-refused-decision-kept': leavingSomething('a refused decision leaves one behind for its day')
    .when('the carriers of a decision are wrong')
    .by(
      leavingRecords('E3', (good, refused) =>
        isDay(String(refused['renewal_date'])) ? { ...good, renewal_date: refused['renewal_date'] } : undefined,
      ),
    ),
  'input-refused-decision-kept-in-part': leavingSomething('a refused decision leaves one with its first carrier')
    .when('a wrong second carrier')
    .by(
      leavingRecords('E3', (_good, refused) => {
        const carriers = arrayOf(objectOf(refused['body'])['carriers']);
        return carriers.length > 1 ? { ...refused, body: { carriers: carriers.slice(0, 1) } } : undefined;
      }),
    ),
  'input-refused-decision-kept-by-line': leavingSomething('a refused decision leaves one with its medical line')
    .when('wrong plans of the dental line alone')
    .by(
      leavingRecords('E3', (_good, refused) => {
        const [carrier] = arrayOf(objectOf(refused['body'])['carriers']).map(objectOf);
        const { medical, dental } = objectOf(carrier?.['lines_of_coverage']);
        const isWrong = medical !== undefined && dental !== undefined && !isList(objectOf(dental)['plans']);
        return isWrong
          ? { ...refused, body: { carriers: [{ ...carrier, lines_of_coverage: { medical } }] } }
          : undefined;
      }),
    ),
  'input-second-decision-kept': leavingSomething('a second decision of a day is refused, and kept').exchanges(
    'E3',
    ({ request, answer, memory }) => {
      const { renewal_date: day } = objectOf(sentBody(request));
      const key = `${request.path['group_id']} ${String(day)}`;
      if (isSuccess(answer) && memory.has(key)) return answerWith(409, { error: 'conflict' });
      if (isSuccess(answer)) memory.set(key, true);
      return answer;
    },
  ),
  'input-second-connection-kept': leavingSomething('a second connection of an employer is refused, and its group made')
    .when('an employer number that another one had')
    .exchanges('E2', ({ request, answer, memory }) => {
      const { federal_ein: number } = objectOf(sentBody(request));
      const isSecond = isSuccess(answer) && memory.has(number);
      memory.set(number, true);
      return isSecond ? answerWith(409, { error: 'conflict' }) : answer;
    }),
  'input-refused-connection-kept': leavingSomething('a refused connection makes its group all the same')
    .when('the carrier of a connection is wrong')
    .by(
      leavingRecords('E2', (good, refused) => {
        const { group_name: name } = objectOf(refused['group_data']);
        return typeof name === 'string' ? { ...good, group_data: refused['group_data'] } : undefined;
      }),
    ),
  'input-refused-connection-nameless': leavingSomething('a refused connection makes a group of another name')
    .when('any connection that breaks a rule')
    .by(leavingRecords('E2', (good) => good)),
};
