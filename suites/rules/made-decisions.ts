import { idKey, objectOf } from '../../spec/index.ts';
import type { KeptExchange } from '../../target/exchange-archive.ts';
import { isSuccess, type AnsweredExchange, type OutgoingRequest } from '../../target/exchange.ts';
import type { Memory, Slot } from '../engine/memory.ts';
import { isMalformed } from './malformed-origin.ts';
import { settings } from './settings.ts';

/** The writes that may have given decisions their content: creates on one day of a group, or edits of one decision. */
interface Writes {
  /** Those that were answered, whatever the answer. */
  readonly answered: KeptExchange[];
  /** How many were sent that have no answer, or whose body is outside the documented types. */
  unclear: number;
}

const writes: Slot<{
  /** By what they write to. */
  readonly byTarget: Map<string, Writes>;
  /** For each decision that the run made the day and the group of its create. */
  readonly days: Map<string, string>;
}> = { name: 'writes of decisions', create: () => ({ byTarget: new Map(), days: new Map() }) };

/** What a request for a decision writes to; undefined for any other request. */
function targetOf({ endpoint, pathParameters, json }: OutgoingRequest): string | undefined {
  if (endpoint === 'E4') return idKey(pathParameters['renewal_decision_id']);
  if (endpoint !== 'E3') return undefined;
  return `${idKey(pathParameters['group_id'])} ${String(objectOf(json).renewal_date)}`;
}

function writesTo(target: string, memory: Memory): Writes {
  const { byTarget } = memory.at(writes);
  const known = byTarget.get(target) ?? { answered: [], unclear: 0 };
  byTarget.set(target, known);
  return known;
}

/** Remembers that a decision is written: a list may show it before the answer comes. */
export function noteDecisionSent(request: OutgoingRequest, memory: Memory): void {
  const target = targetOf(request);
  if (target !== undefined) writesTo(target, memory).unclear += 1;
}

/** Remembers the answer to a write of a decision. */
export function noteDecisionWrite(exchange: AnsweredExchange, memory: Memory): void {
  const { request, answer } = exchange;
  const target = targetOf(request);
  if (target === undefined) return;
  const known = writesTo(target, memory);
  if (!isMalformed(exchange)) {
    known.answered.push(memory.archive.keep(exchange));
    known.unclear = Math.max(known.unclear - 1, 0);
  }
  const { id } = objectOf(answer.json);
  if (request.endpoint === 'E3' && isSuccess(exchange) && typeof id === 'string')
    memory.at(writes).days.set(idKey(id), target);
}

/**
 * The writes that may have given a decision its content, as far as the run made it: its create and its edits, whatever they
 * were answered, and creates on the same day, which a service may take for edits. The latest is first.
 *
 * @returns none where something else may have been written
 */
export function writesOf(id: unknown, memory: Memory): readonly AnsweredExchange[] {
  const day = memory.at(writes).days.get(idKey(id));
  if (day === undefined || memory.at(settings).isPartial) return [];
  const all = [writesTo(day, memory), writesTo(idKey(id), memory)];
  if (all.some(({ unclear }) => unclear > 0)) return [];
  return all
    .flatMap(({ answered }) => answered)
    .toReversed()
    .map((kept) => kept.recall());
}
