import { decidedAt, endpointAsked, isSameKind } from '../../results/failure-kind.ts';
import type { Counterexample, Report, RequirementResult } from '../../results/report.ts';
import { judgedTraffic } from '../../results/run-scope.ts';
import { endpoints, isRequirementId, present, type RequirementId } from '../../spec/index.ts';
import { NoTokenError } from '../../target/access-tokens.ts';
import type { Session } from '../engine/session.ts';
import { Undecided } from '../engine/verdicts.ts';
import { costOfSelected } from '../fitting.ts';
import { boundsFor, costOf, isProfileName, profiles, type Bounds, type ProfileName } from '../profiles.ts';
import { numberOf } from '../judging/reading.ts';
import { isFoundByRule, sendAgain, undecidedReplay, type ExchangesReplay } from './send-again.ts';

/** `no verdict`: neither the exchanges nor the check could decide. */
export type ReplayVerdict = 'fixed' | 'still failing' | 'nondeterministic' | 'no verdict';

interface DecidedReplay {
  readonly verdict: ReplayVerdict;
  /** If it fails differently from its counterexample: how the failure compares with the report. */
  readonly otherwise?: 'otherwise than recorded' | 'as also recorded';
  /** Why, as a sentence without its full stop. */
  readonly because: string;
}

/** The replay of a failure: its verdict, and the evidence in the order in which it was gathered. */
export interface Replay extends DecidedReplay {
  readonly id: RequirementId;
  /** What the report recorded; absent if the requirement failed without an exchange. */
  readonly recorded?: Counterexample;
  /** One entry for each time the exchanges were sent. */
  readonly exchanges: readonly ExchangesReplay[];
  /** The results of its whole check, one for each time it was run. */
  readonly checks: readonly RequirementResult[];
}

/** The requirements whose checks are run again, and the additional traffic for each of them. */
export interface CheckSelection {
  readonly only: readonly RequirementId[];
  readonly moreTraffic?: Readonly<Record<string, string>>;
}

export interface ReplayTools {
  /** The open points that the target's configuration pins. */
  readonly pinned: ReadonlySet<string>;
  readonly openSession: () => Session;
  /** Runs checks with the seed and the cases of the report. @throws NoVerdictError */
  readonly runChecks: (selection: CheckSelection) => Promise<Report>;
}

/** The profile that a report is replayed with: the report's own if it is known, or else `full`. */
export function replayedProfile({ run }: Report): ProfileName {
  return isProfileName(run.profile) ? run.profile : 'full';
}

/** Cases of each property if the report does not say. */
const usualCases = 100;

/** How many cases of each property a replay draws: as many as the run. */
export function replayedCases({ run }: Report): number {
  return run.casesPerProperty ?? usualCases;
}

/** Whether the run could make only a few records: then a single such run replays it. */
const isFrugal = (report: Report): boolean => profiles[replayedProfile(report)].effort === 'frugal';

/** A failing case is run only once more, to confirm it; the report already has the smaller counterexample. */
export const shrinkTries = 1;

/** How often recorded exchanges are sent: more than once, as two answers may differ. */
const timesSent = 2;

/** The cap of a replay, in whole runs: its checks are only parts of a run, but may have to hold three times. */
const mostRuns = 2;

/** The most that a replay sends: exchanges, and (except for saved traffic) its checks as often as they must hold. */
export function replayBounds(report: Report, failures: readonly RequirementResult[]): Bounds {
  const [profile, cases] = [replayedProfile(report), replayedCases(report)];
  const whole = costOf(profile, cases).atMost;
  if (isFrugal(report)) return whole;
  const asked = failures.flatMap(({ counterexample }) => counterexample?.exchanges ?? []).map(endpointAsked);
  const writes = asked.filter((one) => one !== undefined && one !== 'token' && endpoints[one].method !== 'GET');
  const again = { requests: asked.length * timesSent, records: writes.length * timesSent };
  if (report.run.profile === judgedTraffic)
    return { ...again, requests: boundsFor({ ...again, records: 0 }, shrinkTries).requests };
  const { atMost } = costOfSelected(profile, cases, { ...selectionOf(failures, report), skip: [] }, shrinkTries);
  const times = Math.max(...failures.map((failure) => timesToHold(failure, report)));
  const most = (of: keyof Bounds): number => Math.min(mostRuns * whole[of], times * atMost[of] + again[of]);
  return { requests: most('requests'), records: most('records') };
}

