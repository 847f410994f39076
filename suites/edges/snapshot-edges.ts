import { isObject, objectOf, arrayOf, type JsonObject, idKey } from '../../spec/index.ts';
import { openEnd } from '../../generators/index.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Memory } from '../engine/memory.ts';
import { pageOf } from '../judging/pages.ts';
import { recordsOf, successBody } from '../judging/reading.ts';
import { all, counts, digestOf, distinct, edgeTable, mixed, none, type EdgeRow, type FactsOf } from './edge.ts';

const membersIn = (coverage: JsonObject): readonly JsonObject[] => arrayOf(coverage.enrolled_members).map(objectOf);

function readBody({ request: { json } }: AnsweredExchange) {
  if (!isObject(json)) return undefined;
  const { dependents, events, employee, coverages: listed } = json;
  const coverages = arrayOf(listed).map(objectOf);
  const enrolled = coverages.map(membersIn);
  return {
    dependents: arrayOf(dependents).map(objectOf),
    events: arrayOf(events),
    classifications: Object.keys(objectOf(objectOf(employee).classifications)),
    coverages,
    byCarrier: Map.groupBy(coverages, ({ carrier_id: id }) => idKey(id)),
    /** The enrolled members: of each coverage, of all coverages, and of life coverages only. */
    enrolled,
    members: enrolled.flat(),
    insured: coverages.filter(({ line_of_coverage: key }) => key === 'life').flatMap(membersIn),
  };
}

type SnapshotBody = FactsOf<typeof readBody>;

const isById = ({ plan_id: id }: JsonObject): boolean => id !== undefined;
const hasVolume = ({ volume }: JsonObject): boolean => volume !== undefined;
const isEmployee = ({ individual_type: type }: JsonObject): boolean => type === 'employee';
const isDependent = ({ individual_type: type }: JsonObject): boolean => type === 'dependent';
const hasChange = ({ latest_change_effective_date: date }: JsonObject): boolean => date !== undefined;
const isOpenEnded = ({ effective_end_date: end }: JsonObject): boolean => end === openEnd;
const isClosed = ({ effective_end_date: end }: JsonObject): boolean => end !== undefined && end !== openEnd;
const isOfOneDay = ({ effective_start_date: start, effective_end_date: end }: JsonObject): boolean =>
  start !== undefined && start === end;

