import {
  present,
  shifted,
  type RenewalCarrierInput,
  type RenewalDecisionInput,
  type RenewalLineInput,
  type RenewalPlanInput,
} from '../../spec/index.ts';
import { carriersOf, plansOf, type GenerationContext } from '../bodies/generation-context.ts';
import { isById, mapLines, withPeriod, withPlansOfLines } from '../bodies/decision-body.ts';
import type { Example } from './example.ts';

type Body = RenewalDecisionInput;
type Lines = Readonly<Record<string, RenewalLineInput>>;
type Edit = (body: Body) => Body;
type Row = readonly [name: string, apply: Edit];

const carriersIn = (body: Body): readonly RenewalCarrierInput[] => body.body?.carriers ?? [];
const linesIn = (body: Body): Lines => carriersIn(body)[0]?.lines_of_coverage ?? {};

function withCarriers(body: Body, carriers: readonly RenewalCarrierInput[]): Body {
  return { ...body, body: { ...body.body, carriers: [...carriers] } };
}

function withLines(body: Body, lines: Lines): Body {
  const [first, ...others] = carriersIn(body);
  return first === undefined ? body : withCarriers(body, [{ ...first, lines_of_coverage: { ...lines } }, ...others]);
}

function eachLine(change: (line: RenewalLineInput, index: number) => RenewalLineInput): Edit {
  return (body) => {
    let index = 0;
    return mapLines(body, (line) => change(line, index++));
  };
}

/** A line with its days moved back by up to `days`, so that the period stays before the renewal. */
function earlier(line: RenewalLineInput, days: number): RenewalLineInput {
  return withPeriod(line, (day, end) => shifted(day, -(end === 'first' ? days : Math.ceil(days / 2))));
}

/** The same lines with the context's plan at a position: the target may know it at the carrier in that position. */
function withPlanAt(lines: Lines, at: number, context: GenerationContext): Lines {
  if (at === 0) return lines;
  const plans = plansOf(context);
  const plan = plans[at % plans.length] ?? plans[0];
  const own = (one: RenewalPlanInput): RenewalPlanInput => (isById(one) ? { ...one, plan_id: plan } : one);
  const entries = Object.entries(lines).map(([key, line]) => [
    key,
    { ...line, ...present({ plans: line.plans?.map(own) }) },
  ]);
  return Object.fromEntries(entries);
}

/** The first carrier's lines at each of the first `count` carriers, reduced by `pick`. */
function atEach(
  count: number,
  context: GenerationContext,
  pick: (lines: Lines, at: number) => Lines = (lines) => lines,
): Edit {
  const ids = carriersOf(context).slice(0, count);
  return (body) => {
    const entries = ids.map((id, at) => ({
      ...carriersIn(body)[0],
      carrier_id: id,
      lines_of_coverage: { ...pick(withPlanAt(linesIn(body), at, context), at) },
    }));
    return withCarriers(body, entries);
  };
}

export function atTwoCarriers(body: Body, context: GenerationContext): Body {
  return atEach(2, context)(body);
}

function oneLine(lines: Lines, at: number): Lines {
  const entries = Object.entries(lines);
  const chosen = entries.filter((_, index) => index === at % entries.length);
  return Object.fromEntries(chosen.map(([key, line]) => [key, earlier(line, at * 3)]));
}

const madeUp = [
  'PPO 500',
  'HMO 250',
  'EPO 750',
  'PPO 1000',
  'HMO 0',
  ...['1500', '2000', '2500', '3000', '4000', '5000', '6000'].map((amount) => `PPO ${amount}`),
].map((name) => `Example ${name}`);

/** The plans that a line can be given: in the forms that the body has, in turn, no plan twice. */
function plansLike(body: Body, context: GenerationContext): readonly RenewalPlanInput[] {
  const own = Object.values(linesIn(body)).flatMap(({ plans }) => plans ?? []);
  const pattern = own.find((plan) => !isById(plan));
  const ids = own.some(isById) ? plansOf(context) : [];
  const names = context.planNames.length > 0 ? context.planNames : madeUp;
  const byId = [...new Set(ids)].map((id): RenewalPlanInput => ({ plan_id: id }));
  const byName = pattern === undefined ? [] : [...new Set(names)].map((name) => ({ ...pattern, name }));
  const inTurn = Array.from({ length: Math.max(byId.length, byName.length) }, (_, at) => [byId[at], byName[at]]);
  return inTurn.flat().filter((plan) => plan !== undefined);
}

