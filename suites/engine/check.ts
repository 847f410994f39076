import type { Arbitrary } from 'fast-check';
import type { RequirementId } from '../../spec/index.ts';
import type { Reason } from '../../results/report.ts';
import { type Violation, answerOf } from './assertions.ts';
import { forAll, propertyOf, type Smaller } from './property.ts';
import type { Session } from './session.ts';
import { AssertionFailure, findingOf, Undecided, type Finding } from './verdicts.ts';
import { isAnswered, type AnsweredExchange } from '../../target/exchange.ts';

/** What a check works with. */
export type Check = ReturnType<typeof createCheck>;

export function createCheck(session: Session, id: RequirementId) {
  const { ledger, plan } = session;
  const assertThat = (finding: Finding | undefined): void => {
    ledger.judged(id);
    if (finding !== undefined) throw new AssertionFailure(finding);
  };
  return {
    id,
    session,
    /** The target's operations; every request is recorded as sent for this requirement. */
    api: session.api(id),
    /** Counts one case, and ends the check with the finding when the condition does not hold. */
    that: (holds: boolean, finding: () => Finding): void => assertThat(holds ? undefined : finding()),
    /** Counts one case, and ends the check with the first of the violations, if there are any. */
    assert: ([violation]: readonly Violation[]): void =>
      assertThat(violation === undefined ? undefined : findingOf(violation)),
    /**
     * Runs a property with the run's seed and number of cases; the first failing case is shrunk.
     *
     * @param leaner - leaves out of a case what it does not take to fail
     */
    forAll: async <T>(
      arbitrary: Arbitrary<T>,
      predicate: (value: T) => Promise<void>,
      { cases = plan.cases, leaner }: { readonly cases?: number; readonly leaner?: Smaller<T> } = {},
    ): Promise<void> => {
      await forAll(arbitrary, predicate, { ...propertyOf(session, id), cases, id, leaner });
    },
    /**
     * Records what the target does where the document says nothing.
     *
     * @param topic - which of the things that the requirement observes it is about
     */
    observe: (value: string, topic?: string, words?: readonly string[]): void =>
      ledger.observed(id, value, topic, words),
    /** Ends the check without a decision. */
    undecided: (reason: Reason, detail: string): never => {
      throw new Undecided(reason, detail);
    },
  };
}

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
