import {
  present,
  sameId,
  type Coverage,
  type MemberSnapshotInput,
  type RenewalDecisionInput,
  type RenewalLineInput,
  type RenewalPlanInput,
} from '../../spec/index.ts';
import { distinct } from '../values/values.ts';

export interface KnownPlan {
  /** Whether a list showed it. Otherwise it may have been accepted only as a description, and no longer be offered. */
  readonly isShown?: true;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly carrierId?: string | undefined;
  readonly lineOfCoverage?: string | undefined;
  readonly planType?: string | undefined;
  readonly metalTier?: string | undefined;
}

/** The plans that may belong to a line at a carrier; without a carrier, at any. */
export function plansFor(known: readonly KnownPlan[], line: string, carrier?: unknown): readonly KnownPlan[] {
  return known.filter(
    ({ carrierId, lineOfCoverage = line }) =>
      lineOfCoverage === line && (carrierId === undefined || carrier === undefined || sameId(carrierId, carrier)),
  );
}

function placed(known: readonly KnownPlan[]): readonly KnownPlan[] {
  return known.filter(({ carrierId, lineOfCoverage }) => carrierId !== undefined || lineOfCoverage !== undefined);
}

/** The given plan if it fits, else one chosen by it alone, so that different plans stay different. Unknown ids stay. */
function inPlaceOf(
  given: string,
  by: 'id' | 'name',
  fitting: readonly KnownPlan[],
  known: readonly KnownPlan[],
): KnownPlan | undefined {
  const at = known.findIndex((plan) => sameId(plan[by], given));
  if (by === 'id' && at < 0) return undefined;
  const choices = fitting.filter((plan) => plan[by] !== undefined);
  return choices.find((plan) => sameId(plan[by], given)) ?? choices[Math.max(at, 0) % choices.length];
}

function coverageOf(coverage: Coverage, known: readonly KnownPlan[]): Coverage {
  const { carrier_id: carrier, line_of_coverage: line = '', plan_id: id, plan_name: name } = coverage;
  const [given, by] = id === undefined ? [name, 'name' as const] : [id, 'id' as const];
  if (given === undefined) return coverage;
  const own = inPlaceOf(given, by, plansFor(known, line, carrier), known);
  const { id: planId, name: planName, carrierId } = own ?? inPlaceOf(given, by, plansFor(known, line), known) ?? {};
  const plan = by === 'id' ? { plan_id: planId ?? given } : { plan_name: planName ?? given };
  return { ...coverage, ...plan, ...present({ carrier_id: own === undefined ? carrierId : undefined }) };
}

/** The snapshot with known plans at the lines and carriers that they belong to. */
export function withCoveragesOf(body: MemberSnapshotInput, plans: readonly KnownPlan[]): MemberSnapshotInput {
  const known = placed(plans);
  if (known.length === 0 || body.coverages === undefined) return body;
  return { ...body, coverages: oncePerLine(body.coverages.map((coverage) => coverageOf(coverage, known))) };
}

/** The coverages without those whose line another one at the same carrier already has. */
export function oncePerLine(coverages: readonly Coverage[]): Coverage[] {
  return distinct(coverages, ({ carrier_id: id = '', line_of_coverage: line }) => `${id.toLowerCase()} ${line}`);
}

function planOf(plan: RenewalPlanInput, fitting: readonly KnownPlan[], known: readonly KnownPlan[]): RenewalPlanInput {
  const { plan_id: id, name, metal_tier: tier } = plan;
  if (id !== undefined) return { ...plan, plan_id: inPlaceOf(id, 'id', fitting, known)?.id ?? id };
  const own = name === undefined ? undefined : inPlaceOf(name, 'name', fitting, known);
  if (own?.name === undefined) return plan;
  return { ...plan, name: own.name, ...present({ plan_type: own.planType, metal_tier: tier && own.metalTier }) };
}

