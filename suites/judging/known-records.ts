import { idKey, isObject, objectOf, sameId } from '../../spec/index.ts';
import type { KeptExchange } from '../../target/exchange-archive.ts';
import { isSuccess, type AnsweredExchange, type OutgoingRequest } from '../../target/exchange.ts';
import { settling } from '../engine/lag.ts';
import type { Memory, Slot } from '../engine/memory.ts';
import { contentViolations } from './decision-content.ts';
import { isMalformed } from './malformed-origin.ts';
import { ageOf, secondsOfDate, settings, successBody } from './reading.ts';
import { isOutdated } from './record-versions.ts';
import { carriersOf, type Carriers } from './snapshot-content.ts';

const snapshots: Slot<Map<string, { readonly kept: KeptExchange; readonly carriers: Carriers }>> = () => new Map();
/** When the first snapshot of each employee was made. */
const employees: Slot<Map<string, number>> = () => new Map();
/** Endpoints that still lacked a record once the time for writes to show everywhere was over. */
const withoutOwn: Slot<Set<string>> = () => new Set();

/** A snapshot that the run made: what was sent, and what was answered. */
export type MadeSnapshot = NonNullable<ReturnType<typeof madeBy>>;

/** A snapshot with what was sent to make it; undefined if the exchange is not a successful create from a valid body. */
export function madeBy(exchange: AnsweredExchange) {
  const answered = successBody(exchange, 'E6');
  const sent = exchange.request.json;
  return answered === undefined || !isObject(sent) || isMalformed(exchange) ? undefined : { sent, answered, exchange };
}

/** For each `employee_id`: the snapshots that creates returned, whatever their bodies, with the ids as returned. */
const answeredOf: Slot<Map<string, { employeeId: string; snapshotIds: Map<string, string> }>> = () => new Map();

function noteAnswered(exchange: AnsweredExchange, memory: Memory): void {
  const { id, employee_id: employeeId } = successBody(exchange, 'E6') ?? {};
  if (typeof id !== 'string' || typeof employeeId !== 'string' || exchange.access !== 'first') return;
  const known = memory.at(answeredOf);
  const held = known.get(idKey(employeeId)) ?? { employeeId, snapshotIds: new Map<string, string>() };
  known.set(idKey(employeeId), held);
  held.snapshotIds.set(idKey(id), id);
}

/** The employee with the most snapshots that creates of the run were answered with; undefined if there is none. */
export function employeeWithMost(memory: Memory) {
  const all = [...memory.at(answeredOf).values()];
  return all.toSorted((one, other) => other.snapshotIds.size - one.snapshotIds.size)[0];
}

/** Notes which snapshots and employees a create made (E6): the functions below give them. */
export function noteSnapshot(exchange: AnsweredExchange, memory: Memory): void {
  noteAnswered(exchange, memory);
  const snapshot = madeBy(exchange);
  if (snapshot === undefined || exchange.access !== 'first') return;
  memory.at(snapshots).set(idKey(snapshot.answered.id), {
    kept: memory.archive.keep(exchange),
    carriers: carriersOf(snapshot.sent),
  });
  const employee = idKey(snapshot.answered.employee_id);
  if (!memory.at(employees).has(employee)) memory.at(employees).set(employee, exchange.endedAt);
}

export function isOwnSnapshot(id: unknown, memory: Memory): boolean {
  return memory.at(snapshots).has(idKey(id));
}

/** What the run sent and was answered for a snapshot; undefined if its own key made none with that id. */
export function snapshotMade(id: unknown, memory: Memory): MadeSnapshot | undefined {
  const exchange = memory.at(snapshots).get(idKey(id))?.kept.recall();
  if (exchange === undefined) return undefined;
  return { sent: objectOf(exchange.request.json), answered: objectOf(exchange.answer.json), exchange };
}

/** All snapshots that the run made with its first key, in their order. */
export function* snapshotsMade(memory: Memory): Generator<MadeSnapshot, undefined> {
  for (const id of memory.at(snapshots).keys()) {
    const made = snapshotMade(id, memory);
    if (made !== undefined) yield made;
  }
}

