import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Check } from './check.ts';

/** A request that ought to be refused: what is wrong with it, and how to send it. */
export interface WrongRequest {
  readonly name: string;
  readonly send: () => Promise<AnsweredExchange>;
}

/**
 * Asserts that each request gets a 4xx. What a target does not refuse is gathered into one finding, with the first
 * such exchange for evidence: one line for each rule that is not enforced, not one report for each.
 */
export async function allRefused({ id, session, that }: Check, requests: readonly WrongRequest[]): Promise<void> {
  const answers = await Promise.all(requests.map(async ({ name, send }) => ({ name, exchange: await send() })));
  const taken = answers.filter(({ exchange: { answer } }) => answer.status < 400 || answer.status >= 500);
  session.ledger.judged(id, answers.length - taken.length);
  const [first] = taken;
  if (first === undefined) return;
  that(false, () => ({
    message: `not refused: ${taken.map(({ name, exchange }) => `${name} (${exchange.answer.status})`).join(', ')}`,
    exchanges: [first.exchange],
    pointer: '#status',
    expected: 'a 4xx',
    actual: first.exchange.answer.status,
  }));
}
