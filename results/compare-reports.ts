import { filled, type RequirementId } from '../spec/index.ts';
import { isSameFailure } from './failure-kind.ts';
import { isBroken, isJudgedFailure, type JudgedLevel } from './summarize.ts';
import { observationChanges, without } from './observations.ts';
import type {
  ChangeKind,
  ComparedRun,
  Comparison,
  Report,
  RequirementChange,
  RequirementResult,
  Verdict,
} from './report.ts';
import { addressOf, isLeftOut, isLookedAt, runOf, showsFixed } from './run-scope.ts';
import { firstNames, lines, type Lines } from './printable.ts';

function comparedRun({ target, run, summary, spec, suite }: Report): ComparedRun {
  return {
    target: { name: target.name, baseUrl: target.baseUrl },
    startedAt: run.startedAt,
    verdict: summary.verdict,
    headline: summary.headline,
    revision: spec.revision,
    suite: suite.version,
    profile: run.profile,
    seed: run.seed,
  };
}

/**
 * The changes from one report to another: requirements with another outcome, open points with other observations, and
 * latencies that moved by more than the runs themselves vary. What one of the two runs did not look at is not a change.
 *
 * @param level - the level up to which a new failure is a regression; default: that of the new run
 */
export function compareReports(old: Report, latest: Report, level?: JudgedLevel): Comparison {
  const requirements = requirementChanges(old, latest, level ?? latest.run.level ?? 'required');
  const observations = observationChanges(old, latest);
  const latencies = latencyChanges(old, latest);
  return {
    old: comparedRun(old),
    new: comparedRun(latest),
    requirements,
    observations,
    ...latencies,
    caveats: caveatsOf(old, latest),
    regressions: requirements.filter(({ kind }) => kind === 'regression').length,
    drifted:
      requirements.length + observations.length + latencies.latency.length > 0 ||
      isVerdictLost(old.summary.verdict, latest.summary.verdict),
  };
}

/** A waived failure is `broken`; `unchecked`: the report lacks the requirement; `unseen`: the run did not look. */
type Finding = 'holds' | 'broken' | 'undecided' | 'unchecked' | 'unseen';

/**
 * The kind of change from one finding to another; no entry means no change, because one of the two runs did not look.
 * If the failure is not judged or is accepted by a waiver, a regression becomes drift; if it is not judged, so does an
 * improvement. A requirement that is still broken is compared by its evidence instead.
 */
const meanings: Readonly<Record<Finding, Readonly<Partial<Record<Finding, ChangeKind>>>>> = {
  holds: { broken: 'regression', undecided: 'drift' },
  // Fixed only if seen to pass: a requirement that is no longer reached may be as broken as before.
  broken: { holds: 'improvement', undecided: 'drift' },
  undecided: { holds: 'drift', broken: 'regression' },
  // A requirement that the old report lacks says nothing new about the target if it holds.
  unchecked: { broken: 'regression' },
  unseen: {},
};

/** Whether a run without a verdict saw hardly anything: that is reported once, not for each requirement. */
function sawNothing({ run, summary, requirements }: Report): boolean {
  const isDecided = ({ outcome }: RequirementResult): boolean => outcome === 'pass' || outcome === 'fail';
  return summary.verdict === 'no-verdict' && (run.interrupted || !requirements.some(isDecided));
}

function findingOf(result: RequirementResult | undefined, report: Report): Finding {
  if (result === undefined) return 'unchecked';
  if (result.outcome === 'pass') return 'holds';
  if (isBroken(result)) return 'broken';
  return sawNothing(report) || !isLookedAt(result, report) ? 'unseen' : 'undecided';
}

function outcomeText(result: RequirementResult | undefined): string {
  if (result === undefined) return 'not in the report';
  return result.reason === undefined ? result.outcome : `${result.outcome} (${result.reason})`;
}

const messageOf = (result: RequirementResult | undefined): string | undefined =>
  result?.counterexample?.message ?? (result?.outcome === 'fail' ? result.detail : undefined);

