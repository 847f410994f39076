import { malformedInputs, malformedRequests, type MalformedInput } from '../generators/index.ts';
import { type EndpointId, endpointIds, endpoints, isObject, objectOf, sameId } from '../spec/index.ts';
import { isRefusal, isSuccess, type AnsweredExchange, type Exchange } from '../target/exchange.ts';
import type { Query } from './engine/api.ts';
import type { Check } from './engine/check.ts';
import { isFrugal, profileOf } from './engine/plan.ts';
import { fitting } from './engine/budget.ts';
import { allRefused } from './fixtures/invalid-requests.ts';
import { answerOf, memberAt } from './engine/assertions.ts';
import { part } from './engine/definition.ts';
import { leftOutOfHealth } from './profiles.ts';
import { Undecided } from './engine/verdicts.ts';
import { nothingCameLater } from './checks/late-looks.ts';
import { refusedLeaveNothing } from './checks/refused-creates.ts';
import { groupId, isUnknownId, unknownId, remedyForGroup } from './fixtures/own-groups.ts';
import { scratchGroupId } from './fixtures/other-groups.ts';
import { isThere, listGroups } from './fixtures/asking-again.ts';
import { askedOf, requestFor, sendMalformed, soundBodies } from './fixtures/requests.ts';

const withBodies = endpointIds.filter((id) => endpoints[id].request !== undefined);

/** The creates that have an id in their path. */
const creates: readonly EndpointId[] = ['E3', 'E6'];

/** Texts sent in place of an identifier; encoded, so that each stays one segment of the path. */
const noUuids = ['not-a-uuid', '1', "' OR 1=1", '..%', 'null', 'ä', 'a'.repeat(300)] as const;

const cutShort = '00000000-0000-0000-0000-00000000000';

/** Such a text, or the length of a long one. */
const shown = (text: string): string => (text.length > 40 ? `${text.length} letters` : text);

/** Records of another kind, by the endpoint that is asked for one: the request that names it, and how. */
const otherKinds: Partial<Record<EndpointId, { of: EndpointId; name: string; rule: string }>> = {
  E5: { of: 'E7', name: 'snapshot_id', rule: 'the id of a snapshot' },
  E7: { of: 'E8', name: 'employee_id', rule: 'the id of an employee' },
  E8: { of: 'E7', name: 'snapshot_id', rule: 'the id of a snapshot' },
};

async function unknownIds(check: Check): Promise<void> {
  const { api, session } = check;
  // The bodies are about new people: a service may refuse people that it knows from another group.
  const sounds = new Map(creates.map((endpoint) => [endpoint, soundBodies(check, endpoint)]));
  const send = async (
    endpoint: EndpointId,
    name: string,
    value: string,
    query: Query = {},
  ): Promise<AnsweredExchange> => {
    const call = await requestFor(session, endpoint, 'known');
    const json = (await sounds.get(endpoint)?.(false)) ?? call.json;
    return api.call(endpoint, { ...call, json, query, path: { ...call.path, [name]: value } });
  };
  /**
   * For what is read, the known id with a letter after it, and its beginning: patterns without an end find them.
   * Otherwise a UUID cut short.
   */
  const almostUuids = async (
    endpoint: EndpointId,
    name: string,
  ): Promise<readonly { rule: string; text: string }[]> => {
    const isRead = endpoints[endpoint].method === 'GET';
    const known = isRead ? (await requestFor(session, endpoint, 'known')).path?.[name] : undefined;
    if (known === undefined || isUnknownId(known)) return [{ rule: `${cutShort} for ${name}`, text: cutShort }];
    return [
      { rule: `the known id and an x for ${name}`, text: `${known}x` },
      { rule: `the first 8 characters of the known id for ${name}`, text: known.slice(0, 8) },
    ];
  };
  const ofAnotherKind = async (endpoint: EndpointId): Promise<readonly { rule: string; text: string }[]> => {
    const other = otherKinds[endpoint];
    if (other === undefined) return [];
    const { of, name, rule } = other;
    const text = (await requestFor(session, of, 'known')).path?.[name];
    const own = Object.values((await requestFor(session, endpoint, 'known')).path ?? {});
    // A service may use one id for both.
    const isOwn = text === undefined || isUnknownId(text) || own.some((id) => sameId(id, text));
    return isOwn ? [] : [{ rule, text }];
  };
  const ids = askedOf(session).flatMap((endpoint) =>
    endpoints[endpoint].pathParameters.map((name, at) => ({ endpoint, name, isVersion: at > 0 })),
  );
  const requests = ids.map(async ({ endpoint, name, isVersion }) => {
    // It is open whether an edit of an outdated version is accepted; if it is, so is any other text in its place.
    if (isVersion && !isRefusal(await send(endpoint, name, unknownId(name)))) return [];
    const text = unknownId(name);
    const unknown = isVersion ? [] : [{ rule: 'an unknown UUID', text }];
    const withQuery = {
      E5: { rule: 'an unknown UUID and a filter', text, query: { renewal_date: 'Sat, 01 Jan 2022 00:00:00 GMT' } },
      E8: { rule: 'an unknown UUID and a page', text, query: { offset: '0', page_size: '20' } },
    };
    const sent: readonly { rule: string; text: string; query?: Query }[] = [
      ...unknown,
      ...(endpoint === 'E5' || endpoint === 'E8' ? [withQuery[endpoint]] : []),
      ...noUuids.map((text) => ({ rule: `${shown(text)} for ${name}`, text })),
      ...(await almostUuids(endpoint, name)),
      ...(await ofAnotherKind(endpoint)),
    ];
    return sent.map(({ rule, text, query }) => ({
      rule,
      place: endpoint,
      send: () => send(endpoint, name, text, query),
    }));
  });
  await allRefused(check, (await Promise.all(requests)).flat());
}

