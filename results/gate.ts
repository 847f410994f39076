import { filled, type RequirementId } from '../spec/index.ts';
import { hasEnded, type Waiver } from '../target/configuration/target.ts';
import { looksAlike } from './failure-kind.ts';
import { idsOf, isDriftToFail } from './compare-reports.ts';
import { firstNames, instant, lines, type Lines } from './printable.ts';
import type {
  AgainstBaseline,
  AppliedWaiver,
  Gate,
  Latency,
  Report,
  RequirementResult,
  WaiverState,
} from './report.ts';
import { isLeftOut, isLookedAt, runOf, seesAll, showsFixed } from './run-scope.ts';
import { circumstancesOf, isBroken, isJudgedFailure, summarize } from './summarize.ts';

export interface GateRules {
  readonly waive: readonly Waiver[];
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly baseline?: Report;
  readonly failsOnDrift?: boolean;
  /** The least number of required requirements that must be decided. */
  readonly minDecided?: number;
}

function stateOf({ id, until, intermittent = false }: Waiver, today: string, report: Report): WaiverState {
  const result = report.requirements.find((one) => one.id === id);
  if (result === undefined || isLeftOut(result)) return 'undecided';
  // This run may see less than the run that the waiver was made for.
  const isFixed = result.outcome === 'pass' && result.partly !== true && seesAll(report.run);
  if (isFixed && !intermittent) return 'unneeded';
  if (hasEnded({ until }, today)) return 'expired';
  return isBroken(result) ? 'accepting' : 'undecided';
}

function waiverProblem({ id, reason, until, state }: AppliedWaiver): string | false {
  if (state === 'unneeded')
    return `${id} passes now: remove its waiver (${reason}), or say intermittent: true in it if only some runs show the failure`;
  const ended = `the waiver of ${id} (${reason}) ended on ${until}: fix what it accepted and remove it, or give it a later day`;
  return state === 'expired' && ended;
}

/** The failures of a report, except those that it accepts by a waiver: they end with the waiver. */
export function knownFailures({ requirements }: Report): readonly RequirementId[] {
  return idsOf(requirements.filter(({ outcome }) => outcome === 'fail'));
}

function against(baseline: Report, failing: readonly RequirementResult[], report: Report): AgainstBaseline {
  const { run, requirements } = report;
  const earlier = new Map(baseline.requirements.map((result) => [result.id, result]));
  const isKnown = ({ id }: RequirementResult): boolean => earlier.get(id)?.outcome === 'fail';
  const otherwise = failing.flatMap((failed) => {
    const known = earlier.get(failed.id);
    if (known?.outcome !== 'fail' || looksAlike(known, failed)) return [];
    return [{ id: failed.id, before: known.counterexample?.message ?? known.detail ?? 'no exchange was kept' }];
  });
  const fixed = requirements.filter((result) => {
    const known = earlier.get(result.id);
    return known !== undefined && isBroken(known) && showsFixed(result, runOf(known, baseline), run);
  });
  const lost = requirements.filter((result) => {
    const known = earlier.get(result.id);
    const isUndecided = result.outcome === 'inconclusive' || run.plan?.leftOut?.includes(result.id) === true;
    if (result.level !== 'required' || !isUndecided || known?.outcome !== 'pass') return false;
    return runOf(known, baseline).profile === run.profile;
  });
  return {
    startedAt: baseline.run.startedAt,
    new: idsOf(failing.filter((result) => !isKnown(result))),
    known: idsOf(failing.filter(isKnown)),
    ...filled({ otherwise }),
    fixed: idsOf(fixed),
    ...filled({ lost: idsOf(lost) }),
  };
}

function verdictWithout(known: readonly RequirementId[], report: Report) {
  const { requirements, run, summary } = report;
  if (known.length === 0) return summary;
  const results = requirements.map((result) =>
    known.includes(result.id) ? { ...result, outcome: 'pass' as const } : result,
  );
  return summarize(results, run.level ?? 'required', circumstancesOf(report));
}

function failureOf(ids: readonly string[], since: string): string {
  return `${firstNames(ids, 8)} ${ids.length === 1 ? 'fails' : 'fail'}${since}`;
}

/** Why a gate fails because of undecided requirements: lost since the baseline, or fewer decided than required. */
function undecidedProblems(report: Report, minDecided: number, compared: AgainstBaseline | undefined): Lines {
  const required = report.requirements.filter(({ level }) => level === 'required');
  const decided = required.filter(({ outcome }) => outcome === 'pass' || outcome === 'fail').length;
  const few = `only ${decided} of ${required.length} required were decided, and ${minDecided} have to be`;
  const { lost = [], startedAt } = compared ?? {};
  const since = startedAt === undefined ? '' : ` of ${instant(startedAt)}`;
  return [
    lost.length > 0 && `${firstNames(lost, 8)} could not be decided, and passed in the baseline${since}`,
    decided < minDecided && few,
  ];
}

