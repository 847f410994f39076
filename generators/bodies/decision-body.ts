import type * as fc from 'fast-check';
import {
  arrayOf,
  daysBetween,
  firstOfMonth,
  firstsOfMonths,
  objectOf,
  present,
  shifted,
  type RenewalCarrierInput,
  type RenewalDecisionInput,
  type RenewalLineInput,
  type RenewalPlanInput,
  type RequirementId,
} from '../../spec/index.ts';
import { distinct, arbitraryOf, copied, listed, some } from '../values/values.ts';
import { distinctive, mapOf, oneOf, type ValueGenerator } from '../schema/value-generator.ts';
import { dates } from '../values/scalars.ts';
import {
  alternativeWith,
  bodyGenerator,
  carriersOf,
  countWithin,
  list,
  madeOnce,
  planName,
  plansOf,
  withMembers,
  type GenerationContext,
  type RenewalDays,
} from './generation-context.ts';
import { withLinesOf } from './known-plans.ts';

const carriers = 'body.carriers[]';
const line = `${carriers}.lines_of_coverage.*`;

/** Medical with plans by identifier and by description, dental with its own plan by description. */
function canonicalLines(item: ValueGenerator, dentalPlan: string | undefined): Readonly<Record<string, unknown>> {
  const medical = item.canonical;
  const described = arrayOf(objectOf(medical)['plans'])
    .filter((plan) => 'name' in objectOf(plan))
    .slice(0, 1);
  return {
    medical,
    dental: withMembers(medical, { plans: described.map((plan) => withMembers(plan, { name: dentalPlan })) }),
  };
}

/** Renewal dates, canonically the first of a month three to four months ahead, or else the first one allowed. */
function renewalDates(today: string, { first, last, step }: RenewalDays): ValueGenerator {
  const usual = firstOfMonth(today, 4);
  const months = firstsOfMonths(first, last, step === 'day' ? 'month' : step);
  const canonical = months.includes(usual) ? usual : (months[0] ?? first);
  // A group may allow only one decision per date.
  return distinctive(canonical, step === 'day' ? dates(first, last) : listed(some(months, first)));
}

/** Open enrollment: days from its first day to the renewal, and from its first to its last day. */
const begins = { canonical: 60, min: 20, max: 90 };
const lasts = { canonical: 30, min: 5, max: 45 };

const generator = madeOnce((context) => {
  const { today, renewalDays, linesOfCoverage, planNames } = context;
  const lines = { min: 1, max: linesOfCoverage.length, keys: listed(some(linesOfCoverage, 'medical')) };
  const dentalPlan = planNames.length > 0 ? (planNames[1] ?? planNames[0]) : 'Example Dental PPO 1000';
  return bodyGenerator('renewal-decision-input', context, {
    renewal_date: () => renewalDates(today, renewalDays),
    'body.carriers': list({ min: 1, max: 4, canonical: (item) => [item.canonical] }),
    [`${carriers}.carrier_id`]: () => oneOf(carriersOf(context)),
    [`${carriers}.lines_of_coverage`]: (map) =>
      mapOf(map.item ?? map, { ...lines, canonical: (item) => canonicalLines(item, dentalPlan) }),
    [`${line}.open_enrollment_start_date`]: countWithin(begins.canonical, begins.min, begins.max),
    [`${line}.open_enrollment_end_date`]: countWithin(lasts.canonical, lasts.min, lasts.max),
    [`${line}.plans`]: list({
      min: 1,
      max: 3,
      canonical: (item) => [alternativeWith(item, 'plan_id'), alternativeWith(item, 'name')],
    }),
    [`${line}.plans[].plan_id`]: () => oneOf(plansOf(context)),
    [`${line}.plans[].name`]: planName(context, 'Example PPO 500'),
  });
});

/** A decision with every line of every carrier changed, or dropped if `change` returns nothing. */
export function mapLines(
  body: RenewalDecisionInput,
  change: (line: RenewalLineInput, key: string, carrierId: string | undefined) => RenewalLineInput | undefined,
): RenewalDecisionInput {
  const entries = (body.body?.carriers ?? []).map((carrier) => {
    const lines = Object.entries(carrier.lines_of_coverage ?? {}).flatMap(([key, one]) => {
      const changed = change(one, key, carrier.carrier_id);
      return changed === undefined ? [] : [[key, changed] as const];
    });
    return { ...carrier, lines_of_coverage: Object.fromEntries(lines) };
  });
  return { ...body, body: { ...body.body, carriers: entries } };
}

