import { hash } from 'node:crypto';
import { endpointIds, type EndpointId } from '../../spec/index.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Memory } from '../engine/memory.ts';

/** A place where faults hide: something special about an accepted request, its answer, or what came before it. */
export interface Edge {
  /** A noun phrase, unique among edges. */
  readonly name: string;
  readonly why: string;
  readonly endpoints: readonly EndpointId[];
  /** The paths of the members that a body must leave out to reach it. */
  readonly leavesOut: readonly string[];
}

/**
 * An edge as a row of a table, without what it shares with its group. `Facts` is what a reader extracts from an
 * exchange. Tables are formatted by hand: a row is one line, or has its predicate on a second line.
 */
export type EdgeRow<Facts> = readonly [
  name: string,
  why: string,
  reached: (facts: Facts) => boolean,
  leavesOut?: readonly string[],
];

/** Edges with the same endpoints and the same prefix of their names. */
export type EdgeGroup<Facts> = readonly [
  endpoints: readonly EndpointId[],
  prefix: string,
  rows: readonly EdgeRow<Facts>[],
];

/** The rows with these names, in the order of the table. @throws Error for an unknown name */
export function pick<Facts>(rows: readonly EdgeRow<Facts>[], ...names: readonly string[]): readonly EdgeRow<Facts>[] {
  const picked = rows.filter(([name]) => names.includes(name));
  if (picked.length < names.length) throw new Error(`no edge is called one of: ${names.join(', ')}`);
  return picked;
}

/** One row for each of several counts of something. */
export function counts<Facts>(
  numbers: readonly number[],
  noun: string,
  why: string,
  countsIn: (facts: Facts) => readonly number[],
): readonly EdgeRow<Facts>[] {
  return numbers.map((n) => [`${n} ${noun}${n === 1 ? '' : 's'}`, why, (facts) => countsIn(facts).includes(n)]);
}

/** Extracts the facts that decide the edges of a table; undefined if the exchange has none. */
type FactReader<Facts> = (exchange: AnsweredExchange, memory: Memory) => Facts | undefined;

export type FactsOf<Reader extends FactReader<unknown>> = NonNullable<ReturnType<Reader>>;

/** A table of edges, with the reader of the facts that decide them. */
export function edgeTable<Facts>(read: FactReader<Facts>, ...groups: readonly EdgeGroup<NoInfer<Facts>>[]) {
  const edges = groups.flatMap(([endpoints, prefix, rows]) =>
    rows.map(([name, why, reached, leavesOut = []]) => ({ name: prefix + name, why, endpoints, leavesOut, reached })),
  );
  const byEndpoint = new Map<string, typeof edges>(
    endpointIds.map((id) => [id, edges.filter(({ endpoints }) => endpoints.includes(id))]),
  );
  return {
    edges: edges as readonly Edge[],
    /** Must be called once for every accepted exchange, in order. */
    reachedBy(exchange: AnsweredExchange, memory: Memory): readonly Edge[] {
      const candidates = byEndpoint.get(exchange.request.endpoint) ?? [];
      const facts = candidates.length === 0 ? undefined : read(exchange, memory);
      return facts === undefined ? [] : candidates.filter(({ reached }) => reached(facts));
    },
  };
}

type Share = <T>(passes: (item: T) => boolean) => (items: readonly T[]) => boolean;

/** Whether all items of a list pass, none of them, or some but not all; all three are false for an empty list. */
export const all: Share = (passes) => (items) => items.length > 0 && items.every(passes);
export const none: Share = (passes) => (items) => items.length > 0 && !items.some(passes);
export const mixed: Share = (passes) => (items) => items.some(passes) && !items.every(passes);

export function distinct(values: readonly unknown[]): number {
  return new Set(values).size;
}

/** A short digest of a value sent to a place: bodies are too large to keep. */
export function digestOf(place: string, value: unknown): string {
  return hash('sha256', `${place}\n${JSON.stringify(value) ?? ''}`, 'base64url');
}
