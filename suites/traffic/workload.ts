import type { Arbitrary } from 'fast-check';
import type { Workload } from '../engine/definition.ts';
import { isFrugal, profileOf, sends, shortOf } from '../engine/plan.ts';
import { forAll, propertyOf, type Examples, type Smaller } from '../engine/property.ts';
import type { Session } from '../engine/session.ts';
import { affordable, fitting } from '../engine/budget.ts';
import { Undecided } from '../engine/verdicts.ts';

/** Sends a workload, once for the session, unless another shard does. @throws Undecided if the plan leaves it out */
export async function send(session: Session, { name, run, frugal = run }: Workload): Promise<void> {
  if (!sends(session.plan, name)) return;
  const { fit } = session.plan;
  if (fit?.unsent.includes(name) === true) throw new Undecided('not-reached', `skipped by the plan: ${shortOf(fit)}`);
  await session.once(`traffic ${name}`, () => (isFrugal(session) ? frugal : run)(session));
}

/** Which cases a workload sends besides the drawn ones, and its share of the run's cases. */
interface Cases<T> {
  readonly examples?: Examples<T>;
  /** Leaves out of a case what it does not need to fail. */
  readonly leaner?: Smaller<T>;
  /** Default: 1. */
  readonly share?: number;
}

/** Sends the cases of a workload, which only rules judge: each requirement that they find broken is shrunk alone. */
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
