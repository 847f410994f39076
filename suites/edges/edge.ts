import { hash } from 'node:crypto';
import { endpointIds, type EndpointId } from '../../spec/index.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Memory } from '../engine/memory.ts';

/**
 * A place where faults hide: something special about a request that the target took, about its answer, or about what
 * came before it. `Facts` is what a reader makes of an exchange for edges of this kind.
 */
export interface Edge<Facts = never> {
  /** A noun phrase that no other edge has. */
  readonly name: string;
  /** Why a fault may hide there. */
  readonly why: string;
  /** The endpoints whose exchanges may reach it. */
  readonly endpoints: readonly EndpointId[];
  readonly reached: (facts: Facts) => boolean;
  /** The members that a body has to leave out to reach it, by path. */
  readonly leavesOut?: readonly string[];
}

/**
 * An edge in a table, without what all edges of the table share. Tables are formatted by hand: a row is one line, or the
 * predicate has a second line of its own.
 */
export type EdgeRow<Facts> = readonly [name: string, why: string, reached: (facts: Facts) => boolean];

/** The edges of a table at some endpoints; the prefix goes before each name. */
export function edgesAt<Facts>(
  endpoints: readonly EndpointId[],
  prefix: string,
  rows: readonly EdgeRow<Facts>[],
): readonly Edge<Facts>[] {
  return rows.map(([name, why, reached]) => ({ name: `${prefix}${name}`, why, endpoints, reached }));
}

/** The rows with these names, in the order of the table. */
export function pick<Facts>(rows: readonly EdgeRow<Facts>[], ...names: readonly string[]): readonly EdgeRow<Facts>[] {
  const picked = rows.filter(([name]) => names.includes(name));
  if (picked.length < names.length) throw new Error(`no edge is called one of: ${names.join(', ')}`);
  return picked;
}

/** A row for each of several counts of something. */
export function counts<Facts>(
  numbers: readonly number[],
  noun: string,
  why: string,
  countsIn: (facts: Facts) => readonly number[],
): readonly EdgeRow<Facts>[] {
  return numbers.map((n) => [`${n} ${noun}${n === 1 ? '' : 's'}`, why, (facts) => countsIn(facts).includes(n)]);
}

/** What an exchange says of edges of one kind; undefined: nothing. */
type FactReader<Facts> = (exchange: AnsweredExchange, memory: Memory) => Facts | undefined;

/** What a reader reads. */
export type FactsOf<Reader extends FactReader<unknown>> = NonNullable<ReturnType<Reader>>;

/** Edges that are decided on the same facts. */
export interface EdgeTable {
  readonly edges: readonly Edge[];
  /** The edges that an exchange reaches. It has to see every exchange that was taken once, in their order. */
  reachedBy(exchange: AnsweredExchange, memory: Memory): readonly Edge[];
}

/** A table of edges, with what reads the facts that they are decided on. */
export function edgeTable<Facts>(read: FactReader<Facts>, edges: readonly Edge<NoInfer<Facts>>[]): EdgeTable {
  const byEndpoint = new Map<string, readonly Edge<Facts>[]>(
    endpointIds.map((id) => [id, edges.filter(({ endpoints }) => endpoints.includes(id))]),
  );
  return {
    edges,
    reachedBy(exchange, memory) {
      const candidates = byEndpoint.get(exchange.request.endpoint) ?? [];
      const facts = candidates.length === 0 ? undefined : read(exchange, memory);
      return facts === undefined ? [] : candidates.filter(({ reached }) => reached(facts));
    },
  };
}

/** How many of the items pass; undefined where there are none. */
export function share<T>(items: readonly T[], passes: (item: T) => boolean): 'none' | 'some' | 'all' | undefined {
  if (items.length === 0) return undefined;
  if (items.every(passes)) return 'all';
  return items.some(passes) ? 'some' : 'none';
}

/** How many different values there are. */
export function distinct(values: readonly unknown[]): number {
  return new Set(values).size;
}

/** A short text that is the same for the same value sent to the same place: bodies are too large to be kept. */
export function digestOf(place: string, value: unknown): string {
  return hash('sha256', `${place}\n${JSON.stringify(value) ?? ''}`, 'base64url');
}
