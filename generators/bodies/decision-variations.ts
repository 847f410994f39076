import type { RenewalDecisionInput, RenewalLineInput, RenewalPlanInput, RequirementId } from '../../spec/index.ts';
import { shifted } from '../values/dates.ts';
import { mapLines } from './map-lines.ts';

/** One deliberate departure from the canonical body, and the requirement that says it is accepted. */
export interface DecisionVariation {
  readonly name: string;
  readonly requirement: RequirementId;
  readonly apply: (body: RenewalDecisionInput) => RenewalDecisionInput;
}

type Change = (line: RenewalLineInput) => RenewalLineInput;

const byIdentifier = (plan: RenewalPlanInput) => plan.plan_id !== undefined;
const byDescription = (plan: RenewalPlanInput) => plan.name !== undefined;

function withTier(plan: RenewalPlanInput, tier: string | undefined): RenewalPlanInput {
  const { metal_tier: _, ...rest } = plan;
  return tier === undefined ? rest : { ...rest, metal_tier: tier };
}

/** Keeps in each line the plans of a kind; a line that has none of it gets those of the line that has. */
function onlyPlans(keep: (plan: RenewalPlanInput) => boolean, change: (plan: RenewalPlanInput) => RenewalPlanInput) {
  return (body: RenewalDecisionInput): RenewalDecisionInput => {
    const carriers = body.body?.carriers ?? [];
    const all = carriers.flatMap((carrier) =>
      Object.values(carrier.lines_of_coverage ?? {}).flatMap(({ plans }) => plans ?? []),
    );
    const spare = all.filter(keep).slice(0, 1);
    return mapLines(body, (line) => {
      const own = (line.plans ?? []).filter(keep);
      return { ...line, plans: (own.length > 0 ? own : spare).map(change) };
    });
  };
}

/** The metal tier that a body uses somewhere, or the one that is shown. */
function tierOf(body: RenewalDecisionInput): string {
  const text = JSON.stringify(body);
  return /"metal_tier":"([^"]+)"/u.exec(text)?.[1] ?? 'bronze';
}

const openFor =
  (days: number): Change =>
  (line) => ({
    ...line,
    open_enrollment_start_date: line.open_enrollment_start_date ?? '2021-11-01',
    open_enrollment_end_date: shifted(line.open_enrollment_start_date ?? '2021-11-01', days),
  });

const forms = 'renewals.plan-forms';
const generated = 'renewals.accepts-generated';

/** The named variations of the canonical decision (`spec/documents/2-resources.md`, Renewal plan input). */
export const decisionVariations: readonly DecisionVariation[] = [
  { name: 'plans by identifier alone', requirement: forms, apply: onlyPlans(byIdentifier, (plan) => plan) },
  {
    name: 'plans by name, type and metal tier',
    requirement: forms,
    apply: (body) => onlyPlans(byDescription, (plan) => withTier(plan, tierOf(body)))(body),
  },
  {
    name: 'plans by name and type, without a metal tier',
    requirement: forms,
    apply: onlyPlans(byDescription, (plan) => withTier(plan, undefined)),
  },
  {
    name: 'open enrollment of a single day',
    requirement: generated,
    apply: (body) => mapLines(body, openFor(0)),
  },
  {
    name: 'a line without plans',
    requirement: generated,
    apply: (body) => mapLines(body, (line) => ({ ...line, plans: [] })),
  },
];
