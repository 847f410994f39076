import { isObject, objectOf, sameId, arrayOf, type JsonObject, idKey } from '../../spec/index.ts';
import { isDeepStrictEqual } from 'node:util';
import { shifted } from '../../generators/index.ts';
import type { KeptExchange } from '../../target/exchange-archive.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Memory } from '../engine/memory.ts';
import { carrierIdsOf } from '../judging/decision-content.ts';
import { recordsOf, successBody } from '../judging/reading.ts';
import { all, counts, digestOf, distinct, edgeTable, mixed, none, pick, type EdgeRow, type FactsOf } from './edge.ts';

const carriersIn = (body: JsonObject): readonly JsonObject[] => arrayOf(objectOf(body.body).carriers).map(objectOf);
const linesIn = ({ lines_of_coverage: lines }: JsonObject): readonly (readonly [key: string, line: JsonObject])[] =>
  Object.entries(objectOf(lines)).map(([key, line]) => [key, objectOf(line)]);

function readBody({ request: { json } }: AnsweredExchange) {
  if (!isObject(json)) return undefined;
  const carriers = carriersIn(json).map(linesIn);
  const lines = carriers.flat().map(([, line]) => line);
  return {
    renewal: json.renewal_date,
    /** The keys of each carrier's lines. */
    carriers: carriers.map((own) => own.map(([key]) => key)),
    lines,
    plans: lines.map((line) => arrayOf(line.plans).map(objectOf)),
  };
}

type DecisionBody = FactsOf<typeof readBody>;

const isById = ({ plan_id: id }: JsonObject): boolean => id !== undefined;
const firstDay = ({ open_enrollment_start_date: day }: JsonObject): unknown => day;
const lastDay = ({ open_enrollment_end_date: day }: JsonObject): unknown => day;
const daysOf = (line: JsonObject): string => `${String(firstDay(line))} ${String(lastDay(line))}`;
const isDayBefore = (day: unknown, next: unknown): boolean => typeof day === 'string' && shifted(day, 1) === next;
const keySet = (keys: readonly string[]): string => keys.toSorted().join();
const isDentalFirst = (keys: readonly string[]): boolean =>
  keys.includes('dental') && keys.indexOf('dental') < keys.indexOf('medical');
const isAfterDescription = (plan: JsonObject, index: number, plans: readonly JsonObject[]): boolean =>
  isById(plan) && !plans.slice(0, index).every(isById);

// oxfmt-ignore
const bodyRows: readonly EdgeRow<DecisionBody>[] = [
  ...counts<DecisionBody>([1, 2, 3, 4], 'carrier', 'only the first is kept', ({ carriers }) => [carriers.length]),
  ['1 line', 'a line is expected or added', ({ carriers }) => carriers.some(({ length }) => length === 1)],
  ['2 lines', 'one line takes the place of the other', ({ carriers }) => carriers.some(({ length }) => length === 2)],
  ['line medical', 'one line is handled separately', ({ carriers }) => carriers.flat().includes('medical')],
  ['line dental', 'one line is handled separately', ({ carriers }) => carriers.flat().includes('dental')],
  ['0 plans', 'an empty list is taken for none', ({ plans }) => plans.some(({ length }) => length === 0)],
  ['1 plan', 'a list of one becomes its only item', ({ plans }) => plans.some(({ length }) => length === 1)],
  ['2 plans', 'only the first is kept', ({ plans }) => plans.some(({ length }) => length === 2)],
  ['more than 2 plans', 'only the first few are kept', ({ plans }) => plans.some(({ length }) => length > 2)],
  ['plans by identifier alone', 'one of the two forms is expected', ({ plans }) => plans.some(all(isById))],
  ['plans by description alone', 'one of the two forms is expected', ({ plans }) => plans.some(none(isById))],
  ['plans in both forms', 'one of the two forms is lost', ({ plans }) => plans.some(mixed(isById))],
  ['a description with a metal tier', 'the tier is expected or becomes part of the name',
    ({ plans }) => plans.flat().some(({ metal_tier: tier }) => tier !== undefined)],
  ['a description before an identifier', 'plans are sorted by form',
    ({ plans }) => plans.some((ofLine) => ofLine.some(isAfterDescription))],
  ['carriers with other lines', 'the lines of one carrier go to all',
    ({ carriers }) => distinct(carriers.map(keySet)) > 1],
  ['carriers with the same lines', 'lines are kept by key alone',
    ({ carriers }) => carriers.length > 1 && distinct(carriers.map(keySet)) === 1],
  ['other days in each line', 'the days of one line go to all', ({ lines }) => distinct(lines.map(daysOf)) > 1],
  ['lines with other numbers of plans', 'the plans of one line go to all',
    ({ plans }) => distinct(plans.map(({ length }) => length)) > 1],
  ['an enrollment of one day', 'an end on the first day is taken for none',
    ({ lines }) => lines.some((line) => firstDay(line) !== undefined && firstDay(line) === lastDay(line))],
  ['an enrollment up to the day before the renewal', 'bounds are compared the wrong way',
    ({ lines, renewal }) => lines.some((line) => isDayBefore(lastDay(line), renewal))],
  ['dental before medical', 'lines are distinguished by position', ({ carriers }) => carriers.some(isDentalFirst)],
];

