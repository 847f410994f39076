import { filled, register } from '../spec/index.ts';
import { buildReport, nothingSeen } from './build-report.ts';
import { observationOfThings, pinnedResult } from './observations.ts';
import type {
  Acceptance,
  EdgeCoverage,
  Latency,
  Observation,
  Outage,
  Report,
  Seen,
  Counterexample,
  RequirementResult,
  ShardOfRun,
  Sighting,
} from './report.ts';
import { isSameKind, reportedKinds } from './failure-kind.ts';
import { hadTime, waits } from './run-scope.ts';
import { isBroken, type RunEnd } from './summarize.ts';

const sumOf = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((sum, one) => sum + of(one), 0);

type Evidence = RequirementResult & { readonly counterexample: Counterexample };
type Decision = Omit<RequirementResult, 'id' | 'level' | 'title' | 'source' | 'cases' | 'judgedAt'>;

const isEvidence = (result: RequirementResult): result is Evidence =>
  isBroken(result) && result.counterexample !== undefined;

const sizeOf = ({ exchanges }: Counterexample): number => JSON.stringify(exchanges).length;

/** Failures that showed again come first, and then small ones, as they are easier to read. */
function clearestFirst(one: Counterexample, other: Counterexample): number {
  const shows = ({ passedAgain }: Counterexample): number => Number(passedAgain !== undefined);
  return shows(one) - shows(other) || sizeOf(one) - sizeOf(other);
}

/** A counterexample as a sighting of its own kind: without the occurrences of other kinds. */
function sightingOf({ message, code, pointer, occurrences, also = [] }: Counterexample): Sighting {
  const others = sumOf(also, (sighting) => sighting.occurrences);
  return filled({ message, code, pointer, occurrences: Math.max(occurrences - others, 1) });
}

function otherKinds(shown: Counterexample, all: readonly Counterexample[]): readonly Sighting[] {
  const sightings = all.flatMap((one) => [...(one === shown ? [] : [sightingOf(one)]), ...(one.also ?? [])]);
  const kinds: Sighting[] = [];
  for (const sighting of sightings.filter((one) => !isSameKind(one, shown))) {
    const at = kinds.findIndex(
      (kind) =>
        isSameKind(kind, sighting) && (kind.endpoint ?? sighting.endpoint) === (sighting.endpoint ?? kind.endpoint),
    );
    const known = kinds[at];
    if (known === undefined) kinds.push(sighting);
    else kinds[at] = { ...sighting, ...known, occurrences: known.occurrences + sighting.occurrences };
  }
  return reportedKinds(kinds);
}

/** The clearest failure of a requirement, with the sightings of all failures; undefined if there is none. */
function mergedEvidence(evidence: readonly Evidence[]): Decision | undefined {
  const [clearest] = evidence.toSorted((one, other) => clearestFirst(one.counterexample, other.counterexample));
  if (clearest === undefined) return undefined;
  const all = evidence.map(({ counterexample }) => counterexample);
  const { also: _, ...shown } = clearest.counterexample;
  const { outcome, reason, detail } = evidence.find((one) => one.outcome === 'fail') ?? clearest;
  const also = otherKinds(clearest.counterexample, all);
  const counterexample = { ...shown, occurrences: sumOf(all, ({ occurrences }) => occurrences), ...filled({ also }) };
  return { outcome, ...filled({ reason, detail }), counterexample };
}

interface ShardResults {
  readonly results: readonly RequirementResult[];
  readonly observation: Observation | undefined;
  readonly runs: readonly Report['run'][];
}

function mergedPin(
  { results, observation = { id: '', value: '', cases: 0 }, runs }: ShardResults,
  pin: NonNullable<RequirementResult['pin']>,
  isWhole: boolean,
): Decision {
  const sight = {
    isWhole: isWhole && runs.every((run) => !run.interrupted && hadTime(run)),
    waits: runs.every(({ profile }) => waits(profile)),
  };
  const decision = pinnedResult(results[0]?.id ?? '', { to: pin.to }, observation, sight);
  const waived = results.find(({ reason }) => reason === 'waived');
  const { outcome, reason, detail } = waived !== undefined && decision.outcome === 'fail' ? waived : decision;
  return { outcome, ...filled({ reason, detail }), pin: decision.pin ?? { to: pin.to } };
}

