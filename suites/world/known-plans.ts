import { canonicalDecision } from '../../generators/index.ts';
import type { MemberSnapshotInput, RenewalDecisionInput } from '../../spec/index.ts';
import { isSuccess } from '../../target/exchange.ts';
import type { Session } from '../engine/session.ts';
import { idKey, isObject, sameId } from '../invariants/reading.ts';
import { decisionBase, snapshotBase } from './bodies.ts';
import { plansOfDecision } from './decision-plans.ts';
import { decisionReductions } from './decision-reductions.ts';
import { groupId } from './group.ts';
import { mendDecision, mendSnapshot } from './mending.ts';
import { createSteering, type Steering, type SteeringOptions } from './steering.ts';

/** A plan that the target takes from a carrier. */
interface KnownPlan {
  readonly planId: string;
  /** The name that the target gives to it. */
  readonly name: string | undefined;
}

/** Plans tried for each carrier at the most. */
const mostTries = 8;

/**
 * For each configured carrier a plan that the target takes from it: plans belong to carriers, and the configuration
 * does not say which to which. The plan at the carrier's own position is tried first.
 */
function knownPlans(session: Session): Promise<ReadonlyMap<string, KnownPlan>> {
  return session.once('known plans', async () => {
    const { carrierIds, planIds } = session.parameters.target.fixtures;
    const { context } = await decisionBase(session);
    const group = await groupId(session);
    const [byId] = decisionReductions;
    const found = new Map<string, KnownPlan>();
    for (const [index, carrier] of carrierIds.entries()) {
      const candidates = [...planIds.slice(index, index + 1), ...planIds.filter((_, at) => at !== index)].slice(
        0,
        mostTries,
      );
      for (const planId of candidates) {
        const body = canonicalDecision({ ...context, carrierIds: [carrier], planIds: [planId] });
        const exchange = await session
          .api('setup')
          .call('E3', { path: { group_id: group }, json: byId?.apply(body) ?? body });
        if (!isSuccess(exchange)) continue;
        found.set(idKey(carrier), { planId, name: nameOf(planId, exchange.answer.json) });
        break;
      }
    }
    return found;
  });
}

function nameOf(planId: string, decision: unknown): string | undefined {
  const name = plansOfDecision(decision).find((plan) => sameId(plan.plan_id, planId))?.name;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Gives each carrier of a decision, and each coverage of a snapshot, a plan that the target is known to take from it. */
async function plansOfTheirCarriers<T>(session: Session): Promise<NonNullable<SteeringOptions<T>['repair']>> {
  const known = await knownPlans(session).catch(() => new Map<string, KnownPlan>());
  const withPlans = (value: unknown, plan: KnownPlan | undefined): unknown => {
    if (Array.isArray(value)) return value.map((item) => withPlans(item, plan));
    if (!isObject(value)) return value;
    const own = typeof value.carrier_id === 'string' ? known.get(idKey(value.carrier_id)) : plan;
    const members = Object.entries(value).map(([name, member]) => {
      if (name === 'plan_id' && own !== undefined) return [name, own.planId];
      if (name === 'plan_name' && own?.name !== undefined) return [name, own.name];
      return [name, withPlans(member, own)];
    });
    return Object.fromEntries(members) as unknown;
  };
  return { name: 'plans of other carriers', apply: (body) => withPlans(body, undefined) as T };
}

/** What all generated decisions of a session are sent through. @throws Undecided */
export function decisionSteering(session: Session): Promise<Steering<RenewalDecisionInput>> {
  return session.once('decision steering', async () => {
    const { body: taken } = await decisionBase(session);
    return createSteering(session, { taken, mend: mendDecision, repair: await plansOfTheirCarriers(session) });
  });
}

/** What all generated snapshots of a session are sent through. @throws Undecided */
export function snapshotSteering(session: Session): Promise<Steering<MemberSnapshotInput>> {
  return session.once('snapshot steering', async () => {
    const { body: taken } = await snapshotBase(session);
    return createSteering(session, { taken, mend: mendSnapshot, repair: await plansOfTheirCarriers(session) });
  });
}
