import { isDeepStrictEqual } from 'node:util';
import {
  httpDate,
  invalidBodies,
  malformedInputs,
  malformedRequests,
  type MalformedInput,
} from '../generators/index.ts';
import {
  type EndpointId,
  endpointIds,
  endpoints,
  idKey,
  isObject,
  type JsonObject,
  objectOf,
  sameId,
} from '../spec/index.ts';
import { isRefusal, isSuccess, type AnsweredExchange, type Exchange } from '../target/exchange.ts';
import type { Api } from './engine/api.ts';
import type { Check } from './engine/check.ts';
import { isFrugal, profileOf } from './engine/plan.ts';
import { fitting } from './engine/time-left.ts';
import { allRefused } from './fixtures/invalid-requests.ts';
import { answerOf, memberAt } from './engine/assertions.ts';
import { part } from './engine/definition.ts';
import { leftOutOfHealth } from './profiles.ts';
import { Undecided } from './engine/verdicts.ts';
import { connectionBase, decisionBase } from './fixtures/taken-bodies.ts';
import { isOnePerDay } from './fixtures/renewal-days.ts';
import { walkDecisions, type DecisionWalk } from './fixtures/decision-lists.ts';
import { decisionOf, decisionOn, ownDays } from './fixtures/decision-records.ts';
import { createEmployee, idsOf, listSnapshots, snapshotBody, unaccountedFor } from './fixtures/employee-records.ts';
import { groupId, isUnknownId, unknownId, findGroup, remedyForGroup, type GroupSearch } from './fixtures/own-groups.ts';
import { scratchGroupId } from './fixtures/other-groups.ts';
import { isThere, listGroups } from './fixtures/asking-again.ts';
import { askedOf, requestFor, sendMalformed } from './fixtures/requests.ts';
import { carrierIdsOf } from './rules/decision-content.ts';
import { pageOf, totalIn } from './rules/pages.ts';
import { numberOf } from './rules/reading.ts';

const withBodies = endpointIds.filter((id) => endpoints[id].request !== undefined);

/** Texts in place of an identifier; encoded, so that each stays one segment of the path. */
const noUuids = [
  'not-a-uuid',
  '1',
  '00000000-0000-0000-0000-00000000000',
  "' OR 1=1",
  '%',
  'null',
  'ä',
  'a'.repeat(300),
] as const;

/** Such a text, or the length of a long one. */
const shown = (text: string): string => (text.length > 40 ? `${text.length} letters` : text);

async function unknownIds(check: Check): Promise<void> {
  const { api, session } = check;
  const send = async (endpoint: EndpointId, name: string, value: string): Promise<AnsweredExchange> => {
    const call = await requestFor(session, endpoint, 'known');
    return api.call(endpoint, { ...call, path: { ...call.path, [name]: value } });
  };
  const ids = askedOf(session).flatMap((endpoint) =>
    endpoints[endpoint].pathParameters.map((name, at) => ({ endpoint, name, isVersion: at > 0 })),
  );
  const requests = ids.map(async ({ endpoint, name, isVersion }) => {
    // Whether an edit of a version that is not current is taken is open, and so is any other text for it then.
    if (isVersion && !isRefusal(await send(endpoint, name, unknownId(name)))) return [];
    const texts = noUuids.map((text) => [`${shown(text)} for ${name}`, text] as const);
    const unknown = isVersion ? [] : [['an unknown UUID', unknownId(name)] as const];
    return [...unknown, ...texts].map(([rule, text]) => ({
      rule,
      place: endpoint,
      send: () => send(endpoint, name, text),
    }));
  });
  await allRefused(check, (await Promise.all(requests)).flat());
}

/** The malformed inputs of a requirement, made from a sound body of each endpoint that takes one. */
async function inputsOf({ id, session }: Check): Promise<readonly { endpoint: EndpointId; input: MalformedInput }[]> {
  const perEndpoint = await Promise.all(
    withBodies.map(async (endpoint) => {
      const { json } = await requestFor(session, endpoint, 'known');
      return malformedInputs(objectOf(json)).map((input) => ({ endpoint, input }));
    }),
  );
  const all = perEndpoint.map((of) => of.filter(({ input }) => input.requirement === id));
  // A brisk run sends each of them to every other endpoint.
  const isBrisk = profileOf(session).effort === 'brisk';
  return all.flatMap((of, at) => of.filter((_, index) => !isBrisk || (at + index) % 2 === 0));
}

