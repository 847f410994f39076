import { mapCoverages, plansFor, type KnownPlan, type PlanForm } from '../../generators/index.ts';
import { isUuid, type Coverage, type MemberSnapshotInput, objectOf } from '../../spec/index.ts';
import { heldStatuses, isSuccess } from '../../target/exchange.ts';
import type { Send } from '../engine/api.ts';
import type { Check } from '../engine/check.ts';
import { snapshotBody, submitOfAnybody, submitSnapshot } from '../fixtures/employee-records.ts';
import { groupId } from '../fixtures/own-groups.ts';
import { snapshotBase } from '../fixtures/taken-bodies.ts';
import { knownPlans } from '../fixtures/target-plans.ts';
import { formTries, type SnapshotTry } from './plan-forms.ts';

/** A plan that is known by its name, and by its identifier if it has one. */
interface NamedPlan {
  readonly id: string | undefined;
  readonly name: string;
}

/** Maximum number of plans of a line that are tried: one name may be that of several plans. */
const mostPlans = 6;

/**
 * The plans of a coverage's line that can be given in a form, if one of them is known by identifier and by name. That an
 * identifier is refused says something only if the configuration has it at that line: a target may make identifiers of
 * descriptions that it takes nowhere else, and take any text as a name. It may also take only names of plans that have
 * no identifier.
 */
function plansIn(
  by: PlanForm['by'],
  { line_of_coverage: line = '', carrier_id: carrier }: Coverage,
  known: readonly KnownPlan[],
  configured: readonly KnownPlan[],
): readonly NamedPlan[] {
  const plans = plansFor(by === 'id' ? configured : known, line, carrier).flatMap(({ id, name, lineOfCoverage }) =>
    name === undefined || isUuid(name) || lineOfCoverage === undefined ? [] : [{ id, name }],
  );
  const [whole, described] = [plans.filter(({ id }) => id !== undefined), plans.filter(({ id }) => id === undefined)];
  if (whole.length === 0) return [];
  const half = mostPlans / 2;
  return by === 'id' ? whole.slice(0, half) : [...whole.slice(0, half), ...described.slice(0, half)];
}

/** The coverage with a plan in a form; with the plan that it has if this one is not known in that form. */
function given(coverage: Coverage, { id, name }: NamedPlan, by: PlanForm['by']): Coverage {
  const { plan_id: _id, plan_name: _name, ...rest } = coverage;
  if (by === 'name') return { ...rest, plan_name: name };
  return id === undefined ? coverage : { ...rest, plan_id: id };
}

const inWords: Readonly<Record<'id' | 'name', string>> = { id: 'identifier', name: 'name' };

/** Asserts that one of these is taken, unless a control is refused, or what is refused is held up by something else. */
async function oneTaken(
  check: Check,
  what: string,
  tries: readonly SnapshotTry[],
  send: Send<MemberSnapshotInput>,
): Promise<void> {
  const { refused, isTaken, isTakenAgain } = formTries<SnapshotTry>(check, what, async (make) =>
    send((await make()).inForm),
  );
  for (const make of tries) if (await isTaken(make)) return;
  if (refused.some(({ exchange }) => heldStatuses.has(exchange.answer.status))) return;
  await isTakenAgain(0, async (make) => send((await make()).control));
}

/**
 * Asserts that each line whose plans are known by identifier and by name takes them in the form that the accepted
 * snapshot does not have there, and that a plan by name is taken for a known employee. A refusal counts only if the
 * same plan is taken in the other form before and after.
 */
export async function bothPlanFormsTaken(check: Check): Promise<void> {
  const { session } = check;
  const { body, context } = await snapshotBase(session);
  const group = await groupId(session);
  const known = await knownPlans(session, context);
  const { plans: configured } = session.plan.target.fixtures;
  const { coverages = [] } = body;
  let sent = 0;
  const tag = (): string => `both-forms-${(sent += 1)}`;

  for (const [at, coverage] of coverages.entries()) {
    const [own, other] = coverage.plan_id === undefined ? (['name', 'id'] as const) : (['id', 'name'] as const);
    const tries = plansIn(other, coverage, known, configured).map((plan): SnapshotTry => async () => {
      const plain = await snapshotBody(session, tag());
      const withPlan = (by: 'id' | 'name'): MemberSnapshotInput =>
        mapCoverages(plain, (one, place) => (place === at ? given(one, plan, by) : one));
      return { inForm: withPlan(other), control: withPlan(own) };
    });
    const what = `a snapshot with a ${coverage.line_of_coverage} plan by ${inWords[other]}`;
    await oneTaken(check, what, tries, (json) => submitOfAnybody(check, group, json));
  }

  // One coverage alone, so that nothing else of a further snapshot has a plan by name.
  const send: Send<MemberSnapshotInput> = (json) => submitSnapshot(check, group, json);
  const [only] = coverages.flatMap((coverage, at) =>
    plansIn('name', coverage, known, configured).map((plan) => ({ at, plan })),
  );
  if (only === undefined) return;
  const own = tag();
  const withOnly = async (by: 'id' | 'name', employee?: string): Promise<MemberSnapshotInput> =>
    mapCoverages(await snapshotBody(session, own, employee), (one, place) =>
      place === only.at ? given(one, only.plan, by) : undefined,
    );
  const first = await send(await withOnly('id'));
  const { employee_id: employee } = objectOf(first.answer.json);
  if (!isSuccess(first) || typeof employee !== 'string') return;
  const further: SnapshotTry = async () => ({
    inForm: await withOnly('name', employee),
    control: await withOnly('id', employee),
  });
  await oneTaken(check, 'a further snapshot of an employee with a plan by name', [further], send);
}
