import type { Arbitrary } from 'fast-check';
import type { ExampleBody } from '../../generators/index.ts';
import type { RequirementId } from '../../spec/index.ts';
import { isRefusal, isSuccess, type AnsweredExchange } from '../../target/exchange.ts';
import { isLeanTry } from '../engine/case-scope.ts';
import type { Workload } from '../engine/definition.ts';
import { shortOf } from '../engine/fit.ts';
import { forAll, propertyOf, type Examples, type Smaller } from '../engine/property.ts';
import { minimize } from '../engine/minimize.ts';
import { isFrugal, profileOf } from '../engine/plan.ts';
import type { Session } from '../engine/session.ts';
import { affordable, fitting } from '../engine/time-left.ts';
import { sends } from '../engine/shard.ts';
import { Undecided, wordsOf } from '../engine/verdicts.ts';
import { bodyDifferences, keepingOnly } from '../fixtures/body-differences.ts';

/** Sends a workload, once for the session, unless another shard does. @throws Undecided where the plan leaves it out */
export async function send(session: Session, { name, run, frugal = run }: Workload): Promise<void> {
  if (!sends(session.plan, name)) return;
  const { fit } = session.plan;
  if (fit?.unsent.includes(name) === true) throw new Undecided('not-reached', `left out by the plan: ${shortOf(fit)}`);
  await session.once(`traffic ${name}`, () => (isFrugal(session) ? frugal : run)(session));
}

/** Which cases a workload sends besides those that are drawn, and its share of the run's cases. */
interface Cases<T> {
  readonly examples?: Examples<T>;
  /** Leaves out of a case what it does not take to fail. */
  readonly leaner?: Smaller<T>;
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
  { examples, leaner, share = 1 }: Cases<T> = {},
): Promise<void> {
  const cases = Math.ceil(session.plan.cases * share * affordable(session, name));
  const values = fitting(session, name, examples?.values ?? []);
  // Examples count as cases, but at least half of the cases are drawn.
  const drawn = Math.max(cases - values.length, Math.ceil(cases / 2));
  await forAll(arbitrary, sendCase, {
    ...propertyOf(session, name),
    cases: drawn,
    leaner,
    ...(examples === undefined || !profileOf(session).examples ? {} : { examples: { ...examples, values } }),
  });
}

/**
 * Gives a success back. A refusal of a generated body is no violation, since business rules are not documented: it is
 * observed under `open`, and the case stays undecided.
 */
export function taken(session: Session, exchange: AnsweredExchange, open: RequirementId): AnsweredExchange {
  const observed = (value: string): void => {
    if (!isLeanTry()) session.ledger.observed(open, value);
  };
  if (isSuccess(exchange)) {
    observed('taken');
    return exchange;
  }
  if (isRefusal(exchange)) observed(`refused with ${exchange.answer.status}`);
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
