import { createValidator, endpoints, type EndpointId } from '../../spec/index.ts';
import type { AnsweredExchange, OutgoingRequest } from '../../target/exchange.ts';
import type { Memory, Slot } from '../engine/memory.ts';
import { isLeftover, noteLeftovers, noteMade } from './leftovers.ts';
import { idKey, recordsOf } from './reading.ts';

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
