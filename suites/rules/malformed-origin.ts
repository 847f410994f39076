import { createValidator, endpoints, type EndpointId } from '../../spec/index.ts';
import { type AnsweredExchange, type OutgoingRequest, isSuccess } from '../../target/exchange.ts';
import type { Memory, Slot } from '../engine/memory.ts';
import { idKey, recordsOf, type JsonObject } from './reading.ts';
import { isTagged } from '../profiles.ts';
import { schemaViolations } from './schema-violations.ts';
import { settings } from './settings.ts';

/**
 * Records that were made from bodies outside the documented types. Whether to refuse such a body is one requirement
 * (`*.invalid-body`); a target that took it and gives it back is not held to the types of what it was sent.
 */
const malformedOrigins: Slot<Set<string>> = { name: 'malformed records', create: () => new Set() };

/** Ids of records that were seen, and how many malformed requests are under way: creates by endpoint, edits by decision. */
interface Traffic {
  readonly seen: Set<string>;
  readonly underWay: Map<string, number>;
}

const traffic: Slot<Traffic> = { name: 'traffic', create: () => ({ seen: new Set(), underWay: new Map() }) };

/** What a malformed request is counted under while it is under way. */
function placeOf({ endpoint, pathParameters }: OutgoingRequest): string {
  return endpoint === 'E4' ? idKey(pathParameters['renewal_decision_id']) : endpoint;
}

/** Which creates turn up in which list. */
const createsOf: Readonly<Partial<Record<string, EndpointId>>> = { E1: 'E2', E5: 'E3', E8: 'E6' };

const validator = createValidator();
const known = new WeakMap<OutgoingRequest, boolean>();

/** Whether a request's body is outside the documented types, or no JSON of the suite's own making. */
function isMalformedRequest(request: OutgoingRequest): boolean {
  const held = known.get(request);
  if (held !== undefined) return held;
  const { endpoint, body, json } = request;
  const schema = endpoint === 'token' ? undefined : endpoints[endpoint].request;
  const malformed =
    schema !== undefined && body !== undefined && (json === undefined || validator.validate(schema, json).length > 0);
  known.set(request, malformed);
  return malformed;
}

/** Whether the exchange's request is malformed. */
export function isMalformed({ request }: AnsweredExchange): boolean {
  return isMalformedRequest(request);
}

/**
 * Remembers that a malformed request leaves: what it makes or changes may turn up in a list before it is answered itself.
 */
export function noteSent(request: OutgoingRequest, memory: Memory): void {
  if (!isMalformedRequest(request)) return;
  const { underWay } = memory.at(traffic);
  underWay.set(placeOf(request), (underWay.get(placeOf(request)) ?? 0) + 1);
}

/** Remembers the records that a malformed request made, and those that it may have made while it was under way. */
export function noteOrigins(exchange: AnsweredExchange, memory: Memory): void {
  const { seen, underWay } = memory.at(traffic);
  const { endpoint } = exchange.request;
  const records = recordsOf(exchange).map(({ record }) => record);
  const malformed = memory.at(malformedOrigins);
  if (isMalformed(exchange)) {
    const place = placeOf(exchange.request);
    underWay.set(place, Math.max((underWay.get(place) ?? 0) - 1, 0));
    for (const { id, group_id: group } of records) {
      malformed.add(idKey(id));
      // A connection makes the group that it is for, out of the same body.
      if (endpoint === 'E2') malformed.add(idKey(group));
    }
    return;
  }
  noteMade(exchange, memory);
  noteLeftovers(exchange, memory);
  const mayBeMalformed = (underWay.get(createsOf[endpoint] ?? '') ?? 0) > 0;
  for (const { id } of records) {
    if (mayBeMalformed && !seen.has(idKey(id))) malformed.add(idKey(id));
    seen.add(idKey(id));
  }
}

/** Remembers that a record was made from a malformed request, whoever sent it. */
export function noteMalformedOrigin(id: unknown, memory: Memory): void {
  memory.at(malformedOrigins).add(idKey(id));
}

/** Whether a record was made from a malformed request, of this run or of an earlier one, or may just be changed by one. */
export function hasMalformedOrigin(id: unknown, memory: Memory): boolean {
  const key = idKey(id);
  if (isLeftover(id, memory)) return true;
  return memory.at(malformedOrigins).has(key) || (memory.at(traffic).underWay.get(key) ?? 0) > 0;
}