const bodyRowsOfEdits = pick(
  bodyRows,
  '2 carriers',
  '1 line',
  '0 plans',
  'more than 2 plans',
  'plans by identifier alone',
  'plans by description alone',
);

export const decisionBodies = edgeTable(
  readBody,
  [['E3'], 'a new decision: ', bodyRows],
  [['E4'], 'an edit: ', bodyRowsOfEdits],
);

/** The renewal dates of the decisions that the run made in a group. */
interface RenewalDates {
  /** How many of the run's decisions have each date now. */
  readonly current: Map<string, number>;
  /** Dates that an edit moved a decision from, or to. */
  readonly left: Set<string>;
  readonly entered: Set<string>;
  /** How many decisions the group had when it was last listed without a filter. */
  total: number | undefined;
}

const known = () => ({
  /** For each decision, its create and its accepted edits, in order. */
  writes: new Map<string, KeptExchange[]>(),
  dates: new Map<string, RenewalDates>(),
  bodies: new Set<string>(),
  lastEdited: '',
  groups: new Set<string>(),
});

/** The known renewal dates of a group; callers read them and add to them. */
export function renewalDatesOf(group: unknown, memory: Memory): RenewalDates {
  const { dates } = memory.at(known);
  const held = dates.get(idKey(group)) ?? { current: new Map(), left: new Set(), entered: new Set(), total: undefined };
  dates.set(idKey(group), held);
  return held;
}

/** Counts one decision more on a date, or one less with -1. @returns how many the date has now */
function countDate({ current }: RenewalDates, date: string, change: 1 | -1): number {
  const count = (current.get(date) ?? 0) + change;
  if (count > 0) current.set(date, count);
  else current.delete(date);
  return count;
}

function readNew(exchange: AnsweredExchange, memory: Memory) {
  const record = successBody(exchange, 'E3');
  const { json: sent, pathParameters } = exchange.request;
  if (record === undefined || !isObject(sent)) return undefined;
  const { writes, bodies, groups } = memory.at(known);
  const group = idKey(pathParameters.group_id);
  const body = digestOf(group, sent);
  const isRepeated = bodies.has(body);
  writes.set(idKey(record.id), [memory.archive.keep(exchange)]);
  bodies.add(body);
  groups.add(group);
  const ofDate = countDate(renewalDatesOf(group, memory), String(sent.renewal_date), 1);
  return { ofDate, isRepeated, groups: groups.size };
}

// oxfmt-ignore
export const newDecisions = edgeTable(readNew, [['E3'], 'E3: ', [
  ['a second decision of a date', 'one decision takes the place of another of its date', ({ ofDate }) => ofDate > 1],
  ['an eleventh decision of a date', 'a list is cut after ten', ({ ofDate }) => ofDate > 10],
  ['a twenty-first decision of a date', 'a list is cut after twenty', ({ ofDate }) => ofDate > 20],
  ['a decision like one before', 'the same body again gives the same record', ({ isRepeated }) => isRepeated],
  ['decisions in a second group', 'decisions of one group are listed in another', ({ groups }) => groups > 1],
]]);

/** A line of coverage before and after an edit. */
type KeptLine = Readonly<Record<'old' | 'line', JsonObject>>;

function placesIn(body: JsonObject): ReadonlyMap<string, JsonObject> {
  return new Map(
    carriersIn(body).flatMap((carrier) =>
      linesIn(carrier).map(([key, line]) => [`${idKey(carrier.carrier_id)} ${key}`, line]),
    ),
  );
}

function changesOf(previous: JsonObject, sent: JsonObject) {
  const [before, after] = [placesIn(previous), placesIn(sent)];
  const kept: readonly KeptLine[] = [...after].flatMap(([place, line]) => {
    const old = before.get(place);
    return old === undefined ? [] : [{ old, line }];
  });
  return {
    hasOtherCarriers: !isDeepStrictEqual(carrierIdsOf(previous), carrierIdsOf(sent)),
    lacksLine: kept.length < before.size,
    hasNewLine: kept.length < after.size,
    kept,
    replanned: kept.filter(({ old, line }) => !isDeepStrictEqual(old.plans, line.plans)),
  };
}