const detailOf = ({ reason, detail, unanswered }: RequirementResult) => filled({ reason, detail, unanswered });

/** The decision that a single run would have made from what its shards found. */
function decisionOf(shards: ShardResults, cases: number): Decision {
  const { results } = shards;
  const broken = mergedEvidence(results.filter(isEvidence));
  const pin = results.find((result) => result.pin !== undefined)?.pin;
  const pinnedTo = filled({ pin: pin && { to: pin.to } });
  if (broken !== undefined) return { ...broken, ...pinnedTo };
  const doubted = results.find(({ afterOutage }) => afterOutage === true);
  if (doubted !== undefined) return { outcome: 'inconclusive', ...detailOf(doubted), afterOutage: true };
  const deciding = results.filter(({ reason }) => reason !== 'other-shard');
  const looked = deciding.filter(({ outcome, reason }) => outcome !== 'skipped' || reason === 'waived');
  // What a shard should have decided but did not is missing from the run too. Pins are decided by all shards together.
  const missing = deciding.filter(
    ({ outcome, partly, pin: own, cases: of }) =>
      partly === true || outcome === 'skipped' || (outcome === 'inconclusive' && (own === undefined || of === 0)),
  );
  const gap = missing.find(({ unanswered }) => unanswered !== undefined) ?? missing[0];
  const isSeen = cases > 0 && (looked.length > 0 || deciding.length === 0);
  if (isSeen && pin !== undefined) return mergedPin(shards, pin, gap === undefined);
  if (isSeen) {
    if (gap === undefined) return { outcome: 'pass' };
    const { reason: _, ...why } = detailOf(gap);
    return { outcome: 'pass', partly: true, ...why };
  }
  const [undecided] = looked.toSorted((one, other) => Number(other === gap) - Number(one === gap));
  const left = undecided ?? deciding[0];
  if (left === undefined) return { outcome: 'inconclusive', reason: 'not-reached', detail: nothingSeen };
  return { outcome: left.outcome, ...detailOf(left), ...pinnedTo };
}

function mergedResult(shards: ShardResults): RequirementResult | undefined {
  const [first] = shards.results;
  if (first === undefined) return undefined;
  const { id, level, title, source } = first;
  const cases = sumOf(shards.results, (result) => result.cases);
  const judgedAt = [...new Set(shards.results.flatMap((result) => result.judgedAt ?? []))].toSorted();
  return { id, level, title, source, cases, ...filled({ judgedAt }), ...decisionOf(shards, cases) };
}

export type ShardReport = Report & { readonly run: Report['run'] & { readonly shard: ShardOfRun } };

export function isOfShard(report: Report): report is ShardReport {
  return report.run.shard !== undefined;
}

const byId = <T extends { readonly id: string }>(lists: readonly (readonly T[])[]): ReadonlyMap<string, readonly T[]> =>
  Map.groupBy(lists.flat(), ({ id }) => id);

const distinct = <T>(values: readonly T[]): readonly T[] => [...new Set(values)];

/** Values that say that nothing was seen of a point: they hold only if all shards say so. */
const ofNothing: ReadonlySet<string> = new Set(['none', 'no 429']);

function mergedThing(same: readonly Seen[]): readonly Seen[] {
  const [first] = same;
  if (first === undefined) return [];
  const cases = sumOf(same, (thing) => thing.cases);
  if (first.words === undefined) return [{ ...first, cases }];
  // Each shard has seen some of the topic's words.
  const words = distinct(same.flatMap((thing) => thing.words ?? [])).toSorted();
  return [{ ...first, value: `${first.topic}: ${words.join(', ')}`, words, cases }];
}

