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

/** What is at hand of a snapshot that the run made: lists show it again and again. */
interface KeptSnapshot {
  readonly kept: KeptExchange;
  readonly carriers: Carriers;
}

/** The distinct carriers of what was sent, in order and in one letter case; undefined where a coverage names none. */
export type Carriers = readonly string[] | undefined;

const made: Slot<Map<string, KeptSnapshot>> = { name: 'snapshots made', create: () => new Map() };
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
  memory.at(made).set(idKey(snapshot.answered.id), {
    kept: memory.archive.keep(exchange),
    carriers: carriersOf(snapshot.sent),
  });
  memory.at(employees).add(idKey(snapshot.answered.employee_id));
}

export function isOwnSnapshot(id: unknown, memory: Memory): boolean {
  return memory.at(made).has(idKey(id));
}

export function snapshotMade(id: unknown, memory: Memory): MadeSnapshot | undefined {
  const exchange = memory.at(made).get(idKey(id))?.kept.recall();
  if (exchange === undefined) return undefined;
  return { sent: objectOf(exchange.request.json), answered: objectOf(exchange.answer.json), exchange };
}

/** The carriers of a snapshot that the run made; undefined also where it made none with that id. */
export function carriersMade(id: unknown, memory: Memory): Carriers {
  return memory.at(made).get(idKey(id))?.carriers;
}

export function isOwnEmployee(id: unknown, memory: Memory): boolean {
  return memory.at(employees).has(idKey(id));
}

/** The carriers that the coverages of a snapshot name; where one has none, a service may find it by the plan. */
export function carriersOf(snapshot: JsonObject): Carriers {
  const carriers = arrayOf(snapshot.coverages).map((coverage) => objectOf(coverage).carrier_id);
  if (!carriers.every((id) => typeof id === 'string')) return undefined;
  return [...new Set(carriers.map(idKey))].toSorted();
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
