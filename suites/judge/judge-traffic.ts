import { buildReport } from '../../results/build-report.ts';
import type { Report } from '../../results/report.ts';
import { judgedTraffic } from '../../results/run-scope.ts';
import { register } from '../../spec/index.ts';
import { isAnswered } from '../../target/exchange.ts';
import { createRedactor } from '../../target/redaction.ts';
import { createCoverage, type Coverage } from '../edges/coverage.ts';
import { judgeExchange } from '../engine/judge-exchange.ts';
import { createLedger } from '../engine/ledger.ts';
import { createMemory, type Memory } from '../engine/memory.ts';
import { observationOf } from '../engine/result.ts';
import { latencyOf, timelineOf, timingOf, type Timing } from '../engine/timings.ts';
import { noteSent } from '../invariants/index.ts';
import { settings } from '../invariants/settings.ts';
import type { JudgeOptions } from './judge-options.ts';
import { judgedResults, type Gathered } from './judged-results.ts';
import { mergedEdges } from './merged-edges.ts';
import { noteOpenPoints } from './open-points.ts';
import { inOrder } from './replay-order.ts';
import { temperedLaw } from './tempered-law.ts';
import type { SavedEntry, SavedExchange, Traffic } from './traffic.ts';

/** What was found in saved traffic. */
export interface Judgement {
  readonly report: Report;
  /** Exchanges of the interface that were judged, by endpoint. */
  readonly judged: Readonly<Record<string, number>>;
  /** Exchanges of the interface without an answer. */
  readonly unanswered: number;
  /** Captured answers that were saved without their body. */
  readonly bodiless: number;
  /** Entries that are no traffic of this interface. */
  readonly strangers: number;
  /** Exchanges of other addresses than the one that was asked for. */
  readonly elsewhere: { readonly count: number; readonly bases: readonly string[] };
  readonly cached: number;
  /** Base addresses of the services in the traffic. */
  readonly bases: readonly string[];
}

/** What is known of one service, as one asker sees it. */
interface Scope {
  readonly memory: Memory;
  readonly coverage: Coverage;
}

/** What gathers while traffic is judged. */
interface Gathering extends Gathered {
  readonly scopes: Scope[];
  /** Exchanges that were judged, by endpoint. */
  readonly judged: Map<string, number>;
  /** How long exchanges took, by endpoint: of those alone of which it is known. */
  readonly timings: Map<string, Timing[]>;
  readonly reviewStatus: string | undefined;
  unanswered: number;
  bodiless: number;
}

/**
 * Holds saved traffic against every invariant. Nothing is sent. Of what the traffic does not show nothing is said: a
 * requirement that no exchange speaks of is inconclusive, never a pass.
 *
 * @throws UnreadableTraffic when an entry cannot be read
 */
export function judgeTraffic(traffic: readonly Traffic[], options: JudgeOptions): Judgement {
  const gathering: Gathering = {
    ledger: createLedger(),
    scopes: [],
    judged: new Map(),
    timings: new Map(),
    durations: new WeakMap(),
    source: sourceOf(traffic),
    reviewStatus: options.reviewStatus,
    unanswered: 0,
    bodiless: 0,
  };
  const ours = traffic.map((one) => {
    const entries = one.entries.filter(({ base }) => options.baseUrl === undefined || base === options.baseUrl);
    return { ...one, entries };
  });
  const others = traffic.flatMap(({ entries }) => entries.filter(({ base }) => base !== (options.baseUrl ?? base)));
  for (const one of ours) judgeOne(one, gathering);
  const { ledger, scopes, judged, timings } = gathering;
  noteOpenPoints(
    scopes.map(({ memory }) => memory),
    ledger,
  );
  const bases = basesOf(ours.flatMap(({ entries }) => entries));
  const timed = ours.filter(({ entries }) => isTimed(entries));
  const starts = ours.flatMap(({ epoch }) => (epoch === undefined ? [] : [epoch]));
  const spans = timed.map(({ entries }) => spanOf(entries));
  // What was saved at different times is no one run: nothing is known of what lies between.
  const isOneRun = timed.length === 1 && ours.every(({ entries }) => entries.length === 0 || isTimed(entries));
  return {
    report: buildReport(
      {
        version: options.version,
        target: { name: options.name ?? nameOf(bases), baseUrl: bases[0] ?? '' },
        seed: 0,
        profile: judgedTraffic,
        level: options.level,
        startedAt: starts.length === 0 ? options.now : new Date(starts.reduce((a, b) => Math.min(a, b))),
        durationMs: Math.round(spans.reduce((longest, span) => Math.max(longest, span), 0)),
      },
      {
        requests: [...judged.values()].reduce((sum, count) => sum + count, 0),
        requirements: judgedResults(gathering, options),
        observations: register.flatMap(({ id }) => {
          const observation = observationOf({ ledger, redactor: createRedactor() }, id);
          const isSelected = (options.only?.includes(id) ?? true) && !options.skip.includes(id);
          return observation === undefined || !isSelected ? [] : [observation];
        }),
        latency: Object.fromEntries(
          [...timings]
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([endpoint, measured]) => [endpoint, latencyOf(measured)]),
        ),
        ...(isOneRun ? { timeline: timelineOf([...timings.values()].flat()) } : {}),
        edges: mergedEdges(scopes.map(({ coverage }) => coverage.edges)),
        suiteFaults: ledger.faults,
      },
    ),
    judged: Object.fromEntries(judged),
    unanswered: gathering.unanswered,
    bodiless: gathering.bodiless,
    elsewhere: { count: others.length, bases: [...new Set(others.map(({ base }) => base))] },
    strangers: ours.reduce((sum, { strangers }) => sum + strangers, 0),
    cached: ours.reduce((sum, { cached }) => sum + cached, 0),
    bases,
  };
}

