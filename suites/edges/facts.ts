import type { AnsweredExchange } from '../../target/exchange.ts';
import { isSuccess } from '../../target/exchange.ts';
import type { Memory, Slot } from '../engine/memory.ts';
import { isAuthorized } from '../invariants/reading.ts';
import { isMalformed } from '../invariants/taint.ts';
import { bodyFacts } from './body-facts.ts';
import { connectionHistory } from './connection-history.ts';
import { decisionHistory } from './decision-history.ts';
import { filterFacts } from './filter-facts.ts';
import { pageFacts } from './page-facts.ts';
import { snapshotHistory } from './snapshot-history.ts';
import { tokenHistory } from './token-history.ts';

/** Notes what is special about an exchange; with a memory, also about where it stands among earlier ones. */
export type Collector = (exchange: AnsweredExchange, memory: Memory) => Iterable<string>;

const collectors: readonly Collector[] = [
  bodyFacts,
  pageFacts,
  filterFacts,
  connectionHistory,
  decisionHistory,
  snapshotHistory,
  tokenHistory,
];

/** Facts of each exchange by run: an exchange is looked at once, however many edges ask. */
const known: Slot<WeakMap<AnsweredExchange, ReadonlySet<string>>> = {
  name: 'facts of exchanges',
  create: () => new WeakMap(),
};

/**
 * What is special about an exchange. Of a request that was not taken nothing is: what a target refuses cannot go wrong
 * in it.
 */
export function factsOf(exchange: AnsweredExchange, memory: Memory): ReadonlySet<string> {
  const held = memory.at(known).get(exchange);
  if (held !== undefined) return held;
  const isTaken = isSuccess(exchange) && isAuthorized(exchange) && !isMalformed(exchange);
  const facts = new Set(isTaken ? collectors.flatMap((collect) => [...collect(exchange, memory)]) : []);
  memory.at(known).set(exchange, facts);
  return facts;
}
