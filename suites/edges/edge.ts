import { hash } from 'node:crypto';
import { endpointIds, type EndpointId } from '../../spec/index.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Memory } from '../engine/memory.ts';

/**
 * A place where faults hide: something special about a request that the target took, about its answer, or about what
 * came before it.
 */
export interface Edge {
  /** A noun phrase that no other edge has. */
  readonly name: string;
  /** Why a fault may hide there. */
  readonly why: string;
  /** The endpoints whose exchanges may reach it. */
  readonly endpoints: readonly EndpointId[];
  /** The members that a body has to leave out to reach it, by path. */
  readonly leavesOut: readonly string[];
}

/**
 * An edge in a table, without what all edges of its group share. `Facts` is what a reader makes of an exchange. Tables are
 * formatted by hand: a row is one line, or the predicate has a second line of its own.
 */
export type EdgeRow<Facts> = readonly [
  name: string,
  why: string,
  reached: (facts: Facts) => boolean,
  leavesOut?: readonly string[],
];

/** Edges at the same endpoints, whose names begin alike. */
export type EdgeGroup<Facts> = readonly [
  endpoints: readonly EndpointId[],
  prefix: string,
  rows: readonly EdgeRow<Facts>[],
];

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

export type FactsOf<Reader extends FactReader<unknown>> = NonNullable<ReturnType<Reader>>;

/** A table of edges, with what reads the facts that they are decided on. */
export function edgeTable<Facts>(read: FactReader<Facts>, ...groups: readonly EdgeGroup<NoInfer<Facts>>[]) {
  const edges = groups.flatMap(([endpoints, prefix, rows]) =>
    rows.map(([name, why, reached, leavesOut = []]) => ({ name: prefix + name, why, endpoints, leavesOut, reached })),
  );
  const byEndpoint = new Map<string, typeof edges>(
    endpointIds.map((id) => [id, edges.filter(({ endpoints }) => endpoints.includes(id))]),
  );
  return {
    edges: edges as readonly Edge[],
    /** It has to see every exchange that was taken once, in their order. */
    reachedBy(exchange: AnsweredExchange, memory: Memory): readonly Edge[] {
      const candidates = byEndpoint.get(exchange.request.endpoint) ?? [];
      const facts = candidates.length === 0 ? undefined : read(exchange, memory);
      return facts === undefined ? [] : candidates.filter(({ reached }) => reached(facts));
    },
  };
}

type Share = <T>(passes: (item: T) => boolean) => (items: readonly T[]) => boolean;

/** Whether all items of a list pass, none of them, or some and not all; of an empty list nothing of it. */
export const all: Share = (passes) => (items) => items.length > 0 && items.every(passes);
export const none: Share = (passes) => (items) => items.length > 0 && !items.some(passes);
export const mixed: Share = (passes) => (items) => items.some(passes) && !items.every(passes);

/** How many different values there are. */
export function distinct(values: readonly unknown[]): number {
  return new Set(values).size;
}

/** A short text that is the same for the same value sent to the same place: bodies are too large to be kept. */
export function digestOf(place: string, value: unknown): string {
  return hash('sha256', `${place}\n${JSON.stringify(value) ?? ''}`, 'base64url');
}
