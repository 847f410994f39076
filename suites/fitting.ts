/**
 * How a run is fitted to its time before it begins: which requirements it leaves out, and with what share of its variations
 * and cases it decides the others.
 *
 * @module
 */
import { requirementOf, type Level, type RequirementId } from '../spec/index.ts';
import type { Pace } from '../target/configuration/target.ts';
import { scenariosOf, type Workload } from './engine/definition.ts';
import { decides, sends, shareOfTime, type Choice, type Fit, type RunPlan } from './engine/plan.ts';
import { footprintOfSetup, partOf, partsOfScenarios, sumOf, tokensOfSetup, volumeOf, type Part } from './footprint.ts';
import { definitions, isJudgedByRules, lacksOf, selectedIds } from './index.ts';
import { boundsFor, costOf, profiles, type Bounds, type Cost, type ProfileName } from './profiles.ts';

export type Wanted = ReturnType<typeof wantedBy>[number];

const partsFor = ({ scenarios, traffic, extra }: Wanted): readonly Part[] => [...scenarios, ...traffic, ...extra];

/** All parts that some requirements are decided on, without duplicates. */
const allPartsFor = (wanted: readonly Wanted[]): readonly Part[] => [
  ...new Map(wanted.flatMap(partsFor).map((part) => [part.name, part])).values(),
];

const rankOf: Readonly<Record<Level, number>> = { required: 0, expected: 1, open: 2 };

const cheapestFirst = (one: Part, other: Part): number => one.least - other.least;

/**
 * Chooses what is sent with at most `most` requests, of which at most `mostTokens` are token requests. Every
 * requirement gets the least that decides it first: required ones before expected and open ones, and within a level the
 * cheapest first. Then come the workloads that this leaves out. All that is left goes into variations and drawn cases,
 * the same share of each.
 */
export function choose(wanted: readonly Wanted[], most: number, mostTokens = Infinity): Choice {
  const taken = new Map<string, Part>();
  let left = most - footprintOfSetup;
  let tokensLeft = mostTokens - tokensOfSetup;
  const take = (parts: readonly Part[]): boolean => {
    const more = parts.filter(({ name }) => !taken.has(name));
    const cost = sumOf(more, 'least');
    const tokens = sumOf(more, 'tokens');
    if (cost > left || (tokens > 0 && tokens > tokensLeft)) return false;
    left -= cost;
    tokensLeft -= tokens;
    for (const part of more) taken.set(part.name, part);
    return true;
  };
  const leastOf = ({ scenarios, traffic }: Wanted): readonly Part[] => [
    ...scenarios,
    ...traffic.toSorted(cheapestFirst).slice(0, 1),
  ];
  const order = wanted.toSorted(
    (one, other) =>
      rankOf[requirementOf(one.id).level] - rankOf[requirementOf(other.id).level] ||
      sumOf(leastOf(one), 'least') - sumOf(leastOf(other), 'least'),
  );
  const kept = order.filter((one) => take(leastOf(one)));
  for (const part of kept.flatMap(({ traffic }) => traffic).toSorted(cheapestFirst)) take([part]);
  for (const part of kept.flatMap(({ extra }) => extra)) take([part]);
  const further = sumOf(taken.values(), 'further');
  const share = further === 0 ? 1 : Math.min(left / further, 1);
  const all = allPartsFor(wanted);
  const isFewer = (part: Part): boolean => !taken.has(part.name) || (share < 1 && part.further > 0);
  const idsOf = (some: readonly Wanted[]): readonly RequirementId[] => some.map(({ id }) => id);
  return {
    share,
    leftOut: idsOf(wanted.filter((one) => !kept.includes(one))),
    fewer: idsOf(wanted.filter((one) => kept.includes(one) && partsFor(one).some(isFewer))),
    unsent: all.map(({ name }) => name).filter((name) => !taken.has(name)),
    requests: Math.round(footprintOfSetup + sumOf(taken.values(), 'least') + share * further),
    requestsOfAll: Math.round(volumeOf(all).requests),
    tokensOfAll: tokensOfSetup + sumOf(all, 'tokens'),
  };
}

/** The share of its concurrency that a run makes use of: many requests need the answer to another one. */
const shareOfConcurrency = 0.75;

/** What is known about how fast a target answers. */
export interface MeasuredPace {
  /** Milliseconds until an answer. */
  readonly latencyMs: number;
  /** Requests per second that the target answered, if it asked to slow down; infinite if it did not. */
  readonly requestsPerSecond: number;
  /** Most requests in flight, if the target serves one connection after another. */
  readonly concurrency?: number;
}

/** Requests that can be sent per second; infinite if nothing is known to limit them. */
function requestsPerSecondOf({ concurrency, requestsPerSecond = Infinity }: Pace, measured?: MeasuredPace): number {
  if (measured === undefined) return requestsPerSecond;
  const answered = (concurrency * shareOfConcurrency * 1000) / measured.latencyMs;
  return Math.min(requestsPerSecond, measured.requestsPerSecond, answered);
}

