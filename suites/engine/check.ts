import type { Arbitrary } from 'fast-check';
import type { RequirementId } from '../../spec/index.ts';
import type { Reason } from '../../results/report.ts';
import type { Api } from './api.ts';
import { type Violation, answerOf } from './assertions.ts';
import { forAll, propertyOf } from './property.ts';
import type { Session } from './session.ts';
import { AssertionFailure, findingOf, Undecided, type Finding } from './verdicts.ts';
import { isAnswered, type AnsweredExchange } from '../../target/exchange.ts';

/** What a check has in hand. */
export interface Check {
  readonly id: RequirementId;
  readonly session: Session;
  /** The target's operations; every request is noted as sent for this requirement. */
  readonly api: Api;
  /** Asserts: counts one case, and ends the check with the finding when the condition does not hold. */
  readonly that: (holds: boolean, finding: () => Finding) => void;
  /** Asserts: counts one case, and ends the check with the first of the violations, if there are any. */
  readonly assert: (violations: readonly Violation[]) => void;
  /** Runs a property with the run's seed and number of cases; the first failing case is shrunk. */
  readonly forAll: <T>(
    arbitrary: Arbitrary<T>,
    predicate: (value: T) => Promise<void>,
    cases?: number,
  ) => Promise<void>;
  /**
   * Notes what the target does where the document says nothing.
   *
   * @param topic - which of the things that the requirement observes it says something of
   */
  readonly observe: (value: string, topic?: string, words?: readonly string[]) => void;
  /** Ends the check without a decision. */
  readonly undecided: (reason: Reason, detail: string) => never;
}

/** The hands of one check in one session. */
export function createCheck(session: Session, id: RequirementId): Check {
  const { ledger, plan } = session;
  return {
    id,
    session,
    api: session.api(id),
    that(holds, finding) {
      ledger.judged(id);
      if (!holds) throw new AssertionFailure(finding());
    },
    assert([violation]) {
      ledger.judged(id);
      if (violation !== undefined) throw new AssertionFailure(findingOf(violation));
    },
    async forAll(arbitrary, predicate, cases = plan.cases) {
      await forAll(arbitrary, predicate, { ...propertyOf(session, id), cases, id });
    },
    observe: (value, topic, words) => ledger.observed(id, value, topic, words),
    undecided(reason, detail) {
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
