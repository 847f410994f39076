import { isSuccess, type AnsweredExchange } from '../../target/exchange.ts';
import type { Memory } from '../engine/memory.ts';
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

/**
 * What is special about an exchange. Of a request that was not taken nothing is: what a target refuses cannot go wrong
 * in it. The memory has to see every exchange of E1 to E8 once, in their order.
 */
export function factsOf(exchange: AnsweredExchange, memory: Memory): ReadonlySet<string> {
  const isTaken = isSuccess(exchange) && isAuthorized(exchange) && !isMalformed(exchange);
  return new Set(isTaken ? collectors.flatMap((collect) => [...collect(exchange, memory)]) : []);
}
