import type { Arbitrary } from 'fast-check';
import type { RequirementId } from '../../spec/index.ts';
import { isRefusal, isSuccess, type AnsweredExchange } from '../../target/exchange.ts';
import { forAll, type Examples } from '../engine/for-all.ts';
import { seedOf } from '../engine/seeds.ts';
import { profileOf, type Session } from '../engine/session.ts';
import { Undecided } from '../engine/verdicts.ts';
import { wordsOf } from '../fixtures/base.ts';

/** Traffic that many requirements are judged on; run once for a session, however many ask for it. */
export type Drive = (session: Session) => Promise<void>;

/**
 * Runs a property that only the invariants judge: each requirement they find broken is shrunk on its own.
 *
 * @param name - names the drive's seed within the run's
 * @param options - `examples`: cases that are tried in every run, whatever is drawn; `share` of the run's cases
 */
export async function drive<T>(
  session: Session,
  name: string,
  arbitrary: Arbitrary<T>,
  send: (value: T) => Promise<void>,
  { examples, share = 1 }: { readonly examples?: Examples<T>; readonly share?: number } = {},
): Promise<void> {
  const { ledger, deadline, parameters } = session;
  const cases = Math.ceil(parameters.cases * share * thriftOf(session));
  // Examples count as cases, but leave at least half of them to chance.
  const drawn = Math.max(cases - (examples?.values.length ?? 0), Math.ceil(cases / 2));
  await forAll(arbitrary, send, {
    name,
    window: parameters.target.limits.concurrency,
    cases: drawn,
    seed: seedOf(parameters.seed, name),
    ...(examples === undefined || !profileOf(session).examples ? {} : { examples }),
    ledger,
    deadline,
    shrinkTries: parameters.shrinkTries,
    mayRepeat: () => session.budget.mayRepeat(),
    replayed: parameters.replayed,
  });
}

/** Requests of a run with the usual number of cases, roughly. */
const requestsOfRun = 6000;
/** Share of the time that is left which drawn cases may count on: examples and scenarios come in any case. */
const shareOfTime = 0.7;

/**
 * By how much to draw less, so that a run against a target that allows few requests in a second comes to its end within
 * its time: from 0.05 to 1.
 */
function thriftOf({ client, deadline }: Session): number {
  const left = Math.max(deadline - performance.now(), 0) / 1000;
  return Math.min(Math.max((client.requestsPerSecond() * left * shareOfTime) / requestsOfRun, 0.05), 1);
}

/**
 * Passes a success on. A refusal of a generated body is no violation, since business rules are not shown: it is
 * observed under `open`, and the case stays undecided.
 */
export function taken(session: Session, exchange: AnsweredExchange, open: RequirementId): AnsweredExchange {
  if (isSuccess(exchange)) {
    session.ledger.observed(open, 'taken');
    return exchange;
  }
  if (isRefusal(exchange)) session.ledger.observed(open, `refused with ${exchange.answer.status}`);
  throw new Undecided('blocked', `a generated body was refused: ${wordsOf(exchange)}`);
}

/** Observes under `open` what the target was found not to take. */
export function noteLessons(
  session: Session,
  { learned }: { readonly learned: readonly string[] },
  open: RequirementId,
): void {
  for (const name of learned) session.ledger.observed(open, `not taken: ${name}`, 'not taken');
}
