import type {
  RenewalCarrierInput,
  RenewalDecisionInput,
  RenewalLineInput,
  RenewalPlanInput,
} from '../../spec/index.ts';
import { carriersOf, plansOf, type GenerationContext } from '../bodies/context.ts';
import { mapLines } from '../bodies/map-lines.ts';
import { shifted } from '../values/dates.ts';
import type { Example } from './example.ts';

type Body = RenewalDecisionInput;
type Lines = Readonly<Record<string, RenewalLineInput>>;

const carriersIn = (body: Body): readonly RenewalCarrierInput[] => body.body?.carriers ?? [];
const linesIn = (body: Body): Lines => carriersIn(body)[0]?.lines_of_coverage ?? {};
const isById = (plan: RenewalPlanInput): plan is { plan_id: string } => plan.plan_id !== undefined;

function withCarriers(body: Body, carriers: readonly RenewalCarrierInput[]): Body {
  return { ...body, body: { ...body.body, carriers: [...carriers] } };
}

/** The first carrier's entry with other lines. */
function withLines(body: Body, lines: Lines): Body {
  return withCarriers(
    body,
    carriersIn(body).map((carrier, index) => (index === 0 ? { ...carrier, lines_of_coverage: { ...lines } } : carrier)),
  );
}

/** A line's days put back by so many days: the period stays before the renewal. */
function earlier(line: RenewalLineInput, days: number): RenewalLineInput {
  const { open_enrollment_start_date: start, open_enrollment_end_date: end } = line;
  return {
    ...line,
    ...(start === undefined ? {} : { open_enrollment_start_date: shifted(start, -days) }),
    ...(end === undefined ? {} : { open_enrollment_end_date: shifted(end, -Math.ceil(days / 2)) }),
  };
}

/** The same lines for the carrier at a position of the context: with the plan that the target may know from it. */
function linesAt(lines: Lines, position: number, context: GenerationContext): Lines {
  const plans = plansOf(context);
  const plan = plans[position % plans.length] ?? plans[0];
  const own = (line: RenewalLineInput): RenewalLineInput => ({
    ...line,
    ...(line.plans === undefined
      ? {}
      : { plans: line.plans.map((one) => (isById(one) && position > 0 ? { ...one, plan_id: plan } : one)) }),
  });
  return Object.fromEntries(Object.entries(lines).map(([key, line]) => [key, own(line)]));
}

/** An entry for each of the first carriers, with the lines that `pick` gives it. */
function withEach(
  body: Body,
  count: number,
  context: GenerationContext,
  pick: (lines: Lines, at: number) => Lines,
): Body {
  const [first = {}] = carriersIn(body);
  const ids = carriersOf(context).slice(0, count);
  const entries = ids.map((id, at) => ({
    ...first,
    carrier_id: id,
    lines_of_coverage: { ...pick(linesAt(linesIn(body), at, context), at) },
  }));
  return withCarriers(body, entries);
}

/** One of the lines, another one for each position. */
function oneOf(lines: Lines, at: number): Lines {
  const entries = Object.entries(lines);
  return Object.fromEntries(entries.slice(at % Math.max(1, entries.length)).slice(0, 1));
}

const madeUp = ['Example PPO 500', 'Example HMO 250', 'Example EPO 750', 'Example PPO 1000', 'Example HMO 0'] as const;

/** The plans a line can be given: those of the forms that the body has, in turn, no plan twice. */
function plansLike(body: Body, context: GenerationContext): readonly RenewalPlanInput[] {
  const own = Object.values(linesIn(body)).flatMap(({ plans }) => plans ?? []);
  const names = context.planNames.length > 0 ? context.planNames : madeUp;
  const described = own.find((plan) => !isById(plan));
  const byId = own.some(isById) ? [...new Set(plansOf(context))].map((plan_id): RenewalPlanInput => ({ plan_id })) : [];
  const byName =
    described === undefined ? [] : [...new Set(names)].map((name): RenewalPlanInput => ({ ...described, name }));
  return Array.from({ length: Math.max(byId.length, byName.length) }, (_, index) => [byId[index], byName[index]])
    .flat()
    .filter((plan) => plan !== undefined);
}

function withPlans(body: Body, count: number, context: GenerationContext): Body {
  const plans = plansLike(body, context).slice(0, count);
  return mapLines(body, (line) => ({ ...line, plans: [...plans] }));
}

/** A plan at most in each line, and in every line another one. */
function otherPlans(body: Body, context: GenerationContext): Body {
  const plans = plansLike(body, context);
  let lines = 0;
  return mapLines(body, (line) => {
    lines += 1;
    return { ...line, plans: plans.slice((lines - 1) % Math.max(1, plans.length)).slice(0, 1) };
  });
}

function inReverse<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).toReversed());
}

function structure(name: string, apply: (body: Body) => Body): Example<Body> {
  return { name, part: 'structure', apply };
}

/** How many of everything a decision holds (`spec/documents/2-resources.md`, Renewal decision input and below). */
export function decisionStructures(context: GenerationContext): readonly Example<RenewalDecisionInput>[] {
  const carriers = Math.min(4, new Set(carriersOf(context)).size);
  const counts = Array.from({ length: carriers - 1 }, (_, index) => index + 2);
  const all = (body: Body): Lines => {
    const [pattern = {}] = Object.values(linesIn(body));
    return Object.fromEntries(context.linesOfCoverage.map((key) => [key, linesIn(body)[key] ?? pattern]));
  };
  return [
    ...context.linesOfCoverage.map((key) =>
      structure(`only the line ${key}`, (body) => {
        const line = all(body)[key];
        return line === undefined ? body : withLines(body, { [key]: line });
      }),
    ),
    ...counts.map((count) =>
      structure(`${String(count)} carriers with the same lines and days`, (body) =>
        withEach(body, count, context, (lines) => lines),
      ),
    ),
    ...counts.map((count) =>
      structure(`${String(count)} carriers with one line each and other days`, (body) =>
        withEach(body, count, context, (lines, at) =>
          Object.fromEntries(Object.entries(oneOf(lines, at)).map(([key, line]) => [key, earlier(line, at * 3)])),
        ),
      ),
    ),
    structure('lines with other days each', (body) => {
      let lines = 0;
      return mapLines(body, (line) => earlier(line, lines++ * 4));
    }),
    // The canonical body has both lines that are shown.
    ...(context.linesOfCoverage.length > 2
      ? [
          structure('every line', (body) => withLines(body, all(body))),
          structure('every line at every carrier', (body) =>
            withEach(withLines(body, all(body)), carriers, context, (lines) => lines),
          ),
        ]
      : []),
    ...[1, 2, 3, 5].map((count) =>
      structure(`${String(count)} ${count === 1 ? 'plan' : 'plans'} in each line`, (body) =>
        withPlans(body, count, context),
      ),
    ),
    structure('another plan in each line', (body) => otherPlans(body, context)),
    structure('a line with plans and one without', (body) => {
      let lines = 0;
      return mapLines(body, (line) => {
        lines += 1;
        return lines === 1 ? line : { ...line, plans: [] };
      });
    }),
    structure('plans in another order', (body) =>
      mapLines(body, (line) => ({ ...line, plans: (line.plans ?? []).toReversed() })),
    ),
    structure('lines in another order', (body) => withLines(body, inReverse(linesIn(body)))),
    structure('carriers in another order', (body) => {
      const several = withEach(body, carriers, context, (lines) => lines);
      return withCarriers(several, carriersIn(several).toReversed());
    }),
  ];
}
