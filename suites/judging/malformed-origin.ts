import { validator } from '../../spec/validator.ts';
import { type EndpointId, endpoints, idKey, type JsonObject } from '../../spec/index.ts';
import { type AnsweredExchange, type OutgoingRequest, isSuccess } from '../../target/exchange.ts';
import type { Memory } from '../engine/memory.ts';
import { pageOf } from './pages.ts';
import { onceForEach, recordsOf, settings } from './reading.ts';
import { isTagged } from '../profiles.ts';
import { schemaViolations } from './schema-violations.ts';

/** What is known about where records come from, by their ids. */
const origins = () => ({
  /**
   * Records that were made from bodies outside the documented types. Whether to refuse such a body is one requirement
   * (`*.invalid-body`); if a target accepts it, the types of what was sent are not judged in its answers.
   */
  malformed: new Set<string>(),
  /** How many malformed requests are in flight: creates by endpoint, edits by decision. */
  underWay: new Map<string, number>(),
  seen: new Set<string>(),
  /** What was made from valid bodies, by this run or by others. */
  made: new Set<string>(),
  /** What an earlier run may have made from malformed bodies. */
  leftovers: new Set<string>(),
});

function placeOf({ endpoint, pathParameters }: OutgoingRequest): string {
  return endpoint === 'E4' ? idKey(pathParameters['renewal_decision_id']) : endpoint;
}

/** The creates whose records each list shows. */
const createsOf: Readonly<Partial<Record<string, EndpointId>>> = { E1: 'E2', E5: 'E3', E8: 'E6' };

const hasMalformedBody = onceForEach(({ endpoint, body, json }: OutgoingRequest): boolean => {
  const schema = endpoint === 'token' ? undefined : endpoints[endpoint].request;
  return schema !== undefined && body !== undefined && (json === undefined || !validator.accepts(schema, json));
});

/** Whether the body of a request is outside the documented types, or is not JSON that the suite wrote. */
export function isMalformed({ request }: { readonly request: OutgoingRequest }): boolean {
  return hasMalformedBody(request);
}

/** Remembers that a malformed request is sent: a list may show its effect before its own answer comes. */
export function noteSent(request: OutgoingRequest, memory: Memory): void {
  if (!isMalformed({ request })) return;
  const { underWay } = memory.at(origins);
  underWay.set(placeOf(request), (underWay.get(placeOf(request)) ?? 0) + 1);
}

