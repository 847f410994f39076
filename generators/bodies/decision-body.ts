import * as fc from 'fast-check';
import {
  isList,
  isObject,
  type RenewalCarrierInput,
  type RenewalDecisionInput,
  type RenewalLineInput,
  type RenewalPlanInput,
  type RequirementId,
} from '../../spec/index.ts';
import { distinct } from '../distinct.ts';
import { mapOf, oneOf, type ValueGenerator } from '../schema/value-generator.ts';
import { inOrder } from '../values/calendar-dates.ts';
import { carriersOf, plansOf, type GenerationContext } from './generation-context.ts';
import { alternativeWith, bodyGenerator, dateWithin, list, planName, withMembers } from './overrides.ts';

const carriers = 'body.carriers[]';
const line = `${carriers}.lines_of_coverage.*`;

/** Medical with its plans by identifier and by description, dental with a plan by a description without metal tier. */
function canonicalLines(item: ValueGenerator): Readonly<Record<string, unknown>> {
  const medical = item.canonical;
  const plans = isObject(medical) && isList(medical['plans']) ? medical['plans'] : [];
  const described = plans.filter((plan) => isObject(plan) && 'name' in plan).slice(0, 1);
  return {
    medical,
    dental: withMembers(medical, { plans: described.map((plan) => withMembers(plan, { metal_tier: undefined })) }),
  };
}

function generator(context: GenerationContext): ValueGenerator {
  const [first = 'medical', ...others] = context.linesOfCoverage;
  const lines = { min: 1, max: context.linesOfCoverage.length, keys: fc.constantFrom(first, ...others) };
  return bodyGenerator('renewal-decision-input', context, {
    renewal_date: dateWithin('2022-01-01', '2022-01-01', '2035-12-31'),
    'body.carriers': list({ min: 1, max: 4, canonical: (item) => [item.canonical] }),
    [`${carriers}.carrier_id`]: () => oneOf(carriersOf(context)),
    [`${carriers}.lines_of_coverage`]: (map) => mapOf(map.item ?? map, { ...lines, canonical: canonicalLines }),
    // Ends before the first renewal date: whatever is drawn, a period of enrollment comes before the year it is for.
    [`${line}.open_enrollment_start_date`]: dateWithin('2021-11-01', '2019-01-01', '2021-12-31'),
    [`${line}.open_enrollment_end_date`]: dateWithin('2021-11-30', '2019-01-01', '2021-12-31'),
    [`${line}.plans`]: list({
      min: 1,
      max: 3,
      canonical: (item) => [alternativeWith(item, 'plan_id'), alternativeWith(item, 'name')],
    }),
    [`${line}.plans[].plan_id`]: () => oneOf(plansOf(context)),
    [`${line}.plans[].name`]: planName(context, 'Example PPO 500'),
  });
}

/** A decision with every line of every carrier changed. */
export function mapLines(
  body: RenewalDecisionInput,
  change: (line: RenewalLineInput) => RenewalLineInput,
): RenewalDecisionInput {
  const entries = (body.body?.carriers ?? []).map((carrier) => {
    const lines = Object.entries(carrier.lines_of_coverage ?? {}).map(([key, one]) => [key, change(one)] as const);
    return { ...carrier, lines_of_coverage: Object.fromEntries(lines) };
  });
  return { ...body, body: { ...body.body, carriers: entries } };
}

const planKey = (plan: RenewalPlanInput) => (plan.plan_id ?? `named ${plan.name ?? ''}`).toLowerCase();

function consistentLine(drawn: RenewalLineInput): RenewalLineInput {
  const { open_enrollment_start_date: start, open_enrollment_end_date: end, plans } = drawn;
  const [first, last] = inOrder(start, end);
  return {
    ...drawn,
    ...(first === undefined ? {} : { open_enrollment_start_date: first }),
    ...(last === undefined ? {} : { open_enrollment_end_date: last }),
    ...(plans === undefined ? {} : { plans: distinct(plans, planKey) }),
  };
}

/** Moves a decision to another renewal date. */
export function onRenewalDate(body: RenewalDecisionInput, date: string): RenewalDecisionInput {
  return { ...body, renewal_date: date };
}

