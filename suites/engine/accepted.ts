import { isSuccess, type AnsweredExchange } from '../../target/exchange.ts';
import type { Check } from './check.ts';
import { Undecided, Violation, type Finding } from './verdicts.ts';

/** The finding that a request which ought to succeed was answered otherwise. */
export function notTaken(exchange: AnsweredExchange, message: string): Finding {
  const { status } = exchange.answer;
  return {
    message: `${message} was answered with ${status}`,
    exchanges: [exchange],
    pointer: '#status',
    expected: 'a success (2xx)',
    actual: status,
  };
}

/**
 * Asserts that the canonical body of an endpoint was taken. A refusal (4xx) may be due to fixtures and leaves the
 * requirement undecided; any other answer than a success breaks it.
 */
export async function canonicalTaken(
  check: Check,
  what: string,
  base: Promise<{ readonly exchange: AnsweredExchange }>,
): Promise<void> {
  try {
    const { exchange } = await base;
    check.that(isSuccess(exchange), () => notTaken(exchange, what));
  } catch (error) {
    const exchange = error instanceof Undecided ? error.exchange : undefined;
    const status = exchange?.answer?.status ?? 400;
    if (exchange === undefined || (status >= 400 && status < 500)) throw error;
    throw new Violation(notTaken(exchange as AnsweredExchange, what));
  }
}
