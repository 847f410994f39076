import { createValidator, endpoints } from '../../spec/index.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Memory, Slot } from '../engine/memory.ts';
import { idKey, recordsOf } from './reading.ts';

/**
 * Records that were made from bodies outside the documented types. Whether to refuse such a body is one requirement
 * (`*.invalid-body`); a target that took it and gives it back is not held to the types of what it was sent.
 */
const taintedRecords: Slot<Set<string>> = { name: 'tainted records', create: () => new Set() };

const validator = createValidator();
const known = new WeakMap<AnsweredExchange, boolean>();

/** Whether the request's body is outside the documented types, or no JSON of the suite's own making. */
export function isMalformed(exchange: AnsweredExchange): boolean {
  const held = known.get(exchange);
  if (held !== undefined) return held;
  const { endpoint, body, json } = exchange.request;
  const schema = endpoint === 'token' ? undefined : endpoints[endpoint].request;
  const malformed =
    schema !== undefined && body !== undefined && (json === undefined || validator.validate(schema, json).length > 0);
  known.set(exchange, malformed);
  return malformed;
}

/** Remembers the records that a malformed request made. */
export function noteTaint(exchange: AnsweredExchange, memory: Memory): void {
  if (!isMalformed(exchange)) return;
  for (const { record } of recordsOf(exchange)) {
    memory.at(taintedRecords).add(idKey(record.id));
    // A connection makes the group that it is for, out of the same body.
    if (exchange.request.endpoint === 'E2') memory.at(taintedRecords).add(idKey(record.group_id));
  }
}

/** Whether a record was made from a malformed request. */
export function isTainted(id: unknown, memory: Memory): boolean {
  return memory.at(taintedRecords).has(idKey(id));
}

/** Whether the place in the answer belongs to a record that was made from a malformed request. */
export function isTaintedPlace(exchange: AnsweredExchange, pointer: string, memory: Memory): boolean {
  if (memory.at(taintedRecords).size === 0) return false;
  return recordsOf(exchange).some(
    ({ pointer: at, record }) => (pointer === at || pointer.startsWith(`${at}/`)) && isTainted(record.id, memory),
  );
}