/** Gives an entry to another carrier where the list has its carrier already, or leaves it out when there is none. */
function withOwnCarriers(entries: readonly RenewalCarrierInput[], known: readonly string[]): RenewalCarrierInput[] {
  const taken = new Set<string>();
  return entries.flatMap((entry) => {
    const id = [entry.carrier_id, ...known].find((one) => one !== undefined && !taken.has(one.toLowerCase()));
    if (id === undefined) return [];
    taken.add(id.toLowerCase());
    return { ...entry, carrier_id: id };
  });
}

/** Makes a decision's members agree: no carrier twice, no plan twice in a line, days in their order. */
function makeConsistent(drawn: unknown, context: GenerationContext): RenewalDecisionInput {
  // The walk gives what has the shape of the schema that the type was made of; the tests have Ajv confirm it.
  const body = drawn as RenewalDecisionInput;
  const entries = withOwnCarriers(body.body?.carriers ?? [], carriersOf(context));
  return mapLines({ ...body, body: { ...body.body, carriers: entries } }, consistentLine);
}

/**
 * The plain body of E3 and E4 (`spec/documents/4-endpoints.md`): one carrier, medical with plans by identifier and by
 * description, and dental.
 */
export function canonicalDecision(context: GenerationContext): RenewalDecisionInput {
  return makeConsistent(generator(context).canonical, context);
}

/** Bodies of E3 and E4 that their schema accepts, of one to four carriers; shrinks to the canonical one. */
export function arbitraryDecision(context: GenerationContext): fc.Arbitrary<RenewalDecisionInput> {
  return generator(context).arbitrary.map((drawn) => makeConsistent(drawn, context));
}

/** Deliberate differences from the canonical body, each with the requirement that says it is accepted. */
export function variations<Body>(
  rows: readonly (readonly [name: string, requirement: RequirementId, apply: (body: Body) => Body])[],
) {
  return rows.map(([name, requirement, apply]) => ({ name, requirement, apply }));
}

const isById = (plan: RenewalPlanInput) => plan.plan_id !== undefined;
const isDescribed = (plan: RenewalPlanInput) => plan.name !== undefined;

function withTier(plan: RenewalPlanInput, tier: string | undefined): RenewalPlanInput {
  const { metal_tier: _, ...rest } = plan;
  return tier === undefined ? rest : { ...rest, metal_tier: tier };
}

/** Keeps in each line the plans of a kind; a line that has none of it gets the first that another line has. */
function onlyPlans(
  body: RenewalDecisionInput,
  keep: (plan: RenewalPlanInput) => boolean,
  change: (plan: RenewalPlanInput) => RenewalPlanInput = (plan) => plan,
): RenewalDecisionInput {
  const lines = (body.body?.carriers ?? []).flatMap((carrier) => Object.values(carrier.lines_of_coverage ?? {}));
  const spare = lines
    .flatMap(({ plans }) => plans ?? [])
    .filter(keep)
    .slice(0, 1);
  return mapLines(body, (one) => {
    const own = (one.plans ?? []).filter(keep);
    return { ...one, plans: (own.length > 0 ? own : spare).map(change) };
  });
}

/** The metal tier that a body uses somewhere, or the one that is shown. */
function tierOf(body: RenewalDecisionInput): string {
  return /"metal_tier":"([^"]+)"/u.exec(JSON.stringify(body))?.[1] ?? 'bronze';
}

function openForOneDay(one: RenewalLineInput): RenewalLineInput {
  const start = one.open_enrollment_start_date ?? '2021-11-01';
  return { ...one, open_enrollment_start_date: start, open_enrollment_end_date: start };
}

/** The named variations of the canonical decision (`spec/documents/2-resources.md`, Renewal plan input). */
export const decisionVariations = variations<RenewalDecisionInput>([
  ['plans by identifier alone', 'renewals.plan-forms', (body) => onlyPlans(body, isById)],
  [
    'plans by name, type and metal tier',
    'renewals.plan-forms',
    (body) => onlyPlans(body, isDescribed, (plan) => withTier(plan, tierOf(body))),
  ],
  [
    'plans by name and type, without a metal tier',
    'renewals.plan-forms',
    (body) => onlyPlans(body, isDescribed, (plan) => withTier(plan, undefined)),
  ],
  ['open enrollment of a single day', 'renewals.accepts-generated', (body) => mapLines(body, openForOneDay)],
  ['a line without plans', 'renewals.accepts-generated', (body) => mapLines(body, (one) => ({ ...one, plans: [] }))],
]);