// oxfmt-ignore
export const snapshotBodies = edgeTable(readBody, [['E6'], 'a snapshot: ', [
  ...counts<SnapshotBody>([0, 1, 2, 3, 4, 5], 'dependent', 'only the first few are kept',
    ({ dependents }) => [dependents.length]),
  ...counts<SnapshotBody>([1, 2, 3, 4], 'carrier', 'the summary lacks or repeats a carrier',
    ({ byCarrier }) => [byCarrier.size]),
  ...counts<SnapshotBody>([0, 1, 2, 3, 4, 5, 6], 'coverage', 'only the first few are kept',
    ({ coverages }) => [coverages.length]),
  ...counts<SnapshotBody>([1, 2, 3, 6], 'enrolled member', 'only the first few are kept',
    ({ enrolled }) => enrolled.map(({ length }) => length)),
  ...counts<SnapshotBody>([0, 1, 2, 3], 'event', 'only the first is kept', ({ events }) => [events.length]),
  ['0 classifications', 'an empty object is taken for none', ({ classifications }) => classifications.length === 0],
  ['more than 4 classifications', 'only the first few are kept', ({ classifications }) => classifications.length > 4],
  ['keys of classifications that differ in case alone', 'keys are compared or stored in one letter case',
    ({ classifications }) => distinct(classifications.map((key) => key.toLowerCase())) < classifications.length],
  ['a carrier with several coverages', 'the summary repeats the carrier',
    ({ byCarrier, coverages }) => byCarrier.size < coverages.length],
  ['plans by identifier alone', 'one of the two forms is expected', ({ coverages }) => all(isById)(coverages)],
  ['plans by name alone', 'one of the two forms is expected', ({ coverages }) => none(isById)(coverages)],
  ['plans in both forms', 'one coverage is read like the other', ({ coverages }) => mixed(isById)(coverages)],
  ['plans in both forms at one carrier', 'one coverage takes the place of the other',
    ({ byCarrier }) => [...byCarrier.values()].some(mixed(isById))],
  ['a life coverage with volumes', 'the volume is lost or becomes text', ({ insured }) => insured.some(hasVolume)],
  ['a life coverage without volumes', 'a volume is made up', ({ insured }) => !insured.every(hasVolume)],
  ['everybody with a latest change', 'the day is lost', ({ members }) => all(hasChange)(members)],
  ['nobody with a latest change', 'a day is made up', ({ members }) => none(hasChange)(members)],
  ['latest changes of some', 'the day of one goes to another', ({ members }) => mixed(hasChange)(members)],
  ['a coverage of one day', 'an end on the first day is taken for none', ({ members }) => members.some(isOfOneDay)],
  ['a coverage of the employee alone', 'dependents are added', ({ enrolled }) => enrolled.some(all(isEmployee))],
  ['a coverage of dependents alone', 'the employee is added', ({ enrolled }) => enrolled.some(all(isDependent))],
  ['other people in each coverage', 'the people of one coverage go to another',
    ({ enrolled }) => distinct(enrolled.map((members) => members.map((one) => idKey(one.individual_id)).join())) > 1],
  ['open and closed ends', 'one end is taken for all',
    ({ members }) => members.some(isOpenEnded) && members.some(isClosed)],
  ['closed ends alone', 'every coverage is taken for open-ended',
    ({ members }) => members.some(isClosed) && !members.some(isOpenEnded)],
  ['an identifier in capital letters', 'identifiers are compared as text',
    ({ dependents }) => dependents.some(({ id }) => typeof id === 'string' && /[A-F]/u.test(id))],
]]);

interface KnownEmployee {
  readonly snapshots: string[];
  /** A digest of the latest snapshot's coverages. */
  coverages: string;
  /** How many snapshots there were when their list was last read. */
  listed?: number;
}

const known = () => ({
  employees: new Map<string, KnownEmployee>(),
  /** By snapshot. */
  employeeOf: new Map<string, KnownEmployee>(),
  lastEmployee: '',
  groups: new Set<string>(),
  bodies: new Set<string>(),
  read: new Set<string>(),
});

function readNew(exchange: AnsweredExchange, memory: Memory) {
  const record = successBody(exchange, 'E6');
  if (record === undefined) return undefined;
  const all = memory.at(known);
  const { employees, employeeOf, groups, bodies } = all;
  const sent = objectOf(exchange.request.json);
  const group = idKey(exchange.request.pathParameters.group_id);
  const id = idKey(record.employee_id);
  const [body, coverages] = [digestOf(group, sent), digestOf(id, sent.coverages)];
  const employee = employees.get(id) ?? { snapshots: [], coverages };
  const before = {
    comesBack: employees.has(id) && all.lastEmployee !== id,
    isRepeated: bodies.has(body),
    hasOtherCoverages: employee.coverages !== coverages,
  };
  employee.snapshots.push(idKey(record.id));
  employee.coverages = coverages;
  employees.set(id, employee);
  employeeOf.set(idKey(record.id), employee);
  all.lastEmployee = id;
  groups.add(group);
  bodies.add(body);
  return { ...before, position: employee.snapshots.length, employees: employees.size, groups: groups.size };
}

