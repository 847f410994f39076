import { namedCases } from '../../results/merge-reports.ts';
import type { EdgeCoverage, Report } from '../../results/report.ts';
import { isAnswered, isSuccess, type Exchange } from '../../target/exchange.ts';
import type { ExchangeArchive } from '../../target/exchange-archive.ts';
import { runningCase } from '../engine/case-scope.ts';
import { createMemory } from '../engine/memory.ts';
import { isAuthorized } from '../judging/reading.ts';
import { isMalformed } from '../judging/malformed-origin.ts';
import { notTakenTopics } from '../judging/open-points.ts';
import * as connection from './connection-edges.ts';
import * as decision from './decision-edges.ts';
import type { Edge } from './edge.ts';
import * as page from './page-edges.ts';
import * as snapshot from './snapshot-edges.ts';
import * as value from './value-edges.ts';

/** In the order in which reports show them. */
const tables = [
  snapshot.snapshotBodies,
  value.sentValues,
  decision.decisionBodies,
  decision.newDecisions,
  decision.decisionEdits,
  decision.decisionsInLists,
  page.pages,
  page.filters,
  connection.newConnections,
  snapshot.newSnapshots,
  snapshot.snapshotsReadAlone,
  snapshot.snapshotsInLists,
  connection.tokens,
];

/** Every edge that a full run should reach, provided that the target accepts the requests that lead there. */
export const edges: readonly Edge[] = tables.flatMap((table) => table.edges);

/** @param archive - where exchanges are stored; default: in memory */
export function createCoverage(archive?: ExchangeArchive) {
  const memory = createMemory(archive);
  const seen = new Map(edges.map((edge) => [edge, { exchanges: 0, cases: new Set<string>() }]));
  return {
    /** Returns the edges that an exchange reaches. Must be called for every exchange, in order. */
    note(exchange: Exchange): readonly Edge[] {
      // A target can't mishandle what it refuses.
      const isTaken = isAnswered(exchange) && isSuccess(exchange) && isAuthorized(exchange) && !isMalformed(exchange);
      if (!isTaken) return [];
      const found = tables.flatMap((table) => table.reachedBy(exchange, memory));
      const label = runningCase()?.label ?? exchange.purpose;
      for (const entry of found.flatMap((edge) => seen.get(edge) ?? [])) {
        entry.exchanges += 1;
        if (entry.cases.size < namedCases) entry.cases.add(label);
      }
      return found;
    },
    get edges(): readonly EdgeCoverage[] {
      return [...seen].map(([{ name, why, endpoints }, { exchanges, cases }]) => {
        return { name, about: why, endpoints, exchanges, cases: [...cases] };
      });
    },
  };
}

/** The state of an edge; `refused`: the target does not accept the requests that lead there. */
export type EdgeState = 'reached' | 'refused' | 'not-reached';

export interface JudgedEdge extends EdgeCoverage {
  readonly state: EdgeState;
}

/** The sets of members without which the run found bodies refused: single members, and several left out together. */
function neededBy({ observations }: Pick<Report, 'observations'>): readonly (readonly string[])[] {
  const things = observations.flatMap(({ seen = [] }) => seen);
  return things.flatMap(({ topic, words = [] }) => {
    if (topic === notTakenTopics.each) return words.map((path) => [path]);
    return topic === notTakenTopics.together ? [words] : [];
  });
}

/** The state of each edge of a run, using what the run observed about refused bodies. */
export function edgeStates(report: Pick<Report, 'edges' | 'observations'>): readonly JudgedEdge[] {
  // Observations write paths without `[]`.
  const absent = new Map(
    edges.map(({ name, leavesOut }) => [name, new Set(leavesOut.map((path) => path.replaceAll('[]', '')))]),
  );
  const needed = neededBy(report);
  const isRefused = ({ name }: EdgeCoverage): boolean =>
    needed.some((members) => members.every((path) => absent.get(name)?.has(path)));
  return report.edges.map((edge) => ({
    ...edge,
    state: edge.exchanges > 0 ? 'reached' : isRefused(edge) ? 'refused' : 'not-reached',
  }));
}