/** The carriers of a snapshot that the run made; also undefined if it made none with that id. */
export function carriersMade(id: unknown, memory: Memory): Carriers {
  return memory.at(snapshots).get(idKey(id))?.carriers;
}

/**
 * Whether a read that found nothing may have come too early: a new record may show late, and on one replica of a target
 * before another. Once an endpoint has lacked a record after the time for it to show everywhere, none of its reads
 * counts as too early any more.
 *
 * @param madeAt - when the record was made; undefined if the run did not make it
 */
export function mayStillCome(exchange: AnsweredExchange, madeAt: number | undefined, memory: Memory): boolean {
  const { answer, purpose, request, startedAt } = exchange;
  if (answer.status !== 404 || madeAt === undefined) return false;
  if (purpose === settling) return true;
  const without = memory.at(withoutOwn);
  if (startedAt - madeAt > memory.at(settings).settleMs) without.add(request.endpoint);
  return !without.has(request.endpoint);
}

/** When the run made the first snapshot of an employee. */
export const employeeMadeAt = (id: unknown, memory: Memory): number | undefined => memory.at(employees).get(idKey(id));

export function isOwnEmployee(id: unknown, memory: Memory): boolean {
  return employeeMadeAt(id, memory) !== undefined;
}

/** A write of a decision that was answered, whatever the answer. */
interface DecisionWrite {
  readonly kept: KeptExchange;
  /** The decision that it was accepted for; undefined if it was not accepted. */
  readonly takenFor: string | undefined;
}

/** The writes that may have given decisions their content: creates on one day of a group, or edits of one decision. */
interface Writes {
  readonly answered: DecisionWrite[];
  /** How many were sent that have no answer, or whose body is outside the documented types. */
  unclear: number;
}

const writes: Slot<{
  /** By what they write to. */
  readonly byTarget: Map<string, Writes>;
  /** By decision that the run made: the day and the group of its create. */
  readonly days: Map<string, string>;
}> = () => ({ byTarget: new Map(), days: new Map() });

/** What a request for a decision writes to; undefined for any other request. */
function targetOf({ endpoint, pathParameters, json }: OutgoingRequest): string | undefined {
  if (endpoint === 'E4') return idKey(pathParameters['renewal_decision_id']);
  if (endpoint !== 'E3') return undefined;
  return `${idKey(pathParameters['group_id'])} ${String(objectOf(json).renewal_date)}`;
}

function writesTo(target: string, memory: Memory): Writes {
  const { byTarget } = memory.at(writes);
  const known = byTarget.get(target) ?? { answered: [], unclear: 0 };
  byTarget.set(target, known);
  return known;
}

/** Remembers that a write of a decision is sent: a list may show it before its answer comes. */
export function noteDecisionSent(request: OutgoingRequest, memory: Memory): void {
  const target = targetOf(request);
  if (target !== undefined) writesTo(target, memory).unclear += 1;
}

/** Edits that left decisions as they were, by the numbers of their exchanges. */
const ignored: Slot<Set<number>> = () => new Set();

/**
 * Whether an edit was answered with the decision as an earlier write had left it, under another version than the edited
 * one. A service may do that with an edit under an old version.
 */
function leavesAsBefore({ request, answer }: AnsweredExchange, memory: Memory): boolean {
  const { renewal_decision_id: id, version } = request.pathParameters;
  const record = objectOf(answer.json);
  if (!sameId(record.id, id) || sameId(record.version, version) || !isOutdated(version, record, memory)) return false;
  const isOf = (json: unknown): boolean => contentViolations(objectOf(json), record).length === 0;
  const day = memory.at(writes).days.get(idKey(id));
  const earlier = [idKey(id), ...(day === undefined ? [] : [day])].flatMap((to) => writesTo(to, memory).answered);
  // If only a part of the traffic is known, the rest may have left it so.
  const wasLeftSo = memory.at(settings).isPartial || earlier.some(({ kept }) => isOf(kept.recall().request.json));
  return !isOf(request.json) && wasLeftSo;
}