/** The malformed inputs of a requirement, for each endpoint that takes a body. */
function inputsOf({ id, session }: Check): readonly { endpoint: EndpointId; input: MalformedInput }[] {
  const own = malformedInputs.filter(({ requirement }) => requirement === id);
  const all = withBodies.map((endpoint) => own.map((input) => ({ endpoint, input })));
  // A brisk run sends each of them to every other endpoint.
  const isBrisk = profileOf(session).effort === 'brisk';
  return all.flatMap((of, at) => of.filter((_, index) => !isBrisk || (at + index) % 2 === 0));
}

const soundByEndpoint = (check: Check) =>
  new Map(withBodies.map((endpoint) => [endpoint, soundBodies(check, endpoint)]));

async function malformedJson(check: Check): Promise<void> {
  const sound = soundByEndpoint(check);
  const requests = inputsOf(check).map(({ endpoint, input: { name, bodyOf, contentType } }) => ({
    rule: name,
    place: endpoint,
    async send() {
      const body = bodyOf(objectOf(await sound.get(endpoint)?.(false)));
      return sendMalformed(check, endpoint, { body, contentType });
    },
  }));
  await allRefused(check, requests);
}

/**
 * Asserts that a target survives a request that is too much for it, or that is not HTTP, and does not answer it with a
 * 5xx.
 *
 * @param before - what was sent just before; absent: nothing that could have taken the target down
 * @throws Undecided when the target was down before, so that none of these requests can be the cause
 */
async function endures(check: Check, name: string, exchange: Exchange, before: string | undefined): Promise<void> {
  const { answer, failure } = exchange;
  const status = answer?.status;
  const isUnreachable = failure?.kind === 'unreachable';
  // A try that was sent and lost is followed by retries, and these cannot connect.
  const wentDown = isUnreachable ? exchange.repeated : failure !== undefined && !(await isThere(check.api));
  if (isUnreachable && !wentDown && before === undefined) check.undecided('blocked', 'the target had gone down before');
  const isGone = wentDown || isUnreachable;
  const gone = wentDown ? 'took the target down' : `found nobody, after ${before}`;
  check.assert(
    memberAt('#status', status ?? failure?.message, { exchange }).satisfies(!isGone && (status ?? 0) < 500, {
      code: isGone ? 'gone' : 'status',
      message: `${name} ${isGone ? gone : `was answered with ${status}`}`,
      expected: 'no 5xx, and a target that goes on',
    }),
  );
}

