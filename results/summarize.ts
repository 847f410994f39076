import type { Level } from '../spec/index.ts';
import type { ByLevel, Outage, Outcome, Report, RequirementResult, TurnedAway, Verdict } from './report.ts';

/** The level a run is judged at: `expected` lets expected requirements fail it as well as required ones. */
export type JudgedLevel = 'required' | 'expected';

/** Whether the failure of a result makes a run of this level nonconformant; of the open points only a pinned one can fail. */
export function isJudgedFailure({ outcome, level }: RequirementResult, judged: JudgedLevel): boolean {
  return outcome === 'fail' && (level !== 'expected' || judged === 'expected');
}

/** Whether the requirement was found broken, be it accepted by a waiver or not. */
export function isBroken({ outcome, reason }: RequirementResult): boolean {
  return outcome === 'fail' || reason === 'waived';
}

export interface SummaryCircumstances {
  readonly suiteFaults?: number;
  /** Whether the run was ended by its user before its end. */
  readonly interrupted?: boolean;
  readonly outOfTime?: boolean;
  readonly outOfRequests?: boolean;
  readonly turnedAway?: TurnedAway;
  readonly outages?: readonly Outage[];
  readonly isFromTraffic?: boolean;
}

const judgedLevels: Readonly<Record<JudgedLevel, readonly JudgedLevel[]>> = {
  required: ['required'],
  expected: ['required', 'expected'],
};

function countByLevel(results: readonly RequirementResult[], outcome: Outcome): ByLevel {
  const count = (level: Level) =>
    results.filter((result) => result.level === level && result.outcome === outcome).length;
  return { required: count('required'), expected: count('expected'), open: count('open') };
}

function share(
  results: readonly RequirementResult[],
  level: Level,
  of: (result: RequirementResult) => boolean,
): string {
  const selected = results.filter((result) => result.level === level && result.outcome !== 'skipped');
  return `${selected.filter(of).length} of ${selected.length} ${level}`;
}

function waived(results: readonly RequirementResult[]): readonly string[] {
  const count = results.filter(({ reason }) => reason === 'waived').length;
  return count === 0 ? [] : [`${count} accepted by a waiver`];
}

function leftOut(judged: readonly RequirementResult[]): readonly string[] {
  const count = judged.filter(({ reason }) => reason === 'deselected').length;
  return count === 0 ? [] : [`${count} left out`];
}

function wordsOf({ throttled, unavailable }: TurnedAway): string {
  const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
  return `the target ${[
    ...(throttled === 0 ? [] : [`asked to slow down (429) ${times(throttled)}`]),
    ...(unavailable === 0 ? [] : [`was not available (502, 503, 504) ${times(unavailable)}`]),
  ].join(' and ')}`;
}

function departure(outages: readonly Outage[]): string {
  const last = outages.findLast(({ forMs }) => forMs === undefined) ?? outages[0];
  const operations = [...new Set(last?.underWay.map(({ operation }) => operation))].join(', ');
  const when = `the target went away ${((last?.afterMs ?? 0) / 1000).toFixed(1)} s into the run`;
  return operations === '' ? when : `${when}, with ${operations} under way`;
}

/** Whether a requirement is blocked because the target did not answer: it may do so another time. */
export function isUnanswered({ outcome, reason, unanswered }: RequirementResult): boolean {
  return outcome === 'inconclusive' && reason === 'blocked' && unanswered !== undefined;
}

