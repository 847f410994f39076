import type { EndpointId } from '../../spec/index.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Memory } from '../engine/memory.ts';
import { factsOf } from './facts.ts';

/** A place where faults hide: something special about a request that the target took, or about what it answered. */
export interface Edge {
  /** A noun phrase that no other edge has. */
  readonly name: string;
  /** Why a fault may hide there. */
  readonly about: string;
  /** The endpoints whose exchanges may reach it. */
  readonly endpoints: readonly EndpointId[];
  /** Whether an exchange reached it, whoever sent it. The memory has to see every exchange of E1 to E8, in their order. */
  readonly reachedBy: (exchange: AnsweredExchange, memory: Memory) => boolean;
}

/** A fact of a count as one says it: `1 lines` is `1 line`. */
export function counted(fact: string): string {
  return fact.replace(/^1 (.+)s$/u, '1 $1');
}

/**
 * An edge that is reached where any of some facts holds.
 *
 * @param facts as the collectors of facts write them
 */
export function edge(endpoints: readonly EndpointId[], name: string, about: string, ...facts: readonly string[]): Edge {
  return {
    name,
    about,
    endpoints,
    reachedBy(exchange, memory) {
      const { endpoint } = exchange.request;
      if (endpoint === 'token' || !endpoints.includes(endpoint)) return false;
      const found = factsOf(exchange, memory);
      return found.size > 0 && facts.some((fact) => found.has(fact));
    },
  };
}