/** Whether the endpoint answers a sound body with the same 5xx. */
async function failsAnyway(check: Check, endpoint: EndpointId, { answer }: Exchange): Promise<boolean> {
  if (answer === undefined || answer.status < 500) return false;
  const { json } = await requestFor(check.session, endpoint, 'known');
  const sound = { body: JSON.stringify(json), contentType: 'application/json' };
  const again = await sendMalformed(check, endpoint, sound).catch(endOfConnection);
  return again.answer?.status === answer.status;
}

/** Sends bodies and parameters that are too much; once per session, before all else that may take the target down. */
function extremeInputs(check: Check): Promise<void> {
  return check.session.once('extreme inputs', async () => {
    const sound = soundByEndpoint(check);
    let before: string | undefined;
    let isUsed = false;
    for (const { endpoint, input } of fitting(check.session, check.id, inputsOf(check))) {
      const body = input.bodyOf(objectOf(await sound.get(endpoint)?.(isUsed)));
      const sent = sendMalformed(check, endpoint, { body, contentType: input.contentType });
      const exchange: Exchange = await sent.catch(endOfConnection);
      isUsed = isSuccess(exchange);
      const name = `${endpoint} with ${input.name}`;
      // A target may cut the connection of a request that is too much for it, but must not hang.
      check.assert(
        memberAt('#status', exchange.failure?.message, { exchange }).satisfies(exchange.failure?.kind !== 'timeout', {
          code: 'no-answer',
          message: `${name} got no answer`,
          expected: 'an answer, or the end of the connection',
        }),
      );
      // If a sound body gets the same answer, this body is not the cause.
      if (!(await failsAnyway(check, endpoint, exchange))) await endures(check, name, exchange, before);
      before = name;
    }
  });
}

/** The endpoints that receive requests which are not HTTP: one that reads, and one that takes a body. */
const spoiled = ['E1', 'E3'] as const;

async function extremeRequests(check: Check): Promise<void> {
  const { api, session } = check;
  await extremeInputs(check).catch(() => undefined);
  // If the target is down, the cause has been reported already, and what is sent now would not be answered.
  if (!(await isThere(check.api))) check.undecided('blocked', 'the target had gone down before');
  const { baseUrl } = session.plan.target;
  const { host, pathname } = new URL(baseUrl);
  const group = await scratchGroupId(session);
  const authorization = `Authorization: Bearer ${await session.token()}`;
  let before: string | undefined;
  for (const endpoint of spoiled) {
    const { method, path } = endpoints[endpoint];
    const { json } = await requestFor(session, endpoint, 'known');
    const target = `${pathname.replace(/\/$/, '')}${path.replace('{group_id}', group)}`;
    const headers = [authorization, 'Accept: application/json', 'Content-Type: application/json'];
    const body = json === undefined ? '{}' : JSON.stringify(json).replaceAll(/[^\p{ASCII}]/gu, 'x');
    for (const { name, ...wire } of malformedRequests({ method, target, host, headers, body })) {
      await endures(check, `${endpoint} with ${name}`, await api.raw(endpoint, wire), before);
      before = `${endpoint} with ${name}`;
    }
  }
  const after = await listGroups(api);
  check.assert(answerOf(after).status('a success (2xx)', 'after requests that are no HTTP the groups list'));
}

/** The exchange that got no answer, from the error thrown for it. @throws any other error */
function endOfConnection(error: unknown): Exchange {
  if (error instanceof Undecided && error.exchange !== undefined) return error.exchange;
  throw error;
}

async function errorShape({ api, session, observe, undecided }: Check): Promise<void> {
  const observeShape = (topic: string, exchange: AnsweredExchange): void => {
    const { status, headers, json } = exchange.answer;
    const keys = isObject(json) ? ` {${Object.keys(json).toSorted().join(', ')}}` : '';
    const shape = `${status} ${headers['content-type']?.split(';')[0] ?? 'no content type'}${keys}`;
    observe(`${topic}: ${shape}`, { topic, shownBy: () => exchange });
  };
  observeShape('not found', await api.call('E7', { path: { snapshot_id: unknownId('snapshot') } }));
  const { path = {} } = await requestFor(session, 'E8', 'known');
  if (!Object.values(path).some(isUnknownId)) {
    const listed = await api.call('E8', { path, query: { page_size: '0' } });
    // Some services accept it, which shows nothing about how they refuse.
    if (isRefusal(listed)) observeShape('query', listed);
  }
  // The other two are writes that a faulty service might accept.
  if (isFrugal(session)) return;
  const remedy = await remedyForGroup(session);
  if (remedy !== undefined) undecided('blocked', remedy);
  const group = await scratchGroupId(session).catch(() => groupId(session));
  const refused = { validation: { json: { renewal_date: 1 } }, 'malformed JSON': { body: '{' } };
  for (const [topic, sent] of Object.entries(refused))
    observeShape(topic, await api.call('E3', { path: { group_id: group }, ...sent }));
}

