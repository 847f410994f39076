import { isAnswered, type Exchange } from '../../target/exchange.ts';
import type { RequirementId } from '../../spec/index.ts';
import { foundHere, noteInCase, runningCase } from './case-scope.ts';
import type { Law } from './invariant.ts';
import type { Ledger } from './ledger.ts';
import type { Memory } from './memory.ts';

/** Holds an exchange against every invariant; enters cases and breaches in the ledger. */
export function judgeExchange({ notes, invariants }: Law, exchange: Exchange, memory: Memory, ledger: Ledger): void {
  runningCase()?.exchanges.push(exchange);
  // What answers a request that is no HTTP may be no more than the end of a connection: its sender looks at it.
  if (!isAnswered(exchange) || exchange.request.wire !== undefined) return;
  for (const note of notes) note(exchange, memory);
  // Where several invariants speak for a requirement, the exchange is one case of it all the same.
  const judged = new Set<RequirementId>();
  const broken = new Set<RequirementId>();
  for (const { id, judge } of invariants) {
    const breaches = judge(exchange, memory);
    if (breaches === undefined) continue;
    if (!judged.has(id)) ledger.judged(id, 1, exchange.request.endpoint);
    judged.add(id);
    const [first] = breaches;
    if (first === undefined || broken.has(id)) continue;
    broken.add(id);
    const { earlier = [], message, pointer, expected, actual } = first;
    const finding = foundHere({ message, pointer, expected, actual, exchanges: [...earlier, exchange] });
    ledger.broken(id, finding);
    noteInCase(id, finding);
  }
}