function mergedObservation(id: string, all: readonly Observation[]): Observation | undefined {
  const saysNothing = (value: string): boolean =>
    all.every(({ seen = [] }) => seen.some((thing) => thing.value === value));
  const things = all
    .flatMap(({ seen = [] }) => seen)
    .filter(({ value }) => !ofNothing.has(value) || saysNothing(value));
  const alike = Map.groupBy(things, ({ value, topic, words }) =>
    words === undefined || topic === undefined ? `value ${value}` : `topic ${topic}`,
  );
  return observationOfThings(id, [...alike.values()].flatMap(mergedThing));
}

/** The latency of an endpoint: its percentiles are means of the shards', weighted by their counts. */
function mergedLatency(all: readonly Latency[]): Latency {
  const count = sumOf(all, (one) => one.count);
  const mean = (name: 'p50' | 'p95' | 'p99' | 'base'): number | undefined => {
    const known = all.filter((one) => one[name] !== undefined);
    const weight = sumOf(known, (one) => one.count);
    const sum = sumOf(known, (one) => (one[name] ?? 0) * one.count);
    return weight === 0 ? undefined : Math.round((sum / weight) * 100) / 100;
  };
  const [base, fastest] = [mean('base'), all.flatMap(({ base: of, least = of }) => least ?? [])];
  const figures = { p50: mean('p50') ?? 0, p95: mean('p95') ?? 0, p99: mean('p99') ?? 0 };
  if (base === undefined)
    return filled({ ...figures, count, least: fastest.length === 0 ? undefined : Math.min(...fastest) });
  // The bases of shards vary like those of the parts of one run.
  const spreads = all.flatMap((one) => [one.spread ?? 0, one.base === undefined ? 0 : Math.abs(one.base - base)]);
  return { ...figures, count, base, spread: Math.round(Math.max(...spreads) * 100) / 100 };
}

function mergedLatencies(reports: readonly Report[]): Report['latency'] {
  const endpoints = distinct(reports.flatMap(({ latency }) => Object.keys(latency))).toSorted();
  return Object.fromEntries(
    endpoints.map((endpoint) => [endpoint, mergedLatency(reports.flatMap(({ latency }) => latency[endpoint] ?? []))]),
  );
}

/** The most cases named for each edge, in the report of a run and in a merged one. */
export const namedCases = 5;

function mergedEdges(reports: readonly Report[]): readonly EdgeCoverage[] {
  const byName = Map.groupBy(
    reports.flatMap(({ edges }) => edges),
    ({ name }) => name,
  );
  return [...byName.values()].flatMap((all) =>
    all.slice(0, 1).map((edge) => ({
      ...edge,
      exchanges: sumOf(all, ({ exchanges }) => exchanges),
      cases: distinct(all.flatMap(({ cases }) => cases)).slice(0, namedCases),
    })),
  );
}

function mergedAcceptances(reports: readonly Report[]): readonly Acceptance[] {
  const all = reports.flatMap(({ accepts = [] }) => accepts);
  const byAbout = Map.groupBy(all, ({ about }) => about);
  return [...byAbout.values()].flatMap((of) => {
    const byValue = Map.groupBy(of, ({ value }) => value);
    return [...byValue.values()].flatMap((same) => same.slice(0, 1));
  });
}

const startOf = ({ run }: Report): number => Date.parse(run.startedAt);

function mergedOutages(reports: readonly Report[], start: number): readonly Outage[] {
  return reports
    .flatMap((report) =>
      (report.run.outages ?? []).map((outage) => ({ ...outage, afterMs: outage.afterMs + startOf(report) - start })),
    )
    .toSorted((one, other) => one.afterMs - other.afterMs);
}

/** The reasons that ended any of the shards: if one could not begin, the run counts as interrupted. */
function mergedEnd(reports: readonly ShardReport[]): RunEnd {
  const all: RunEnd = Object.assign({}, ...reports.map(({ run }) => run.end));
  const refused = reports.find(({ run }) => run.end?.refused !== undefined)?.run;
  if (refused === undefined) return all;
  const { shard, end } = refused;
  return {
    ...all,
    interrupted: true,
    refused: `shard ${shard.index} of ${shard.count} could not begin: ${end?.refused}`,
  };
}