function kindOf(
  before: RequirementResult | undefined,
  after: RequirementResult,
  findings: readonly [Finding, Finding],
  fixed: boolean,
  level: JudgedLevel,
): ChangeKind | undefined {
  const [was, is] = findings;
  // What an open point does is compared in its observations; its result can only change by departing from a pin.
  if (after.level === 'open' && !findings.includes('broken')) return undefined;
  if (was === is) {
    if (before === undefined) return undefined;
    // A waiver that was added or removed is not a change of the target.
    if (is === 'broken') return isSameFailure(before, after) ? undefined : 'drift';
    return is === 'undecided' && before.reason !== after.reason ? 'drift' : undefined;
  }
  // A partial pass, or one in a run that looks at less, may have missed what failed before.
  if (was === 'broken' && is === 'holds' && !fixed) return after.partly === true ? 'drift' : undefined;
  const kind = meanings[was][is];
  // A failure that would not fail the run is neither a regression when it appears nor an improvement when it is fixed.
  const isJudged = isJudgedFailure({ ...after, outcome: 'fail' }, level) && after.reason !== 'waived';
  return isJudged || kind === undefined ? kind : 'drift';
}

function messageText(before: RequirementResult | undefined, after: RequirementResult): string | undefined {
  const [saw, sees] = [messageOf(before), messageOf(after)];
  if (saw === undefined) return sees;
  return sees === undefined ? `before: ${saw}` : `${sees} (before: ${saw})`;
}

function requirementChanges(old: Report, latest: Report, level: JudgedLevel): readonly RequirementChange[] {
  const earlier = new Map(old.requirements.map((result) => [result.id, result]));
  const changes = latest.requirements.flatMap((after): readonly RequirementChange[] => {
    const before = earlier.get(after.id);
    const fixed = before !== undefined && showsFixed(after, runOf(before, old), latest.run);
    const kind = kindOf(before, after, [findingOf(before, old), findingOf(after, latest)], fixed, level);
    if (kind === undefined) return [];
    const message = messageText(before, after);
    const ways = { before: outcomeText(before), after: outcomeText(after) };
    return [{ id: after.id, level: after.level, title: after.title, kind, ...ways, ...filled({ message }) }];
  });
  return changeOrder.flatMap((kind) => changes.filter((change) => change.kind === kind));
}

/** The kinds of changes of requirements, most urgent first. */
const changeOrder = ['regression', 'improvement', 'drift'] as const satisfies readonly ChangeKind[];

/** Whether exactly one of two runs has no verdict. */
export function isVerdictLost(before: Verdict, after: Verdict): boolean {
  return (before === 'no-verdict') !== (after === 'no-verdict');
}

export const hasSlowed = ({ latency }: Comparison): boolean => latency.some(({ before, after }) => after > before);

/** Whether changes fail a run that is set to fail on drift: any change does, except answers that became faster. */
export function isDriftToFail(comparison: Comparison): boolean {
  const { requirements, observations, drifted, old, new: latest } = comparison;
  const hasOther = requirements.length + observations.length > 0 || isVerdictLost(old.verdict, latest.verdict);
  return drifted && (hasOther || hasSlowed(comparison));
}

/** What two runs should have in common: the beginning of the caveat if they differ, and the value of each run. */
const shared: readonly (readonly [words: string, of: (report: Report) => string | number | undefined])[] = [
  ['The targets have different names', ({ target }) => target.name],
  ['The runs judged by different documents', ({ spec }) => `revision ${spec.revision}`],
  ['The runs used different versions of the suite', ({ suite }) => suite.version],
  ['The runs had different profiles', ({ run }) => run.profile],
  ['The runs were judged at different levels', ({ run }) => run.level],
  ['The runs asked for different numbers of cases of each property', ({ run }) => run.casesPerProperty],
  ['The runs drew different data', ({ run }) => `seed ${run.seed}`],
];

const mostNamed = 4;

function ofRun(which: string, { run, summary }: Report): Lines {
  return [
    summary.verdict === 'no-verdict' && `The ${which} run ended with ${summary.headline}.`,
    run.interrupted && `The ${which} run was stopped before its end.`,
  ];
}

export const idsOf = (results: readonly RequirementResult[]): readonly RequirementId[] => results.map(({ id }) => id);