/** The verdict without known failures must be `conformant`, and every waiver still in force and needed. */
export function decideGate(report: Report, rules: GateRules): Gate {
  const level = report.run.level ?? 'required';
  const failing = report.requirements.filter((result) => isJudgedFailure(result, level));
  const waivers = rules.waive.map((waiver) => ({ ...waiver, state: stateOf(waiver, rules.today, report) }));
  // Once a waiver has expired, a baseline that knows the failure cannot replace it.
  const ended = new Set(waivers.filter(({ state }) => state === 'expired').map(({ id }) => id));
  const compared = rules.baseline && against(rules.baseline, failing, report);
  const known = (compared?.known ?? []).filter((id) => !ended.has(id));
  const { verdict, headline } = verdictWithout(known, report);
  // Without a baseline the expired waiver itself names its failure; with one the failure also counts as new.
  const unaccepted = compared?.new ?? idsOf(failing).filter((id) => !ended.has(id));
  const waivedBefore = rules.baseline?.requirements.filter(({ reason }) => reason === 'waived') ?? [];
  const onceWaived = unaccepted.filter((id) => idsOf(waivedBefore).includes(id));
  const unknown = unaccepted.filter((id) => !onceWaived.includes(id));
  const isDrifted = rules.failsOnDrift === true && report.comparison !== undefined && isDriftToFail(report.comparison);
  const since = compared === undefined ? '' : `, and did not in the baseline of ${instant(compared.startedAt)}`;
  const drift = isDrifted && 'something has changed since the baseline, and any drift is to fail';
  const problems = lines([
    unknown.length > 0 && failureOf(unknown, since),
    onceWaived.length > 0 && failureOf(onceWaived, ', which the baseline had accepted by a waiver'),
    waivers.map(waiverProblem),
    undecidedProblems(report, rules.minDecided ?? 0, compared),
    verdict === 'no-verdict' && headline,
    drift,
  ]);
  const isFailing = new Set<string>(idsOf(failing));
  return {
    passed: problems.length === 0 && verdict === 'conformant',
    verdict,
    problems,
    besides: lines([waivers.filter(({ id }) => !isFailing.has(id)).map(waiverProblem), drift]),
    waivers,
    ...(compared && { baseline: compared }),
  };
}

/** A known failure stays until a run has decided the requirement; what a run did not look at stays as it was. */
function keptFrom(
  before: Report,
  known: RequirementResult | undefined,
  report: Report,
  latest: RequirementResult,
): RequirementResult {
  if (known === undefined || isBroken(latest)) return latest;
  const isSettled = isBroken(known) ? showsFixed(latest, runOf(known, before), report.run) : isLookedAt(latest, report);
  return isSettled ? latest : { ...known, of: runOf(known, before) };
}

/** The latencies of both runs; one without a base can't be compared, so it never replaces one with a base. */
function latencyOfBoth(before: Report['latency'], latest: Report['latency']): Report['latency'] {
  const isComparable = (latency: Latency | undefined): boolean => latency?.base !== undefined;
  const measured = Object.entries(latest).filter(
    ([endpoint, one]) => isComparable(one) || !isComparable(before[endpoint]),
  );
  return { ...before, ...Object.fromEntries(measured) };
}

function filledFrom(before: Report, report: Report): Report {
  const earlier = new Map(before.requirements.map((result) => [result.id, result]));
  const requirements = report.requirements.map((result) => keptFrom(before, earlier.get(result.id), report, result));
  const values = new Map([...before.observations, ...report.observations].map((observed) => [observed.id, observed]));
  const summary = summarize(requirements, report.run.level ?? 'required', { suiteFaults: report.suiteFaults.length });
  return {
    ...report,
    requirements,
    // Results that were kept may have been blocked in their run: the baseline has the verdict of its own run.
    summary: summary.verdict === 'no-verdict' ? report.summary : summary,
    observations: [...values.values()],
    latency: latencyOfBoth(before.latency, report.latency),
  };
}

/** The next baseline: what this run did not look at, and known failures that it left undecided, are kept. */
export function renewBaseline(before: Report | undefined, report: Report): Report {
  // A baseline does not include what its run was compared with.
  const { gate: _gate, comparison: _comparison, ...renewed } = report;
  return before === undefined ? renewed : filledFrom(before, renewed);
}
