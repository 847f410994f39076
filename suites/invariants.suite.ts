import { drivesFor, runDrive } from './traffic/index.ts';
import { concerns, unansweredBy, unansweredOperation } from './engine/unanswered.ts';
import { requirement } from './engine/requirement.ts';
import { Undecided } from './engine/verdicts.ts';
import { answersId } from './invariants/answers.ts';
import { invariantIds } from './invariants/index.ts';
import { askAgain } from './fixtures/ask-again.ts';

// Every exchange of the run has been judged by the time this suite runs; the drives make sure that there were some.
for (const id of invariantIds) {
  requirement(id, async ({ session }) => {
    const names = drivesFor(session, id);
    const outcomes = await Promise.allSettled(names.map((name) => runDrive(session, name)));
    const failures = outcomes.flatMap((outcome, index) => {
      const name = names[index] ?? '';
      if (outcome.status === 'rejected') return [{ name, error: outcome.reason as unknown }];
      // A drive goes on past a request without an answer: what is judged on such answers is judged in part.
      const lost = session.ledger.unansweredIn(name).find((exchange) => concerns(id, exchange));
      return lost === undefined || id === answersId ? [] : [{ name, error: unansweredBy(lost) }];
    });
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
  const undecided = failures.flatMap(({ error }) => (error instanceof Undecided ? [error] : []));
  const first = undecided.find((error) => unansweredOperation(error) !== undefined) ?? undecided[0];
  return new Undecided(first?.reason ?? 'not-reached', `judged ${words.join('; ')}`, first?.exchange);
}
