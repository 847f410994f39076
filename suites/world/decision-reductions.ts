import type { RenewalDecisionInput } from '../../spec/index.ts';
import type { Reduction } from './base.ts';

type Plan = NonNullable<
  NonNullable<
    NonNullable<NonNullable<RenewalDecisionInput['body']>['carriers']>[number]['lines_of_coverage']
  >[string]['plans']
>[number];

/** A decision without the plans of one form, and without the lines that have no plan left. */
function keepingPlans(keep: (plan: Plan) => boolean): (decision: RenewalDecisionInput) => RenewalDecisionInput {
  return (decision) => ({
    ...decision,
    body: {
      ...decision.body,
      carriers: (decision.body?.carriers ?? []).map((carrier) => ({
        ...carrier,
        lines_of_coverage: Object.fromEntries(
          Object.entries(carrier.lines_of_coverage ?? {})
            .map(([key, line]) => [key, { ...line, plans: (line.plans ?? []).filter(keep) }] as const)
            .filter(([, line]) => line.plans.length > 0),
        ),
      })),
    },
  });
}

/** What to leave out of the canonical decision for a target that does not take it. */
export const decisionReductions: readonly Reduction<RenewalDecisionInput>[] = [
  { name: 'plans by id alone', apply: keepingPlans((plan) => 'plan_id' in plan) },
  { name: 'plans by description alone', apply: keepingPlans((plan) => !('plan_id' in plan)) },
];
