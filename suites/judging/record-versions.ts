import { hash } from 'node:crypto';
import { idKey, objectOf, pointerTo, valueAt, type JsonObject } from '../../spec/index.ts';
import type { KeptExchange } from '../../target/exchange-archive.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Violation } from '../engine/assertions.ts';
import type { Memory, Slot } from '../engine/memory.ts';
import { firstDifference, type Comparison, type Difference } from './comparison.ts';
import { recordSchemas, recordsOf, spreadOver, type PlacedRecord } from './reading.ts';
import { hasMalformedOrigin } from './malformed-origin.ts';
import { schemaViolations } from './schema-violations.ts';
import { isSocialSecurityNumber } from './snapshot-content.ts';

/** Records and items of lists have different members: they are compared on those that both have. */
type View = (typeof views)[number];
const views = ['record', 'item'] as const;

/** A record in an archived answer. */
interface Place {
  readonly kept: KeptExchange;
  readonly pointer: string;
}

/** Where a version was seen. Its content is read from there when needed, since a run may see any number of versions. */
interface Sighting {
  /** Of the record. */
  readonly id: string;
  readonly first: Place;
  /** Answers with members that the answers before them left out. */
  readonly richer: readonly Place[];
  /** Digests of contents that were found to be the same as this one: answers differ in what they leave out. */
  readonly alike: ReadonlySet<string>;
}

/** For each record, version and view: where it was seen. */
export const sightings: Slot<Map<string, Sighting>> = () => new Map();

const shared: Comparison = { missingMembers: 'allowed', anyOrder: true, except: isSocialSecurityNumber };

/** Sightings are compared within one view: items of the list of snapshots have other members than records. */
export function viewOf({ request: { endpoint } }: AnsweredExchange): View {
  return endpoint === 'E8' ? 'item' : 'record';
}

/** The content of a version, and its digest. */
interface Content {
  readonly content: JsonObject;
  readonly digest: string;
}

/** Members that are not content: a record's name and version, and `replaced_by`, which is content on E7 only. */
const besides: readonly string[] = ['id', 'version', 'replaced_by'];
const contentMembers = new Map(
  [...recordSchemas].map(([endpoint, { members }]) => [endpoint, members.filter((name) => !besides.includes(name))]),
);

/** A cache: a record is compared in several views, and then remembered. */
const contents = new WeakMap<JsonObject, Content>();

/**
 * The documented members of a record, which its version stands for. On E7, a missing `replaced_by` counts as content
 * too. A member that does not follow the schema is judged elsewhere, and left out here.
 */
function contentOf({ pointer, record }: PlacedRecord, exchange: AnsweredExchange): Content {
  const known = contents.get(record);
  if (known !== undefined) return known;
  const broken = schemaViolations(exchange).map(({ pointer: at }) => `${at}/`);
  const isSound = (name: string): boolean => !broken.some((at) => at.startsWith(`${pointer}${pointerTo(name)}/`));
  const { endpoint } = exchange.request;
  const content: Record<string, unknown> = {};
  for (const name of contentMembers.get(endpoint) ?? [])
    if (record[name] !== undefined && (broken.length === 0 || isSound(name))) content[name] = record[name];
  if (endpoint === 'E7') content['replaced_by'] = record.replaced_by ?? 'none';
  const made = { content, digest: hash('sha256', JSON.stringify(content), 'base64url') };
  contents.set(record, made);
  return made;
}

/** The records of an answer that can be compared by version: with an id, and not made from a malformed body. */
export function versioned(exchange: AnsweredExchange, memory: Memory): readonly PlacedRecord[] {
  return recordsOf(exchange).filter(
    ({ record }) =>
      typeof record.version === 'string' && record.id !== undefined && !hasMalformedOrigin(record.id, memory),
  );
}

/** The richest content seen, from all answers together: what one answer leaves out may be in the next one. */
export function contentSeen({ first, richer }: Sighting): JsonObject {
  const contents = [first, ...richer].map(({ kept, pointer }) => {
    const exchange = kept.recall();
    return contentOf({ pointer, record: objectOf(valueAt(exchange.answer.json, pointer)) }, exchange).content;
  });
  return Object.assign({}, ...contents.toReversed()) as JsonObject;
}

