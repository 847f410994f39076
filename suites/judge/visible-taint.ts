import { isSuccess, type AnsweredExchange } from '../../target/exchange.ts';
import type { Memory, Slot } from '../engine/memory.ts';
import { brokenAsSent } from '../invariants/leftovers.ts';
import { idKey, recordsOf, type JsonObject } from '../invariants/reading.ts';
import { isMalformed, taint } from '../invariants/taint.ts';

/** Records that were seen to come out of a sound body: groups and snapshots by id, decisions by id and version. */
const sound: Slot<Set<string>> = { name: 'records of sound bodies', create: () => new Set() };

const versionedKey = ({ id, version }: JsonObject): string => `${idKey(id)} ${idKey(version)}`;

/** Remembers that what an exchange made was made from a sound body. */
function noteSound(exchange: AnsweredExchange, memory: Memory): void {
  if (!isSuccess(exchange) || isMalformed(exchange)) return;
  const { endpoint } = exchange.request;
  for (const { record } of recordsOf(exchange)) {
    if (endpoint === 'E2') memory.at(sound).add(idKey(record.group_id));
    if (endpoint === 'E6') memory.at(sound).add(idKey(record.id));
    if (endpoint === 'E3' || endpoint === 'E4') memory.at(sound).add(versionedKey(record));
  }
}

/**
 * Where only part of the traffic is seen, a record may come out of a malformed body that is not. It shows by what it
 * has of that body: a record that breaks a type there counts as made from one, unless its making was seen.
 */
export function noteVisibleTaint(exchange: AnsweredExchange, memory: Memory): void {
  noteSound(exchange, memory);
  const known = memory.at(sound);
  for (const record of brokenAsSent(exchange)) {
    if (!known.has(idKey(record.id)) && !known.has(versionedKey(record))) taint(record.id, memory);
  }
}
