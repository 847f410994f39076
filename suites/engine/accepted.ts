import { isAnswered, type AnsweredExchange } from '../../target/exchange.ts';
import { answerOf } from './assertions.ts';
import type { Check } from './check.ts';
import { Undecided } from './verdicts.ts';

/**
 * Asserts that the canonical body of an endpoint was taken. A refusal (4xx) may be due to fixtures and leaves the
 * requirement undecided; any other answer than a success breaks it.
 *
 * @param what - the body, as the subject of a sentence
 */
export async function canonicalTaken(
  check: Check,
  what: string,
  base: Promise<{ readonly exchange: AnsweredExchange }>,
): Promise<void> {
  const succeeds = (exchange: AnsweredExchange): void =>
    check.assert(answerOf(exchange).status('a success (2xx)', what));
  try {
    succeeds((await base).exchange);
  } catch (error) {
    const exchange = error instanceof Undecided ? error.exchange : undefined;
    if (exchange === undefined || !isAnswered(exchange)) throw error;
    const { status } = exchange.answer;
    if (status >= 400 && status < 500) throw error;
    succeeds(exchange);
  }
}