// oxfmt-ignore
export const newSnapshots = edgeTable(readNew, [['E6'], 'E6: ', [
  ['a second snapshot of an employee', 'a new employee is made, or the first snapshot is written over',
    ({ position }) => position === 2],
  ['a third snapshot of an employee', 'only the last two are kept', ({ position }) => position === 3],
  ['an eleventh snapshot of an employee', 'the list is cut after ten', ({ position }) => position === 11],
  ['a twenty-first snapshot of an employee', 'the list is cut after a page', ({ position }) => position === 21],
  ['a snapshot of a second employee', 'it is listed with the first one',
    ({ position, employees }) => position === 1 && employees > 1],
  ['a snapshot between two of another employee', 'it goes to the employee of the one before',
    ({ comesBack }) => comesBack],
  ['a snapshot in a second group', 'it goes to the first group', ({ groups }) => groups > 1],
  ['a snapshot like one before', 'the same body again gives the same record', ({ isRepeated }) => isRepeated],
  ['a new snapshot with other coverages than the one before', 'coverages are kept from before',
    ({ hasOtherCoverages }) => hasOtherCoverages],
]]);

const isProcessing = ({ status }: JsonObject): boolean => status === 'processing';
const carriersOf = ({ fulfillment_summary: summary }: JsonObject) => arrayOf(summary).map(objectOf);

// oxfmt-ignore
const fulfillment: readonly EdgeRow<{ readonly records: readonly JsonObject[] }>[] = [
  ['a snapshot that is processing', 'the record is not complete before fulfilment',
    ({ records }) => records.some(isProcessing)],
  ['a snapshot that is no longer processing', 'content is lost with fulfilment',
    ({ records }) => !records.every(isProcessing)],
  ['a carrier that is no longer processing', 'the version does not change with the summary',
    ({ records }) => !records.flatMap(carriersOf).every(isProcessing)],
  ['a snapshot of several carriers', 'the summary shows the first alone',
    ({ records }) => records.some((record) => carriersOf(record).length > 1)],
];

function readAlone(exchange: AnsweredExchange, memory: Memory) {
  const record = successBody(exchange, 'E7');
  if (record === undefined) return undefined;
  const { employeeOf, read } = memory.at(known);
  const id = idKey(record.id);
  const isReadAgain = read.has(id);
  read.add(id);
  const hasNewer = (employeeOf.get(id)?.snapshots.at(-1) ?? id) !== id;
  return { records: [record], isReadAgain, hasNewer };
}

// oxfmt-ignore
export const snapshotsReadAlone = edgeTable(readAlone, [['E7'], 'E7: ', [
  ...fulfillment,
  ['a snapshot read again', 'reading changes the record', ({ isReadAgain }) => isReadAgain],
  ['a snapshot read after a newer one of its employee', 'the newest content is given for all',
    ({ hasNewer }) => hasNewer],
  ['a snapshot that was replaced', 'the replaced content is lost',
    ({ records }) => records.some(({ replaced_by: newer }) => typeof newer === 'string')],
]]);

function readList(exchange: AnsweredExchange, memory: Memory) {
  if (pageOf(exchange) === undefined) return undefined;
  const { employees, read } = memory.at(known);
  const employee = employees.get(idKey(exchange.request.pathParameters.employee_id));
  const records = recordsOf(exchange).map(({ record }) => record);
  const count = employee?.snapshots.length ?? 0;
  const hasGrown = count > (employee?.listed ?? count);
  if (employee !== undefined) employee.listed = count;
  return { records, hasGrown, wereAllRead: all<JsonObject>((one) => read.has(idKey(one.id)))(records) };
}

// oxfmt-ignore
export const snapshotsInLists = edgeTable(readList, [['E8'], 'E8: ', [
  ...fulfillment,
  ['snapshots of different statuses in a list', 'one status is given for all',
    ({ records }) => distinct(records.map(({ status }) => status)) > 1],
  ['a list read again after another snapshot was made', 'an old list is given', ({ hasGrown }) => hasGrown],
  ['a list of snapshots that were all read alone', 'list and record disagree', ({ wereAllRead }) => wereAllRead],
]]);