/**
 * Whether the place in the answer belongs to a record that is left out of judgement.
 *
 * @param isLeftOut - which records are; default: those made from a malformed request
 */
export function isAtMalformedOrigin(
  exchange: AnsweredExchange,
  pointer: string,
  memory: Memory,
  isLeftOut: typeof hasMalformedOrigin = hasMalformedOrigin,
): boolean {
  return recordsOf(exchange).some(
    ({ pointer: at, record }) => (pointer === at || pointer.startsWith(`${at}/`)) && isLeftOut(record.id, memory),
  );
}

/** What a reading endpoint shows that comes out of the body of a request: places within a record. */
const sentPlaces: Readonly<Partial<Record<EndpointId | 'token', RegExp>>> = {
  E1: /^\/(?:name|dba_name|sic_code|federal_ein)$/,
  E5: /^\/(?:renewal_date|body)(?:\/|$)|^\/issues\/\d+\/carrier_id$/,
  E7: /^\/member_snapshot\/|^\/created_members\/|^\/employee_id$|^\/fulfillment_summary\/\d+\/carrier_id$/,
  E8: /^\/employee_id$|^\/fulfillment_summary\/\d+\/carrier_id$/,
};

/** The records of an answer that break a type at a place which shows what was sent. */
export function brokenAsSent(exchange: AnsweredExchange): readonly JsonObject[] {
  const places = sentPlaces[exchange.request.endpoint];
  const violations = places === undefined ? [] : schemaViolations(exchange);
  if (places === undefined || violations.length === 0) return [];
  return recordsOf(exchange).flatMap(({ pointer, record }) =>
    violations.some(({ pointer: at }) => at.startsWith(`${pointer}/`) && places.test(at.slice(pointer.length)))
      ? [record]
      : [],
  );
}

/** What this run has made from sound bodies, and what looks as if an earlier run of the suite had made it from others. */
const records: Slot<{ readonly made: Set<string>; readonly leftovers: Set<string> }> = {
  name: 'records of this run and of others',
  create: () => ({ made: new Set(), leftovers: new Set() }),
};

/** Which member of a create's answer names what turns up in a list. */
const madeBy: Readonly<Partial<Record<string, 'id' | 'group_id'>>> = { E2: 'group_id', E3: 'id', E4: 'id' };

/** Remembers what a sound body made or changed: it is held to its types from now on. */
export function noteMade(exchange: AnsweredExchange, memory: Memory): void {
  const member = madeBy[exchange.request.endpoint];
  if (member === undefined || !isSuccess(exchange)) return;
  const { made, leftovers } = memory.at(records);
  for (const { record } of recordsOf(exchange)) {
    made.add(idKey(record[member]));
    leftovers.delete(idKey(record[member]));
  }
}

/** No EIN that a company has begins like this: the suite's own do. */
const ownEmployerNumber = /^(?:00-|$)/;

/**
 * Whether the suite may have made a group: its name says so; or its name is broken, and its number does not say
 * otherwise.
 */
export function mayBeOwn({ name, federal_ein: ein }: JsonObject): boolean {
  if (typeof name === 'string') return isTagged(name);
  return typeof ein !== 'string' || ownEmployerNumber.test(ein);
}

/**
 * Remembers the listed records that may come out of a malformed body of an earlier run. A target that may not be written
 * to has had none.
 */
export function noteLeftovers(exchange: AnsweredExchange, memory: Memory): void {
  const { endpoint } = exchange.request;
  if (!memory.at(settings).keepsOwnRecords || (endpoint !== 'E1' && endpoint !== 'E5')) return;
  const { made, leftovers } = memory.at(records);
  const suspects =
    endpoint === 'E5'
      ? brokenAsSent(exchange)
      : recordsOf(exchange).flatMap(({ record }) => (mayBeOwn(record) ? [record] : []));
  for (const { id } of suspects) if (!made.has(idKey(id))) leftovers.add(idKey(id));
}

/** Whether an earlier run of the suite may have made a record from a malformed body. */
export function isLeftover(id: unknown, memory: Memory): boolean {
  return memory.at(records).leftovers.has(idKey(id));
}
