import type { Counterexample, RecordedExchange, Report, RequirementResult } from '../../results/report.ts';
import { judgedTraffic } from '../../results/run-scope.ts';
import { endpointOf, isRequirementId, register, type EndpointId, type RequirementId } from '../../spec/index.ts';
import { drivesOf } from '../traffic/index.ts';
import { invariantIds } from '../invariants/index.ts';
import {
  boundsOfRuns,
  costOf,
  isProfileName,
  profiles,
  type Bounds,
  type ProfileName,
  type WritingEndpoint,
} from '../profiles/index.ts';

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
  return property !== id && isRequirementId(property) && invariantIds.includes(id);
}

/** Whether the property or check that found it has a case of it that can be run by itself. */
const hasCase = ({ counterexample }: RequirementResult): boolean => counterexample?.path !== undefined;

/** How often the whole check of a failure is run again, so many times at the most. */
export function timesOf({ id, counterexample }: RequirementResult, repeats: Repeats): number {
  const { property, path, passedAgain } = counterexample ?? {};
  // A check of one case ends with its first failure: what it came to before says nothing of how rare that is.
  const isOfMany = property !== id || path !== undefined;
  const least = repeats[passedAgain === undefined ? 'usual' : 'byChance'];
  return isOfMany ? repeats.rare : least;
}

/** What the run of one case takes at the most, of each kind of write, with what has to be there for it. */
const oneCase = { requests: 250, writes: 40 } as const;
/** What is sent before any exchange is: tokens and the groups list. */
const beforeExchanges = 5;

/** The requirements whose checks decide a failure: its own, and that of the property that came to it. */
function decidedBy({ id, counterexample }: RequirementResult): readonly RequirementId[] {
  const { property = id } = counterexample ?? {};
  if (isRequirementId(property)) return [id, property];
  // A drive that is run for it beside its own may be any.
  const isOwn = property === 'model' || drivesOf(id).some((name) => name === property);
  return isOwn ? [id] : [id, ...register.map((requirement) => requirement.id)];
}

/**
 * What the whole replay of some failures may send at the most: the runs that decide all of them together, the case of
 * each, and its exchanges; but no more than one run where the profile promises a handful of records. Of saved traffic the
 * exchanges alone are sent.
 */
export function replayBounds(report: Report, failures: readonly RequirementResult[]): Bounds {
  const profile = replayedProfile(report);
  const cases = replayedCases(report);
  const repeats = repeatsOf(report);
  const { atMost } = costOf(profile, cases);
  if (report.run.profile === judgedTraffic) return boundsOfExchanges(failures, atMost.requests, repeats.sent);
  if (profile === 'health') return atMost;
  const ofCases = failures.filter(hasCase).length;
  const asked = failures.flatMap(({ counterexample }) => counterexample?.exchanges ?? []).map(endpointAsked);
  return boundsOfRuns(profile, cases, {
    ids: failures.flatMap(decidedBy),
    times: Math.max(0, ...failures.map((failure) => timesOf(failure, repeats))),
    wholeRuns: failures.some(wasSeenElsewhere) ? 1 : 0,
    besides: (of) =>
      of === 'requests'
        ? oneCase.requests * ofCases + (asked.length + beforeExchanges * failures.length) * repeats.sent
        : oneCase.writes * ofCases + asked.filter((one) => one === of).length * repeats.sent,
  });
}

/** What a recorded request asked for; undefined where it is no operation of the interface. */
function endpointAsked({ request: { method, url } }: RecordedExchange): EndpointId | 'token' | undefined {
  return URL.canParse(url) ? endpointOf(method, new URL(url).pathname)?.endpoint : undefined;
}

/** Whether the exchanges of a counterexample read, and do no more. */
export function isOfReads({ exchanges }: Counterexample): boolean {
  return exchanges.every((one) => one.request.method === 'GET' || endpointAsked(one) === 'token');
}

function boundsOfExchanges(failures: readonly RequirementResult[], requests: number, sent: number): Bounds {
  const asked = failures.flatMap(({ counterexample }) => counterexample?.exchanges ?? []).map(endpointAsked);
  const of = (endpoint: WritingEndpoint): number => asked.filter((one) => one === endpoint).length * sent;
  const each = { E2: of('E2'), E3: of('E3'), E4: of('E4'), E6: of('E6') };
  return { requests, written: each.E2 + each.E3 + each.E4 + each.E6, writes: each };
}
