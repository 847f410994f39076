import { byLevel, filled, type Level } from '../spec/index.ts';
import { lines, plural, type Lines } from './printable.ts';
import type { Outage, Outcome, Reason, Report, RequirementResult, TurnedAway } from './report.ts';
import { judgedTraffic } from './run-scope.ts';

/** The level up to which a failure makes a run nonconformant. */
export type JudgedLevel = 'required' | 'expected';

/** Whether a result makes a run of this level nonconformant; of the open points only pinned ones can fail. */
export function isJudgedFailure({ outcome, level }: RequirementResult, judged: JudgedLevel): boolean {
  return outcome === 'fail' && (level !== 'expected' || judged === 'expected');
}

/** Whether the requirement was found broken, whether or not a waiver accepts it. */
export function isBroken({ outcome, reason }: RequirementResult): boolean {
  return outcome === 'fail' || reason === 'waived';
}

/** What ended a run early; empty if nothing did. */
export interface RunEnd extends Partial<
  Readonly<Record<'interrupted' | 'outOfTime' | 'outOfRequests' | 'byFailures', boolean>>
> {
  readonly refused?: string;
}

interface SummaryCircumstances extends RunEnd {
  readonly suiteFaults?: number;
  readonly turnedAway?: TurnedAway;
  readonly outages?: readonly Outage[];
  readonly isFromTraffic?: boolean;
}

/** What a verdict depends on besides results. A report from before `run.end` that was stopped is interrupted. */
export function circumstancesOf({ run, suiteFaults }: Pick<Report, 'run' | 'suiteFaults'>): SummaryCircumstances {
  const { interrupted, end = { interrupted }, turnedAway, outages } = run;
  const isFromTraffic = run.profile === judgedTraffic;
  return { ...end, isFromTraffic, suiteFaults: suiteFaults.length, ...filled({ turnedAway, outages }) };
}

export const levelsUpTo = (level: JudgedLevel): readonly JudgedLevel[] =>
  level === 'required' ? ['required'] : ['required', 'expected'];

function share(
  results: readonly RequirementResult[],
  level: Level,
  of: (result: RequirementResult) => boolean,
): string {
  const selected = results.filter((result) => result.level === level && result.outcome !== 'skipped');
  return `${selected.filter(of).length} of ${selected.length} ${level}`;
}

function counted(results: readonly unknown[], words: string, ofMany = words): Lines {
  return results.length > 0 && plural(results.length, words, ofMany);
}

function wordsOf({ throttled, unavailable }: TurnedAway): string {
  const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
  const did = lines([
    throttled > 0 && `asked to slow down (429) ${times(throttled)}`,
    unavailable > 0 && `was not available (502, 503, 504) ${times(unavailable)}`,
  ]);
  return `the target ${did.join(' and ')}`;
}

function absence(outages: readonly Outage[]): string {
  const last = outages.findLast(({ forMs }) => forMs === undefined) ?? outages[0];
  const operations = [...new Set(last?.underWay.map(({ operation }) => operation))].join(', ');
  const when = `the target went away ${((last?.afterMs ?? 0) / 1000).toFixed(1)} s into the run`;
  return operations === '' ? when : `${when}, with ${operations} under way`;
}

/** Whether a requirement is blocked because the target did not answer: it may answer another time. */
export function isUnanswered({ outcome, reason, unanswered }: RequirementResult): boolean {
  return outcome === 'inconclusive' && reason === 'blocked' && unanswered !== undefined;
}

/** What ended a run before everything was decided, if time or requests did, and the remedy. */
function endOf({ outOfTime = false, outOfRequests = false, turnedAway }: SummaryCircumstances) {
  if (!outOfTime && !outOfRequests) return undefined;
  const remedy = outOfTime ? '; allow more with --time-budget' : '; fewer requirements at a time (--only) take fewer';
  return {
    what: `out of ${outOfTime ? 'time' : 'requests'}`,
    why: turnedAway === undefined ? remedy : `: ${wordsOf(turnedAway)}`,
  };
}

