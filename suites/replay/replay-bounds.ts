import type { Counterexample, RecordedExchange, Report, RequirementResult } from '../../reporters/report.ts';
import { judgedTraffic } from '../../reporters/sees-all.ts';
import { endpointOf, type EndpointId } from '../../spec/index.ts';
import {
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
}

const usualRepeats: Repeats = { sent: 2, sendsWrites: true, byCase: true, usual: 2, byChance: 3, rare: 6 };
/** Where few records may be made, there are none for a second time. */
const frugalRepeats: Repeats = { sent: 1, sendsWrites: false, byCase: false, usual: 1, byChance: 1, rare: 1 };

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

/**
 * What the whole replay of some failures may send at the most: what a run of the report's profile may, for each of them;
 * but no more than one such run where the profile promises a handful of records. Of saved traffic the exchanges alone are
 * sent.
 */
export function replayBounds(report: Report, failures: readonly RequirementResult[]): Bounds {
  const { atMost } = costOf(replayedProfile(report), replayedCases(report));
  if (report.run.profile === judgedTraffic) return boundsOfExchanges(failures, atMost.requests, repeatsOf(report).sent);
  const times = isFrugalReport(report) ? 1 : failures.length;
  const each = (endpoint: WritingEndpoint): number => atMost.writes[endpoint] * times;
  return {
    requests: atMost.requests * times,
    written: atMost.written * times,
    writes: { E2: each('E2'), E3: each('E3'), E4: each('E4'), E6: each('E6') },
  };
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