/** Requirements of bad input (`spec/documents/7-errors.md`). */
export const input = part(
  'input',
  { needs: ['writes'], stage: 'hostile input' },
  {
    'unknown-id': {
      how: 'Each operation with an id in its path is called with an unknown UUID in place of the first id (E5 also with a filter, E8 for a page), and with texts that are not UUIDs in place of each id, such as `1`, `null`, a quotation mark and 300 letters; for what is read, also with a known id and a letter after it, and with the id of a snapshot in place of a group or employee, or of an employee in place of a snapshot. They are sent in place of a version only if the target refuses an unknown one. All that are not answered with a 4xx are reported in one finding, with one entry for each such text.',
      needs: [],
      footprint: { least: 2, variations: 65 },
      scenario: unknownIds,
    },

    'malformed-json': {
      how: 'Bodies made from a valid one are sent to each of E2, E3, E4 and E6: truncated, empty, blank, not JSON, two objects, text after the object, an array, a string, null or a number at the top, and with the media types of text, forms and XML. All that are not answered with a 4xx are reported in one finding, with one entry for each kind of body.',
      footprint: { least: 1, variations: 63 },
      profiles: leftOutOfHealth.refusedWrites,
      scenario: malformedJson,
    },

    extreme: {
      how: 'Bodies made from a valid one are sent to each of E2, E3, E4 and E6 (nested ten thousand levels deep, texts and unknown members of a megabyte, ten thousand members, lone surrogates, NUL and control characters, bytes that are not UTF-8, every member twice, huge numbers, UTF-16, no media type, an unknown charset). Requests that are not valid HTTP are sent to E1 and E3 over separate sockets (bodies and chunks that end too early; lengths that are negative, given twice or not a number; header lines with a NUL, with a blank in the name, without a colon or of a hundred kilobytes; a blank or wrong percent-encoding in the path; no host). None may be answered with a 5xx. The target may close the connection, but it must not go down, and a request with such a body must not time out. At the end, E1 must succeed.',
      footprint: { least: 29, variations: 71 },
      profiles: leftOutOfHealth.refusedWrites,
      scenario: [extremeInputs, extremeRequests],
    },

    'refused-create-leaves-nothing': {
      how: 'For each documented rule, a snapshot, a decision and a connection that break it are sent: the snapshots for one employee, the decisions on one day and the connections with one group name, which the rest of the run does not use. Valid snapshots and decisions are sent with text after the object and as plain text, and a snapshot of that employee in an unknown group. After that, the lists of the employee, of the day and of the current day must contain only what was answered with a success, and the earlier snapshot of the employee must not be replaced. The groups list, as far as it can be read, must contain no group with that name, and must not grow by one group of any name each time that one of the connections is sent again. If the target accepts one of the broken connections, the groups list is not checked. A valid connection is sent a second time with another group name; if it is refused, there must be no group with that name. If the target accepts one decision a day, a second one is sent too, and there must be no further decision on that day. The employee, the day and the groups list are checked once more at the end of the run.',
      footprint: { least: 22, variations: 152 },
      profiles: leftOutOfHealth.refusedWrites,
      scenario: refusedLeaveNothing,
      atEnd: nothingCameLater,
    },

    'error-shape': {
      how: 'Observed on four requests: a decision with a number as its date, an unknown snapshot, a page size of 0 if that is refused, and truncated JSON. For each, the status, the media type and the top-level members are observed.',
      needs: [],
      scenario: errorShape,
    },
  },
);
