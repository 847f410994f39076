import { drivesFor, runDrive } from './drives/index.ts';
import { requirement } from './engine/requirement.ts';
import { Undecided } from './engine/verdicts.ts';
import { invariantIds } from './invariants/index.ts';
import { askAgain } from './world/ask-again.ts';

// Every exchange of the run has been judged by the time this suite runs; the drives make sure that there were some.
for (const id of invariantIds) {
  requirement(id, async ({ session }) => {
    const names = drivesFor(session, id);
    const outcomes = await Promise.allSettled(names.map((name) => runDrive(session, name)));
    const failures = outcomes.flatMap((outcome, index) =>
      outcome.status === 'rejected' ? [{ name: names[index] ?? '', error: outcome.reason as unknown }] : [],
    );
    const fault = failures.find(({ error }) => !(error instanceof Undecided));
    if (fault !== undefined) throw errorOf(fault.error);
    await askAgain(session, id);
    const [first] = failures;
    if (first === undefined) return;
    throw session.ledger.entry(id).cases === 0 ? errorOf(first.error) : inPart(failures);
  });
}

function errorOf(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

/** Says which drives the traffic is missing of, and why, where there was other traffic to judge. */
function inPart(failures: readonly { readonly name: string; readonly error: unknown }[]): Undecided {
  const causes = Map.groupBy(failures, ({ error }) => errorOf(error).message);
  const words = [...causes].map(
    ([cause, of]) => `not on all traffic of ${of.map(({ name }) => name).join(', ')}: ${cause}`,
  );
  const [reason] = failures.flatMap(({ error }) => (error instanceof Undecided ? [error.reason] : []));
  return new Undecided(reason ?? 'not-reached', `judged ${words.join('; ')}`);
}