/** The parts of which no required requirement was decided although the configuration allowed some to be. */
function undecidedParts(results: readonly RequirementResult[]): readonly string[] {
  const asked = results.filter(
    ({ level, outcome, reason }) => level === 'required' && outcome !== 'skipped' && reason !== 'not-configured',
  );
  const byPart = Map.groupBy(asked, ({ id }) => id.slice(0, id.indexOf('.')));
  return [...byPart].flatMap(([part, of]) => (of.every(({ outcome }) => outcome === 'inconclusive') ? [part] : []));
}

/** Why a run that ended early has no verdict: it was interrupted, or had no time or requests left for a whole part. */
function whyEnded(results: readonly RequirementResult[], circumstances: SummaryCircumstances): string | undefined {
  const passed = share(results, 'required', ({ outcome }) => outcome === 'pass');
  if (circumstances.interrupted === true) return `interrupted when ${passed} had passed`;
  const end = undecidedParts(results).length > 0 ? endOf(circumstances) : undefined;
  return end && `${end.what} when ${passed} had passed${end.why}`;
}

/** Why a whole part could not be judged, or why required requirements got no answer. */
function whyBlocked(
  results: readonly RequirementResult[],
  { turnedAway, outages = [], isFromTraffic = false }: SummaryCircumstances,
): string | undefined {
  const required = results.filter(({ level }) => level === 'required');
  const isBlocked = (result: RequirementResult) => isUnanswered(result) || result.afterOutage === true;
  if (required.some(isBlocked)) {
    const silence = `the target gave no answer to what they build on${turnedAway === undefined ? '' : `: ${wordsOf(turnedAway)}`}`;
    const why = outages.length > 0 ? absence(outages) : silence;
    return `${share(results, 'required', isBlocked)} could not be judged, as ${why}`;
  }
  const parts = isFromTraffic ? [] : undecidedParts(results);
  if (parts.length > 0)
    return `nothing required of the ${parts.length === 1 ? 'part' : 'parts'} ${parts.join(', ')} could be decided`;
  const isInPart = ({ outcome, unanswered }: RequirementResult) => outcome === 'pass' && unanswered !== undefined;
  const inPart = required.filter(isInPart);
  if (inPart.length === 0) return undefined;
  const operations = [...new Set(inPart.map(({ unanswered }) => unanswered))].join(', ');
  return `${share(results, 'required', isInPart)} were judged only in part, as the target gave no answer to ${operations}`;
}

const withReason = (results: readonly RequirementResult[], wanted: Reason) =>
  results.filter(({ reason }) => reason === wanted);

const withOutcome = (results: readonly RequirementResult[], wanted: Outcome) =>
  results.filter(({ outcome }) => outcome === wanted);

/** Why a run has no verdict if nothing of its level was selected. */
export function nothingSelected(level: JudgedLevel, isOfOpen: boolean): string {
  const nothing = `nothing ${levelsUpTo(level).join(' or ')} was selected`;
  if (level === 'expected') return nothing;
  return `${nothing}${isOfOpen ? ': open points are observed' : '; --level expected judges more'}`;
}

function whyNone(
  results: readonly RequirementResult[],
  judged: readonly RequirementResult[],
  level: JudgedLevel,
  circumstances: SummaryCircumstances,
): string | undefined {
  const { suiteFaults = 0, isFromTraffic = false, refused } = circumstances;
  if (refused !== undefined) return refused;
  const levels = levelsUpTo(level);
  const asked = judged.filter(({ outcome, reason }) => outcome !== 'skipped' || reason === 'waived');
  if (asked.length === 0) {
    if (withReason(results, 'other-shard').length > 0) return `this shard decides nothing ${levels.join(' or ')}`;
    return nothingSelected(level, isOfOpenPoints(results));
  }
  return (
    whyEnded(results, circumstances) ??
    whyBlocked(results, circumstances) ??
    whyUndecided(asked, levels, isFromTraffic) ??
    (suiteFaults > 0 ? `the suite itself failed in ${plural(suiteFaults, 'place')}` : undefined)
  );
}

/** Whether a run has looked at open points only. */
export function isOfOpenPoints(results: readonly RequirementResult[]): boolean {
  const lookedAt = results.filter(({ outcome }) => outcome !== 'skipped');
  return lookedAt.length > 0 && lookedAt.every(({ level }) => level === 'open');
}