const isOfApi = ({ endpoint }: SavedEntry): boolean => endpoint !== 'token';

/** The base addresses of the interface in entries. */
function basesOf(entries: readonly SavedEntry[]): readonly string[] {
  return [...new Set(entries.filter(isOfApi).map(({ base }) => base))];
}

function sourceOf(traffic: readonly Traffic[]): Gathered['source'] {
  const first = traffic[0]?.source ?? 'journal';
  return traffic.every(({ source }) => source === first) ? first : 'both';
}

function nameOf(bases: readonly string[]): string {
  return bases.length === 0 ? 'saved traffic' : [...new Set(bases.map((base) => new URL(base).host))].join(', ');
}

/** Whether traffic says when it was: where it does not, all of it begins at zero. */
function isTimed(entries: readonly SavedEntry[]): boolean {
  return entries.some(({ startedAt }) => startedAt !== 0);
}

function spanOf(entries: readonly SavedEntry[]): number {
  const start = entries.reduce((least, { startedAt }) => Math.min(least, startedAt), Number.POSITIVE_INFINITY);
  const end = entries.reduce((latest, { endedAt }) => Math.max(latest, endedAt), 0);
  return entries.length === 0 ? 0 : Math.max(end - start, 0);
}

/** Lives through traffic that shares a clock: what was sent when, and what was answered when. */
function judgeOne({ entries, isWhole, source }: Traffic, gathering: Gathering): void {
  const scopes = new Map<string, Scope>();
  const scopeOf = ({ scope }: SavedEntry): Scope => {
    const known = scopes.get(scope) ?? { memory: createMemory(), coverage: createCoverage() };
    if (!scopes.has(scope)) {
      Object.assign(known.memory.at(settings), { reviewStatus: gathering.reviewStatus, isPartial: !isWhole });
      gathering.scopes.push(known);
    }
    scopes.set(scope, known);
    return known;
  };
  const underWay = new Map<SavedEntry, SavedExchange>();
  for (const { kind, entry } of inOrder(entries)) {
    const saved = underWay.get(entry) ?? entry.read();
    if (kind === 'sent') {
      underWay.set(entry, saved);
      noteSent(saved.exchange.request, scopeOf(entry).memory);
      continue;
    }
    underWay.delete(entry);
    judgeSaved(saved, entry, { isWhole, source }, scopeOf(entry), gathering);
  }
}

function judgeSaved(
  { exchange, doubts }: SavedExchange,
  { place, durationMs }: SavedEntry,
  { isWhole, source }: Pick<Traffic, 'isWhole' | 'source'>,
  { memory, coverage }: Scope,
  gathering: Gathering,
): void {
  const isKnown = durationMs !== undefined && durationMs >= 0;
  if (isKnown) gathering.durations.set(exchange, durationMs);
  if (!isAnswered(exchange)) {
    gathering.unanswered += 1;
    return;
  }
  if (exchange.request.wire !== undefined) return;
  if (source === 'capture' && doubts.includes('answer body') && exchange.answer.text === '') gathering.bodiless += 1;
  const { endpoint } = exchange.request;
  gathering.judged.set(endpoint, (gathering.judged.get(endpoint) ?? 0) + 1);
  if (isKnown) {
    const measured = gathering.timings.get(endpoint) ?? [];
    measured.push({ ...timingOf(exchange), durationMs });
    gathering.timings.set(endpoint, measured);
  }
  try {
    judgeExchange(temperedLaw(doubts, isWhole), exchange, memory, gathering.ledger);
    coverage.note(exchange);
  } catch (error) {
    gathering.ledger.fault(place, error instanceof Error ? error.message : String(error));
  }
}
