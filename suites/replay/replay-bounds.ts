import type { Counterexample, RecordedExchange, Report, RequirementResult } from '../../results/report.ts';
import { judgedTraffic } from '../../results/sees-all.ts';
import { endpointOf, endpoints, isRequirementId, type EndpointId } from '../../spec/index.ts';
import { isJudgedByRules } from '../index.ts';
import { costOf, isProfileName, profiles, type Bounds, type ProfileName } from '../profiles.ts';

/** How often a replay does what. */
export interface Repeats {
  /** Times that recorded exchanges are sent: two answers tell chance from rule more often than one. */
  readonly sent: number;
  /** Whether they are sent where one of them writes. */
  readonly sendsWrites: boolean;
  /** Whether the case that failed is run by itself, before the whole check. */
  readonly byCase: boolean;
  /**
   * Times that the whole check has to hold, on records of its own each time, before a failure counts as fixed; and times
   * where the report tells of a violation that did not show again.
   */
  readonly usual: number;
  readonly byChance: number;
  /** Times at the most that a check of something rare is run. */
  readonly rare: number;
  /** Whether everything is run once more where the exchange of another check showed a failure. */
  readonly ofEverything: boolean;
}

const usualRepeats: Repeats = {
  sent: 2,
  sendsWrites: true,
  byCase: true,
  usual: 2,
  byChance: 3,
  rare: 6,
  ofEverything: true,
};
/** Where few records may be made, there are none for a second time. */
const frugalRepeats: Repeats = {
  sent: 1,
  sendsWrites: false,
  byCase: false,
  usual: 1,
  byChance: 1,
  rare: 1,
  ofEverything: false,
};

/** The profile that a report is replayed by: its own, where it has one. */
export function replayedProfile({ run }: Report): ProfileName {
  return isProfileName(run.profile) ? run.profile : 'full';
}

/** Whether a report is of a run that makes a handful of records: one such run is all that its replay consists of. */
export const isFrugalReport = (report: Report): boolean => profiles[replayedProfile(report)].effort === 'frugal';

/** How often the replay of a report does what. */
export function repeatsOf(report: Report): Repeats {
  return isFrugalReport(report) ? frugalRepeats : usualRepeats;
}

/** Cases of each property where the report doesn't say. */
const usualCases = 100;

/** Cases of each property that a report is replayed with. */
export function replayedCases({ run }: Report): number {
  return run.casesPerProperty ?? usualCases;
}

/** Whether an exchange showed it that another requirement's check had sent: any check's may have been needed for it. */
export function wasSeenElsewhere({ id, counterexample }: RequirementResult): boolean {
  const { property = id } = counterexample ?? {};
  return property !== id && isRequirementId(property) && isJudgedByRules(id);
}

/** How often the whole check of a failure is run again, so many times at the most. */
export function timesOf({ id, counterexample }: RequirementResult, repeats: Repeats): number {
  const { property, path, passedAgain } = counterexample ?? {};
  // A check of one case ends with its first failure: what it came to before says nothing of how rare that is.
  const isOfMany = property !== id || path !== undefined;
  const least = repeats[passedAgain === undefined ? 'usual' : 'byChance'];
  return isOfMany ? repeats.rare : least;
}

/**
 * What the whole replay of some failures may send at the most: as much as the runs that it consists of, and its exchanges;
 * no more than one run where the profile promises a handful of records. Of saved traffic the exchanges alone are sent.
 */
export function replayBounds(report: Report, failures: readonly RequirementResult[]): Bounds {
  const profile = replayedProfile(report);
  const repeats = repeatsOf(report);
  const { atMost } = costOf(profile, replayedCases(report));
  const sent = failures.flatMap(({ counterexample }) => counterexample?.exchanges ?? []).map(endpointAsked);
  const writes = sent.filter(
    (endpoint) => endpoint !== undefined && endpoint !== 'token' && endpoints[endpoint].method !== 'GET',
  );
  if (report.run.profile === judgedTraffic) return { requests: atMost.requests, records: writes.length * repeats.sent };
  if (profile === 'health') return atMost;
  const runs = 1 + Math.max(0, ...failures.map((failure) => timesOf(failure, repeats)));
  return { requests: atMost.requests * runs, records: atMost.records * runs };
}

/** What a recorded request asked for; undefined where it is no operation of the interface. */
function endpointAsked({ request: { method, url } }: RecordedExchange): EndpointId | 'token' | undefined {
  return URL.canParse(url) ? endpointOf(method, new URL(url).pathname)?.endpoint : undefined;
}

/** Whether the exchanges of a counterexample read, and do no more. */
export function isOfReads({ exchanges }: Counterexample): boolean {
  return exchanges.every((one) => one.request.method === 'GET' || endpointAsked(one) === 'token');
}
