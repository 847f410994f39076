import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Memory, Slot } from '../engine/memory.ts';
import { idKey, objectOf, successBody } from '../rules/reading.ts';

/** What came before a group connection. */
export type ConnectionFact =
  | 'a second connection'
  | 'a connection to a second carrier'
  | 'a connection with an employer number seen before'
  | 'a connection with another employer number';

interface Connections {
  readonly carriers: Set<string>;
  readonly employers: Set<unknown>;
  count: number;
}

const known: Slot<Connections> = {
  name: 'connections made',
  create: () => ({ carriers: new Set(), employers: new Set(), count: 0 }),
};

/** The facts of a connection's creation (E2), by what came before. */
export function* connectionHistory(exchange: AnsweredExchange, memory: Memory): Iterable<ConnectionFact> {
  if (successBody(exchange, 'E2') === undefined) return;
  const { carrier_id: carrier, federal_ein: employer } = objectOf(exchange.request.json);
  const connections = memory.at(known);
  const { carriers, employers } = connections;
  if (connections.count > 0) yield 'a second connection';
  if (employers.has(employer)) yield 'a connection with an employer number seen before';
  else if (employers.size > 0 && employer !== undefined) yield 'a connection with another employer number';
  connections.count += 1;
  carriers.add(idKey(carrier));
  employers.add(employer);
  if (carriers.size > 1) yield 'a connection to a second carrier';
}
