import type { Arbitrary } from 'fast-check';
import type { Reason } from '../../results/report.ts';
import type { RequirementId } from '../../spec/index.ts';
import { NoTokenError } from '../../target/access-tokens.ts';
import { isAnswered, type AnsweredExchange } from '../../target/exchange.ts';
import { answerOf, memberAt, type Violation } from './assertions.ts';
import { asRepetition, inCase, newCase, notFoundAgain, type CaseRecord } from './case-scope.ts';
import type { Scenario } from './definition.ts';
import type { Sight } from './ledger.ts';
import { isFrugal } from './plan.ts';
import { forAll, propertyOf, type Smaller } from './property.ts';
import type { Session } from './session.ts';
import {
  AssertionFailure,
  findingOf,
  operationOf,
  unansweredBy,
  unansweredOperation,
  Undecided,
  type Finding,
} from './verdicts.ts';

export type Check = ReturnType<typeof createCheck>;

/** What sends requests: a check, or anything else of a session. */
export type Sender = Pick<Check, 'api' | 'session'>;

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
    /** Counts one case, and ends the check with the finding, if there is one. */
    noFinding: assertThat,
    /** Counts one case, and ends the check with the finding when the condition does not hold. */
    that: (holds: boolean, finding: () => Finding): void => assertThat(holds ? undefined : finding()),
    /** Counts one case, and ends the check with the first of the violations, if there are any. */
    assert: ([violation]: readonly Violation[]): void =>
      assertThat(violation === undefined ? undefined : findingOf(violation)),
    /** Runs a property; a failing case is shrunk. @param leaner - removes what a case does not need in order to fail */
    forAll: async <T>(
      arbitrary: Arbitrary<T>,
      predicate: (value: T) => Promise<void>,
      { cases = plan.cases, leaner }: { readonly cases?: number; readonly leaner?: Smaller<T> } = {},
    ): Promise<void> => {
      await forAll(arbitrary, predicate, { ...propertyOf(session, id), cases, id, leaner });
    },
    /** Records what the target does on a point that the document leaves open. */
    observe: (value: string, sight?: Sight): void => ledger.observed(id, value, sight),
    undecided: (reason: Reason, detail: string): never => {
      throw new Undecided(reason, detail);
    },
  };
}

/**
 * Asserts that the canonical body of an endpoint was accepted, and answered with something. A refusal (4xx) may be due
 * to fixtures and leaves the requirement undecided; any other answer than a success breaks it.
 *
 * @param what - the body, as the subject of a sentence
 */
export async function canonicalTaken(
  check: Check,
  what: string,
  base: Promise<{ readonly exchange: AnsweredExchange }>,
): Promise<void> {
  const { exchange } = await base.catch((error: unknown) => {
    const refused = error instanceof Undecided ? error.exchange : undefined;
    const status = refused?.answer?.status ?? 0;
    if (refused === undefined || !isAnswered(refused) || (status >= 400 && status < 500)) throw error;
    return { exchange: refused };
  });
  const { text } = exchange.answer;
  const noRecord = { code: 'no-record', message: `${what} was answered without a record`, expected: 'a record' };
  check.assert([
    ...answerOf(exchange).status('a success (2xx)', what),
    ...memberAt('', text, { exchange }).satisfies(text.trim() !== '', noRecord),
  ]);
}

/** A requirement, and one way to decide it. */
export interface Job {
  readonly id: RequirementId;
  readonly run: Scenario;
  /** The unit that it belongs to in a sharded run; absent: every shard runs it. */
  readonly unit?: string | undefined;
}

/**
 * Runs one check and enters the outcome in the session's ledger. An `AssertionFailure` is a verdict, confirmed by a second
 * run of the check alone; `Undecided` is a reason; any other exception is a fault of the suite.
 */
export async function decide(session: Session, job: Job): Promise<void> {
  const { ledger, budget } = session;
  const { id } = job;
  const record = newCase(id);
  try {
    const finding = await findingBy(session, job, record);
    if (finding === undefined) {
      // A case that stayed undecided because it got no answer does not end a check, but leaves it undecided in part.
      const [lost] = ledger.unansweredIn(id);
      if (lost !== undefined) throw unansweredBy(lost);
      return;
    }
    ledger.broken(id, finding);
    if (performance.now() < session.deadline && budget.mayRepeat())
      await asRepetition(() => confirm(session.again(), job, record, finding), finding);
  } catch (error) {
    if (error instanceof Undecided) ledger.undecided(id, error.reason, error.message, unansweredOperation(error));
    else if (error instanceof NoTokenError) {
      const { failure, request } = error.exchange;
      const detail = failure ? `no answer to the request for a token: ${failure.message}` : error.message;
      ledger.undecided(id, 'blocked', detail, failure && operationOf(request));
    } else if (error instanceof Error && error.name === 'AbortError')
      ledger.undecided(id, 'not-reached', 'the run was interrupted before');
    else ledger.fault(id, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

/** Runs the check. @returns the finding that ended it, if one did */
async function findingBy(session: Session, { id, run }: Job, record: CaseRecord): Promise<Finding | undefined> {
  try {
    await inCase(record, () => run(createCheck(session, id)));
  } catch (error) {
    if (error instanceof AssertionFailure) return { ...error.finding, foundIn: error.finding.foundIn ?? id };
    throw error;
  }
  return undefined;
}

/** Runs a failing check again: a second finding replaces the first, else that is reported as not found again. */
async function confirm(session: Session, job: Job, first: CaseRecord, found: Finding): Promise<void> {
  const second = newCase(job.id);
  let finding: Finding | undefined;
  try {
    finding = await findingBy(session, job, second);
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    session.ledger.unconfirmed(job.id, found, error);
    return;
  }
  // A frugal run reuses what was made before: if nothing was sent, there was no second run.
  const isAsked = second.exchanges.length > 0 || !isFrugal(session);
  const { confirmed, finding: held } = session.ledger.entry(job.id);
  // A finding made outside of any check gives way to one that the check itself finds again.
  const isInPassing = held?.foundIn === undefined && finding !== undefined;
  if (!isAsked || (confirmed && !isInPassing)) return;
  session.ledger.confirmed(job.id, finding ?? notFoundAgain(found, first.exchanges, second.exchanges));
}
