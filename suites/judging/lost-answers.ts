import { idKey, objectOf, type RequirementId } from '../../spec/index.ts';
import { isAnswered, isSuccess, type Exchange, type TransportFailure } from '../../target/exchange.ts';
import { runningCase } from '../engine/case-scope.ts';
import type { Violation } from '../engine/assertions.ts';
import type { Rule } from '../engine/definition.ts';
import type { Slot } from '../engine/memory.ts';
import { mayBeCutOff } from '../engine/verdicts.ts';

/** The requirement that every request gets a whole answer. */
export const answersId = 'wire.answers' satisfies RequirementId;

/** A request that got no answer at all, and the property, workload or check that it was sent in. */
export interface Loss {
  readonly exchange: Exchange;
  readonly foundIn: string | undefined;
}

/** The requests that got no answer, or none before the target went away, and what is needed to judge them later. */
export const answering: Slot<{
  readonly losses: Loss[];
  /** When the first answer came, and when the last request that got an answer was sent. */
  firstAnswerAt: number;
  lastAskedAt: number;
  /** The group of each decision: an edit that is sent again needs the version that the group's list shows. */
  readonly groups: Map<string, string>;
  /** Whether the cause of the losses has been looked for. */
  areLookedAt: boolean;
}> = () => ({ losses: [], firstAnswerAt: Infinity, lastAskedAt: -Infinity, groups: new Map(), areLookedAt: false });

/** Whether the target went away when the request was sent, and took connections again when it was repeated. */
function metOutage({ lost = [] }: Exchange): boolean {
  return lost.some(({ kind }) => kind === 'broken') && lost.some(({ kind }) => kind === 'unreachable');
}

/** A failure in words, without the address that they begin with. */
function saidOf({ message }: TransportFailure, { request: { url } }: Exchange): string {
  const address = `${new URL(url).host}: `;
  return message.startsWith(address) ? message.slice(address.length) : message;
}

/** The failure of the tries at a request, as one line. */
function wordsOf(failure: TransportFailure, tries: number, exchange: Exchange): string {
  const isBroken = failure.kind === 'broken';
  const what = isBroken ? 'the connection was closed before an answer' : saidOf(failure, exchange);
  return tries === 1 ? what : `${what} (${tries} tries)`;
}

function violationOf(code: string, actual: string, message: string, exchange: Exchange): Violation {
  return { code, message, pointer: '#status', expected: 'a whole answer', actual, exchange };
}

function torn(exchange: Exchange, failure: TransportFailure): Violation {
  const { answer, failure: _, ...sent } = exchange;
  const said = saidOf(failure, exchange);
  const later = answer === undefined ? '' : `; when it was sent again it was answered with ${answer.status}`;
  // Shown as it was in that try: a later one may have been answered.
  return violationOf('torn', said, `${said}${later}`, { ...sent, failure });
}

/**
 * The violation that a request got no answer in time, or that the target went away after the request had been sent. An
 * answer to a retry does not always clear it: an edit that was carried out the first time is refused then, and after an
 * outage another process may answer, which knows neither the request nor its token.
 */
export function unansweredViolation(exchange: Exchange): Violation | undefined {
  const { answer, lost = [], ...sent } = exchange;
  const failure = lost.findLast(({ kind }) => kind === 'broken' || kind === 'timeout');
  const isOutage = metOutage(exchange);
  const isCleared = answer !== undefined && !isOutage && !lost.some(({ kind }) => kind === 'timeout');
  if (failure === undefined || failure.hurried === true || isCleared) return undefined;
  const words = wordsOf(failure, lost.filter(({ kind }) => kind !== 'unreachable').length, exchange);
  const shown = { ...sent, failure: sent.failure ?? failure };
  if (isOutage) return violationOf('went-away', words, `${words}, and the target went away`, shown);
  return violationOf(failure.kind, words, words, shown);
}

/**
 * Judges whether answers were whole. Requests without any answer are remembered: only other answers, before and after, show
 * whether the request is the cause.
 */
export const wholeAnswers: Rule<Exchange> = (exchange, memory) => {
  if (mayBeCutOff(exchange)) return undefined;
  const seen = memory.at(answering);
  if (isAnswered(exchange)) {
    seen.firstAnswerAt = Math.min(seen.firstAnswerAt, exchange.endedAt);
    seen.lastAskedAt = Math.max(seen.lastAskedAt, exchange.startedAt);
    const { id, group_id: group } = objectOf(exchange.answer.json);
    if (exchange.request.endpoint === 'E3' && isSuccess(exchange)) seen.groups.set(idKey(id), String(group));
  }
  // The first try whose answer had begun but was not whole.
  const failure = exchange.lost?.find(({ began }) => began !== undefined);
  if (failure !== undefined && !metOutage(exchange)) return [torn(exchange, failure)];
  if (unansweredViolation(exchange) !== undefined) seen.losses.push({ exchange, foundIn: runningCase()?.name });
  return isAnswered(exchange) ? [] : undefined;
};
