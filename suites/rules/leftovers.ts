import type { EndpointId } from '../../spec/index.ts';
import { isSuccess, type AnsweredExchange } from '../../target/exchange.ts';
import type { Memory, Slot } from '../engine/memory.ts';
import { isTagged } from '../profiles/index.ts';
import { idKey, recordsOf, type JsonObject } from './reading.ts';
import { schemaViolations } from './schema-violations.ts';
import { settings } from './settings.ts';

/** What a reading endpoint shows that comes out of the body of a request: places within a record. */
const sentPlaces: Readonly<Partial<Record<EndpointId | 'token', RegExp>>> = {
  E1: /^\/(?:name|dba_name|sic_code|federal_ein)$/,
  E5: /^\/(?:renewal_date|body)(?:\/|$)|^\/issues\/\d+\/carrier_id$/,
  E7: /^\/member_snapshot\/|^\/created_members\/|^\/employee_id$|^\/fulfillment_summary\/\d+\/carrier_id$/,
  E8: /^\/employee_id$|^\/fulfillment_summary\/\d+\/carrier_id$/,
};

/** The records of an answer that break a type at a place which shows what was sent. */
export function brokenAsSent(exchange: AnsweredExchange): readonly JsonObject[] {
  const places = sentPlaces[exchange.request.endpoint];
  const violations = places === undefined ? [] : schemaViolations(exchange);
  if (places === undefined || violations.length === 0) return [];
  return recordsOf(exchange).flatMap(({ pointer, record }) =>
    violations.some(({ pointer: at }) => at.startsWith(`${pointer}/`) && places.test(at.slice(pointer.length)))
      ? [record]
      : [],
  );
}

/** What this run has made from sound bodies, and what looks as if an earlier run of the suite had made it from others. */
const records: Slot<{ readonly made: Set<string>; readonly leftovers: Set<string> }> = {
  name: 'records of this run and of others',
  create: () => ({ made: new Set(), leftovers: new Set() }),
};

/** Which member of a create's answer names what turns up in a list. */
const madeBy: Readonly<Partial<Record<string, 'id' | 'group_id'>>> = { E2: 'group_id', E3: 'id', E4: 'id' };

/** Remembers what a sound body made or changed: it is held to its types from now on. */
export function noteMade(exchange: AnsweredExchange, memory: Memory): void {
  const member = madeBy[exchange.request.endpoint];
  if (member === undefined || !isSuccess(exchange)) return;
  const { made, leftovers } = memory.at(records);
  for (const { record } of recordsOf(exchange)) {
    made.add(idKey(record[member]));
    leftovers.delete(idKey(record[member]));
  }
}

/** No EIN that a company has begins like this: the suite's own do. */
const ownEmployerNumber = /^(?:00-|$)/;

/**
 * Whether the suite may have made a group: its name says so; or its name is broken, and its number does not say
 * otherwise.
 */
export function mayBeOwn({ name, federal_ein: ein }: JsonObject): boolean {
  if (typeof name === 'string') return isTagged(name);
  return typeof ein !== 'string' || ownEmployerNumber.test(ein);
}

/**
 * Remembers the listed records that may come out of a malformed body of an earlier run. A target that may not be written
 * to has had none.
 */
export function noteLeftovers(exchange: AnsweredExchange, memory: Memory): void {
  const { endpoint } = exchange.request;
  if (!memory.at(settings).keepsOwnRecords || (endpoint !== 'E1' && endpoint !== 'E5')) return;
  const { made, leftovers } = memory.at(records);
  const suspects =
    endpoint === 'E5'
      ? brokenAsSent(exchange)
      : recordsOf(exchange).flatMap(({ record }) => (mayBeOwn(record) ? [record] : []));
  for (const { id } of suspects) if (!made.has(idKey(id))) leftovers.add(idKey(id));
}

/** Whether an earlier run of the suite may have made a record from a malformed body. */
export function isLeftover(id: unknown, memory: Memory): boolean {
  return memory.at(records).leftovers.has(idKey(id));
}
