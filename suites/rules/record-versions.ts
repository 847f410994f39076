import { idKey, type JsonObject } from '../../spec/index.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Violation } from '../engine/assertions.ts';
import type { Memory, Slot } from '../engine/memory.ts';
import { firstDifference, type Comparison, type Difference } from './comparison.ts';
import { recordsOf, type PlacedRecord } from './reading.ts';
import { hasMalformedOrigin } from './malformed-origin.ts';

/** Records and items of lists have different members: they are compared on those that both have. */
export type View = 'record' | 'item';

/** The documented members of records: the content that a version stands for. */
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
export const sightings: Slot<Map<string, Sighting>> = { name: 'versions', create: () => new Map() };

const shared: Comparison = { missingMembers: 'allowed', anyOrder: true };

export function viewOf({ request: { endpoint } }: AnsweredExchange): View {
  return endpoint === 'E8' ? 'item' : 'record';
}

/** The content of a version; on E7 a missing `replaced_by` counts as content too. */
export function contentOf(record: JsonObject, exchange: AnsweredExchange): JsonObject {
  const entries = documented.filter((name) => record[name] !== undefined).map((name) => [name, record[name]] as const);
  const content = Object.fromEntries(entries);
  return exchange.request.endpoint === 'E7' ? { ...content, replaced_by: record.replaced_by ?? 'none' } : content;
}

export function versioned(exchange: AnsweredExchange, memory: Memory): readonly PlacedRecord[] {
  return recordsOf(exchange).filter(
    ({ record }) =>
      typeof record.version === 'string' && record.id !== undefined && !hasMalformedOrigin(record.id, memory),
  );
}

/** Compares a record with what was seen under the same version in a view; undefined where nothing was. */
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
  const difference = firstDifference(seen.content, contentOf(record, exchange), shared);
  if (difference === undefined) return [];
  return [
    {
      code: 'other-content',
      message: `${difference.pointer} differs under the same version`,
      ...difference,
      pointer: `${pointer}${difference.pointer}`,
      earlier: [seen.exchange],
      ...more(placed, difference),
    },
  ];
}

export function sightingKey(record: JsonObject, view: View): string {
  return `${view} ${idKey(record.id)} ${idKey(record.version)}`;
}