/** Remembers a record that was seen under its version. */
export function noteSighting(view: View, placed: PlacedRecord, exchange: AnsweredExchange, memory: Memory): void {
  const seen = memory.at(sightings);
  const key = sightingKey(placed.record, view);
  const before = seen.get(key);
  const { content, digest } = contentOf(placed, exchange);
  if (before?.alike.has(digest) === true) return;
  const place = (): Place => ({ kept: memory.archive.keep(exchange), pointer: placed.pointer });
  if (before === undefined)
    return void seen.set(key, { id: idKey(placed.record.id), first: place(), richer: [], alike: new Set([digest]) });
  const known = contentSeen(before);
  const isRicher = Object.keys(content).some((name) => !Object.hasOwn(known, name));
  const isSame = firstDifference(known, content, shared) === undefined;
  if (!isRicher && !isSame) return;
  seen.set(key, {
    ...before,
    ...(isRicher ? { richer: [...before.richer, place()] } : {}),
    ...(isSame ? { alike: new Set([...before.alike, digest]) } : {}),
  });
}

/** Whether another answer showed the version before, with the same `modified`: to show it late is no step back. */
export function isSeenState(record: JsonObject, exchange: AnsweredExchange, memory: Memory): boolean {
  const kept = memory.archive.keep(exchange);
  return views.some((view) => {
    const seen = memory.at(sightings).get(sightingKey(record, view));
    return seen !== undefined && seen.first.kept !== kept && contentSeen(seen).modified === record.modified;
  });
}

/** Compares a record with what was seen under the same version in a view; undefined if nothing was. */
export function compareWith(
  view: View,
  placed: PlacedRecord,
  exchange: AnsweredExchange,
  memory: Memory,
  more: (placed: PlacedRecord, difference: Difference) => Partial<Violation> = () => ({}),
): readonly Violation[] | undefined {
  const { pointer, record } = placed;
  const seen = memory.at(sightings).get(sightingKey(record, view));
  if (seen === undefined) return undefined;
  const { content, digest } = contentOf(placed, exchange);
  if (seen.alike.has(digest)) return [];
  const difference = firstDifference(contentSeen(seen), content, shared);
  if (difference === undefined) return [];
  return [
    {
      code: 'other-content',
      message: `${difference.pointer} differs under the same version`,
      ...difference,
      pointer: `${pointer}${difference.pointer}`,
      earlier: [seen.first.kept.recall()],
      ...more(placed, difference),
    },
  ];
}

/** The key in `sightings`. */
export function sightingKey(record: JsonObject, view: View): string {
  return `${view} ${idKey(record.id)} ${idKey(record.version)}`;
}

/**
 * Whether an edit was sent under a version that was not current: one that nothing has shown, or that was shown before
 * the answered version. If the answered version is new, the sent one is outdated if its status differs from the
 * answered one and that status is not `submitted`: a record reaches it only by moving on by itself.
 */
export function isOutdated(version: string | undefined, answered: JsonObject, memory: Memory): boolean {
  const of = (one: JsonObject) => memory.at(sightings).get(sightingKey(one, 'record'));
  const [sent, current] = [of({ ...answered, version }), of(answered)];
  if (sent === undefined) return true;
  if (current !== undefined) return sent.first.kept.endedAt < current.first.kept.endedAt;
  return answered.status !== 'submitted' && contentSeen(sent).status !== answered.status;
}

/**
 * For each record that the run made through these endpoints, by id: the exchange that first showed its latest version.
 * In the order in which the records were made.
 */
export function ownRecords(memory: Memory, endpoints: readonly string[]): ReadonlyMap<string, KeptExchange> {
  const made = new Map<string, KeptExchange>();
  for (const { id, first } of memory.at(sightings).values()) {
    const { kept } = first;
    // An edit makes no record: an id that only its answer has does not count.
    const isMade = kept.endpoint !== 'E4' || made.has(id);
    if (kept.access === 'first' && endpoints.includes(kept.endpoint) && isMade) made.set(id, kept);
  }
  return made;
}

/** The same exchanges, at most so many of them. */
export function ownAnswers(memory: Memory, endpoints: readonly string[], most = Infinity): readonly AnsweredExchange[] {
  return spreadOver([...ownRecords(memory, endpoints).values()], most).map((kept) => kept.recall());
}