function readEdit(exchange: AnsweredExchange, memory: Memory) {
  const record = successBody(exchange, 'E4');
  const { json: sent, pathParameters } = exchange.request;
  const state = memory.at(known);
  const id = idKey(pathParameters.renewal_decision_id);
  const writes = state.writes.get(id);
  if (record === undefined || writes === undefined || !isObject(sent)) return undefined;
  const [last, oneBefore] = [writes.at(-1)?.recall(), writes.at(-2)?.recall()];
  const previous = objectOf(last?.request.json);
  const edit = {
    /** 1 for the first edit of the decision. */
    position: writes.length,
    /** Whether it names the version that the last create or edit returned: the service did not change it since. */
    isOfOwnVersion: sameId(pathParameters.version, objectOf(last?.answer?.json).version),
    comesBack: writes.length > 1 && state.lastEdited !== id,
    changesNothing: isDeepStrictEqual(previous, sent),
    isReturn: isDeepStrictEqual(oneBefore?.request.json, sent),
    hasOtherDate: previous.renewal_date !== sent.renewal_date,
    ...changesOf(previous, sent),
  };
  if (edit.hasOtherDate) {
    const dates = renewalDatesOf(record.group_id, memory);
    const [from, to] = [String(previous.renewal_date), String(sent.renewal_date)];
    countDate(dates, from, -1);
    countDate(dates, to, 1);
    dates.left.add(from);
    dates.entered.add(to);
  }
  writes.push(memory.archive.keep(exchange));
  state.lastEdited = id;
  return edit;
}

/** How many plans of two lines differ, position by position. */
function differingPlans({ old, line }: KeptLine): number {
  const [before, after] = [arrayOf(old.plans), arrayOf(line.plans)];
  const longer = before.length > after.length ? before : after;
  return longer.filter((_, index) => !isDeepStrictEqual(before[index], after[index])).length;
}

const hasOtherDays = ({ old, line }: KeptLine): boolean => daysOf(old) !== daysOf(line);
const hasFewerPlans = ({ old, line }: KeptLine): boolean => arrayOf(line.plans).length < arrayOf(old.plans).length;

// oxfmt-ignore
export const decisionEdits = edgeTable(readEdit, [['E4'], 'E4: ', [
  ['a first edit', 'the edit is answered and not kept', ({ position }) => position === 1],
  ['a second edit', 'only the first edit is kept, or the version does not change again',
    ({ position }) => position === 2],
  ['a third edit', 'only so many edits are kept', ({ position }) => position === 3],
  ['an edit under a version that an edit gave', 'the version that an edit answers is not the current one',
    ({ position, isOfOwnVersion }) => position > 1 && isOfOwnVersion],
  ['an edit under a version that the service gave by itself', 'a version of the service is not taken',
    ({ isOfOwnVersion }) => !isOfOwnVersion],
  ['an edit between two edits of another decision', 'an edit goes to the decision edited last',
    ({ comesBack }) => comesBack],
  ['an edit that changes nothing', 'the version does not change', ({ changesNothing }) => changesNothing],
  ['an edit that changes the date', 'the date is kept from before', ({ hasOtherDate }) => hasOtherDate],
  ['an edit that changes the carriers', 'carriers are added to those from before',
    ({ hasOtherCarriers }) => hasOtherCarriers],
  ['an edit that changes the lines', 'lines are added to those from before',
    ({ hasOtherCarriers, lacksLine, hasNewLine }) => !hasOtherCarriers && (lacksLine || hasNewLine)],
  ['an edit that changes the plans', 'plans are added to those from before', ({ replanned }) => replanned.length > 0],
  ['an edit that changes the plans of one line alone', 'the change goes to every line or to none',
    ({ replanned, kept }) => replanned.length === 1 && kept.length > 1],
  ['an edit that changes one plan alone', 'plans are only replaced together',
    ({ replanned }) => replanned.length === 1 && replanned.map(differingPlans).includes(1)],
  ['an edit that changes the days of enrollment', 'the days are kept from before',
    ({ kept }) => kept.some(hasOtherDays)],
  ['an edit that takes something away', 'what is left out is kept from before',
    ({ lacksLine, kept }) => lacksLine || kept.some(hasFewerPlans)],
  ['an edit back to what was before', 'an earlier version comes back with the content', ({ isReturn }) => isReturn],
]]);

function readList(exchange: AnsweredExchange, memory: Memory) {
  const { writes } = memory.at(known);
  const records = recordsOf(exchange).map(({ record }) => record);
  const edits = records.map(({ id }) => (writes.get(idKey(id))?.length ?? 1) - 1);
  return { records, edits: Math.max(0, ...edits) };
}

// oxfmt-ignore
export const decisionsInLists = edgeTable(readList, [['E5'], 'E5: ', [
  ['an edited decision in the list', 'the list shows the decision as it was', ({ edits }) => edits > 0],
  ['a twice edited decision in the list', 'the list shows the decision as it was', ({ edits }) => edits > 1],
  ['a decision that is not ready', 'issues are missing',
    ({ records }) => records.some(({ status }) => status === 'not_ready')],
  ['a decision with issues', 'issues have other members',
    ({ records }) => records.some(({ issues }) => arrayOf(issues).length > 0)],
  ['a decision that is ready', 'issues remain', ({ records }) => records.some(({ status }) => status === 'ready')],
  ['a decision that is done', 'the content is lost', ({ records }) => records.some(({ status }) => status === 'done')],
]]);
