import { isDeepStrictEqual } from 'node:util';
import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Memory, Slot } from '../engine/memory.ts';
import {
  arrayOf,
  idKey,
  isObject,
  objectOf,
  recordsOf,
  sameId,
  successBody,
  type JsonObject,
} from '../rules/reading.ts';
import { digestOf } from './digest.ts';
import { countDate, datesIn } from './decision-dates.ts';
import { linesOf } from './decision-shape.ts';

/** What came before a decision's creation, edit or listing. */
export type DecisionFact =
  | 'a second decision of a date'
  | 'an eleventh decision of a date'
  | 'a twenty-first decision of a date'
  | 'a decision like one before'
  | 'decisions in a second group'
  | 'a first edit'
  | 'a second edit'
  | 'a third edit'
  | 'an edit under a version that an edit gave'
  | 'an edit under a version that the service gave by itself'
  | 'an edit between two edits of another decision'
  | 'an edit that changes nothing'
  | 'an edit that changes the date'
  | 'an edit that changes the carriers'
  | 'an edit that changes the lines'
  | 'an edit that changes the plans'
  | 'an edit that changes the plans of one line alone'
  | 'an edit that changes one plan alone'
  | 'an edit that changes the days of enrollment'
  | 'an edit that takes something away'
  | 'an edit back to what was before'
  | 'an edited decision in the list'
  | 'a twice edited decision in the list'
  | 'a decision that is not ready'
  | 'a decision with issues'
  | 'a decision that is ready'
  | 'a decision that is done';

interface Known {
  /** What was sent for it, the latest last. */
  readonly sent: JsonObject[];
  /** The version that the last create or edit answered. */
  version: unknown;
}

interface Decisions {
  readonly byId: Map<string, Known>;
  readonly groups: Set<string>;
  readonly texts: Set<string>;
  readonly lastEdits: string[];
}

const known: Slot<Decisions> = {
  name: 'decisions with their edits',
  create: () => ({ byId: new Map(), groups: new Set(), texts: new Set(), lastEdits: [] }),
};

/** The facts of a decision's creation (E3), edit (E4) or listing (E5), by what came before. */
export function* decisionHistory(exchange: AnsweredExchange, memory: Memory): Iterable<DecisionFact> {
  const { endpoint, json } = exchange.request;
  if (endpoint === 'E5') yield* listed(exchange, memory);
  const record = successBody(exchange, 'E3', 'E4');
  if (record === undefined || !isObject(json)) return;
  if (endpoint === 'E3') yield* created(exchange, json, record, memory);
  else yield* edited(exchange, json, record, memory);
}

function* created(
  { request }: AnsweredExchange,
  sent: JsonObject,
  record: JsonObject,
  memory: Memory,
): Iterable<DecisionFact> {
  const { byId, groups, texts } = memory.at(known);
  const group = idKey(request.pathParameters.group_id);
  byId.set(idKey(record.id), { sent: [sent], version: record.version });
  const count = countDate(datesIn(group, memory), String(sent.renewal_date), 1);
  if (count > 1) yield 'a second decision of a date';
  if (count > 10) yield 'an eleventh decision of a date';
  if (count > 20) yield 'a twenty-first decision of a date';
  const text = digestOf(group, sent);
  if (texts.has(text)) yield 'a decision like one before';
  texts.add(text);
  groups.add(group);
  if (groups.size > 1) yield 'decisions in a second group';
}

function* edited(
  { request }: AnsweredExchange,
  sent: JsonObject,
  record: JsonObject,
  memory: Memory,
): Iterable<DecisionFact> {
  const { byId, lastEdits } = memory.at(known);
  const id = idKey(request.pathParameters.renewal_decision_id);
  const decision = byId.get(id);
  if (decision === undefined) return;
  const edits = decision.sent.length;
  if (edits === 1) yield 'a first edit';
  if (edits === 2) yield 'a second edit';
  if (edits === 3) yield 'a third edit';
  const isKnown = sameId(request.pathParameters.version, decision.version);
  if (!isKnown) yield 'an edit under a version that the service gave by itself';
  else if (edits > 1) yield 'an edit under a version that an edit gave';
  const [last, before] = [lastEdits.at(-1), lastEdits.at(-2)];
  if (before === id && last !== id) yield 'an edit between two edits of another decision';
  const previous = decision.sent.at(-1) ?? {};
  if (edits > 1 && isDeepStrictEqual(decision.sent.at(-2), sent)) yield 'an edit back to what was before';
  yield* changes(previous, sent);
  const dates = datesIn(idKey(record.group_id), memory);
  if (previous.renewal_date !== sent.renewal_date) {
    countDate(dates, String(previous.renewal_date), -1);
    countDate(dates, String(sent.renewal_date), 1);
    dates.left.add(String(previous.renewal_date));
    dates.reached.add(String(sent.renewal_date));
  }
  decision.sent.push(sent);
  decision.version = record.version;
  lastEdits.push(id);
}

