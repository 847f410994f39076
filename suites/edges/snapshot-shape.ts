import { arrayOf, idKey, objectOf, type JsonObject } from '../rules/reading.ts';

/** How many of everything a snapshot holds, and what refers to what. */
export type SnapshotShape =
  | `${number} dependents`
  | `${number} carriers`
  | `${number} coverages`
  | `${number} enrolled members`
  | `${number} events`
  | `${number} classifications`
  | 'more than 4 classifications'
  | 'a carrier with several coverages'
  | 'plans by identifier alone'
  | 'plans by name alone'
  | 'plans in both forms'
  | 'plans in both forms at one carrier'
  | 'a life coverage with volumes'
  | 'a life coverage without volumes'
  | 'everybody with a latest change'
  | 'nobody with a latest change'
  | 'latest changes of some'
  | 'a coverage of one day'
  | 'a coverage of dependents alone'
  | 'a coverage of the employee alone'
  | 'other people in each coverage'
  | 'open and closed ends'
  | 'closed ends alone'
  | 'an identifier in capital letters'
  | 'keys of classifications that differ in case alone';

/** The facts of a sent snapshot's shape. */
export function* snapshotShape(body: JsonObject): Iterable<SnapshotShape> {
  const coverages = arrayOf(body.coverages).map(objectOf);
  const dependents = arrayOf(body.dependents).map(objectOf);
  const lists = coverages.map(({ enrolled_members: members }) => arrayOf(members).map(objectOf));
  yield `${dependents.length} dependents`;
  yield `${coverages.length} coverages`;
  yield `${arrayOf(body.events).length} events`;
  for (const list of lists) yield `${list.length} enrolled members`;
  if (dependents.some(({ id }) => typeof id === 'string' && /[A-F]/u.test(id)))
    yield 'an identifier in capital letters';
  yield* classificationShape(objectOf(objectOf(body.employee).classifications));
  if (coverages.length > 0) yield* coverageShape(coverages, lists);
  yield* memberShape(lists.flat());
}

function* classificationShape(classifications: JsonObject): Iterable<SnapshotShape> {
  const keys = Object.keys(classifications);
  yield `${keys.length} classifications`;
  if (keys.length > 4) yield 'more than 4 classifications';
  if (new Set(keys.map((key) => key.toLowerCase())).size < keys.length)
    yield 'keys of classifications that differ in case alone';
}

const isById = (coverage: JsonObject): boolean => coverage.plan_id !== undefined;

function* coverageShape(
  coverages: readonly JsonObject[],
  lists: readonly (readonly JsonObject[])[],
): Iterable<SnapshotShape> {
  const carriers = new Set(coverages.map(({ carrier_id: id }) => idKey(id)));
  yield `${carriers.size} carriers`;
  if (carriers.size < coverages.length) yield 'a carrier with several coverages';
  const forms = new Set(coverages.map(isById));
  if (forms.size > 1) yield 'plans in both forms';
  else yield forms.has(true) ? 'plans by identifier alone' : 'plans by name alone';
  for (const carrier of carriers) {
    const own = coverages.filter(({ carrier_id: id }) => idKey(id) === carrier);
    if (new Set(own.map(isById)).size > 1) yield 'plans in both forms at one carrier';
  }
  const covered = lists.map((list) => list.map(({ individual_id: id }) => idKey(id)).join());
  if (new Set(covered).size > 1) yield 'other people in each coverage';
  for (const [index, list] of lists.entries()) {
    const types = new Set(list.map(({ individual_type: type }) => type));
    if (types.size === 1)
      yield types.has('employee') ? 'a coverage of the employee alone' : 'a coverage of dependents alone';
    if (coverages[index]?.line_of_coverage !== 'life' || list.length === 0) continue;
    const volumes = list.filter(({ volume }) => volume !== undefined).length;
    if (volumes > 0) yield 'a life coverage with volumes';
    if (volumes < list.length) yield 'a life coverage without volumes';
  }
}

function* memberShape(members: readonly JsonObject[]): Iterable<SnapshotShape> {
  if (members.length === 0) return;
  const changes = members.filter((member) => member.latest_change_effective_date !== undefined).length;
  if (changes === 0) yield 'nobody with a latest change';
  else yield changes === members.length ? 'everybody with a latest change' : 'latest changes of some';
  const open = members.filter(({ effective_end_date: end }) => end === '9999-12-31').length;
  const closed = members.filter(({ effective_end_date: end }) => end !== undefined).length - open;
  if (closed > 0) yield open > 0 ? 'open and closed ends' : 'closed ends alone';
  const isOneDay = ({ effective_start_date: start, effective_end_date: end }: JsonObject): boolean =>
    start !== undefined && start === end;
  if (members.some(isOneDay)) yield 'a coverage of one day';
}