/** Most requests to send at once to see whether a target keeps up: more than a run needs per second, and still few. */
const mostProbes = 20;

/** How many requests show, in the second after the preflight, whether the target is fast enough for a run. */
export function probesFor({ requestsOfAll, timeBudgetMs, requestsPerSecond }: Fit): number {
  const needed = Math.ceil(requestsOfAll / shareOfTime / (timeBudgetMs / 1000)) + 1;
  return Math.min(needed, mostProbes, Math.ceil(requestsPerSecond));
}

/** The parts of a plan that decide how its run is fitted to its time. */
export type Fitted = Pick<
  RunPlan,
  'target' | 'profile' | 'cases' | 'timeBudgetMs' | 'watchMs' | 'waitForExpiry' | 'only' | 'skip' | 'shard'
>;

/** What it takes to decide each of the given requirements. */
function wantedBy(plan: Pick<Fitted, 'profile' | 'cases' | 'shard'>, ids: readonly RequirementId[]) {
  const { profile, cases } = plan;
  const { effort } = profiles[profile];
  return ids.map((id) => {
    const { traffic = [], ...definition } = definitions[id];
    const isSent = sends(plan, definition.looksAt === 'all traffic' ? undefined : id);
    const ofTraffic = (extra: boolean): readonly Part[] =>
      traffic
        .filter(({ name, isExtra = false }) => isExtra === extra && sends(plan, name))
        .map((workload) => partOf(workload, effort, cases));
    return {
      id,
      scenarios:
        isSent && scenariosOf(definition, profile).length > 0 ? partsOfScenarios(id, definition, effort, cases) : [],
      traffic: isJudgedByRules(id) ? ofTraffic(false) : [],
      extra: ofTraffic(true),
    };
  });
}

/** The workloads that a run always sends for requirements, besides those that the requirements have themselves. */
function moreFor(ids: readonly RequirementId[], moreTraffic: RunPlan['moreTraffic'] = {}): readonly Workload[] {
  const named = new Set(Object.values(moreTraffic));
  const own = new Set(ids.flatMap((id) => definitions[id].traffic ?? []));
  const all = new Set(Object.values(definitions).flatMap(({ traffic = [] }) => traffic));
  return [...all].filter((workload) => named.has(workload.name) && !own.has(workload));
}

/** What is sent to decide some requirements, and to find bodies that the target accepts. */
function ownOf(profile: ProfileName, cases: number, ids: readonly RequirementId[], more: readonly Workload[]): Bounds {
  const { effort } = profiles[profile];
  return volumeOf([
    ...allPartsFor(wantedBy({ profile, cases }, ids)),
    ...more.map((workload) => partOf(workload, effort, cases)),
  ]);
}

/** The cost of a run that decides only what was selected: what that has room for, and no record if it takes none. */
export function costOfSelected(
  profile: ProfileName,
  cases: number,
  selection: Pick<RunPlan, 'only' | 'skip' | 'moreTraffic'>,
  shrinkTries = profiles[profile].shrinkTries,
): Cost {
  const { only, skip, moreTraffic } = selection;
  const cost = costOf(profile, cases);
  if (only === undefined && skip.length === 0) return cost;
  const ids = selectedIds({ profile, only, skip });
  const more = moreFor(ids, moreTraffic);
  const { requests, records } =
    only === undefined ? cost.atMost : boundsFor(ownOf(profile, cases, ids, more), shrinkTries);
  const readsAlone = more.length === 0 && ids.every((id) => definitions[id].readsAlone === true);
  return {
    atMost: {
      requests: Math.min(requests, cost.atMost.requests),
      records: readsAlone ? 0 : Math.min(records, cost.atMost.records),
    },
  };
}

/**
 * Fits a run to its time.
 *
 * @param measured - what the target has shown of its pace; default: only the configured limits are known
 */
export function fitOf(plan: Fitted, measured?: MeasuredPace): Fit {
  const { target, timeBudgetMs, watchMs = 0 } = plan;
  const undecided = new Set(lacksOf(target, plan).flatMap(({ ids }) => ids));
  const wanted = wantedBy(
    plan,
    selectedIds(plan).filter((id) => decides(plan, id) && !undecided.has(id)),
  );
  const requestsPerSecond = requestsPerSecondOf(target.limits, measured);
  const seconds = (Math.max(timeBudgetMs - watchMs, 0) / 1000) * shareOfTime;
  const most = Number.isFinite(requestsPerSecond) ? seconds * requestsPerSecond : Infinity;
  const { tokensPerMinute = Infinity } = target.limits;
  // All token requests of a minute may be sent at its beginning.
  const mostTokens = tokensPerMinute * (1 + Math.floor(seconds / 60));
  return { ...choose(wanted, most, mostTokens), timeBudgetMs, requestsPerSecond, tokensPerMinute };
}
