import { idKey, isObject, objectOf, arrayOf, type JsonObject } from '../../spec/index.ts';
import type { KeptExchange } from '../../target/exchange-archive.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Memory, Slot } from '../engine/memory.ts';
import { successBody } from './reading.ts';
import { isMalformed } from './malformed-origin.ts';

/** A snapshot that the run made: what was sent, and what was answered. */
export interface MadeSnapshot {
  readonly sent: JsonObject;
  readonly answered: JsonObject;
  readonly exchange: AnsweredExchange;
}

const made: Slot<Map<string, KeptExchange>> = { name: 'snapshots made', create: () => new Map() };
const employees: Slot<Set<string>> = { name: 'employees made', create: () => new Set() };

/** What was sent to make the answered snapshot; undefined when the exchange is no such success. */
export function madeBy(exchange: AnsweredExchange): MadeSnapshot | undefined {
  const answered = successBody(exchange, 'E6');
  const sent = exchange.request.json;
  return answered === undefined || !isObject(sent) || isMalformed(exchange) ? undefined : { sent, answered, exchange };
}

export function noteSnapshot(exchange: AnsweredExchange, memory: Memory): void {
  const snapshot = madeBy(exchange);
  if (snapshot === undefined || exchange.access !== 'first') return;
  memory.at(made).set(idKey(snapshot.answered.id), memory.archive.keep(exchange));
  memory.at(employees).add(idKey(snapshot.answered.employee_id));
}

export function isOwnSnapshot(id: unknown, memory: Memory): boolean {
  return memory.at(made).has(idKey(id));
}

export function snapshotMade(id: unknown, memory: Memory): MadeSnapshot | undefined {
  const exchange = memory.at(made).get(idKey(id))?.recall();
  if (exchange === undefined) return undefined;
  return { sent: objectOf(exchange.request.json), answered: objectOf(exchange.answer.json), exchange };
}

export function isOwnEmployee(id: unknown, memory: Memory): boolean {
  return memory.at(employees).has(idKey(id));
}

/** The distinct carriers of a snapshot's coverages, in one letter case. */
export function carriersOf(snapshot: JsonObject): ReadonlySet<string> {
  return new Set(arrayOf(snapshot.coverages).map((coverage) => idKey(objectOf(coverage).carrier_id)));
}

/** The members of a snapshot: the employee and the dependents, with their kind. */
export function membersOf(
  snapshot: JsonObject,
): readonly { readonly type: 'employee' | 'dependent'; readonly member: JsonObject }[] {
  return [
    ...(isObject(snapshot.employee) ? [{ type: 'employee', member: snapshot.employee } as const] : []),
    ...arrayOf(snapshot.dependents).map((dependent) => ({ type: 'dependent', member: objectOf(dependent) }) as const),
  ];
}
