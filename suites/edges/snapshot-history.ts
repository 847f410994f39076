import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Memory, Slot } from '../engine/memory.ts';
import { pageOf } from '../rules/pages.ts';
import { digestOf } from './digest.ts';
import { arrayOf, idKey, objectOf, recordsOf, successBody, type JsonObject } from '../rules/reading.ts';

/** What came before a snapshot's creation or reading, and how far it had come. */
export type SnapshotFact =
  | 'a second snapshot of an employee'
  | 'a third snapshot of an employee'
  | 'an eleventh snapshot of an employee'
  | 'a twenty-first snapshot of an employee'
  | 'a snapshot of a second employee'
  | 'a snapshot between two of another employee'
  | 'a snapshot in a second group'
  | 'a snapshot like one before'
  | 'a new snapshot with other coverages than the one before'
  | 'a snapshot that is processing'
  | 'a snapshot that is no longer processing'
  | 'a carrier that is no longer processing'
  | 'carriers that have come to different statuses'
  | 'a snapshot of several carriers'
  | 'a snapshot that was replaced'
  | 'a snapshot read again'
  | 'a snapshot read after a newer one of its employee'
  | 'snapshots of different statuses in a list'
  | 'a list read again'
  | 'a list read again after another snapshot was made'
  | 'a list of snapshots that were all read alone';

interface Snapshots {
  readonly groups: Set<string>;
  /** How many snapshots the run made of each employee. */
  readonly made: Map<string, number>;
  readonly employeeOf: Map<string, string>;
  /** The position of each snapshot among those of its employee, from 1. */
  readonly position: Map<string, number>;
  readonly lastCoverages: Map<string, string>;
  readonly texts: Set<string>;
  readonly lastEmployees: string[];
  readonly read: Set<string>;
  /** How many snapshots an employee had when the list was last read. */
  readonly listed: Map<string, number>;
}

const known: Slot<Snapshots> = {
  name: 'snapshots by employee',
  create: () => ({
    groups: new Set(),
    made: new Map(),
    employeeOf: new Map(),
    position: new Map(),
    lastCoverages: new Map(),
    texts: new Set(),
    lastEmployees: [],
    read: new Set(),
    listed: new Map(),
  }),
};

/** The facts of a snapshot's creation (E6) or reading (E7, E8), by what came before. */
export function* snapshotHistory(exchange: AnsweredExchange, memory: Memory): Iterable<SnapshotFact> {
  const snapshots = memory.at(known);
  if (exchange.request.endpoint === 'E8') yield* listed(exchange, snapshots);
  const record = successBody(exchange, 'E6', 'E7');
  if (record === undefined) return;
  yield* statusFacts(record);
  if (exchange.request.endpoint === 'E6') yield* created(exchange, record, snapshots);
  else yield* read(record, snapshots);
}

function* created(
  { request }: AnsweredExchange,
  record: JsonObject,
  { groups, made, employeeOf, position, lastCoverages, texts, lastEmployees }: Snapshots,
): Iterable<SnapshotFact> {
  const employee = idKey(record.employee_id);
  const sent = objectOf(request.json);
  const count = (made.get(employee) ?? 0) + 1;
  made.set(employee, count);
  employeeOf.set(idKey(record.id), employee);
  position.set(idKey(record.id), count);
  if (count === 2) yield 'a second snapshot of an employee';
  if (count === 3) yield 'a third snapshot of an employee';
  if (count === 11) yield 'an eleventh snapshot of an employee';
  if (count === 21) yield 'a twenty-first snapshot of an employee';
  if (count === 1 && made.size > 1) yield 'a snapshot of a second employee';
  const [last, before] = [lastEmployees.at(-1), lastEmployees.at(-2)];
  if (before === employee && last !== employee) yield 'a snapshot between two of another employee';
  lastEmployees.push(employee);
  const group = idKey(request.pathParameters.group_id);
  groups.add(group);
  if (groups.size > 1) yield 'a snapshot in a second group';
  const coverages = digestOf(employee, sent.coverages);
  if ((lastCoverages.get(employee) ?? coverages) !== coverages)
    yield 'a new snapshot with other coverages than the one before';
  lastCoverages.set(employee, coverages);
  const text = digestOf(group, sent);
  if (texts.has(text)) yield 'a snapshot like one before';
  texts.add(text);
}

function* read(record: JsonObject, { made, employeeOf, position, read }: Snapshots): Iterable<SnapshotFact> {
  const id = idKey(record.id);
  if (read.has(id)) yield 'a snapshot read again';
  read.add(id);
  if (typeof record.replaced_by === 'string') yield 'a snapshot that was replaced';
  const newest = made.get(employeeOf.get(id) ?? '') ?? 0;
  if ((position.get(id) ?? newest) < newest) yield 'a snapshot read after a newer one of its employee';
}

function* statusFacts({ status, fulfillment_summary: summary }: JsonObject): Iterable<SnapshotFact> {
  yield status === 'processing' ? 'a snapshot that is processing' : 'a snapshot that is no longer processing';
  const statuses = arrayOf(summary).map((entry) => objectOf(entry).status);
  if (statuses.length > 1) yield 'a snapshot of several carriers';
  if (statuses.some((one) => one !== 'processing')) yield 'a carrier that is no longer processing';
  if (new Set(statuses).size > 1) yield 'carriers that have come to different statuses';
}

function* listed(exchange: AnsweredExchange, { made, read, listed }: Snapshots): Iterable<SnapshotFact> {
  const employee = idKey(exchange.request.pathParameters.employee_id);
  const records = recordsOf(exchange).map(({ record }) => record);
  if (pageOf(exchange) === undefined) return;
  for (const record of records) yield* statusFacts(record);
  if (new Set(records.map(({ status }) => status)).size > 1) yield 'snapshots of different statuses in a list';
  if (records.length > 0 && records.every(({ id }) => read.has(idKey(id))))
    yield 'a list of snapshots that were all read alone';
  const count = made.get(employee) ?? 0;
  const before = listed.get(employee);
  if (before !== undefined) yield 'a list read again';
  if (before !== undefined && count > before) yield 'a list read again after another snapshot was made';
  listed.set(employee, count);
}
