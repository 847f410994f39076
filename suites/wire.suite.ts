import { endpointIds, type EndpointId, idKey } from '../spec/index.ts';
import type { KeptExchange } from '../target/exchange-archive.ts';
import { isSuccess, unavailableStatuses } from '../target/exchange.ts';
import { memberAt, unless, type Violation } from './engine/assertions.ts';
import type { Api, Call } from './engine/api.ts';
import type { Check } from './engine/check.ts';
import { part, ruleOnSuccesses, type Definition, type Rule } from './engine/definition.ts';
import type { Slot } from './engine/memory.ts';
import { isFrugal, profileOf } from './engine/plan.ts';
import type { Session } from './engine/session.ts';
import { Undecided } from './engine/verdicts.ts';
import { groupId, isUnknownId, remedyForGroup } from './fixtures/own-groups.ts';
import { sendLostAgain } from './fixtures/asking-again.ts';
import { createEmployee } from './fixtures/employee-records.ts';
import { askedOf, requestFor, sendDefective } from './fixtures/requests.ts';
import { openEnded } from './checks/snapshot-variations.ts';
import { leftOutOfHealth } from './profiles.ts';
import { wholeAnswers } from './judging/lost-answers.ts';
import { isAtMalformedOrigin, isMalformed } from './judging/malformed-origin.ts';
import { gathered, onMade } from './judging/on-answers.ts';
import { eachSeen, type OpenSight } from './judging/open-points.ts';
import { isSurelyNew } from './judging/known-records.ts';
import { ageOf, areInOrder, recordsOf, secondsOfDate } from './judging/reading.ts';
import { pageOf } from './judging/pages.ts';
import { isSeenState } from './judging/record-versions.ts';
import { schemaViolations, type ViolationKind } from './judging/schema-violations.ts';
import { openEndViolations } from './judging/snapshot-content.ts';
import { groupTraffic, tokenTraffic, unauthorizedTraffic } from './traffic/access-traffic.ts';
import { connectionTraffic, decisionTraffic, snapshotTraffic } from './traffic/body-traffic.ts';
import { listTraffic } from './traffic/list-traffic.ts';
import { send } from './traffic/workload.ts';

const records = [groupTraffic, connectionTraffic, decisionTraffic, snapshotTraffic, listTraffic] as const;

