import { constant, record, tuple, type Arbitrary } from 'fast-check';
import { exampleBodies, type Example, type GenerationContext } from '../../generators/index.ts';
import type { RequirementId, SchemaName, SchemaTypes } from '../../spec/index.ts';
import { isRefusal, isSuccess, type AnsweredExchange } from '../../target/exchange.ts';
import { isLeanTry } from '../engine/case-scope.ts';
import type { Workload } from '../engine/definition.ts';
import { shortOf } from '../engine/fit.ts';
import { forAll, propertyOf, type Examples, type Smaller } from '../engine/property.ts';
import { minimize } from '../engine/minimize.ts';
import { isFrugal, profileOf, sends } from '../engine/plan.ts';
import type { Session } from '../engine/session.ts';
import { affordable, fitting } from '../engine/time-left.ts';
import { Undecided, wordsOf } from '../engine/verdicts.ts';
import type { Adaptation } from '../fixtures/adaptation.ts';
import { bodyDifferences, keepingOnly } from '../fixtures/body-differences.ts';
import { leanest, type LeanKind } from '../fixtures/lean-bodies.ts';
import type { Base } from '../fixtures/taken-bodies.ts';

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
  sendCase: (value: T) => Promise<unknown>,
  { examples, leaner, share = 1 }: Cases<T> = {},
): Promise<void> {
  const cases = Math.ceil(session.plan.cases * share * affordable(session, name));
  const values = fitting(session, name, examples?.values ?? []);
  // Examples count as cases, but at least half of the cases are drawn.
  const drawn = Math.max(cases - values.length, Math.ceil(cases / 2));
  await forAll(arbitrary, async (value) => void (await sendCase(value)), {
    ...propertyOf(session, name),
    cases: drawn,
    leaner,
    ...(examples === undefined || !profileOf(session).examples ? {} : { examples: { ...examples, values } }),
  });
}

/** Cases tried at most to make a failing example smaller. */
const triesToShrink = 80;

/** Sends a body, or one like it that is taken. @throws Undecided where the target refuses it */
type Write<Body> = (body: Body, by: (body: Body) => Promise<AnsweredExchange>) => Promise<AnsweredExchange>;

/** How bodies of one kind are sent. */
interface BodyTraffic<Name extends SchemaName, Body = SchemaTypes[Name]> {
  /** The workload's. */
  readonly name: string;
  readonly kind: LeanKind<Name>;
  /** Observes what is not taken. */
  readonly open: RequirementId;
  readonly base: Base<Body>;
  readonly adaptation: Adaptation<Body>;
  readonly arbitrary: (context: GenerationContext) => Arbitrary<Body>;
  readonly examples: (context: GenerationContext) => readonly Example<Body>[];
  /** Tells an example from the others where a service may compare them, by its position. */
  readonly distinguish: (body: Body, index: number) => Body;
  /** What an example, once it is created, is edited to. Default: nothing. */
  readonly editsOf?: (body: Body) => readonly Body[];
  /** How often a drawn body is edited. Default: never. */
  readonly drawnEdits?: number;
  send(write: Write<Body>, body: Body, edits: readonly Body[], isExample: boolean): Promise<unknown>;
}

/** What a record is created with, and what it is edited to then. */
interface BodyCase<Body> {
  readonly body: Body;
  readonly edits: readonly Body[];
  readonly isExample: boolean;
}

/**
 * Sends the examples of a kind of body, then drawn ones, and observes what the target was found not to take. An example
 * that fails is made smaller by undoing the differences that it does not take to fail.
 */
export async function sendBodies<Name extends SchemaName>(session: Session, traffic: BodyTraffic<Name>): Promise<void> {
  type Body = SchemaTypes[Name];
  const { name, kind, open, base, adaptation, distinguish, editsOf = () => [], drawnEdits = 0 } = traffic;
  const exampleOf = (body: Body): BodyCase<Body> => ({ body, edits: editsOf(body), isExample: true });
  const examples: Examples<BodyCase<Body>> = {
    values: exampleBodies(base.body, traffic.examples(base.context)).map((example, index) => ({
      name: example.name,
      value: exampleOf(distinguish(example.body, index)),
    })),
    smaller: ({ body }, fails) =>
      minimize(
        bodyDifferences(body, base.body),
        (kept) => fails(exampleOf(keepingOnly(body, base.body, kept, kind.repair))),
        triesToShrink,
      ),
  };
  const drawn = traffic.arbitrary(base.context).map(base.reduce);
  const edits = tuple(...Array.from({ length: drawnEdits }, () => drawn));
  const cases = record<BodyCase<Body>>({ body: drawn, edits, isExample: constant(false) });
  const write: Write<Body> = async (body, by) => taken(session, await adaptation.send(body, by), open);
  await sendCases(session, name, cases, (one) => traffic.send(write, one.body, one.edits, one.isExample), {
    examples,
    leaner: ({ body, edits: more, isExample }, fails) => {
      const adapted = [body, ...more].map((sent) => adaptation.adapted(sent));
      return leanest(adapted, kind, ([lean = body, ...others]) => fails({ body: lean, edits: others, isExample }));
    },
  });
  for (const what of adaptation.learned) session.ledger.observed(open, `not taken: ${what}`, 'not taken');
}

/**
 * Gives a success back. A refusal of a generated body is no violation, since business rules are not documented: it is
 * observed under `open`, and the case stays undecided.
 */
function taken(session: Session, exchange: AnsweredExchange, open: RequirementId): AnsweredExchange {
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
