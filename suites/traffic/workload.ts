import type { Arbitrary } from 'fast-check';
import type { ExampleBody } from '../../generators/index.ts';
import type { RequirementId } from '../../spec/index.ts';
import { isRefusal, isSuccess, type AnsweredExchange } from '../../target/exchange.ts';
import type { Workload } from '../engine/definition.ts';
import { forAll, propertyOf, type Examples } from '../engine/property.ts';
import { minimize } from '../engine/minimize.ts';
import { isFrugal, profileOf, type Session } from '../engine/session.ts';
import { Undecided, wordsOf } from '../engine/verdicts.ts';
import { bodyDifferences, keepingOnly } from '../fixtures/body-differences.ts';

/** Sends a workload, once for the session. */
export async function send(session: Session, { name, run, frugal = run }: Workload): Promise<void> {
  await session.once(`traffic ${name}`, () => (isFrugal(session) ? frugal : run)(session));
}

/** Which cases a workload sends besides those that are drawn, and its share of the run's cases. */
interface Cases<T> {
  readonly examples?: Examples<T>;
  /** Default: 1. */
  readonly share?: number;
}

/**
 * Sends the cases of a workload, which rules alone judge: each requirement they find broken is shrunk on its own.
 *
 * @param name - the workload's
 */
export async function sendCases<T>(
  session: Session,
  name: string,
  arbitrary: Arbitrary<T>,
  sendCase: (value: T) => Promise<void>,
  { examples, share = 1 }: Cases<T> = {},
): Promise<void> {
  const cases = Math.ceil(session.plan.cases * share * affordable(session));
  // Examples count as cases, but at least half of the cases are drawn.
  const drawn = Math.max(cases - (examples?.values.length ?? 0), Math.ceil(cases / 2));
  await forAll(arbitrary, sendCase, {
    ...propertyOf(session, name),
    cases: drawn,
    ...(examples === undefined || !profileOf(session).examples ? {} : { examples }),
  });
}

/** Requests of a run with the usual number of cases, approximately. */
const requestsOfRun = 6000;
/** Share of the remaining time for drawn cases: examples and scenarios come in any case. */
const shareOfTime = 0.7;

/** The share of cases to draw, from 0.05 to 1, so that a run against a rate-limited target ends within its time. */
function affordable({ client, deadline }: Session): number {
  const left = Math.max(deadline - performance.now(), 0) / 1000;
  return Math.min(Math.max((client.requestsPerSecond() * left * shareOfTime) / requestsOfRun, 0.05), 1);
}

/**
 * Gives a success back. A refusal of a generated body is no violation, since business rules are not documented: it is
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
export function observeLearned(
  session: Session,
  { learned }: { readonly learned: readonly string[] },
  open: RequirementId,
): void {
  for (const name of learned) session.ledger.observed(open, `not taken: ${name}`, 'not taken');
}

/** Cases tried at most to make a failing example smaller. */
const triesToShrink = 80;

/** How example bodies become cases of a workload. */
interface ExampleCases<Body, Value> {
  readonly bodies: readonly ExampleBody<Body>[];
  /** The body that they differ from. */
  readonly taken: Body;
  readonly repair?: (body: Body) => Body;
  /** The case that a body is tried in, and the body of a case. */
  readonly wrap: (body: Body) => Value;
  readonly unwrap: (value: Value) => Body;
}

/** Example bodies as cases; one that fails is made smaller by undoing the differences that it does not take to fail. */
export function examplesOf<Body, Value>(cases: ExampleCases<Body, Value>): Examples<Value> {
  const { bodies, taken: base, repair, wrap, unwrap } = cases;
  return {
    values: bodies.map(({ name, body }) => ({ name, value: wrap(body) })),
    async smaller(value, fails) {
      const body = unwrap(value);
      await minimize(
        bodyDifferences(body, base),
        (kept) => fails(wrap(keepingOnly(body, base, kept, repair))),
        triesToShrink,
      );
    },
  };
}
