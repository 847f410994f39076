import { NoTokenError } from '../../target/token-service.ts';
import { asRepetition, askedAgain, inCase, newCase, type CaseRecord } from './case-scope.ts';
import { createCheck } from './check.ts';
import type { Definition } from './requirement.ts';
import { isFrugal, type Session } from './session.ts';
import { operationOf, unansweredBy, unansweredOperation } from './unanswered.ts';
import { Undecided, Violation, type Finding } from './verdicts.ts';

/**
 * Runs one check and enters what came of it in the session's ledger. A `Violation` is a verdict, confirmed by a second
 * run of the check alone; `Undecided` is a reason; any other exception is a fault of the suite and is entered as such.
 */
export async function decide(session: Session, definition: Definition): Promise<void> {
  const { ledger, budget } = session;
  const { id, records } = definition;
  // Of a check that belongs to runs with many records or with few, the other ones take no notice.
  if (records !== undefined && (records === 'few') !== isFrugal(session)) return;
  const record = newCase(id);
  try {
    const finding = await violationOf(session, definition, record);
    if (finding === undefined) {
      // A case that could not be decided for want of an answer does not end a check, and must not be forgotten.
      const [lost] = ledger.unansweredIn(id);
      if (lost !== undefined) throw unansweredBy(lost);
      return;
    }
    ledger.broken(id, finding);
    if (performance.now() < session.deadline && budget.mayRepeat())
      await asRepetition(() => confirm(session.again(), definition, record, finding), finding);
  } catch (error) {
    if (error instanceof Undecided) ledger.undecided(id, error.reason, error.message, unansweredOperation(error));
    else if (error instanceof NoTokenError) ledger.undecided(id, 'blocked', ...withoutToken(error));
    else if (error instanceof Error && error.name === 'AbortError')
      ledger.undecided(id, 'not-reached', 'the run was interrupted before');
    else ledger.fault(id, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

/** The detail of a run that got no token, and the operation where it got no answer at all. */
function withoutToken({
  message,
  exchange: { failure, request },
}: NoTokenError): readonly [detail: string, unanswered?: string] {
  return failure === undefined
    ? [message]
    : [`no answer to the request for a token: ${failure.message}`, operationOf(request)];
}

/** Runs the check. @returns the finding that ended it, if one did */
async function violationOf(
  session: Session,
  { id, check }: Definition,
  record: CaseRecord,
): Promise<Finding | undefined> {
  try {
    await inCase(record, () => check(createCheck(session, id)));
  } catch (error) {
    if (error instanceof Violation) return { ...error.finding, foundIn: error.finding.foundIn ?? id };
    throw error;
  }
  return undefined;
}

/** Runs a failing check again: the smaller of two findings stays, and one that is not met again is told as such. */
async function confirm(session: Session, definition: Definition, first: CaseRecord, found: Finding): Promise<void> {
  const second = newCase(definition.id);
  let finding: Finding | undefined;
  try {
    finding = await violationOf(session, definition, second);
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    const message = `${found.message} (a second run could not be decided: ${error.message})`;
    session.ledger.confirmed(definition.id, { ...found, message });
    return;
  }
  // Where few records are made, what was made once is not asked for again: that is no second run.
  const isAsked = second.exchanges.length > 0 || !isFrugal(session);
  if (!isAsked || session.ledger.entry(definition.id).confirmed) return;
  const exchange = askedAgain(found.exchanges.at(-1), first.exchanges, second.exchanges);
  session.ledger.confirmed(definition.id, finding ?? { ...found, passedAgain: { exchange } });
}
