import { isInventedMember } from '../../generators/index.ts';
import { arrayOf, forEachUnstated, membersOf, objectOf, type JsonObject } from '../../spec/index.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import type { KeptExchange } from '../../target/exchange-archive.ts';
import type { Shown } from '../engine/ledger.ts';
import type { Memory, Slot } from '../engine/memory.ts';
import { recordSchemas, recordsOf, unitsOfTime } from './reading.ts';
import { hasMalformedOrigin } from './malformed-origin.ts';

/** The values that were seen for each open point, with the exchange that first showed each. */
const seen: Slot<Map<OpenSight, Map<string, KeptExchange>>> = () => new Map();

/** The open points that any exchange may show. */
export type OpenSight =
  | 'unknown fields'
  | 'timestamp unit'
  | 'rate limits'
  | 'challenge'
  | 'snapshot status'
  | 'fulfillment status'
  | 'decision status'
  | 'further members of issues';

/**
 * The topics of values about generated bodies that a target refuses: as they were sent, or without members that it does
 * not do without. These members are the words of such a value.
 */
export const notTakenTopics = {
  sent: 'not taken',
  each: 'not taken without one of these',
  together: 'not taken without all of these',
} as const;

/** The values that were seen for an open point, each with the exchange that first showed it. */
export function seenOf(sight: OpenSight, ...memories: readonly Memory[]): ReadonlyMap<string, KeptExchange> {
  // If several services show a value, the exchange of the first one counts.
  return new Map(memories.toReversed().flatMap((memory) => [...(memory.at(seen).get(sight) ?? [])]));
}

/** What exchanges have shown of an open point: each value by itself, with the exchange that first showed it. */
export function eachSeen(sight: OpenSight): (memories: readonly Memory[]) => readonly Shown[] {
  return (memories) =>
    [...seenOf(sight, ...memories)].map(([value, kept]) => ({ value, shownBy: () => kept.recall() }));
}

/** What exchanges have shown of open points whose values are words: for each topic a line of all words. */
export function wordsSeen(sights: Readonly<Record<string, OpenSight>>) {
  return (memories: readonly Memory[]): readonly Shown[] =>
    Object.entries(sights).flatMap(([topic, sight]) => {
      const words = [...seenOf(sight, ...memories).keys()].toSorted();
      return words.length === 0 ? [] : [{ value: `${topic}: ${words.join(', ')}`, topic, words }];
    });
}

/** Most values of an open point that are remembered: a target may make up any number of them. */
const mostValues = 1000;

/** Issues come with a state: whether a run sees any depends on time, and so their members are an open point of states. */
const issues = 'renewal-decision.issues[]';

/** What the documents list for decisions that are sent: a service may give it back. */
const sendable: ReadonlySet<string> = new Set(
  [...membersOf('renewal-decision-input').keys()].map((path) => `renewal-decision.${path}`),
);

/** Seconds since 1970 stay below this for some thousand years; smaller units have been above it since 1973. */
const mostSeconds = 100_000_000_000;

function unitOfTime(since: number): string {
  return (unitsOfTime.find(({ ofASecond }) => since / ofASecond < mostSeconds) ?? unitsOfTime[0]).name;
}

/** The unit of a record's times; undefined if it has none. */
function unitOfTimes({ created, modified }: JsonObject): string | undefined {
  const [of, other] = [created, modified].map((time) => (typeof time === 'number' ? unitOfTime(time) : undefined));
  if (of === undefined || other === undefined || of === other) return of ?? other;
  return `created in ${of}, modified in ${other}`;
}

/** Remembers what an exchange shows about open points. */
export function noteOpenPoints(exchange: AnsweredExchange, memory: Memory): void {
  const { answer, request } = exchange;
  const note = (sight: OpenSight, value: string): void => {
    const known = memory.at(seen).get(sight) ?? new Map<string, KeptExchange>();
    memory.at(seen).set(sight, known);
    if (known.size < mostValues && !known.has(value)) known.set(value, memory.archive.keep(exchange));
  };
  const schema = recordSchemas.get(request.endpoint)?.schema;
  for (const { record } of recordsOf(exchange)) {
    if (schema !== undefined)
      forEachUnstated(schema, record, (path, name) => {
        // Unknown fields of a malformed body may be the suite's own.
        if (isInventedMember(name) || hasMalformedOrigin(record.id, memory)) return;
        if (path === issues) note('further members of issues', name);
        else if (!sendable.has(`${path}.${name}`)) note('unknown fields', `${path}.${name}`);
      });
    const unit = unitOfTimes(record);
    if (unit !== undefined) note('timestamp unit', unit);
    if (typeof record.status !== 'string') continue;
    if (['E6', 'E7', 'E8'].includes(request.endpoint)) note('snapshot status', record.status);
    if (['E3', 'E4', 'E5'].includes(request.endpoint)) note('decision status', record.status);
    for (const entry of arrayOf(record.fulfillment_summary)) note('fulfillment status', String(objectOf(entry).status));
  }
  for (const name of Object.keys(answer.headers)) {
    if (/rate-?limit/i.test(name)) note('rate limits', `header ${name}`);
  }
  if (answer.status === 401 && request.endpoint !== 'token') {
    note('challenge', answer.headers['www-authenticate']?.replace(/^(\S+).*$/s, '$1') ?? 'none');
  }
}