type ChangeDay = (day: string, end: 'first' | 'last') => string;

/** A line with the first and the last day of its open enrollment changed, if it has them. */
export function withPeriod(line: RenewalLineInput, change: ChangeDay): RenewalLineInput {
  const { open_enrollment_start_date: first, open_enrollment_end_date: last } = line;
  const start = first === undefined ? first : change(first, 'first');
  const end = last === undefined ? last : change(last, 'last');
  return { ...line, ...present({ open_enrollment_start_date: start, open_enrollment_end_date: end }) };
}

export function withPeriods(body: RenewalDecisionInput, change: ChangeDay): RenewalDecisionInput {
  return mapLines(body, (line) => withPeriod(line, change));
}

const daysOfMonth = 365.2425 / 12;

function isOfMonths({ open_enrollment_start_date: first, open_enrollment_end_date: last }: RenewalLineInput): boolean {
  return first !== undefined && last !== undefined && first.endsWith('-01') && shifted(last, 1).endsWith('-01');
}

/** A decision for another renewal date; open enrollment stays as many days before it, or months if it is whole ones. */
export function onRenewalDate(body: RenewalDecisionInput, date: string): RenewalDecisionInput {
  const before = body.renewal_date ?? date;
  const days = daysBetween(before, date);
  const months = Math.round(days / daysOfMonth);
  const isFromFirstToFirst = [before, date].every((day) => firstOfMonth(day) === day);
  const moved = mapLines(body, (one) => {
    if (!isFromFirstToFirst || !isOfMonths(one)) return withPeriod(one, (day) => shifted(day, days));
    return withPeriod(one, (day, end) =>
      end === 'first' ? firstOfMonth(day, months) : shifted(firstOfMonth(day, months + 1), -1),
    );
  });
  return { ...moved, renewal_date: date };
}

const planKey = (plan: RenewalPlanInput) => (plan.plan_id ?? `named ${plan.name ?? ''}`).toLowerCase();

const ownPlanName = /^(Example (?:Dental )?)(?:PPO|HMO|EPO)(?= )/u;

/** A description that agrees with itself: if the name is made up, it states the plan's type. */
function agreeing(plan: RenewalPlanInput): RenewalPlanInput {
  const { name, plan_type: type } = plan;
  if (name === undefined || type === undefined) return plan;
  return { ...plan, name: name.replace(ownPlanName, `$1${type.toUpperCase()}`) };
}

/** A decision whose lines have only plans that they may have: none twice, and a metal tier only in medical lines. */
export function withPlansOfLines(body: RenewalDecisionInput): RenewalDecisionInput {
  return mapLines(body, (one, key) => {
    if (one.plans === undefined) return one;
    const own = one.plans.map(agreeing).map((plan) => (key === 'medical' ? plan : withTier(plan, undefined)));
    return { ...one, plans: distinct(own, planKey) };
  });
}

function enrolledBefore(line: RenewalLineInput, renewal: string): RenewalLineInput {
  const before = Number(line.open_enrollment_start_date ?? begins.canonical);
  const start = shifted(renewal, -before);
  // It ends before the year that it is for begins.
  return withPeriod(line, (days, end) =>
    end === 'first' ? start : shifted(start, Math.min(Number(days), before - 1)),
  );
}

/** Moves an entry to another carrier if the list has its carrier already, or drops it if none is left. */
function withOwnCarriers(entries: readonly RenewalCarrierInput[], known: readonly string[]): RenewalCarrierInput[] {
  const taken = new Set<string>();
  return entries.flatMap((entry) => {
    const id = [entry.carrier_id, ...known].find((one) => one !== undefined && !taken.has(one.toLowerCase()));
    if (id === undefined) return [];
    taken.add(id.toLowerCase());
    return { ...entry, carrier_id: id };
  });
}

/** Makes a decision's members agree: no carrier twice, no plan twice in a line, open enrollment before the renewal. */
function makeConsistent(drawn: unknown, context: GenerationContext): RenewalDecisionInput {
  // The schema gives it this shape; tests confirm it with Ajv.
  const body = drawn as RenewalDecisionInput;
  const entries = withOwnCarriers(body.body?.carriers ?? [], carriersOf(context));
  const renewal = body.renewal_date ?? firstOfMonth(context.today, 4);
  const own = withPlansOfLines(withLinesOf({ ...body, body: { ...body.body, carriers: entries } }, context.plans));
  return mapLines(own, (one) => enrolledBefore(one, renewal));
}

