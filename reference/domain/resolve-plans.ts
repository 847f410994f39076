import type { RenewalBody, RenewalBodyInput, RenewalPlan } from '../../spec/index.ts';
import type { Complaint } from './complaint.ts';
import type { PlanDirectory } from './plan-directory.ts';

type CarrierInput = NonNullable<RenewalBodyInput['carriers']>[number];
type LineInput = NonNullable<CarrierInput['lines_of_coverage']>[string];
type PlanInput = NonNullable<NonNullable<LineInput>['plans']>[number];

/** A decision's content with every plan named and identified, or what stands in the way. */
export interface Resolution {
  readonly body: RenewalBody;
  readonly complaints: readonly Complaint[];
}

/**
 * Completes each plan entry: one given by id gets the plan's name, one described by name gets an id that stays the
 * same for that carrier, line and name (`spec/documents/2-resources.md`). Whatever else was sent is kept.
 */
export function resolvePlans(input: RenewalBodyInput, directory: PlanDirectory): Resolution {
  const complaints: Complaint[] = [];

  function resolvePlan(plan: PlanInput, carrierId: string, line: string, pointer: string): RenewalPlan {
    const sentId = 'plan_id' in plan ? plan.plan_id : undefined;
    const sentName = 'name' in plan ? plan.name : undefined;
    if (typeof sentId !== 'string') {
      const { id, name } = directory.named(carrierId, line, sentName ?? '');
      return { ...plan, name, plan_id: id };
    }
    const known = directory.plan(sentId);
    if (known === undefined) {
      complaints.push({ pointer: `${pointer}/plan_id`, rule: 'known-plan', message: 'names no known plan' });
    }
    return { ...plan, name: sentName ?? known?.name ?? '', plan_id: sentId };
  }

  const carriers = (input.carriers ?? []).map((carrier, index) => {
    const { carrier_id: carrierId = '', lines_of_coverage: lines = {} } = carrier;
    const pointer = `/body/carriers/${index}`;
    if (!directory.hasCarrier(carrierId)) {
      const message = 'names no known carrier';
      complaints.push({ pointer: `${pointer}/carrier_id`, rule: 'known-carrier', message });
      return { ...carrier, carrier_id: carrierId, lines_of_coverage: {} };
    }
    const resolved = Object.entries(lines).map(([line, content]) => {
      const place = `${pointer}/lines_of_coverage/${line.replaceAll('~', '~0').replaceAll('/', '~1')}/plans`;
      const plans = (content?.plans ?? []).map((plan, at) => resolvePlan(plan, carrierId, line, `${place}/${at}`));
      return [line, { ...content, plans }] as const;
    });
    return { ...carrier, carrier_id: carrierId, lines_of_coverage: Object.fromEntries(resolved) };
  });
  return { body: { ...input, carriers }, complaints };
}
