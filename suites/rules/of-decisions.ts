import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Violation, Invariant } from '../engine/invariant.ts';
import type { Memory } from '../engine/memory.ts';
import { recordsOf, type PlacedRecord } from './reading.ts';
import { isTainted } from './taint.ts';

/** The decisions of an answer, but for those made from malformed bodies. */
export function decisionsOf(exchange: AnsweredExchange, memory: Memory): readonly PlacedRecord[] {
  if (!['E3', 'E4', 'E5'].includes(exchange.request.endpoint)) return [];
  return recordsOf(exchange).filter(({ record }) => !isTainted(record.id, memory));
}

/** An invariant over each decision of each answer. */
export function ofDecisions(
  id: Invariant['id'],
  judge: (placed: PlacedRecord) => readonly Violation[] | undefined,
): Invariant {
  return {
    id,
    judge(exchange, memory) {
      const judgements = decisionsOf(exchange, memory)
        .map(judge)
        .filter((violations) => violations !== undefined);
      return judgements.length === 0 ? undefined : judgements.flat();
    },
  };
}