/** The plain body of E3 and E4 (`spec/documents/4-endpoints.md`): medical with both forms of plans, and dental. */
export function canonicalDecision(context: GenerationContext): RenewalDecisionInput {
  return makeConsistent(copied(generator(context).canonical), context);
}

/** Bodies of E3 and E4 that their schema accepts, with one to four carriers; they shrink to the canonical one. */
export function arbitraryDecision(context: GenerationContext): fc.Arbitrary<RenewalDecisionInput> {
  return arbitraryOf(generator(context), (drawn) => makeConsistent(drawn, context));
}

/** A deliberate difference from the canonical body. */
export interface Variation<Body> {
  readonly name: string;
  readonly requirement: RequirementId;
  readonly apply: (body: Body) => Body;
  /** If this body is refused as well, the variation was refused for a reason that no document excludes. */
  readonly control?: (body: Body) => Body;
  /** The variation of less of the body: if one is accepted, the rest was refused for what no document excludes. */
  readonly ofLess?: readonly ((body: Body) => Body)[];
}

/** How a variation gives plans: by id, by name, or by name and type with or without a metal tier. */
export type PlanForm =
  | { readonly by: 'id' | 'name' }
  | { readonly by: 'description'; readonly tier: 'with' | 'without' };

export type PlanFormVariation<Body> = Variation<Body> & { readonly form: PlanForm };

const isDescribed = ({ name }: RenewalPlanInput): boolean => name !== undefined;
export const isById = (plan: RenewalPlanInput): plan is { plan_id: string } => plan.plan_id !== undefined;

function withTier(plan: RenewalPlanInput, tier: string | undefined): RenewalPlanInput {
  const { metal_tier: _, ...rest } = plan;
  return tier === undefined ? rest : { ...rest, metal_tier: tier };
}

/** A decision with only the plans to `keep` and the lines that have some: a plan of one line fits no other. */
export function onlyPlans(
  body: RenewalDecisionInput,
  keep: (plan: RenewalPlanInput) => boolean,
  change: (plan: RenewalPlanInput) => RenewalPlanInput = (plan) => plan,
): RenewalDecisionInput {
  return mapLines(body, (one) => {
    const own = (one.plans ?? []).filter(keep);
    return own.length === 0 ? undefined : { ...one, plans: own.map(change) };
  });
}

function tierOf(body: RenewalDecisionInput): string {
  return /"metal_tier":"([^"]+)"/u.exec(JSON.stringify(body))?.[1] ?? 'bronze';
}

/** The forms of plans in a decision (`spec/documents/2-resources.md`, Renewal plan input). */
export const decisionPlanForms: readonly PlanFormVariation<RenewalDecisionInput>[] = [
  {
    name: 'plans by identifier alone',
    requirement: 'renewals.plan-forms',
    form: { by: 'id' },
    apply: (body) => onlyPlans(body, isById),
  },
  {
    name: 'plans by name, type and metal tier',
    requirement: 'renewals.plan-forms',
    form: { by: 'description', tier: 'with' },
    apply: (body) => withPlansOfLines(onlyPlans(body, isDescribed, (plan) => withTier(plan, tierOf(body)))),
  },
  {
    name: 'plans by name and type, without a metal tier',
    requirement: 'renewals.plan-forms',
    form: { by: 'description', tier: 'without' },
    apply: (body) => onlyPlans(body, isDescribed, (plan) => withTier(plan, undefined)),
  },
];

export const decisionVariations: readonly Variation<RenewalDecisionInput>[] = [
  ...decisionPlanForms,
  {
    name: 'open enrollment of a single day',
    requirement: 'renewals.accepts-generated',
    apply: (body) =>
      mapLines(body, (one) => ({ ...one, ...present({ open_enrollment_end_date: one.open_enrollment_start_date }) })),
  },
  {
    name: 'a line without plans',
    requirement: 'renewals.accepts-generated',
    apply: (body) => mapLines(body, (one) => ({ ...one, plans: [] })),
  },
];
