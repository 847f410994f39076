import type {
  RenewalCarrierInput,
  RenewalDecisionInput,
  RenewalLineInput,
  RenewalPlanInput,
} from '../../spec/index.ts';
import { inOrder } from '../values/dates.ts';
import { distinct } from '../distinct.ts';

const planKey = (plan: RenewalPlanInput) => (plan.plan_id ?? `named ${plan.name ?? ''}`).toLowerCase();

function settleLine(line: RenewalLineInput): RenewalLineInput {
  const { open_enrollment_start_date: start, open_enrollment_end_date: end, plans } = line;
  const [first, last] = inOrder(start, end);
  return {
    ...line,
    ...(first === undefined ? {} : { open_enrollment_start_date: first }),
    ...(last === undefined ? {} : { open_enrollment_end_date: last }),
    ...(plans === undefined ? {} : { plans: distinct(plans, planKey) }),
  };
}

function settleCarrier(carrier: RenewalCarrierInput): RenewalCarrierInput {
  const { lines_of_coverage: lines } = carrier;
  if (lines === undefined) return carrier;
  const settled = Object.entries(lines).map(([key, line]) => [key, settleLine(line)] as const);
  return { ...carrier, lines_of_coverage: Object.fromEntries(settled) };
}

/** Gives the carrier to another one that the list doesn't have yet, or leaves the entry out when there is none. */
function withOwnCarriers(carriers: readonly RenewalCarrierInput[], known: readonly string[]): RenewalCarrierInput[] {
  const taken = new Set<string>();
  return carriers.flatMap((carrier) => {
    const id = [carrier.carrier_id, ...known].find((one) => one !== undefined && !taken.has(one.toLowerCase()));
    if (id === undefined) return [];
    taken.add(id.toLowerCase());
    return { ...carrier, carrier_id: id };
  });
}

/**
 * Makes a drafted decision one that makes sense: no carrier twice, no plan twice in a line, days in their order.
 *
 * @param draft a body that fits the schema
 * @param known the carriers to use
 */
export function settleDecision(draft: RenewalDecisionInput, known: readonly string[]): RenewalDecisionInput {
  const carriers = draft.body?.carriers;
  if (carriers === undefined) return draft;
  return { ...draft, body: { ...draft.body, carriers: withOwnCarriers(carriers, known).map(settleCarrier) } };
}
