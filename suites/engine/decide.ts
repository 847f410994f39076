import { NoTokenError } from '../../target/token-service.ts';
import { askedAgain, inCase, newCase, type CaseRecord } from './case-scope.ts';
import { createCheck } from './check.ts';
import type { Definition } from './requirement.ts';
import type { Session } from './session.ts';
import { Undecided, Violation, type Finding } from './verdicts.ts';

/**
 * Runs one check and enters what came of it in the session's ledger. A `Violation` is a verdict, confirmed by a second
 * run of the check alone; `Undecided` is a reason; any other exception is a fault of the suite and is entered as such.
 */
export async function decide(session: Session, definition: Definition): Promise<void> {
  const { ledger } = session;
  const { id } = definition;
  const record = newCase(id);
  try {
    const finding = await violationOf(session, definition, record);
    if (finding === undefined) return;
    ledger.broken(id, finding);
    if (performance.now() < session.deadline) await confirm(session.again(), definition, record, finding);
  } catch (error) {
    if (error instanceof Undecided) ledger.undecided(id, error.reason, error.message);
    else if (error instanceof NoTokenError) ledger.undecided(id, 'blocked', 'the token service gave no token');
    else if (error instanceof Error && error.name === 'AbortError')
      ledger.undecided(id, 'not-reached', 'the run was interrupted before');
    else ledger.fault(id, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
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
    if (error instanceof Violation) return error.finding;
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
  if (session.ledger.entry(definition.id).confirmed) return;
  const exchange = askedAgain(found.exchanges.at(-1), first.exchanges, second.exchanges);
  session.ledger.confirmed(definition.id, finding ?? { ...found, passedAgain: { exchange } });
}