/** The shards' plans as one. A check that one shard left out and another decided has been decided with fewer cases. */
function mergedPlan(reports: readonly ShardReport[], skipped: ReadonlySet<string>): Report['run']['plan'] {
  const plans = reports.flatMap(({ run }) => run.plan ?? []);
  if (plans.length === 0) return undefined;
  const rates = plans.flatMap(({ requestsPerSecond }) => requestsPerSecond ?? []);
  const left = distinct(plans.flatMap(({ leftOut = [] }) => leftOut));
  const leftOut = left.filter((id) => skipped.has(id));
  const fewer = distinct([...plans.flatMap((plan) => plan.fewer ?? []), ...left]).filter((id) => !leftOut.includes(id));
  const slowed = distinct(plans.flatMap((plan) => plan.slowed ?? [])).toSorted();
  const share = Math.min(...plans.map((plan) => plan.share ?? 1));
  return {
    timeBudgetMs: Math.max(...plans.map(({ timeBudgetMs }) => timeBudgetMs)),
    requests: sumOf(plans, ({ requests }) => requests),
    ...filled({
      requestsPerSecond: rates.length < plans.length ? undefined : sumOf(rates, (rate) => rate),
      share: share < 1 ? share : undefined,
      fewer,
      leftOut,
      slowed,
    }),
    sentences: reports.flatMap(({ run: { shard, plan } }) =>
      (plan?.sentences ?? []).map((sentence) => `Shard ${shard.index} of ${shard.count}: ${sentence}`),
    ),
  };
}

/**
 * Merges the reports of all shards of a run, in order, into the report that a single process would have made.
 * Observations of one record are not compared across shards: each shard has its own records.
 *
 * @param version - of the suite
 * @param replay - the command that replays a failure of the merged report, without the flags that name the target;
 * absent: the commands of the shards stay
 */
export function mergeReports(
  reports: readonly [ShardReport, ...ShardReport[]],
  version: string,
  replay?: (id: string) => string,
): Report {
  const [{ target, run: first }] = reports;
  const runs = reports.map(({ run }) => run);
  const start = Math.min(...reports.map(startOf));
  const end = Math.max(...reports.map((report) => startOf(report) + report.run.durationMs));
  const observed = byId(reports.map((report) => report.observations));
  const observations = register.flatMap(({ id }) => mergedObservation(id, observed.get(id) ?? []) ?? []);
  const replayable = reports.map(({ requirements, run: { shard } }) =>
    requirements.map((result) => {
      const { counterexample, id } = result;
      return replay === undefined || counterexample === undefined
        ? result
        : { ...result, counterexample: { ...counterexample, replay: `${replay(id)}${shard.replay}` } };
    }),
  );
  const requirements = [...byId(replayable)].flatMap(
    ([id, results]) => mergedResult({ results, observation: observations.find((one) => one.id === id), runs }) ?? [],
  );
  const skipped = new Set(requirements.flatMap(({ id, outcome }) => (outcome === 'skipped' ? [id] : [])));
  const asked = runs.flatMap(({ casesPerProperty }) => casesPerProperty ?? []);
  return buildReport(
    {
      ...first,
      version,
      target,
      level: first.level ?? 'required',
      ...(asked.length > 0 && { casesPerProperty: Math.max(...asked) }),
      startedAt: new Date(start),
      durationMs: end - start,
      plan: mergedPlan(reports, skipped),
      shard: undefined,
      shards: reports.length,
    },
    {
      requirements,
      observations,
      accepts: mergedAcceptances(reports),
      latency: mergedLatencies(reports),
      edges: mergedEdges(reports),
      suiteFaults: reports.flatMap(({ suiteFaults }) => suiteFaults),
      requests: sumOf(runs, ({ requests }) => requests),
      turnedAway: {
        throttled: sumOf(runs, ({ turnedAway }) => turnedAway?.throttled ?? 0),
        unavailable: sumOf(runs, ({ turnedAway }) => turnedAway?.unavailable ?? 0),
      },
      outages: mergedOutages(reports, start),
      end: mergedEnd(reports),
    },
  );
}