function withTwo(
  line: RenewalLineInput,
  member: 'plan_type' | 'metal_tier',
  values: readonly string[],
): RenewalLineInput {
  const plan = line.plans?.find((entry) => !isById(entry) && entry[member] !== undefined);
  const other = values.find((value) => value !== plan?.[member]);
  return plan === undefined ? line : { ...line, plans: [plan, { ...plan, ...present({ [member]: other }) }] };
}

/** Decisions with varying numbers of each part (`spec/documents/2-resources.md`, Renewal decision input and below). */
export function decisionStructures(context: GenerationContext): readonly Example<RenewalDecisionInput>[] {
  const { linesOfCoverage } = context;
  const carriers = Math.min(4, new Set(carriersOf(context)).size);
  const counts = Array.from({ length: carriers - 1 }, (_, index) => index + 2);
  const allLines = (body: Body): Lines => {
    const [pattern = {}] = Object.values(linesIn(body));
    return Object.fromEntries(linesOfCoverage.map((key) => [key, linesIn(body)[key] ?? pattern]));
  };
  const withAllLines: Edit = (body) => withLines(body, allLines(body));
  const each = (count: number, pick?: (lines: Lines, at: number) => Lines): Edit => atEach(count, context, pick);
  // The canonical body has both lines that the documents show.
  const everyLine: readonly Row[] = [
    ['every line', withAllLines],
    ['every line at every carrier', (body) => each(carriers)(withAllLines(body))],
  ];
  const rows: readonly Row[] = [
    ...linesOfCoverage.map((key): Row => [
      `only the line ${key}`,
      (body) => withLines(body, Object.fromEntries(Object.entries(allLines(body)).filter(([line]) => line === key))),
    ]),
    ...counts.map((count): Row => [`${count} carriers with the same lines and days`, each(count)]),
    ...counts.map((count): Row => [`${count} carriers with one line each and other days`, each(count, oneLine)]),
    ['a carrier without lines after another', each(2, (lines, at) => (at === 0 ? lines : {}))],
    ['lines with other days each', eachLine((line, index) => earlier(line, index * 4))],
    ...(linesOfCoverage.length > 2 ? everyLine : []),
    ...[1, 2, 3, 5, 12].map((count): Row => [
      `${count} ${count === 1 ? 'plan' : 'plans'} in each line`,
      (body) => eachLine((line) => ({ ...line, plans: plansLike(body, context).slice(0, count) }))(body),
    ]),
    [
      'another plan in each line',
      (body) => {
        const plans = plansLike(body, context);
        return eachLine((line, index) => {
          const at = index % Math.max(1, plans.length);
          return { ...line, plans: plans.slice(at, at + 1) };
        })(body);
      },
    ],
    ['a line with plans and one without', eachLine((line, index) => (index === 0 ? line : { ...line, plans: [] }))],
    ['plans in another order', eachLine((line) => ({ ...line, plans: (line.plans ?? []).toReversed() }))],
    [
      'lines in another order',
      (body) => withLines(body, Object.fromEntries(Object.entries(linesIn(body)).toReversed())),
    ],
    ['carriers in another order', (body) => withCarriers(body, carriersIn(each(carriers)(body)).toReversed())],
  ];
  // `withPlansOfLines` would rename or drop one of the two plans.
  const ofOneName: readonly Row[] = [
    ['two plans of one name and other types', eachLine((line) => withTwo(line, 'plan_type', ['ppo', 'hmo']))],
    [
      'two plans of one name and other metal tiers',
      eachLine((line) => withTwo(line, 'metal_tier', ['bronze', 'silver'])),
    ],
  ];
  return [...rows.map(([name, apply]): Row => [name, (body) => withPlansOfLines(apply(body))]), ...ofOneName].map(
    ([name, apply]) => ({ name, part: 'structure', apply }),
  );
}
