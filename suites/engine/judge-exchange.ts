import { isAnswered, type Exchange } from '../../target/exchange.ts';
import type { RequirementId } from '../../spec/index.ts';
import { foundHere, isRepetition, noteInCase, runningCase } from './case-scope.ts';
import type { Breach, Law } from './invariant.ts';
import type { Ledger } from './ledger.ts';
import type { Memory } from './memory.ts';
import { mayBeCutOff } from './unanswered.ts';
import type { Finding } from './verdicts.ts';

/**
 * Holds an exchange against every invariant; enters cases and breaches in the ledger, and what got no answer under the
 * property, drive or check that it was sent in.
 */
export function judgeExchange(
  { notes, invariants, ofAll = [] }: Law,
  exchange: Exchange,
  memory: Memory,
  ledger: Ledger,
): void {
  const running = runningCase();
  running?.exchanges.push(exchange);
  // What answers a request that is no HTTP may be no more than the end of a connection: its sender looks at it.
  if (exchange.request.wire !== undefined) return;
  // Where several invariants speak for a requirement, the exchange is one case of it all the same.
  const judged = new Set<RequirementId>();
  const broken = new Set<RequirementId>();
  const enter = (id: RequirementId, breaches: readonly Breach[] | undefined): void => {
    if (breaches === undefined) return;
    if (!judged.has(id)) ledger.judged(id, 1, exchange.request.endpoint);
    judged.add(id);
    const [first, ...others] = breaches;
    if (first === undefined || broken.has(id)) return;
    broken.add(id);
    const findingOf = ({ earlier = [], exchange: shown = exchange, ...breach }: Breach): Finding =>
      foundHere({ ...breach, exchanges: [...earlier, shown] });
    const finding = findingOf(first);
    ledger.broken(id, finding, others.map(findingOf));
    noteInCase(id, finding);
  };

  for (const { id, judge } of ofAll) enter(id, judge(exchange, memory));
  if (!isAnswered(exchange)) {
    const isOwed = running !== undefined && !isRepetition() && !mayBeCutOff(exchange);
    if (isOwed) ledger.unanswered(running.name, exchange);
    return;
  }
  for (const note of notes) note(exchange, memory);
  for (const { id, judge } of invariants) enter(id, judge(exchange, memory));
}
