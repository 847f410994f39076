import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Check } from './check.ts';

/** A request that ought to be refused: which rule it breaks, and how to send it. */
export interface WrongRequest {
  /** What is wrong with it: requests that break one rule are told together. */
  readonly rule: string;
  /** Where it is wrong, or where it is sent. */
  readonly place: string;
  readonly send: () => Promise<AnsweredExchange>;
}

/**
 * Asserts that each request gets a 4xx. What a target does not refuse is gathered into one finding with one entry for
 * each rule that is not enforced, not one for each request; the first such exchange is the evidence.
 */
export async function allRefused({ id, session, that }: Check, requests: readonly WrongRequest[]): Promise<void> {
  const outcomes = await Promise.allSettled(
    requests.map(async ({ send, ...wrong }) => ({ ...wrong, exchange: await send() })),
  );
  const answers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const unanswered = outcomes.find((outcome) => outcome.status === 'rejected');
  const taken = answers.filter(({ exchange: { answer } }) => answer.status < 400 || answer.status >= 500);
  session.ledger.judged(id, answers.length - taken.length);
  const [first] = taken;
  // Where all that were answered were refused, those that were not leave it open.
  if (first === undefined && unanswered !== undefined) throw unanswered.reason;
  if (first === undefined) return;
  const rules = new Map<string, Set<string>>();
  for (const { rule, place, exchange } of taken)
    rules.set(rule, (rules.get(rule) ?? new Set()).add(`${place} (${exchange.answer.status})`));
  const counts = [...rules].map(
    ([rule, places]) => `${rule} at ${places.size === 1 ? [...places].join('') : `${places.size} places`}`,
  );
  that(false, () => ({
    message: `not refused: ${counts.join('; ')}`,
    exchanges: [first.exchange],
    pointer: '#status',
    expected: 'a 4xx',
    actual: Object.fromEntries([...rules].map(([rule, places]) => [rule, [...places]])),
  }));
}