/** The property, workload or check that found a failure. */
const finderOf = ({ id, counterexample }: RequirementResult): string => counterexample?.property ?? id;

/** The requirements of failures, and the checks that found them. */
function selectionOf(failures: readonly RequirementResult[], report: Report): CheckSelection {
  const found = failures.map((failure) => [failure.id, finderOf(failure)] as const);
  const only = [...new Set(found.flat())].filter(isRequirementId);
  return { only, ...(isFrugal(report) ? {} : { moreTraffic: Object.fromEntries(found) }) };
}

/**
 * Replays failures of a report: first the recorded exchanges of each failure, then the whole checks of all of them,
 * with the data of that run. A check has to hold more than once, because each run of it uses new records.
 *
 * @throws NoVerdictError
 */
export async function replayFailures(
  report: Report,
  failures: readonly RequirementResult[],
  tools: ReplayTools,
): Promise<readonly Replay[]> {
  // An open point can only fail if it is pinned.
  const isUnpinned = ({ id, level }: RequirementResult): boolean => level === 'open' && !tools.pinned.has(id);
  const works = failures.map((failure) => ({
    failure,
    exchanges: new Array<ExchangesReplay>(),
    checks: new Array<RequirementResult>(),
  }));
  for (const { failure, exchanges } of works)
    if (!isUnpinned(failure)) exchanges.push(...(await exchangesAgain(failure, report, tools)));
  const isOpen = ({ failure, checks }: (typeof works)[number]): boolean =>
    !isUnpinned(failure) &&
    checks.every(({ outcome, partly }) => outcome === 'pass' && partly !== true) &&
    checks.length < timesToHold(failure, report);
  for (let open = works.filter(isOpen); open.length > 0; open = open.filter(isOpen)) {
    const selection = selectionOf(
      open.map(({ failure }) => failure),
      report,
    );
    const again = await tools.runChecks(selection);
    for (const { failure, checks } of open) checks.push(resultIn(again, failure.id));
  }
  return works.map(({ failure, exchanges, checks }) => {
    const { id, counterexample: recorded } = failure;
    const decided = isUnpinned(failure) ? unpinned : decideReplay(failure, exchanges, checks);
    return { id, ...decided, ...present({ recorded }), exchanges, checks };
  });
}

const unpinned: DecidedReplay = {
  verdict: 'no verdict',
  because: 'it failed by a pin, and this configuration does not pin it; give the one of that run (expect)',
};

/** A failure that was seen fewer times than this is rare. */
const rare = 10;

/** How often a check must hold before its failure counts as fixed: once more if the failure is rare or intermittent. */
function timesToHold({ id, counterexample }: RequirementResult, report: Report): number {
  // Saved traffic was not generated from a seed: there is no check to run.
  if (report.run.profile === judgedTraffic) return 0;
  if (isFrugal(report)) return 1;
  const { property, path, passedAgain, occurrences = 1, also = [] } = counterexample ?? {};
  // A check without cases stops at its first violation, so nothing is known about how rare it is.
  const hasCases = property !== id || path !== undefined;
  const isRare = hasCases && Math.min(occurrences, ...also.map((one) => one.occurrences)) < rare;
  return isRare || passedAgain !== undefined ? 3 : 2;
}

async function exchangesAgain({ id, counterexample }: RequirementResult, report: Report, { openSession }: ReplayTools) {
  if (counterexample === undefined) return [];
  const isReading = counterexample.exchanges.every(
    (exchange) => exchange.request.method === 'GET' || endpointAsked(exchange) === 'token',
  );
  const times = isFrugal(report) ? Number(isReading) : timesSent;
  const replays: ExchangesReplay[] = [];
  for (let time = 0; time < times; time += 1) {
    const session = openSession();
    try {
      replays.push(await sendAgain(session, { id, counterexample, baseUrl: report.target.baseUrl }));
    } catch (error) {
      if (!(error instanceof Undecided || error instanceof NoTokenError)) throw error;
      replays.push(undecidedReplay(error.message));
    } finally {
      await session.close();
    }
  }
  return replays;
}

/** The result of a requirement in a run. A pass is inconclusive if the suite had a fault or the run was interrupted. */
function resultIn({ requirements, suiteFaults, run }: Report, id: RequirementId): RequirementResult {
  const result = requirements.find((one) => one.id === id);
  if (result === undefined) throw new Error(`the run reported nothing of ${id}`);
  if (result.outcome !== 'pass') return result;
  const [fault] = suiteFaults;
  if (fault !== undefined)
    return { ...result, outcome: 'inconclusive', detail: `a fault of the suite in ${fault.id}: ${fault.message}` };
  return run.interrupted ? { ...result, outcome: 'inconclusive', detail: 'the run ended before its end' } : result;
}

