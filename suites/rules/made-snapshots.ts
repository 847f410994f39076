import type { JsonObject } from '../../spec/index.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Violation } from '../engine/assertions.ts';
import type { Rule } from '../engine/definition.ts';
import type { Memory } from '../engine/memory.ts';
import { madeBy, snapshotMade, type MadeSnapshot } from './known-records.ts';
import { onSuccess } from './on-answers.ts';

/** A snapshot of an answer that the run made, by this exchange or before. */
export function madeIn(exchange: AnsweredExchange, record: JsonObject, memory: Memory): MadeSnapshot | undefined {
  return madeBy(exchange) ?? snapshotMade(record.id, memory);
}

/** Violations with the create of the snapshot, which says what was expected, as evidence. */
export function withCreate(
  violations: readonly Violation[] | undefined,
  made: MadeSnapshot | undefined,
  exchange: AnsweredExchange,
): readonly Violation[] | undefined {
  if (made === undefined || made.exchange === exchange) return violations;
  return violations?.map((violation) => ({ ...violation, earlier: [made.exchange] }));
}

/** A rule about full records of snapshots that the run made. */
export function onMade(judge: (record: JsonObject, made: MadeSnapshot) => readonly Violation[] | undefined): Rule {
  return onSuccess(['E6', 'E7'], ({ body, exchange, memory }) => {
    const made = madeIn(exchange, body, memory);
    return made && withCreate(judge(body, made), made, exchange);
  });
}