/** Whether an edit may have been ignored because its version was old: how services treat those is not documented. */
export function isIgnoredEdit({ number }: AnsweredExchange, memory: Memory): boolean {
  return memory.at(ignored).has(number);
}

/** Remembers the answer to a write of a decision. */
export function noteDecisionWrite(exchange: AnsweredExchange, memory: Memory): void {
  const { request, answer } = exchange;
  const target = targetOf(request);
  if (target === undefined) return;
  const known = writesTo(target, memory);
  const { id } = objectOf(answer.json);
  const made = request.endpoint === 'E3' && isSuccess(exchange) && typeof id === 'string' ? idKey(id) : undefined;
  if (!isMalformed(exchange)) {
    const isEdit = request.endpoint === 'E4' && isSuccess(exchange);
    const isIgnored = isEdit && leavesAsBefore(exchange, memory);
    if (isIgnored) memory.at(ignored).add(exchange.number);
    const takenFor = isEdit && !isIgnored ? target : made;
    known.answered.push({ kept: memory.archive.keep(exchange), takenFor });
    known.unclear = Math.max(known.unclear - 1, 0);
  }
  if (made !== undefined) memory.at(writes).days.set(made, target);
}

/**
 * The writes that may have given a decision its content, the latest first: its create and its edits, whatever their
 * answers, and creates on the same day, which a service may take for edits.
 *
 * @returns none if the run did not make the decision, or if something else may have been written
 */
export function writesOf(id: unknown, memory: Memory): readonly DecisionWrite[] {
  const day = memory.at(writes).days.get(idKey(id));
  if (day === undefined || memory.at(settings).isPartial) return [];
  const all = [writesTo(day, memory), writesTo(idKey(id), memory)];
  if (all.some(({ unclear }) => unclear > 0)) return [];
  return all.flatMap(({ answered }) => answered).toReversed();
}

/**
 * `first`: for each record that a create was answered with, the number of the first such exchange. `from`: when the
 * first of all creates was sent. `leastAge`: the smallest age, in seconds, of a record other than a decision in the
 * answer to a create, by the `Date` header, whose clock may differ. `firstAged`: the number of the first such exchange.
 */
const created: Slot<{
  readonly first: Map<string, number>;
  from: number;
  leastAge: number | undefined;
  firstAged: number | undefined;
}> = () => ({ first: new Map(), from: Number.POSITIVE_INFINITY, leastAge: undefined, firstAged: undefined });

/**
 * By how many seconds a new record may be older than the youngest one: `least` plus the time since the first create,
 * but never more than `most`.
 */
const newFor = { most: 60, least: 2 } as const;

/**
 * Whether the create made the record that it was answered with: a service may answer the same body again with the
 * record that it made before, even in an earlier run.
 */
export function isNewlyMade(exchange: AnsweredExchange, memory: Memory): boolean {
  const { number, answer, request } = exchange;
  const known = memory.at(created);
  const key = `${request.endpoint} ${idKey(objectOf(answer.json).id)}`;
  const first = known.first.get(key) ?? number;
  known.first.set(key, first);
  known.from = Math.min(known.from, exchange.startedAt);
  const age = ageOf(objectOf(answer.json).created, secondsOfDate(exchange));
  // Decisions have no tag, so even the first create may be answered with one of an earlier run.
  if (age !== undefined && request.endpoint !== 'E3') {
    known.firstAged ??= number;
    known.leastAge = Math.min(known.leastAge ?? age, age);
  }
  const mayBe = Math.min(newFor.most, newFor.least + (exchange.endedAt - known.from) / 1000);
  return first === number && (age === undefined || age <= (known.leastAge ?? 0) + mayBe);
}

/** Whether a create made its record for certain: with the first one there is no younger record to compare it with. */
export function isSurelyNew(exchange: AnsweredExchange, memory: Memory): boolean {
  return isNewlyMade(exchange, memory) && memory.at(created).firstAged !== exchange.number;
}
