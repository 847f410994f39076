import { isAnswered, type Exchange } from '../../target/exchange.ts';
import type { RequirementId } from '../../spec/index.ts';
import { foundHere, isRepetition, noteExchangeInCase, noteInCase, runningCase } from './case-scope.ts';
import type { Violation } from './assertions.ts';
import type { Rules } from './definition.ts';
import type { Ledger } from './ledger.ts';
import type { Memory } from './memory.ts';
import { mayBeCutOff, findingOf, type Finding } from './verdicts.ts';

/** Enters a request without an answer under the property, workload or check that it was sent in. */
export function noteUnanswered(exchange: Exchange, ledger: Ledger): void {
  const running = runningCase();
  const isOwed =
    running !== undefined && !isRepetition() && !mayBeCutOff(exchange) && exchange.failure?.isAlone !== true;
  if (isOwed) ledger.unanswered(running.name, exchange);
}

/** Judges an exchange by every rule; enters cases and violations in the ledger. */
export function judgeExchange(
  { notes, rules, exchangeRules }: Rules,
  exchange: Exchange,
  memory: Memory,
  ledger: Ledger,
): void {
  noteExchangeInCase(exchange, memory.archive);
  // The answer to a request that is not HTTP may be just the end of a connection: its sender judges it.
  if (exchange.request.wire !== undefined) return;
  // The exchange is one case of a requirement, however many rules judge it.
  const judged = new Set<RequirementId>();
  const broken = new Set<RequirementId>();
  const enter = (id: RequirementId, violations: readonly Violation[] | undefined): void => {
    if (violations === undefined) return;
    if (!judged.has(id)) ledger.judged(id, 1, exchange.request.endpoint);
    judged.add(id);
    const [first, ...others] = violations;
    if (first === undefined || broken.has(id)) return;
    broken.add(id);
    const found = (violation: Violation): Finding => foundHere(findingOf(violation, exchange));
    const finding = found(first);
    ledger.broken(id, finding, others.map(found));
    noteInCase(id, finding);
  };

  for (const { id, judge } of exchangeRules) enter(id, judge(exchange, memory));
  if (!isAnswered(exchange)) return;
  for (const note of notes) note(exchange, memory);
  for (const { id, judge } of rules.about(exchange)) enter(id, judge(exchange, memory));
}