/** A decision's lines by carrier and key. */
function placesOf(body: JsonObject): ReadonlyMap<string, JsonObject> {
  return new Map(
    carriersOf(body).flatMap((carrier) =>
      linesOf(carrier).map(([key, line]) => [`${idKey(carrier.carrier_id)} ${key}`, line] as const),
    ),
  );
}

const carriersOf = (body: JsonObject): readonly JsonObject[] => arrayOf(objectOf(body.body).carriers).map(objectOf);
const daysOf = ({ open_enrollment_start_date: start, open_enrollment_end_date: end }: JsonObject) => [start, end];
const carrierKeys = (body: JsonObject): string =>
  carriersOf(body)
    .map(({ carrier_id: id }) => idKey(id))
    .toSorted()
    .join();

/** What an edit sends that is another thing than what was sent before. */
function* changes(previous: JsonObject, sent: JsonObject): Iterable<DecisionFact> {
  if (isDeepStrictEqual(previous, sent)) yield 'an edit that changes nothing';
  if (previous.renewal_date !== sent.renewal_date) yield 'an edit that changes the date';
  const hasOtherCarriers = carrierKeys(previous) !== carrierKeys(sent);
  if (hasOtherCarriers) yield 'an edit that changes the carriers';
  const [before, after] = [placesOf(previous), placesOf(sent)];
  const hasOtherLines = [...before.keys()].toSorted().join() !== [...after.keys()].toSorted().join();
  if (hasOtherLines && !hasOtherCarriers) yield 'an edit that changes the lines';
  const shared = [...after].flatMap(([place, line]) => {
    const old = before.get(place);
    return old === undefined ? [] : [{ old, line }];
  });
  if (shared.some(({ old, line }) => !isDeepStrictEqual(daysOf(old), daysOf(line))))
    yield 'an edit that changes the days of enrollment';
  const replanned = shared.filter(({ old, line }) => !isDeepStrictEqual(old.plans, line.plans));
  const [first] = replanned;
  if (first !== undefined) yield 'an edit that changes the plans';
  if (first !== undefined && replanned.length === 1 && shared.length > 1)
    yield 'an edit that changes the plans of one line alone';
  if (first !== undefined && replanned.length === 1 && differingPlans(first.old, first.line) === 1)
    yield 'an edit that changes one plan alone';
  const isShorter = ({ old, line }: { old: JsonObject; line: JsonObject }): boolean =>
    arrayOf(line.plans).length < arrayOf(old.plans).length;
  if ([...before.keys()].some((place) => !after.has(place)) || shared.some(isShorter))
    yield 'an edit that takes something away';
}

/** How many plans of two lines differ, position by position. */
function differingPlans(old: JsonObject, line: JsonObject): number {
  const [before, after] = [arrayOf(old.plans), arrayOf(line.plans)];
  const longest = Math.max(before.length, after.length);
  return Array.from({ length: longest }, (_, index) => index).filter(
    (index) => !isDeepStrictEqual(before[index], after[index]),
  ).length;
}

function* listed(exchange: AnsweredExchange, memory: Memory): Iterable<DecisionFact> {
  const { byId } = memory.at(known);
  for (const { record } of recordsOf(exchange)) {
    const edits = (byId.get(idKey(record.id))?.sent.length ?? 1) - 1;
    if (edits > 0) yield 'an edited decision in the list';
    if (edits > 1) yield 'a twice edited decision in the list';
    if (record.status === 'not_ready') yield 'a decision that is not ready';
    if (record.status === 'ready') yield 'a decision that is ready';
    if (record.status === 'done') yield 'a decision that is done';
    if (arrayOf(record.issues).length > 0) yield 'a decision with issues';
  }
}