function decide(
  results: readonly RequirementResult[],
  level: JudgedLevel,
  {
    suiteFaults = 0,
    interrupted = false,
    outOfTime = false,
    outOfRequests = false,
    turnedAway,
    outages = [],
    isFromTraffic = false,
  }: SummaryCircumstances,
): { verdict: Verdict; headline: string } {
  const levels = judgedLevels[level];
  const judged = results.filter((result) => levels.some((name) => name === result.level));
  // Of the open points only a pinned one can fail, and need a waiver.
  const judgedOrPinned = results.filter((result) => result.level === 'open' || judged.includes(result));
  const failing = levels.filter((name) => judged.some((result) => result.level === name && result.outcome === 'fail'));
  // An open point never fails by itself: only one that the configuration pins can.
  const moved = results.filter(({ level: of, outcome }) => of === 'open' && outcome === 'fail').length;
  if (failing.length > 0 || moved > 0) {
    const seen = isFromTraffic ? results.filter(({ outcome }) => outcome !== 'inconclusive') : results;
    const shares = failing.map((name) => share(seen, name, ({ outcome }) => outcome === 'fail'));
    const causes = [
      ...(shares.length === 0 ? [] : [`${shares.join(' and ')}${isFromTraffic ? ' seen' : ''} fail`]),
      ...waived(judgedOrPinned),
      ...(moved === 0 ? [] : [`${moved} pinned open ${moved === 1 ? 'point has' : 'points have'} changed`]),
      ...leftOut(judged),
    ];
    return { verdict: 'nonconformant', headline: `nonconformant: ${causes.join(', ')}` };
  }

  const without = (why: string) => ({ verdict: 'no-verdict', headline: `no verdict: ${why}` }) as const;
  if (judged.every(({ outcome, reason }) => outcome === 'skipped' && reason !== 'waived')) {
    return without(
      `nothing ${levels.join(' or ')} was selected${level === 'required' ? '; --level expected judges more' : ''}`,
    );
  }
  const passed = share(results, 'required', ({ outcome }) => outcome === 'pass');
  if (interrupted) return without(`interrupted when ${passed} had passed`);
  if (turnedAway !== undefined && (outOfTime || outOfRequests))
    return without(`out of ${outOfTime ? 'time' : 'requests'} when ${passed} had passed: ${wordsOf(turnedAway)}`);
  if (outOfTime) return without(`out of time when ${passed} had passed; allow more with --time-budget`);
  if (outOfRequests)
    return without(`out of requests when ${passed} had passed; fewer requirements at a time (--only) take fewer`);
  const blocked = (result: RequirementResult) => result.outcome === 'inconclusive' && result.reason === 'blocked';
  const allBlocked = results.filter((result) => result.level === 'required' && blocked(result));
  if (allBlocked.length > 0) {
    const isAway =
      allBlocked.every((result) => isUnanswered(result) || result.afterOutage === true) && outages.length > 0;
    const why = allBlocked.every(isUnanswered)
      ? `gave no answer to what they build on${turnedAway === undefined ? '' : `: ${wordsOf(turnedAway)}`}`
      : 'refused what they build on';
    if (isAway) return without(`${share(results, 'required', blocked)} could not be judged, as ${departure(outages)}`);
    return without(`${share(results, 'required', blocked)} could not be judged, as the target ${why}`);
  }
  const isOpen = ({ outcome, unanswered }: RequirementResult) => outcome === 'pass' && unanswered !== undefined;
  const open = results.filter((result) => result.level === 'required' && isOpen(result));
  if (open.length > 0) {
    const operations = [...new Set(open.map(({ unanswered }) => unanswered))].join(', ');
    return without(
      `${share(results, 'required', isOpen)} were judged only in part, as the target gave no answer to ${operations}`,
    );
  }
  // Traffic in which nothing that is required shows is none to call a service conformant by, whatever else it shows.
  const required = judged.filter(
    ({ level: of, outcome, reason }) => of === 'required' && (outcome !== 'skipped' || reason === 'waived'),
  );
  const telling = isFromTraffic && required.length > 0 ? required : judged;
  if (!telling.some(({ outcome, reason }) => outcome === 'pass' || reason === 'waived')) {
    const asked = telling.filter(({ outcome }) => outcome !== 'skipped');
    const names = levels.filter((name) => asked.some((result) => result.level === name));
    return without(`none of ${asked.length} ${names.join(' and ')} ${isFromTraffic ? 'was seen' : 'could be decided'}`);
  }
  if (suiteFaults > 0)
    return without(`the suite itself failed in ${suiteFaults} ${suiteFaults === 1 ? 'place' : 'places'}`);

  const shares = levels
    .filter((name) => judged.some((result) => result.level === name && result.outcome !== 'skipped'))
    .map((name) => share(results, name, ({ outcome }) => outcome === 'pass'));
  // What the traffic does not show is in the share already.
  const undecided = isFromTraffic ? 0 : judged.filter(({ outcome }) => outcome === 'inconclusive').length;
  const inPart = judged.filter(({ partly }) => partly === true).length;
  return {
    verdict: 'conformant',
    headline: `conformant${isFromTraffic ? ' as far as seen' : ''}: ${[
      ...(shares.length === 0 ? [] : [`${shares.join(' and ')} ${isFromTraffic ? 'seen and held' : 'pass'}`]),
      ...(inPart === 0 ? [] : [`${inPart} of them only in part`]),
      ...waived(judgedOrPinned),
      ...(undecided === 0 ? [] : [`${undecided} inconclusive`]),
      ...leftOut(judged),
    ].join(', ')}`,
  };
}

/**
 * The verdict on a run and the counts behind it.
 *
 * A failure at a judged level, or of an open point that is pinned, makes the target nonconformant. Short of that there is no verdict when a required
 * requirement was blocked, when nothing judged passed, when the run was interrupted or ran out of time, or the suite itself failed.
 *
 * @param results one for each requirement of the register
 * @param level `expected` lets expected requirements fail the run as well
 */
export function summarize(
  results: readonly RequirementResult[],
  level: JudgedLevel,
  circumstances: SummaryCircumstances = {},
): Report['summary'] {
  return {
    ...decide(results, level, circumstances),
    passed: countByLevel(results, 'pass'),
    failed: countByLevel(results, 'fail'),
    inconclusive: countByLevel(results, 'inconclusive'),
    skipped: countByLevel(results, 'skipped'),
  };
}