function whyUndecided(
  asked: readonly RequirementResult[],
  levels: readonly JudgedLevel[],
  isFromTraffic: boolean,
): string | undefined {
  const required = asked.filter(({ level }) => level === 'required');
  // Traffic that shows no required requirement does not make a service conformant.
  const deciding = isFromTraffic && required.length > 0 ? required : asked;
  if (deciding.some(({ outcome, reason }) => outcome === 'pass' || reason === 'waived')) return undefined;
  const names = levels.filter((name) => deciding.some((result) => result.level === name));
  return `none of ${deciding.length} ${names.join(' and ')} ${isFromTraffic ? 'was seen' : 'could be decided'}`;
}

function decide(
  results: readonly RequirementResult[],
  level: JudgedLevel,
  circumstances: SummaryCircumstances,
): Pick<Report['summary'], 'verdict' | 'headline'> {
  const { isFromTraffic = false } = circumstances;
  const levels = levelsUpTo(level);
  const judged = results.filter((result) => levels.some((name) => name === result.level));
  // Of the open points only pinned ones can fail and need a waiver.
  const judgedOrPinned = results.filter((result) => result.level === 'open' || judged.includes(result));
  const waived = counted(withReason(judgedOrPinned, 'waived'), 'accepted by a waiver');
  const leftOut = [
    counted(withReason(judged, 'deselected'), 'skipped'),
    counted(withReason(judged, 'other-shard'), 'left to other shards'),
  ];
  const sharesOf = (of: readonly RequirementResult[], outcome: Outcome, shown: readonly RequirementResult[]) =>
    levels
      .filter((name) => shown.some((result) => result.level === name))
      .map((name) => share(of, name, (result) => result.outcome === outcome))
      .join(' and ');

  const seen = isFromTraffic ? results.filter(({ outcome }) => outcome !== 'inconclusive') : results;
  const failing = sharesOf(seen, 'fail', withOutcome(judged, 'fail'));
  const moved = withOutcome(results, 'fail').filter((result) => result.level === 'open');
  if (failing !== '' || moved.length > 0) {
    const causes = lines([
      failing !== '' && `${failing}${isFromTraffic ? ' seen' : ''} fail`,
      waived,
      counted(moved, 'pinned open point has changed', 'pinned open points have changed'),
      leftOut,
    ]);
    return { verdict: 'nonconformant', headline: `nonconformant: ${causes.join(', ')}` };
  }

  const why = whyNone(results, judged, level, circumstances);
  if (why !== undefined) return { verdict: 'no-verdict', headline: `no verdict: ${why}` };

  const decided = judged.filter(({ outcome }) => outcome !== 'skipped');
  const passing = sharesOf(results, 'pass', decided);
  const inPart = judged.filter(({ partly }) => partly === true);
  const open = withOutcome(judged, 'inconclusive');
  const end = open.length > 0 ? endOf(circumstances) : undefined;
  const facts = lines([
    passing !== '' && `${passing} ${isFromTraffic ? 'seen and held' : 'pass'}`,
    counted(inPart, 'of them only in part'),
    waived,
    // The share already covers what the traffic does not show.
    !isFromTraffic && counted(open, 'inconclusive'),
    leftOut,
    end && `${end.what}${end.why}`,
  ]);
  return {
    verdict: 'conformant',
    headline: `conformant${isFromTraffic ? ' as far as seen' : ''}: ${facts.join(', ')}`,
  };
}

/** The verdict on a run, from one result for each requirement of the register, and its counts: see docs/reports.md. */
export function summarize(
  results: readonly RequirementResult[],
  level: JudgedLevel,
  circumstances: SummaryCircumstances = {},
): Report['summary'] {
  const count = (outcome: Outcome) =>
    byLevel((of) => results.filter((result) => result.level === of && result.outcome === outcome).length);
  return {
    ...decide(results, level, circumstances),
    passed: count('pass'),
    failed: count('fail'),
    inconclusive: count('inconclusive'),
    skipped: count('skipped'),
  };
}
