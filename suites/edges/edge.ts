import type { EndpointId } from '../../spec/index.ts';

/** A place where faults hide: something special about a request that the target took, or about what it answered. */
export interface Edge {
  /** A noun phrase that no other edge has. */
  readonly name: string;
  /** Why a fault may hide there. */
  readonly about: string;
  /** The endpoints whose exchanges may reach it. */
  readonly endpoints: readonly EndpointId[];
  /** What may be special about an exchange that reaches it, as the collectors of facts write it: one is enough. */
  readonly facts: readonly string[];
}

/** A fact of a count as one says it: `1 lines` is `1 line`. */
export function counted(fact: string): string {
  return fact.replace(/^1 (.+)s$/u, '1 $1');
}

/** An edge that is reached where any of some facts holds. */
export function edge(endpoints: readonly EndpointId[], name: string, about: string, ...facts: readonly string[]): Edge {
  return { name, about, endpoints, facts };
}
