import { type EndpointId, type JsonObject, objectOf } from '../../spec/index.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import { answerOf, type AnswerAssertions } from '../engine/assertions.ts';
import { ruleOnSuccesses, type Rule } from '../engine/definition.ts';
import type { Memory } from '../engine/memory.ts';
import { madeBy, snapshotMade, type MadeSnapshot } from './known-records.ts';
import { hasMalformedOrigin, isMalformed } from './malformed-origin.ts';
import { recordsOf, successBody, type PlacedRecord } from './reading.ts';

/** A success as rules see it; `sent` is empty if no object was sent. */
export interface SuccessView {
  readonly exchange: AnsweredExchange;
  readonly memory: Memory;
  readonly body: JsonObject;
  readonly sent: JsonObject;
  readonly answer: AnswerAssertions;
}

type Judgement = ReturnType<Rule>;

/**
 * A rule about the successes of endpoints whose body is an object; it does not judge other exchanges.
 *
 * @param validBody - whether it judges only exchanges whose request body has the documented types
 */
export function onSuccess(
  of: EndpointId | readonly EndpointId[],
  judge: (view: SuccessView) => Judgement,
  { validBody = false }: { readonly validBody?: boolean } = {},
): Rule {
  const endpoints = [of].flat();
  return ruleOnSuccesses(endpoints, (exchange, memory) => {
    const body = successBody(exchange, ...endpoints);
    if (body === undefined || (validBody && isMalformed(exchange))) return undefined;
    return judge({ exchange, memory, body, sent: objectOf(exchange.request.json), answer: answerOf(exchange) });
  });
}

/** A rule about each record of the successes of endpoints, except those made from malformed bodies. */
export function onRecords(
  of: readonly EndpointId[],
  judge: (view: PlacedRecord & { readonly exchange: AnsweredExchange; readonly memory: Memory }) => Judgement,
): Rule {
  return ruleOnSuccesses(of, (exchange, memory) =>
    gathered(
      recordsOf(exchange)
        .filter(({ record }) => !hasMalformedOrigin(record.id, memory))
        .map((placed) => judge({ ...placed, exchange, memory })),
    ),
  );
}

/** The violations of everything that could be judged; undefined if nothing could. */
export function gathered(judgements: readonly Judgement[]): Judgement {
  const made = judgements.filter((violations) => violations !== undefined);
  return made.length === 0 ? undefined : made.flat();
}

/** The snapshot in an answer, if the run made it, by this exchange or an earlier one. */
export function madeIn(exchange: AnsweredExchange, record: JsonObject, memory: Memory): MadeSnapshot | undefined {
  return madeBy(exchange) ?? snapshotMade(record.id, memory);
}

/** Violations with the create of the snapshot as evidence, as it says what was expected. */
export function withCreate(
  violations: Judgement,
  made: MadeSnapshot | undefined,
  exchange: AnsweredExchange,
): Judgement {
  if (made === undefined || made.exchange === exchange) return violations;
  return violations?.map((violation) => ({ ...violation, earlier: [made.exchange] }));
}

/** A rule about full records of snapshots that the run made. */
export function onMade(judge: (record: JsonObject, made: MadeSnapshot, memory: Memory) => Judgement): Rule {
  return onSuccess(['E6', 'E7'], ({ body, exchange, memory }) => {
    const made = madeIn(exchange, body, memory);
    return made && withCreate(judge(body, made, memory), made, exchange);
  });
}