/** One new failure shows that it is not fixed; exchanges alone do not prove a fix if there is a check. */
export function decideReplay(
  failure: RequirementResult,
  exchanges: readonly ExchangesReplay[],
  checks: readonly RequirementResult[],
): DecidedReplay {
  const { id, cases, counterexample } = failure;
  const shown = exchanges.filter(({ showing }) => showing === 'shows again');
  const inOrder = exchanges.filter(({ showing }) => showing === 'in order');
  if (shown.length > 0 && inOrder.length > 0)
    return { verdict: 'nondeterministic', because: 'the same request was answered rightly and wrongly' };
  const failed = checks.filter(({ outcome }) => outcome === 'fail');
  if (failed.length > 0) return decideFailed(failed, counterexample, shown.length > 0);
  if (shown.some(({ isOfOldRecord }) => !isOfOldRecord || checks.length === 0))
    return { verdict: 'still failing', because: 'the recorded exchange shows it again' };
  if (checks.length === 0) {
    const noMore = 'there is no more to replay of saved traffic';
    return inOrder.length > 0 && inOrder.length === exchanges.length
      ? { verdict: 'fixed', because: `the recorded exchange is answered as it should be; ${noMore}` }
      : { verdict: 'no verdict', because: `the recorded exchange does not decide, and ${noMore}` };
  }
  // A rule judges each exchange alone, so it needs an answer from the endpoint that broke it.
  const isOfRule = counterexample !== undefined && isFoundByRule(id, counterexample.property);
  const why = whyUndecided(checks, isOfRule ? decidedAt(counterexample) : undefined);
  if (why !== undefined) return { verdict: 'no verdict', because: why };
  const times = checks.length === 1 ? 'once' : `${checks.length} times`;
  const casesHeld = checks.reduce((sum, result) => sum + result.cases, 0);
  const held = `its whole check held ${times} with the same data, ${numberOf(casesHeld, 'case')} in all`;
  if (shown.length > 0)
    return { verdict: 'fixed', because: `${held}; the record of that run shows it still, as it was stored then` };
  const before = `${counterexample?.occurrences ?? 1} of ${cases} failed before`;
  const now = counterexample?.passedAgain === undefined ? '' : ', and it did not show every time';
  return { verdict: 'fixed', because: `${held}; ${before}${now}` };
}

function decideFailed(
  failed: readonly RequirementResult[],
  recorded: Counterexample | undefined,
  isShown: boolean,
): DecidedReplay {
  const shows = (one: Counterexample, other: Counterexample): boolean =>
    [one, ...(one.also ?? [])].some((seen) => isSameKind(seen, other));
  const isAsRecorded = ({ counterexample: now }: RequirementResult): boolean =>
    now === undefined || recorded === undefined || shows(now, recorded);
  const asRecorded = failed.find(isAsRecorded);
  const { counterexample } = asRecorded ?? failed[0] ?? {};
  if (counterexample?.passedAgain !== undefined)
    return {
      verdict: 'nondeterministic',
      because: 'its check failed, and the case that failed did not fail when it was run once more',
    };
  if (asRecorded !== undefined || isShown || counterexample === undefined)
    return { verdict: 'still failing', because: 'its check fails again' };
  const isKnown = recorded !== undefined && shows(recorded, counterexample);
  const otherwise = isKnown ? 'as also recorded' : 'otherwise than recorded';
  return { verdict: 'still failing', because: counterexample.message, otherwise };
}

/** Why checks that did not fail still do not show that the failure is fixed; undefined if they do. */
function whyUndecided(results: readonly RequirementResult[], at: string | undefined): string | undefined {
  const last = results.at(-1);
  if (last?.outcome !== 'pass')
    return `its check could not decide: ${last?.detail ?? last?.reason ?? 'it was not run'}`;
  const blocked = results.find(({ partly }) => partly === true);
  const detail = blocked?.detail ?? '';
  if (at !== undefined && !results.some(({ judgedAt }) => judgedAt?.includes(at))) {
    const why = detail === '' ? '' : `: ${detail}`;
    return `its check holds, but got no answer of ${at}, where it failed before${why}`;
  }
  return blocked === undefined ? undefined : `its check holds as far as it could be made, and no further: ${detail}`;
}