/** The plans of a line, with those that do not fit replaced; each gets another name as long as there are enough. */
function plansOfLine(
  plans: readonly RenewalPlanInput[],
  fitting: readonly KnownPlan[],
  known: readonly KnownPlan[],
): readonly RenewalPlanInput[] {
  const given = plans.map((plan) => (plan.plan_id === undefined ? plan : planOf(plan, fitting, known)));
  const used = new Set(
    given.map(({ plan_id: of }) => (of === undefined ? of : fitting.find(({ id }) => sameId(id, of))?.name)),
  );
  return given.map((plan) => {
    if (plan.plan_id !== undefined) return plan;
    const others = fitting.filter(({ name }) => name !== undefined && !used.has(name));
    const fitted = planOf(plan, others.length > 0 ? others : fitting, known);
    used.add(fitted.name);
    return fitted;
  });
}

const keyOf = ({ plan_id: id, name, plan_type: type, metal_tier: tier }: RenewalPlanInput): string =>
  JSON.stringify([id?.toLowerCase(), name, type, tier]);

/** The decision with known plans at their lines and carriers, without lines that only other carriers have. */
export function withLinesOf(body: RenewalDecisionInput, plans: readonly KnownPlan[]): RenewalDecisionInput {
  const known = placed(plans);
  if (known.length === 0) return body;
  const carriers = (body.body?.carriers ?? []).map((carrier) => {
    const fittingOf = (key: string): readonly KnownPlan[] => plansFor(known, key, carrier.carrier_id);
    const lines = Object.entries(carrier.lines_of_coverage ?? {});
    const isElsewhere = ([key]: readonly [string, RenewalLineInput]): boolean =>
      fittingOf(key).length === 0 && plansFor(known, key).length > 0;
    const own = lines.every(isElsewhere) ? lines : lines.filter((line) => !isElsewhere(line));
    const fitted = own.map(([key, line]) => {
      const plans = line.plans && distinct(plansOfLine(line.plans, fittingOf(key), known), keyOf);
      return [key, { ...line, ...present({ plans }) }] as const;
    });
    return { ...carrier, lines_of_coverage: Object.fromEntries(fitted) };
  });
  return { ...body, body: { ...body.body, carriers } };
}

/** Lines of coverage, the most usual first. */
const linesInOrder = ['medical', 'dental'];

/** The known plans, those of the most usual lines first. */
export function mostUsualFirst(plans: readonly KnownPlan[]): readonly KnownPlan[] {
  const placeOf = ({ lineOfCoverage: line = '' }: KnownPlan): number =>
    linesInOrder.includes(line) ? linesInOrder.indexOf(line) : linesInOrder.length;
  return plans.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The keys of lines; those without a known plan are replaced by other known lines, or undefined if none is left. */
function knownKeys(keys: readonly string[], plans: readonly KnownPlan[]): readonly (string | undefined)[] {
  const known = distinct(
    plans.flatMap(({ lineOfCoverage: line }) => line ?? []),
    (line) => line,
  );
  const others = known.filter((line) => !keys.includes(line));
  return keys.map((key) => (known.includes(key) ? key : others.shift()));
}

/** The decision with only lines that have known plans at their carrier; a carrier without any stays as it is. */
export function onKnownLines(body: RenewalDecisionInput, plans: readonly KnownPlan[]): RenewalDecisionInput {
  const carriers = (body.body?.carriers ?? []).map((carrier) => {
    const fitting = plans.filter(({ carrierId }) => carrierId === undefined || sameId(carrierId, carrier.carrier_id));
    const lines = Object.entries(carrier.lines_of_coverage ?? {});
    const keys = knownKeys(
      lines.map(([key]) => key),
      fitting,
    );
    if (keys.every((key) => key === undefined)) return carrier;
    const placed = lines.flatMap(([, line], at) => (keys[at] === undefined ? [] : [[keys[at], line] as const]));
    return { ...carrier, lines_of_coverage: Object.fromEntries(placed) };
  });
  return { ...body, body: { ...body.body, carriers } };
}

/** The snapshot with only coverages of lines that have known plans; without any it stays as it is. */
export function onKnownCoverages(body: MemberSnapshotInput, plans: readonly KnownPlan[]): MemberSnapshotInput {
  const { coverages = [] } = body;
  const keys = knownKeys(
    coverages.map(({ line_of_coverage: line = '' }) => line),
    plans,
  );
  if (keys.every((key) => key === undefined)) return body;
  const placed = coverages.flatMap((coverage, at) => {
    const line = keys[at];
    return line === undefined ? [] : [{ ...coverage, line_of_coverage: line }];
  });
  return { ...body, coverages: placed };
}
