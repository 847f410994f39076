import { createCheck } from './check.ts';
import type { Definition } from './requirement.ts';
import type { Session } from './session.ts';
import { Undecided, Violation } from './verdicts.ts';
import { NoTokenError } from '../../target/token-service.ts';

/**
 * Runs one check and enters what came of it in the session's ledger. A `Violation` is a verdict, `Undecided` a reason;
 * any other exception is a fault of the suite and is entered as such.
 */
export async function decide(session: Session, { id, check }: Definition): Promise<void> {
  const { ledger } = session;
  try {
    await check(createCheck(session, id));
  } catch (error) {
    if (error instanceof Violation) ledger.broken(id, error.finding);
    else if (error instanceof Undecided) ledger.undecided(id, error.reason, error.message);
    else if (error instanceof NoTokenError) ledger.undecided(id, 'blocked', 'the token service gave no token');
    else if (error instanceof Error && error.name === 'AbortError')
      ledger.undecided(id, 'not-reached', 'the run was interrupted before');
    else ledger.fault(id, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}