/** A media type of JSON: `application/json` or any `+json`, in any letter case, with any parameters. */
const jsonMediaType = /^\s*(?:application\/json|[\w.!#$&^-]+\/[\w.!#$&^-]+\+json)\s*(?:;|,|$)/i;

/** @param text - one character for each byte of a body */
function noUtf8(text: string): readonly Violation[] {
  const bytes = Buffer.from(text, 'latin1');
  const decoded = Buffer.from(bytes.toString('utf8'));
  const at = bytes.findIndex((byte, index) => byte !== decoded[index]);
  const wrong = `0x${bytes[at]?.toString(16)}`;
  const message = `the body is not UTF-8, as JSON is: its byte ${at} (from 0) is ${wrong}`;
  return [{ code: 'no-utf-8', message, pointer: '', expected: 'UTF-8', actual: wrong }];
}

/** A rule that every value of one kind, wherever it is in a record, is what the schema asks for. */
function everyValue(kind: ViolationKind): Rule {
  return ruleOnSuccesses(endpointIds, (exchange, memory) => {
    if (recordsOf(exchange).length === 0) return undefined;
    return schemaViolations(exchange).filter(
      (violation) => violation.kind === kind && !isAtMalformedOrigin(exchange, violation.pointer, memory),
    );
  });
}

interface Reading {
  readonly created: number;
  readonly modified: number;
  readonly kept: KeptExchange;
}

/** The reading of each record with the latest `modified`. */
const latest: Slot<Map<string, Reading>> = () => new Map();

/** @param before - an earlier reading of the record that this one came after; undefined if there is none */
function timestampViolations(at: string, now: Pick<Reading, 'created' | 'modified'>, before: Reading | undefined) {
  const inItself = memberAt(`${at}/modified`, now.modified).satisfies(now.modified >= now.created, {
    code: 'modified-before-created',
    message: 'modified is before created',
    expected: `at least ${now.created} (created)`,
  });
  if (before === undefined || (now.modified >= before.modified && now.created >= before.created)) return inItself;
  const evidence = { earlier: [before.kept.recall()], isOfReplicas: true } as const;
  return [
    ...inItself,
    ...memberAt(`${at}/modified`, now.modified, evidence).satisfies(now.modified >= before.modified, {
      code: 'modified-went-back',
      message: 'modified went back between two reads of the record',
      expected: `at least ${before.modified}, as read before`,
    }),
    ...memberAt(`${at}/created`, now.created, evidence).satisfies(now.created >= before.created, {
      code: 'created-went-back',
      message: 'created went back between two reads of the record',
      expected: before.created,
    }),
  ];
}

/** Whether a value is a time at all; a value of another type is judged by wire.timestamps. */
const isTime = (value: unknown): value is number => Number.isInteger(value);

/** Judges that no record was modified before it was created, and that neither time goes back. */
const timesInOrder = ruleOnSuccesses(endpointIds, (exchange, memory) => {
  const readings = memory.at(latest);
  return gathered(
    recordsOf(exchange).map(({ pointer, record }) => {
      const { id, created, modified } = record;
      if (!isTime(created) || !isTime(modified)) return undefined;
      const before = readings.get(idKey(id));
      const now = { created, modified };
      if (before === undefined || modified >= before.modified)
        readings.set(idKey(id), { ...now, kept: memory.archive.keep(exchange) });
      const isInOrder = before !== undefined && areInOrder(before.kept, exchange, memory);
      if (before !== undefined && modified < before.modified && isSeenState(record, exchange, memory)) return [];
      return timestampViolations(pointer, now, isInOrder ? before : undefined);
    }),
  );
});

/**
 * `from`: the earliest time in the target's `Date` headers. `made`: the records that creates were answered with, and the
 * groups of connections, each with whether it is new for certain, since it may have been there before. `groups`: those
 * that the first key was shown when the list last showed all of them.
 */
const ownTimes: Slot<{
  from: number;
  readonly made: Map<string, boolean>;
  groups: ReadonlySet<string> | undefined;
}> = () => ({ from: Number.POSITIVE_INFINITY, made: new Map(), groups: undefined });

/** Endpoints that make a record, which is then their answer. */
const making: ReadonlySet<string> = new Set(['E2', 'E3', 'E6']);

/** Seconds by which the clocks of a service and of what is in front of it may differ. */
const tolerance = 1500;

/**
 * Judges that the records of the run say that they were made and changed within the run, by the target's own `Date`
 * headers: all of them not later, and new ones not earlier. An answer without this header says nothing, and neither does
 * a time that is more than a year away in every known unit.
 */
const madeWithinRun: Rule = (exchange, memory) => {
  const now = secondsOfDate(exchange);
  if (now === undefined) return undefined;
  const run = memory.at(ownTimes);
  run.from = Math.min(run.from, now);
  if (!isSuccess(exchange)) return undefined;
  const records = recordsOf(exchange);
  const isMade = making.has(exchange.request.endpoint) && !isMalformed(exchange);
  for (const { record } of isMade ? records : []) {
    const isNew = isSurelyNew(exchange, memory);
    const [id, group] = [idKey(record.id), idKey(record.group_id)];
    run.made.set(id, run.made.get(id) ?? isNew);
    if (exchange.request.endpoint !== 'E2') continue;
    run.made.set(
      group,
      run.made.get(group) ?? (isNew && exchange.access === 'first' && run.groups?.has(group) === false),
    );
  }
  const page = exchange.request.endpoint === 'E1' && exchange.access === 'first' ? pageOf(exchange) : undefined;
  if (page !== undefined && page.length === page.total)
    run.groups = new Set(records.map(({ record }) => idKey(record.id)));
  return gathered(
    records.flatMap(({ pointer, record }) => {
      const isNew = typeof record.id === 'string' ? run.made.get(idKey(record.id)) : undefined;
      if (isNew === undefined) return [];
      return (['created', 'modified'] as const).map((name) => {
        const age = ageOf(record[name], now);
        if (age === undefined) return undefined;
        const isWithin = age >= -tolerance && (!isNew || age <= now - run.from + tolerance);
        return unless(isWithin, () => {
          const [first, last] = [run.from - tolerance, now + tolerance].map((time) =>
            new Date(time * 1000).toISOString(),
          );
          return {
            code: 'outside-run',
            message: `${name} of a record that the run made is not within the run, by the target's own Date`,
            pointer: `${pointer}/${name}`,
            expected: `seconds, milliseconds, microseconds or nanoseconds from ${first} to ${last}`,
            actual: record[name],
          };
        });
      });
    }),
  );
};

/**
 * Endpoints that are asked for records which the target itself named, so that fixtures cannot be why these are not
 * found. E4 is not among them: how a version that has moved on is answered is open.
 */
const sureOfTheirRecords: readonly EndpointId[] = ['E1', 'E5', 'E7', 'E8'];

async function isNewSnapshotRead(session: Session, api: Api): Promise<boolean> {
  const { snapshotIds } = await createEmployee({ api, session }, 'prefix', 1);
  const [id = ''] = snapshotIds;
  return isSuccess(await api.call('E7', { path: { snapshot_id: id } }));
}

/** Whether all creates of this kind were answered with 404: it may be meant for what they name, or for the path. */
function isNeverFound({ timings }: Session, endpoint: EndpointId): boolean {
  const statuses = (timings.get(endpoint) ?? []).map(({ status }) => status);
  return making.has(endpoint) && statuses.includes(404) && statuses.every((status) => status === 404 || status === 401);
}

async function servedBelowPrefix({ api, assert, session }: Check): Promise<void> {
  let undecided: Undecided | undefined;
  for (const endpoint of askedOf(session)) {
    const { path = {}, ...call } = await requestFor(session, endpoint, 'known');
    const exchange = await api.call(endpoint, { path, ...call });
    const { status } = exchange.answer;
    // Records that the target named itself have to be there.
    const isSure = sureOfTheirRecords.includes(endpoint) && !Object.values(path).some(isUnknownId);
    const isMissing = status === 405 || status === 501 || (status === 404 && isSure);
    if (!isMissing && isNeverFound(session, endpoint))
      undecided ??= new Undecided('blocked', `every ${endpoint} was answered with 404`, exchange);
    if (!isMissing && !isSuccess(exchange)) continue;
    // A snapshot that was replaced meanwhile may be gone while others are not: snapshots.get judges that.
    if (status === 404 && endpoint === 'E7' && (await isNewSnapshotRead(session, api))) continue;
    const remedy = status === 404 && 'group_id' in path ? await remedyForGroup(session) : undefined;
    if (remedy !== undefined) {
      undecided = new Undecided('blocked', `${endpoint} was answered with 404; ${remedy}`, exchange);
      continue;
    }
    assert(
      memberAt('#status', status, { exchange }).satisfies(!isMissing, {
        code: 'not-served',
        message: `${endpoint} is not served below /api/v1: it was answered with ${status}`,
        expected: 'an answer of the operation',
      }),
    );
  }
  if (undecided !== undefined) throw undecided;
}

/** Lists groups for clients that take whatever comes: how that is declared is judged by wire.json. */
async function listForAnyClient({ api }: Check): Promise<void> {
  for (const accept of ['*/*', null]) await api.call('E1', { accept });
}

/** Texts sent in place of a filter's day; none of them is a day in any form. */
const noDays = ['never', '', '0', '2022-13-45', 'Invalid Date', 'Sat, 32 Jan 2022 00:00:00 GMT', '{}', '\0'] as const;

/** Lists decisions with filters that are not dates: each text with every filter in a thorough run, else with one. */
async function filterByNoDays({ api, session }: Check): Promise<void> {
  const group = await groupId(session);
  const filters = ['renewal_date', 'start_date', 'end_date'] as const;
  const isThorough = profileOf(session).effort === 'thorough';
  await Promise.all(
    noDays.flatMap((text, at) =>
      filters
        .filter((_, index) => isThorough || index === at % filters.length)
        .map((name) => api.call('E5', { path: { group_id: group }, query: { [name]: text } })),
    ),
  );
}

/** Queries that services may fail on: days far away, positions past 32 bits, and texts that are no proper query. */
const oddQueries: readonly (readonly [endpoint: EndpointId, call: Call])[] = [
  ['E5', { query: { end_date: 'Fri, 31 Dec 9999 00:00:00 GMT' } }],
  ['E5', { query: { start_date: 'Wed, 01 Jan 1969 00:00:00 GMT' } }],
  ['E5', { query: { start_date: 'Sun, 01 Jan 2023 00:00:00 GMT', end_date: 'Sat, 01 Jan 2022 00:00:00 GMT' } }],
  ['E5', { query: { offset: '4294967296', page_size: '20' } }],
  ['E1', { query: { offset: '4294967296', page_size: '20' } }],
  ['E5', { search: 'renewal_date=never&renewal_date=never' }],
  ['E8', { search: 'page_size=none&page_size=none' }],
  ['E5', { search: 'renewal_date=%zz' }],
  ['E5', { query: { renewal_date: 'x'.repeat(5000) } }],
  ['E7', { path: { snapshot_id: '\0' } }],
];

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Tokens that have the form of a JWT, with values of other types inside. */
const oddTokens = [
  { name: 'a made-up token whose claims are null', header: [{ alg: 'RS256', typ: 'JWT' }, null] },
  { name: 'a made-up token whose algorithm and key are numbers', header: [{ alg: 1, kid: 1 }, {}] },
].map(({ name, header }) => ({ name, header: `Bearer ${header.map(base64url).join('.')}.AAAA` }));

/** Sends reads that are odd in one way each. That this takes no service down is judged by wire.no-server-error. */
async function readOddly({ api, session }: Check): Promise<void> {
  if (isFrugal(session)) return;
  await Promise.all([
    ...oddQueries.map(async ([endpoint, { path, ...odd }]) => {
      const known = await requestFor(session, endpoint, 'known');
      return api.call(endpoint, { path: { ...known.path, ...path }, ...odd });
    }),
    ...oddTokens.map((token) => api.call('E1', {}, token)),
  ]);
}

/** What a run that has sent its traffic adds to the values that exchanges have shown of an open point. */
type AddedByRun = (run: {
  readonly session: Session;
  readonly isAny: boolean;
  readonly sawAll: boolean;
}) => string | undefined;

const addedByRun: Slot<Map<OpenSight, (isAny: boolean) => string | undefined>> = () => new Map();

/** Observes what the exchanges of the run show of an open point; sends records of every kind for it. */
function observed(sight: OpenSight, also?: AddedByRun): Pick<Definition, 'seen' | 'looksAt' | 'scenario'> {
  return {
    seen(memories) {
      const shown = eachSeen(sight)(memories);
      const added = memories.flatMap((memory) => memory.at(addedByRun).get(sight)?.(shown.length > 0) ?? []);
      return [...shown, ...added.map((value) => ({ value }))];
    },
    looksAt: 'all traffic',
    async scenario({ session }) {
      const outcomes = await Promise.allSettled(records.map((workload) => send(session, workload)));
      const sawAll = outcomes.every(({ status }) => status === 'fulfilled');
      if (also !== undefined) session.memory.at(addedByRun).set(sight, (isAny) => also({ session, isAny, sawAll }));
    },
  };
}

/** Requirements on the wire, of every exchange (`spec/documents/1-service.md`). */
export const wire = part(
  'wire',
  { traffic: [tokenTraffic, ...records, unauthorizedTraffic] },
  {
    json: {
      how: 'Every 2xx answer of the run, and every 401 of E1 to E8, must declare a JSON media type and have a body that parses as JSON in UTF-8. Requests of all kinds are sent for this: for tokens, groups, generated connections, decisions and snapshots, pages of snapshot lists, and requests without a valid token. Groups are also listed with an Accept header for any type, and without one.',
      notShownBy: ['answer headers'],
      scenario: listForAnyClient,
      rule(exchange) {
        const isUnauthorized = exchange.answer.status === 401 && exchange.request.endpoint !== 'token';
        if (!isSuccess(exchange) && !isUnauthorized) return undefined;
        const { headers, isBinary, isJson, text } = exchange.answer;
        const mediaType = headers['content-type'];
        return [
          ...memberAt('#headers/content-type', mediaType).satisfies(jsonMediaType.test(mediaType ?? ''), {
            code: 'media-type',
            message: `the content type is ${mediaType ?? 'absent'}`,
            expected: 'application/json or a +json type',
          }),
          ...(isBinary === true
            ? noUtf8(text)
            : memberAt('', text).satisfies(isJson, {
                code: 'no-json',
                message: 'the body does not parse as JSON',
                expected: 'JSON',
              })),
        ];
      },
    },

    identifiers: {
      how: 'Every 2xx of E1 to E8 is validated against its schema: wherever a record has a member that is documented as a UUID, its value must be one. A member that is missing or null is checked by the requirement for that record. Records created from invalid bodies are skipped.',
      rule: everyValue('identifier'),
    },

    timestamps: {
      how: 'Every 2xx of E1 to E8 is validated against its schema: wherever a record has `created` or `modified`, the value must be a JSON integer. Records created from invalid bodies are skipped.',
      rule: everyValue('timestamp'),
    },

    dates: {
      how: 'Every 2xx of E1 to E8 is validated against its schema: wherever a record, or the echo of a snapshot, has a member that is documented as a date, its value must be a valid calendar day. A null counts as a missing member, which is checked by the requirements for the record and its echo. Generated bodies contain first and last days of months and years, leap days and `9999-12-31`.',
      rule: everyValue('date'),
    },

    'timestamps-ordered': {
      how: 'Every record with an integer `created` and `modified` is checked, in every answer. `modified` must not be lower than `created`. Neither may be lower than in the earlier reading of the same record with the latest `modified`, unless that version was already seen with this `modified`. Readings that overlap in time are not compared. For every record that a create was answered with, and for the group of every new connection, neither number may be later than the `Date` header of the answer, or, if the record is new for certain, earlier than the first of the run, with a tolerance of 25 minutes. They are read as seconds, milliseconds, microseconds or nanoseconds, whichever is closest. Numbers that are more than a year away in every unit, and answers without that header, are not checked for this.',
      rule: [timesInOrder, madeWithinRun],
    },

    'no-server-error': {
      how: 'No answer of the run may be a 5xx, whatever the request; the token service is included. 429, 502, 503 and 504 do not count, because a client waits and tries again. For this check, decisions are listed with filters that are not dates. Except in the profile health, lists are read with days far from now, a range that ends before it begins, positions past 32 bits, a parameter given twice, wrong percent-encoding and an address of five kilobytes, a snapshot is read by the id NUL, and groups with made-up tokens whose claims are null or whose algorithm is a number. Bodies are sent with null in place of a list, with null as the only item of a list, with all items of a list twice, with a number of more than 64 bits, without each of their members near the top, and with a birth in the year 1. Thorough runs also send null for other members, empty objects for the items of lists, and leave out members further down.',
      footprint: { least: 87 },
      judgesStatusAlone: true,
      stage: 'invalid bodies',
      scenario: [filterByNoDays, readOddly, sendDefective],
      rule: ({ answer: { status } }) =>
        unavailableStatuses.has(status)
          ? undefined
          : memberAt('#status', status).satisfies(status < 500, {
              code: 'status',
              message: `the target answered ${status}`,
              expected: 'no 5xx',
            }),
    },

    answers: {
      how: 'Every exchange of the run is checked, except malformed and extreme inputs: in every try, an answer that has begun must be complete. Requests that got no answer in any try, while others before and after them did, are sent once more at the end of the run, one at a time. A request that timed out twice breaks the requirement in any case. One whose connection was lost, that timed out once, or during which the target went away breaks it only if it gets no answer again.',
      exchangeRule: wholeAnswers,
      stage: 'aftermath',
      looksAt: 'all traffic',
      scenario: sendLostAgain,
    },

    'path-prefix': {
      how: 'Each of the eight operations is called once below `/api/v1`, for records that exist, with a valid token and a plain body. A 405 or 501, or a 404 from E1, E5, E7 or E8, breaks the requirement. Any other answer that is not a success is ignored. If all requests of E2, E3 or E6 are answered with 404, it stays undecided for that operation.',
      footprint: { least: 8 },
      scenario: servedBelowPrefix,
    },

    'open-ended': {
      how: 'The plain snapshot is created with the end `9999-12-31` for everybody in every coverage, and read back. The create must succeed, and in both answers every enrolled member that came back must have that end; any other difference from what was sent is checked by snapshots.echo. In every success of E6, and of E7 for a snapshot that the run created, each enrolled member that was sent with that end and came back must have it, if its combination of carrier, line, person and start is unique. Without a plain snapshot that the target accepts, it stays undecided.',
      needs: ['writes'],
      traffic: [snapshotTraffic],
      rule: onMade((record, { sent }) => openEndViolations(sent, record.member_snapshot)),
      profiles: leftOutOfHealth.variations,
      scenario: openEnded,
    },

    'unknown-fields': {
      how: 'Observed in every record that E1 to E8 return, at every depth: the members that the documents do not list, each with its path from the kind of record, such as `snapshot.fulfillment_summary[].sent_at`. Keys of maps do not count, nor does what is inside an undocumented member or an item of `errors` and `warnings`, nor members that the suite made up. Undocumented members of issues are observed by renewals.transitions.',
      // The absence of unknown fields is a promise as well.
      ...observed('unknown fields', ({ isAny, sawAll }) => (sawAll && !isAny ? 'none' : undefined)),
    },

    'timestamp-unit': {
      how: 'Observed in every record: a `created` or `modified` below 100,000,000,000 counts as seconds, one below a thousand times that as milliseconds, and so on for microseconds and nanoseconds. Where the two of a record differ, both units are named.',
      ...observed('timestamp unit'),
    },

    'rate-limits': {
      how: 'Observed over the whole run: response headers whose name mentions a rate limit, and whether any request was answered with 429.',
      ...observed('rate limits', ({ session }) => (session.client.throttled.count === 0 ? 'no 429' : 'answers 429')),
    },
  },
);
