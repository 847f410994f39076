import { pointerTo, type RenewalBodyInput, type RenewalPlan } from '../../spec/index.ts';
import { brokenReference, type Complaint } from '../http/problems.ts';
import { planKey, type PlanRecord } from '../store/store.ts';
import type { Context } from './operation.ts';

type CarrierInput = NonNullable<RenewalBodyInput['carriers']>[number];
type LineInput = NonNullable<CarrierInput['lines_of_coverage']>[string];
type PlanInput = NonNullable<NonNullable<LineInput>['plans']>[number];

/** Whether a carrier may be named. */
export function isCarrier({ store, dialect }: Context, id: string): boolean {
  return dialect.catalogue === 'any' || store.carriers.find(id) !== undefined;
}

/** Whether a plan may be named by an id. */
export function isPlan(context: Context, organizationId: string, id: string): boolean {
  return context.dialect.catalogue === 'any' || knownPlan(context, organizationId, id) !== undefined;
}

/** A plan by id: one that a carrier offers, or one that this organization described. */
export function knownPlan({ store }: Context, organizationId: string, id: string): PlanRecord | undefined {
  const plan = store.plans.find(id);
  return plan?.organizationId === undefined || plan.organizationId === organizationId ? plan : undefined;
}

function namedPlan(
  context: Context,
  organizationId: string,
  carrierId: string,
  line: string,
  name: string,
): PlanRecord {
  const { store, dialect, newId } = context;
  const key = planKey(organizationId, carrierId, line, name);
  const found = store.plans.first(planKey(undefined, carrierId, line, name)) ?? store.plans.first(key);
  if (found !== undefined) return found;
  const isFindable = dialect.describedPlanIds === 'per-name';
  const described = { id: newId(), carrierId: carrierId.toLowerCase(), line, name, organizationId };
  const plan: PlanRecord = { ...described, key: isFindable ? key : undefined };
  store.plans.add(plan);
  return plan;
}

/**
 * Completes each plan entry: one given by id gets the plan's name, one described by name gets an id that stays the
 * same for that carrier, line and name (`spec/documents/2-resources.md`). Whatever else was sent is kept. Writes the
 * plans that are described for the first time: to be called within the transaction that keeps the decision.
 */
export function resolvePlans(context: Context, organizationId: string, input: RenewalBodyInput) {
  const complaints: Complaint[] = [];

  function resolvePlan(plan: PlanInput, carrierId: string, line: string, pointer: string): RenewalPlan {
    const sentId = 'plan_id' in plan ? plan.plan_id : undefined;
    const sentName = 'name' in plan ? plan.name : undefined;
    if (typeof sentId !== 'string') {
      const { id, name } = namedPlan(context, organizationId, carrierId, line, sentName ?? '');
      return { ...plan, name, plan_id: context.show.id(id) };
    }
    const known = knownPlan(context, organizationId, sentId);
    if (!isPlan(context, organizationId, sentId)) {
      complaints.push(brokenReference('known-plan', `${pointer}/plan_id`));
    }
    return { ...plan, name: sentName ?? known?.name ?? `Plan ${sentId.slice(0, 8)}`, plan_id: sentId };
  }

  const carriers = (input.carriers ?? []).map((carrier, index) => {
    const { carrier_id: carrierId = '', lines_of_coverage: lines = {} } = carrier;
    const pointer = `/body/carriers/${index}`;
    if (!isCarrier(context, carrierId)) {
      complaints.push(brokenReference('known-carrier', `${pointer}/carrier_id`));
      return { ...carrier, carrier_id: carrierId, lines_of_coverage: {} };
    }
    const resolved = Object.entries(lines).map(([line, content]) => {
      const place = `${pointer}${pointerTo('lines_of_coverage', line, 'plans')}`;
      const plans = (content?.plans ?? []).map((plan, at) => resolvePlan(plan, carrierId, line, `${place}/${at}`));
      return [line, { ...content, plans }] as const;
    });
    return { ...carrier, carrier_id: carrierId, lines_of_coverage: Object.fromEntries(resolved) };
  });
  return { body: { ...input, carriers }, complaints };
}