/** Remembers the records that a malformed request made, and those that one in flight may have made. */
export function noteOrigins(exchange: AnsweredExchange, memory: Memory): void {
  const { malformed, seen, underWay } = memory.at(origins);
  const { endpoint } = exchange.request;
  const records = recordsOf(exchange).map(({ record }) => record);
  if (isMalformed(exchange)) {
    const place = placeOf(exchange.request);
    underWay.set(place, Math.max((underWay.get(place) ?? 0) - 1, 0));
    for (const { id, group_id: group } of records) {
      malformed.add(idKey(id));
      // A connection makes its group from the same body.
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

/** Remembers that a record was made from a malformed request. */
export function noteMalformedOrigin(id: unknown, memory: Memory): void {
  memory.at(origins).malformed.add(idKey(id));
}

/** Whether a record was made from a malformed request, of any run, or may just be changed by one in flight. */
export function hasMalformedOrigin(id: unknown, memory: Memory): boolean {
  const key = idKey(id);
  const { leftovers, malformed, underWay } = memory.at(origins);
  return leftovers.has(key) || malformed.has(key) || (underWay.get(key) ?? 0) > 0;
}

/** Whether the place in the answer belongs to a record that is not judged; by default one of malformed origin. */
export function isAtMalformedOrigin(
  exchange: AnsweredExchange,
  pointer: string,
  memory: Memory,
  isLeftOut: typeof hasMalformedOrigin = hasMalformedOrigin,
): boolean {
  const { endpoint } = exchange.request;
  return recordsOf(exchange).some(
    ({ pointer: at, record }) =>
      (pointer === at || pointer.startsWith(`${at}/`)) &&
      // Most members of a group come from the service, all but a few texts.
      (endpoint !== 'E1' || sentPlaces.E1.test(pointer.slice(at.length))) &&
      isLeftOut(record.id, memory),
  );
}

/** Places in a record where an endpoint that reads shows what was sent. */
const sentPlaces = {
  E1: /^\/(?:name|dba_name|sic_code|federal_ein)$/,
  E5: /^\/(?:renewal_date|body)(?:\/|$)|^\/issues\/\d+\/carrier_id$/,
  E7: /^\/member_snapshot\/|^\/created_members\/|^\/employee_id$|^\/fulfillment_summary\/\d+\/carrier_id$/,
  E8: /^\/employee_id$|^\/fulfillment_summary\/\d+\/carrier_id$/,
} as const;

/** The records of an answer with a wrong type at a place that shows what was sent. */
export function brokenAsSent(exchange: AnsweredExchange): readonly JsonObject[] {
  const { [exchange.request.endpoint]: places }: Readonly<Partial<Record<string, RegExp>>> = sentPlaces;
  const violations = places === undefined ? [] : schemaViolations(exchange);
  if (places === undefined || violations.length === 0) return [];
  return recordsOf(exchange).flatMap(({ pointer, record }) =>
    violations.some(({ pointer: at }) => at.startsWith(`${pointer}/`) && places.test(at.slice(pointer.length)))
      ? [record]
      : [],
  );
}

/** The member of an answer that identifies the record in a list. */
const madeBy: Readonly<Partial<Record<string, 'id' | 'group_id'>>> = { E2: 'group_id', E3: 'id', E4: 'id' };

/** Remembers what a valid body made or changed: its types are judged from now on. */
function noteMade(exchange: AnsweredExchange, memory: Memory): void {
  const member = madeBy[exchange.request.endpoint];
  if (member === undefined || !isSuccess(exchange)) return;
  const { made, leftovers } = memory.at(origins);
  for (const { record } of recordsOf(exchange)) {
    made.add(idKey(record[member]));
    leftovers.delete(idKey(record[member]));
  }
}

/** The EINs that the suite makes up begin like this, and those of companies do not. */
const ownEmployerNumber = /^00-/;

/** Whether the suite may have made a group, by its name, or by its EIN if the name is not a text. */
export function mayBeOwn({ name, federal_ein: ein }: JsonObject): boolean {
  if (typeof name === 'string') return isTagged(name);
  return typeof ein !== 'string' || ownEmployerNumber.test(ein);
}

/** Whether neither the name nor the EIN of a group is one that the suite gives: the name may be lost or empty. */
export function isSurelyOther({ name, federal_ein: ein }: JsonObject): boolean {
  return typeof name === 'string' && !isTagged(name) && (typeof ein !== 'string' || !ownEmployerNumber.test(ein));
}

/** Whether a list shows all groups and none of them is tagged, so that no run of the suite has made any of them. */
function hasNoneOfOurs(exchange: AnsweredExchange): boolean {
  const page = exchange.request.endpoint === 'E1' ? pageOf(exchange) : undefined;
  if (page === undefined || page.offset !== 0 || page.length < page.total) return false;
  return !recordsOf(exchange).some(({ record: { name } }) => typeof name === 'string' && isTagged(name));
}

/** Remembers the listed records that an earlier run may have made from malformed bodies. */
function noteLeftovers(exchange: AnsweredExchange, memory: Memory): void {
  const { endpoint } = exchange.request;
  if (!memory.at(settings).keepsOwnRecords || (endpoint !== 'E1' && endpoint !== 'E5')) return;
  const { made, leftovers } = memory.at(origins);
  const ids = (of: readonly JsonObject[]): readonly string[] => of.map(({ id }) => idKey(id));
  const listed = recordsOf(exchange).map(({ record }) => record);
  if (hasNoneOfOurs(exchange)) for (const id of ids(listed)) made.add(id);
  for (const id of ids(endpoint === 'E5' ? brokenAsSent(exchange) : listed.filter(mayBeOwn)))
    if (!made.has(id)) leftovers.add(id);
}

/** Whether an earlier run of the suite may have made a record from a malformed body. */
export function isLeftover(id: unknown, memory: Memory): boolean {
  return memory.at(origins).leftovers.has(idKey(id));
}
