import { drivesFor, runDrive } from './drives/index.ts';
import { requirement } from './engine/requirement.ts';
import { Undecided } from './engine/verdicts.ts';
import { invariantIds } from './invariants/index.ts';
import { askAgain } from './world/ask-again.ts';

// Every exchange of the run has been judged by the time this suite runs; the drives make sure that there were some.
for (const id of invariantIds) {
  requirement(id, async ({ session }) => {
    const outcomes = await Promise.allSettled(drivesFor(session, id).map((name) => runDrive(session, name)));
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [errorOf(outcome.reason)] : []));
    const fault = failures.find((error) => !(error instanceof Undecided));
    if (fault !== undefined) throw fault;
    await askAgain(session, id);
    if (failures[0] !== undefined && session.ledger.entry(id).cases === 0) throw failures[0];
  });
}

function errorOf(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
