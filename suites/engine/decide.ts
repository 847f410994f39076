import type { RequirementId } from '../../spec/index.ts';
import { NoTokenError } from '../../target/access-tokens.ts';
import { asRepetition, askedAgain, inCase, newCase, type CaseRecord } from './case-scope.ts';
import { createCheck } from './check.ts';
import type { Scenario } from './definition.ts';
import { isFrugal } from './plan.ts';
import type { Session } from './session.ts';
import {
  unansweredBy,
  operationOf,
  unansweredOperation,
  AssertionFailure,
  Undecided,
  type Finding,
} from './verdicts.ts';

/** A requirement, and one way to decide it. */
export interface Job {
  readonly id: RequirementId;
  readonly run: Scenario;
  /** What it is part of, where a run is divided among shards; absent: every shard does it. */
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
      if (failure === undefined) ledger.undecided(id, 'blocked', error.message);
      else
        ledger.undecided(
          id,
          'blocked',
          `no answer to the request for a token: ${failure.message}`,
          operationOf(request),
        );
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

/** Runs a failing check again: the smaller of two findings stays, and one that does not show again is reported as such. */
async function confirm(session: Session, job: Job, first: CaseRecord, found: Finding): Promise<void> {
  const second = newCase(job.id);
  let finding: Finding | undefined;
  try {
    finding = await findingBy(session, job, second);
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    const message = `${found.message} (a second run could not be decided: ${error.message})`;
    session.ledger.confirmed(job.id, { ...found, message });
    return;
  }
  // A run of few records reuses what was made once: where nothing was sent, there was no second run.
  const isAsked = second.exchanges.length > 0 || !isFrugal(session);
  if (!isAsked || session.ledger.entry(job.id).confirmed) return;
  const exchange = askedAgain(found.exchanges.at(-1), first.exchanges, second.exchanges);
  session.ledger.confirmed(job.id, finding ?? { ...found, passedAgain: { exchange } });
}
