import { isDeepStrictEqual } from 'node:util';
import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Violation, Invariant } from '../engine/invariant.ts';
import type { Memory, Slot } from '../engine/memory.ts';
import { firstDifference, type Comparison, type Difference } from './comparison.ts';
import { idKey, recordsOf, sameId, successBody, unless, type JsonObject, type PlacedRecord } from './reading.ts';
import { settings } from './settings.ts';
import { isTainted } from './taint.ts';

/** Two kinds of answers give the same record with different members: they are compared on those they share. */
type View = 'record' | 'item';

/** Members of records that the document lists: what a version is a version of. */
const documented = [
  'organization_id',
  'name',
  'sic_code',
  'dba_name',
  'federal_ein',
  'group_id',
  'carrier_id',
  'renewal_date',
  'body',
  'status',
  'issues',
  'employee_id',
  'created_members',
  'member_snapshot',
  'fulfillment_summary',
  'warnings',
  'replaced_by',
  'created',
  'modified',
] as const;

interface Sighting {
  readonly content: JsonObject;
  readonly exchange: AnsweredExchange;
}

/** For each record, version and view the content it was first seen with. */
const sightings: Slot<Map<string, Sighting>> = { name: 'versions', create: () => new Map() };

/** Records that have been seen. */
const met: Slot<Set<string>> = { name: 'records seen with a version', create: () => new Set() };

/** For each version the record it belongs to. */
const owners: Slot<Map<string, { id: string; exchange: AnsweredExchange }>> = {
  name: 'owners of versions',
  create: () => new Map(),
};

/** For each record the latest answer: its version and modified. */
const latest: Slot<Map<string, { version: string; modified: number; exchange: AnsweredExchange }>> = {
  name: 'latest versions',
  create: () => new Map(),
};

const shared: Comparison = { missingMembers: 'allowed', anyOrder: true };

function viewOf({ request: { endpoint } }: AnsweredExchange): View {
  return endpoint === 'E8' ? 'item' : 'record';
}

/** What a version stands for; on E7, where `replaced_by` belongs, not being replaced is a content too. */
function contentOf(record: JsonObject, exchange: AnsweredExchange): JsonObject {
  const entries = documented.filter((name) => record[name] !== undefined).map((name) => [name, record[name]] as const);
  const content = Object.fromEntries(entries);
  return exchange.request.endpoint === 'E7' ? { ...content, replaced_by: record.replaced_by ?? 'none' } : content;
}

function versioned(exchange: AnsweredExchange, memory: Memory): readonly PlacedRecord[] {
  return recordsOf(exchange).filter(
    ({ record }) => typeof record.version === 'string' && record.id !== undefined && !isTainted(record.id, memory),
  );
}

/** A value in a message, where it is short enough to be read there. */
function inWords(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= longestInWords ? text : 'something else';
}

/** Characters of a value that a message holds at the most. */
const longestInWords = 60;

/** What a record is whose version has not changed with it: it is the version that is wrong, not the member. */
function keptVersion(
  { record, pointer: at }: PlacedRecord,
  { pointer, expected, actual }: Difference,
): Partial<Violation> {
  const version = String(record.version);
  return {
    message: `the record changed (${pointer} from ${inWords(expected)} to ${inWords(actual)}) under the same version ${version}`,
    pointer: `${at}/version`,
    expected: `another version than ${version}`,
    actual: record.version,
    ...(pointer === '/modified' ? { isOfClock: true } : {}),
  };
}

/** Enters what is seen and returns the difference to what was seen under the same version in a view. */
function compareWith(
  view: View,
  placed: PlacedRecord,
  exchange: AnsweredExchange,
  memory: Memory,
  told: (placed: PlacedRecord, difference: Difference) => Partial<Violation> = () => ({}),
): readonly Violation[] | undefined {
  const { pointer, record } = placed;
  const seen = memory.at(sightings).get(sightingKey(record, view));
  if (seen === undefined) return undefined;
  const difference = firstDifference(seen.content, contentOf(record, exchange), shared);
  if (difference === undefined) return [];
  return [
    {
      message: `${difference.pointer} differs under the same version`,
      ...difference,
      pointer: `${pointer}${difference.pointer}`,
      earlier: [seen.exchange],
      ...told(placed, difference),
    },
  ];
}

