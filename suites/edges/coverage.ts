import type { EdgeCoverage } from '../../results/report.ts';
import { isAnswered, type Exchange } from '../../target/exchange.ts';
import { runningCase } from '../engine/case-scope.ts';
import { createMemory } from '../engine/memory.ts';
import type { Edge } from './edge.ts';
import { factsOf } from './facts.ts';
import { edges } from './index.ts';

/** Cases named for each edge at the most. */
const namedCases = 5;

/** Edges by endpoint and fact: an exchange has a few facts, and there are hundreds of edges. */
const byFact = new Map<string, Edge[]>();
for (const edge of edges)
  for (const endpoint of edge.endpoints)
    for (const fact of edge.facts) {
      const key = `${endpoint} ${fact}`;
      byFact.set(key, [...(byFact.get(key) ?? []), edge]);
    }

/** Which edges the exchanges of a run have reached, and in which cases. */
export interface Coverage {
  /** Looks at an exchange, and gives the edges that it reaches. It has to see every one, in their order. */
  note(exchange: Exchange): readonly Edge[];
  /** Every edge, in the order of the register of edges. */
  readonly edges: readonly EdgeCoverage[];
}

/** A coverage that nothing has been seen of. */
export function createCoverage(): Coverage {
  const memory = createMemory();
  const reached = new Map<Edge, { exchanges: number; readonly cases: Set<string> }>();
  return {
    note(exchange) {
      const { endpoint } = exchange.request;
      if (endpoint === 'token' || !isAnswered(exchange)) return [];
      const facts = [...factsOf(exchange, memory)];
      const found = [...new Set(facts.flatMap((fact) => byFact.get(`${endpoint} ${fact}`) ?? []))];
      const label = runningCase()?.label ?? exchange.purpose;
      for (const edge of found) {
        const entry = reached.get(edge) ?? { exchanges: 0, cases: new Set() };
        entry.exchanges += 1;
        if (entry.cases.size < namedCases) entry.cases.add(label);
        reached.set(edge, entry);
      }
      return found;
    },
    get edges() {
      return edges.map((edge) => {
        const { exchanges, cases } = reached.get(edge) ?? { exchanges: 0, cases: new Set<string>() };
        return { name: edge.name, about: edge.about, endpoints: edge.endpoints, exchanges, cases: [...cases] };
      });
    },
  };
}