async function malformedJson(check: Check): Promise<void> {
  const requests = (await inputsOf(check)).map(({ endpoint, input }) => ({
    rule: input.name,
    place: endpoint,
    send: () => sendMalformed(check, endpoint, input),
  }));
  await allRefused(check, requests);
}

/**
 * What a target may answer to what is too much for it, or is no HTTP: no 5xx; and it goes on.
 *
 * @param before - what was sent just before; absent: nothing that could have taken the target down
 * @throws Undecided when the target was down before, so that none of these requests can be the cause
 */
async function endures(check: Check, name: string, exchange: Exchange, before: string | undefined): Promise<void> {
  const { answer, failure } = exchange;
  const status = answer?.status;
  const isUnreachable = failure?.kind === 'unreachable';
  // A try that was sent and lost is followed by others, and these find nobody.
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

/** Whether the endpoint answers with the same 5xx where the body is sound. */
async function failsAnyway(check: Check, endpoint: EndpointId, { answer }: Exchange): Promise<boolean> {
  if (answer === undefined || answer.status < 500) return false;
  const { json } = await requestFor(check.session, endpoint, 'known');
  const sound = { body: JSON.stringify(json), contentType: 'application/json' };
  const again = await sendMalformed(check, endpoint, sound).catch(endOfConnection);
  return again.answer?.status === answer.status;
}

/** Bodies and parameters that are too much; once for a session, and before anything else that may take the target down. */
function extremeInputs(check: Check): Promise<void> {
  return check.session.once('extreme inputs', async () => {
    let before: string | undefined;
    for (const { endpoint, input } of fitting(check.session, check.id, await inputsOf(check))) {
      const exchange: Exchange = await sendMalformed(check, endpoint, input).catch(endOfConnection);
      const name = `${endpoint} with ${input.name}`;
      // A target may cut the connection of a request that is too much for it, but not hang.
      check.assert(
        memberAt('#status', exchange.failure?.message, { exchange }).satisfies(exchange.failure?.kind !== 'timeout', {
          code: 'no-answer',
          message: `${name} got no answer`,
          expected: 'an answer, or the end of the connection',
        }),
      );
      // What it answers to a sound body as well is not the fault of this one.
      if (!(await failsAnyway(check, endpoint, exchange))) await endures(check, name, exchange, before);
      before = name;
    }
  });
}

/** The endpoints that requests which are no HTTP are sent to: one that reads, and one that takes a body. */
const spoiled = ['E1', 'E3'] as const;

async function extremeRequests(check: Check): Promise<void> {
  const { api, session } = check;
  await extremeInputs(check).catch(() => undefined);
  // What took it down is reported already: what is sent now would not be answered.
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

/** The exchange that got no answer. */
function endOfConnection(error: unknown): Exchange {
  if (error instanceof Undecided && error.exchange !== undefined) return error.exchange;
  throw error;
}

/** All of them, or every fourth where a run is to be brisk: each of them is refused by the check of its own requirement. */
function someOf<T>({ id, session }: Check, bodies: readonly T[]): readonly T[] {
  const isBrisk = profileOf(session).effort === 'brisk';
  return fitting(session, id, isBrisk ? bodies.filter((_, index) => index % 4 === 0) : bodies);
}

function noFurtherDecision(
  { assert }: Check,
  appeared: readonly JsonObject[],
  sent: readonly AnsweredExchange[],
  { exchanges }: DecisionWalk,
): void {
  const ids = appeared.map(({ id }) => id);
  const earlier = [...sent, ...exchanges.slice(-1)];
  assert(
    memberAt('/response', ids, { earlier }).satisfies(ids.length === 0, {
      code: 'listed',
      message: `listed although refused: ${numberOf(ids.length, 'decision')}`,
      expected: 'no further decision',
    }),
  );
}

/** Refused creates that are sent again at most to find one that leaves something. */
const mostSentAgain = 60;

/**
 * The first of the refused creates that leaves a record: each is sent again alone, until there is one record more.
 *
 * @param count - of the records that are there now
 */
async function leavingRecord(api: Api, refused: readonly AnsweredExchange[], count: () => Promise<number>) {
  for (const { request } of refused.slice(0, mostSentAgain)) {
    const before = await count();
    const { endpoint, pathParameters: path, json } = request;
    if (endpoint === 'token') continue;
    const again = await api.call(endpoint, { path, json });
    if (!isSuccess(again) && (await count()) > before) return again;
  }
  return undefined;
}

const refusedOf = (sent: readonly AnsweredExchange[]): readonly AnsweredExchange[] =>
  sent.filter((exchange) => !isSuccess(exchange));

async function refusedSnapshotsLeaveNothing(check: Check): Promise<void> {
  const { api, assert, session } = check;
  const group = await groupId(session);
  const employee = await createEmployee(session, api, 'refused', 1);
  const sound = await snapshotBody(session, 'refused', employee.employeeId);
  const broken = someOf(check, invalidBodies('member-snapshot-input', sound));
  const sent = await Promise.all(broken.map(({ value }) => api.call('E6', { path: { group_id: group }, json: value })));
  const listed = await listSnapshots(api, employee.employeeId);
  // What the target took although it is broken is judged by snapshots.invalid-body, and rightly listed.
  const added = unaccountedFor(listed, employee, sent.filter(isSuccess));
  const isUncertain = employee.uncertain || sent.some(({ repeated }) => repeated);
  const ids = idsOf(listed);
  const countThem = async (): Promise<number> => pageOf(await listSnapshots(api, employee.employeeId))?.total ?? 0;
  const leaving = added.length === 0 ? undefined : await leavingRecord(api, refusedOf(sent), countThem);
  const earlier = leaving === undefined ? refusedOf(sent).slice(0, 1) : [leaving];
  assert(
    memberAt('/response', ids, { exchange: listed, earlier }).satisfies(isUncertain || added.length === 0, {
      code: 'listed',
      message: `listed although refused: ${numberOf(added.length, 'snapshot')}`,
      expected: ids.filter((id) => !added.includes(id)),
    }),
  );
  const [only = ''] = employee.snapshotIds;
  if (isUncertain || sent.some(isSuccess) || ids.length > 1) return;
  const read = answerOf(await api.call('E7', { path: { snapshot_id: only } }), ...refusedOf(sent).slice(0, 1));
  const replacedBy = read.at('/replaced_by');
  assert(
    // One that was replaced by itself was so by none of them.
    replacedBy.satisfies(typeof replacedBy.value !== 'string' || sameId(replacedBy.value, only), {
      code: 'replaced',
      message: 'a snapshot was replaced by one that was refused',
      expected: 'no other snapshot',
    }),
  );
}

async function refusedDecisionsLeaveNothing(check: Check): Promise<void> {
  const { api, session } = check;
  const [day = ''] = await ownDays(session, 'refused', [0]);
  const soundDecision = await decisionOn(session, day);
  const scratch = await scratchGroupId(session);
  const onTheDay = async (): Promise<DecisionWalk> => walkDecisions(api, scratch, { renewal_date: httpDate(day) }, []);
  const decisions = someOf(check, invalidBodies('renewal-decision-input', soundDecision));
  const before = await onTheDay();
  const answers = await Promise.all(
    decisions.map(({ value }) => api.call('E3', { path: { group_id: scratch }, json: value })),
  );
  const accounted = [...before.decisions, ...answers.filter(isSuccess).map(decisionOf)].map(({ id }) => idKey(id));
  const after = await onTheDay();
  // A create that was lost and sent again may have made one that no answer names.
  if (!before.complete || answers.some(({ repeated }) => repeated)) return;
  // Others may decide something for the same day: what a refused create leaves is like what it was sent, or like what was
  // taken before, or it is there once more when the create is sent again.
  const own = [...decisions.map(({ value }) => value), soundDecision];
  const isAlike = (decision: JsonObject): boolean =>
    own.some((body) => isDeepStrictEqual(carrierIdsOf(objectOf(body)), carrierIdsOf(decision)));
  const appeared = (await session.made.foreign(after.decisions)).filter(({ id }) => !accounted.includes(idKey(id)));
  const alike = appeared.filter(isAlike);
  const refused = refusedOf(answers);
  const countThem = async (): Promise<number> => (await onTheDay()).decisions.length;
  const leaving = appeared.length === 0 ? undefined : await leavingRecord(api, refused, countThem);
  if (leaving === undefined) noFurtherDecision(check, alike, refused.slice(0, 1), after);
  else noFurtherDecision(check, appeared, [leaving], after);
}

/** Where a target takes one decision a day, the second one is refused for no fault of its body. */
async function refusedSecondLeavesNothing(check: Check): Promise<void> {
  const { api, session } = check;
  const { body } = await decisionBase(session);
  if (!isOnePerDay(session) || body.renewal_date === undefined) return;
  const group = await groupId(session);
  const onTheDay = { renewal_date: httpDate(body.renewal_date) };
  const before = await walkDecisions(api, group, onTheDay, []);
  const second = await api.call('E3', { path: { group_id: group }, json: body });
  if (!isRefusal(second) || before.decisions.length === 0) return;
  const after = await walkDecisions(api, group, onTheDay, []);
  const known = new Set(before.decisions.map(({ id }) => idKey(id)));
  const appeared = (await session.made.foreign(after.decisions)).filter(({ id }) => !known.has(idKey(id)));
  noFurtherDecision(check, appeared, [second], after);
}

/** The refused create of a connection that leaves a group: each is sent again, with a name of its own. */
async function leavingGroup(api: Api, broken: readonly unknown[], name: string): Promise<readonly AnsweredExchange[]> {
  for (const [at, value] of broken.map(objectOf).entries()) {
    const own = `${name}-${at}`;
    const data = objectOf(value['group_data']);
    if (data['group_name'] !== name) continue;
    const json = { ...value, group_data: { ...data, group_name: own } };
    const exchange = await api.call('E2', { json });
    if ((await findGroup(api, (group) => group.name === own)).found !== undefined) return [exchange];
  }
  return [];
}

/** Asserts that the groups list has no group of a name, of which every connection was refused. */
function noGroup({ assert }: Check, { found, page }: GroupSearch, earlier: readonly AnsweredExchange[]): void {
  assert(
    memberAt('/response', found?.id, { exchange: page, earlier }).satisfies(found === undefined, {
      code: 'created',
      message: 'a connection that was refused made its group all the same',
      expected: 'no such group',
    }),
  );
}

/** Where a target takes a connection once, the second one is refused for no fault of its body. */
async function refusedAgainLeavesNothing(check: Check): Promise<void> {
  const { context, canonical } = await connectionBase(check.session);
  const json = canonical({ ...context, runTag: `${context.runTag}-twice` });
  if (!isSuccess(await check.api.call('E2', { json }))) return;
  const name = `${String(json.group_data?.group_name)}-again`;
  const second = await check.api.call('E2', {
    json: { ...json, group_data: { ...json.group_data, group_name: name } },
  });
  if (!isRefusal(second) || second.repeated) return;
  noGroup(check, await findGroup(check.api, (group) => group.name === name), [second]);
}

async function refusedConnectionLeavesNothing(check: Check): Promise<void> {
  const { api, session } = check;
  const { context, canonical } = await connectionBase(session);
  const sound = canonical({ ...context, runTag: `${context.runTag}-refused` });
  const broken = invalidBodies('group-connection-input', sound).map(({ value }) => value);
  const countThem = async (): Promise<number> => totalIn(await listGroups(api)) ?? 0;
  const before = await countThem();
  const sent = await Promise.all(broken.map((json) => api.call('E2', { json })));
  // A group of that name may well be there when one of the bodies was taken.
  if (sent.some(isSuccess)) return;
  const name = sound.group_data?.group_name;
  const search = await findGroup(api, (group) => group.name === name);
  noGroup(check, search, search.found === undefined ? [] : await leavingGroup(api, broken, String(name)));
  if ((await countThem()) > before) await noNamelessGroup(check, sent, countThem);
}

/**
 * Asserts that no refused connection leaves a group of whatever name: others may make groups meanwhile, but hardly just one
 * each time that a connection is sent again, and none when it is not.
 */
async function noNamelessGroup(
  { api, assert }: Check,
  refused: readonly AnsweredExchange[],
  countThem: () => Promise<number>,
): Promise<void> {
  const leaving = await leavingRecord(api, refused, countThem);
  if (leaving === undefined) return;
  const before = await countThem();
  if ((await countThem()) !== before) return;
  const again = [await leavingRecord(api, [leaving], countThem), await leavingRecord(api, [leaving], countThem)];
  const page = await listGroups(api);
  const total = totalIn(page);
  assert(
    memberAt('/meta/total_records', total, { exchange: page, earlier: [leaving] }).satisfies(
      again.includes(undefined) || total !== before + again.length,
      {
        code: 'created',
        message: 'a connection that is refused makes a group each time',
        expected: before,
      },
    ),
  );
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
    // Some take it, which shows nothing of how they refuse.
    if (isRefusal(listed)) observeShape('query', listed);
  }
  // The other two are writes that a service with a fault might take.
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
      how: 'Each operation with an id in its path is called with an unknown UUID in place of the first one, and with texts that are none in place of each, such as `1`, `null`, a quotation mark and 300 letters; in place of a version only where the target refuses an unknown one. All that are not answered with a 4xx are reported in one finding, with one entry for each such text.',
      needs: [],
      footprint: { least: 2, variations: 61 },
      scenario: unknownIds,
    },

    'malformed-json': {
      how: 'Bodies made from a sound one go to each of E2, E3, E4 and E6: cut short, empty, blank, no JSON, two objects, text after the object, an array, a string, null or a number at the top, and media types of text, form and XML. All that are not answered with a 4xx are reported in one finding, with one entry for each kind of body.',
      footprint: { least: 1, variations: 63 },
      profiles: leftOutOfHealth.refusedWrites,
      scenario: malformedJson,
    },

    extreme: {
      how: 'Bodies made from a sound one go to each of E2, E3, E4 and E6 (nested ten thousand deep, texts and unknown members of a megabyte, ten thousand members, lone surrogates, NUL and control characters, bytes that are no UTF-8, every member twice, huge numbers, UTF-16, no or unknown charsets), and requests that are no HTTP go over sockets of their own to E1 and E3 (bodies and chunks that end too early, lengths that are negative, two or no number, header lines with a NUL, with a blank in the name, without a colon or of a hundred kilobytes, a blank in the path, no host). None may be answered with a 5xx; a cut connection is fine, a target that is gone is not, and neither is one that lets a request with such a body run out of time. In the end E1 has to succeed.',
      footprint: { least: 29, variations: 71 },
      profiles: leftOutOfHealth.refusedWrites,
      scenario: [extremeInputs, extremeRequests],
    },

    'refused-create-leaves-nothing': {
      how: 'For each documented rule a snapshot, a decision and a connection that break it are sent: the snapshots for one employee, the decisions on one day and the connections with one group name that nothing else of the run has. Then the lists of the employee and of the day may hold nothing but what was answered with a success, that snapshot of the employee may not be replaced, and the groups list, as far as it can be read, no group of that name. A target that takes one of the broken connections is not asked for that group. A connection is sent again with another name of its group, which may not be there where that is refused. Where a target takes one decision a day, a second one is sent too, and the day may hold no further one then.',
      footprint: { least: 14, variations: 152 },
      profiles: leftOutOfHealth.refusedWrites,
      scenario: [
        refusedSnapshotsLeaveNothing,
        refusedDecisionsLeaveNothing,
        refusedSecondLeavesNothing,
        refusedConnectionLeavesNothing,
        refusedAgainLeavesNothing,
      ],
    },

    'error-shape': {
      how: 'Observed on four requests: a decision with a number for a date, an unknown snapshot, a page size of 0 where that is refused, and JSON cut short; of each the status, the media type and the members at the top.',
      needs: [],
      scenario: errorShape,
    },
  },
);