function sightingKey(record: JsonObject, view: View): string {
  return `${view} ${idKey(record.id)} ${idKey(record.version)}`;
}

/** What an edit gives a decision. */
function partsOf({ renewal_date, body }: JsonObject): readonly unknown[] {
  return [renewal_date, body];
}

/** The violations of all that could be compared; undefined when nothing could. */
function gathered(judgements: readonly (readonly Violation[] | undefined)[]): readonly Violation[] | undefined {
  const made = judgements.filter((violations) => violations !== undefined);
  return made.length === 0 ? undefined : made.flat();
}

/** What versions hold to across all answers of a run (`spec/documents/9-versioning.md`). */
export const versionInvariants: readonly Invariant[] = [
  {
    id: 'snapshots.list-agrees',
    judge(exchange, memory) {
      const { endpoint } = exchange.request;
      if (endpoint !== 'E7' && endpoint !== 'E8') return undefined;
      const other: View = viewOf(exchange) === 'item' ? 'record' : 'item';
      return gathered(versioned(exchange, memory).map((placed) => compareWith(other, placed, exchange, memory)));
    },
  },
  {
    id: 'versions.change-with-record',
    judge(exchange, memory) {
      const view = viewOf(exchange);
      const placed = versioned(exchange, memory);
      const known = memory.at(met);
      // A record that is met again under another version is one of which the version has changed.
      const judgements = placed.map(
        (one) =>
          compareWith(view, one, exchange, memory, keptVersion) ?? (known.has(idKey(one.record.id)) ? [] : undefined),
      );
      for (const { record } of placed) {
        known.add(idKey(record.id));
        const key = sightingKey(record, view);
        const seen = memory.at(sightings).get(key);
        const content = contentOf(record, exchange);
        // The richest content seen is kept: what one answer leaves out the next one may carry.
        memory
          .at(sightings)
          .set(key, seen === undefined ? { content, exchange } : { ...seen, content: { ...content, ...seen.content } });
      }
      return gathered(judgements);
    },
  },
  {
    id: 'versions.unique',
    judge(exchange, memory) {
      const known = memory.at(owners);
      return gathered(
        versioned(exchange, memory).map(({ pointer, record }) => {
          const version = idKey(record.version);
          const id = idKey(record.id);
          const owner = known.get(version) ?? { id, exchange };
          known.set(version, owner);
          return unless(owner.id === id, () => ({
            message: 'two records carry the same version',
            pointer: `${pointer}/version`,
            expected: 'a version of its own',
            actual: record.version,
            earlier: owner.exchange === exchange ? [] : [owner.exchange],
          }));
        }),
      );
    },
  },
  {
    id: 'versions.change-on-edit',
    judge(exchange, memory) {
      const body = successBody(exchange, 'E4');
      const { version } = exchange.request.pathParameters;
      if (body === undefined) return undefined;
      // A version changes with the record: an edit that says what was there already need not be one.
      const before = memory.at(sightings).get(sightingKey({ ...body, version }, 'record'));
      const isKnown = before !== undefined && before.exchange !== exchange;
      if (isKnown && isDeepStrictEqual(partsOf(before.content), partsOf(body))) return undefined;
      if (!isKnown && memory.at(settings).isPartial) return undefined;
      return unless(!sameId(body.version, version), () => ({
        message: 'an edit kept the version',
        pointer: '/version',
        expected: `another version than ${version}`,
        actual: body.version,
      }));
    },
  },
  {
    id: 'versions.modified-moves',
    judge(exchange, memory) {
      const known = memory.at(latest);
      return gathered(
        versioned(exchange, memory).map(({ pointer, record }) => {
          if (typeof record.modified !== 'number') return undefined;
          const { modified } = record;
          const version = idKey(record.version);
          const before = known.get(idKey(record.id));
          if (before === undefined || before.exchange.endedAt <= exchange.startedAt)
            known.set(idKey(record.id), { version, modified, exchange });
          if (before === undefined || before.version === version || before.exchange.endedAt > exchange.startedAt)
            return undefined;
          return unless(modified >= before.modified, () => ({
            message: 'modified went back when the version changed',
            pointer: `${pointer}/modified`,
            expected: `at least ${before.modified}`,
            actual: modified,
            earlier: [before.exchange],
          }));
        }),
      );
    },
  },
];