function caveatsOf(old: Report, latest: Report): readonly string[] {
  const differing = shared.map(([words, of]) => {
    const [before, after] = [of(old), of(latest)];
    const isSame = before === after || before === undefined || after === undefined;
    return !isSame && `${words}: ${before}, then ${after}.`;
  });
  const isElsewhere = old.target.name === latest.target.name && addressOf(old) !== addressOf(latest);
  const [before, after] = [idsOf(old.requirements), idsOf(latest.requirements)];
  const onlyIn = (which: string, ids: readonly string[]): Lines => {
    const what = ids.length === 1 ? 'the requirement' : 'requirements';
    return ids.length > 0 && `Only the ${which} report has ${what} ${firstNames(ids, mostNamed)}.`;
  };
  const [offBefore, offAfter] = [old, latest].map(({ requirements }) => idsOf(requirements.filter(isLeftOut)));
  const off = [...without(offBefore, offAfter), ...without(offAfter, offBefore)];
  return lines([
    differing,
    isElsewhere && `The targets have different addresses: ${old.target.baseUrl}, then ${latest.target.baseUrl}.`,
    ofRun('old', old),
    ofRun('new', latest),
    onlyIn('old', without(before, after)),
    onlyIn('new', without(after, before)),
    off.length > 0 && `Skipped in one of the two, and not compared: ${firstNames(off, mostNamed)}.`,
    old.run.startedAt > latest.run.startedAt && 'The old report is the later one: swap them?',
  ]);
}

/** A difference must exceed each of these to count: milliseconds, a share of the smaller base, and the runs' spread. */
const floorMs = 20;
const floorShare = 0.15;
const spreads = 3;

/** If a run had few successes, even the fastest may be slow by chance: a change must then exceed both of these. */
const coarseMs = 1000;
const coarseTimes = 2;

type Bases = ReturnType<typeof basesOf>[number];

/** The bases of the endpoints that both runs measured; of few successes, the fastest instead (`isCoarse`). */
function basesOf(old: Report, latest: Report) {
  return Object.entries(latest.latency).flatMap(([endpoint, late]) => {
    const early = old.latency[endpoint];
    const [before, after] = [early?.base ?? early?.least, late.base ?? late.least];
    if (before === undefined || after === undefined) return [];
    const isCoarse = early?.base === undefined || late.base === undefined;
    return [{ endpoint, before, after, spread: (late.spread ?? 0) + (early?.spread ?? 0), isCoarse }];
  });
}

function hasChanged({ before, after, spread, isCoarse }: Bases): boolean {
  const [difference, smaller] = [Math.abs(after - before), Math.min(before, after)];
  return isCoarse
    ? difference > coarseMs && smaller + difference > coarseTimes * smaller
    : difference > Math.max(floorMs, floorShare * smaller, spreads * spread);
}

/** Factors within this ratio are alike: then the machine or the network has changed, and not single endpoints. */
const alike = 1.5;

function shiftOf(bases: readonly Bases[]): Comparison['latencyShift'] {
  const counted = bases.filter((one) => !one.isCoarse || hasChanged(one));
  if (counted.length < 2 || !counted.some(hasChanged)) return undefined;
  const factors = counted.map(({ before, after }) => after / before).toSorted((one, other) => one - other);
  const [least = 0, most = 0] = [factors[0], factors.at(-1)];
  const isOneWay = least > 1 || most < 1;
  if (!isOneWay || !(least > 0) || !(most / least <= alike)) return undefined;
  return { factor: factors[Math.floor(factors.length / 2)] ?? 1, endpoints: counted.length };
}

/**
 * The endpoints that became slower or faster, and how many could be compared. Runs are compared by the base: the 1st
 * percentile of the successes. Medians and tails are not compared: under the run's own load, or that of other programs,
 * they can differ by any amount between two runs of the same service.
 */
function latencyChanges(old: Report, latest: Report) {
  const bases = basesOf(old, latest);
  return {
    latency: bases
      .filter(hasChanged)
      .map(({ endpoint, before, after }) => ({ endpoint, percentile: 'base' as const, before, after })),
    endpointsCompared: bases.length,
    endpointsAsked: Object.keys(latest.latency).filter((endpoint) => endpoint in old.latency).length,
    ...filled({ latencyShift: shiftOf(bases) }),
  };
}
