import { caveatsOf } from './caveats.ts';
import { latencyChanges } from './compare-latency.ts';
import { isSameFailure } from './failure-kind.ts';
import { isBroken, isJudgedFailure, type JudgedLevel } from './summarize.ts';
import { observationChanges } from './observations.ts';
import type {
  ChangeKind,
  ComparedRun,
  Comparison,
  Report,
  RequirementChange,
  RequirementResult,
  Verdict,
} from './report.ts';
import { isLookedAt, runOf, showsFixed } from './run-scope.ts';

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
 * What has changed from one report to another: requirements that came out otherwise, open points where something else
 * was observed, and latencies that moved by more than the runs themselves vary. What one of the two did not look at is
 * no change.
 *
 * @param level - the level up to which a new failure is a regression; that of the new run unless given
 */
export function compareReports(old: Report, latest: Report, level?: JudgedLevel): Comparison {
  const requirements = requirementChanges(old, latest, level ?? latest.run.level ?? 'required');
  const observations = observationChanges(old, latest);
  const { changes: latency, compared, asked, shift } = latencyChanges(old, latest);
  return {
    old: comparedRun(old),
    new: comparedRun(latest),
    requirements,
    observations,
    latency,
    endpointsCompared: compared,
    endpointsAsked: asked,
    ...(shift === undefined ? {} : { latencyShift: shift }),
    caveats: caveatsOf(old, latest),
    regressions: requirements.filter(({ kind }) => kind === 'regression').length,
    drifted:
      requirements.length + observations.length + latency.length > 0 ||
      isVerdictLost(old.summary.verdict, latest.summary.verdict),
  };
}

/**
 * What a report found of a requirement, as far as two reports can be compared. What a waiver accepts is `broken` all the
 * same; `unchecked`: the suite had no check of it; `unseen`: the run did not look.
 */
type Finding = 'holds' | 'broken' | 'undecided' | 'unchecked' | 'unseen';

/**
 * What each way from one finding to another means; no entry: nothing, as one of the two did not look. A failure that is
 * not judged, or that a waiver accepts, is drift where this says regression; one that is not judged, where it says
 * improvement as well. What was broken and still is is compared by its evidence.
 */
const meanings: Readonly<Record<Finding, Readonly<Partial<Record<Finding, ChangeKind>>>>> = {
  holds: { broken: 'regression', undecided: 'drift' },
  // Fixed only when seen to pass: what is no longer reached may be as broken as before.
  broken: { holds: 'improvement', undecided: 'drift' },
  undecided: { holds: 'drift', broken: 'regression' },
  // That it holds is no news of the target.
  unchecked: { broken: 'regression' },
  unseen: {},
};

/** Whether a run without a verdict saw hardly anything: that is one piece of news, and not one for each requirement. */
function sawNothing({ run, summary, requirements }: Report): boolean {
  const isDecided = ({ outcome }: RequirementResult): boolean => outcome === 'pass' || outcome === 'fail';
  return summary.verdict === 'no-verdict' && (run.interrupted || !requirements.some(isDecided));
}

function findingOf(result: RequirementResult | undefined, report: Report): Finding {
  if (result === undefined || result.reason === 'not-checked') return 'unchecked';
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
  // What an open point does is in its observations; of itself it can only leave the value it is pinned to.
  if (after.level === 'open' && !findings.includes('broken')) return undefined;
  if (was === is) {
    if (before === undefined) return undefined;
    // What is made of a failure, by a waiver that came or went, is nothing that the target does.
    if (is === 'broken') return isSameFailure(before, after) ? undefined : 'drift';
    return is === 'undecided' && before.reason !== after.reason ? 'drift' : undefined;
  }
  // A pass in part, or in a run that looks at less, may have missed what failed before.
  if (was === 'broken' && is === 'holds' && !fixed) return after.partly === true ? 'drift' : undefined;
  const kind = meanings[was][is];
  // What would not fail the run is no step back when it breaks, and no step ahead when it is fixed.
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
    return [
      {
        id: after.id,
        level: after.level,
        title: after.title,
        kind,
        before: outcomeText(before),
        after: outcomeText(after),
        ...(message === undefined ? {} : { message }),
      },
    ];
  });
  return changeOrder.flatMap((kind) => changes.filter((change) => change.kind === kind));
}

/** The kinds of a requirement's change, the one to act on first. */
export const changeOrder = ['regression', 'improvement', 'drift'] as const satisfies readonly ChangeKind[];

/** Whether just one of two runs came to no verdict. */
export function isVerdictLost(before: Verdict, after: Verdict): boolean {
  return (before === 'no-verdict') !== (after === 'no-verdict');
}

/** Whether an endpoint has become slower. */
export const hasSlowed = ({ latency }: Comparison): boolean => latency.some(({ before, after }) => after > before);

/** Whether a run that is to fail on drift fails by what has changed: anything does but answers that came faster. */
export function isDriftToFail(comparison: Comparison): boolean {
  const { requirements, observations, drifted, old, new: latest } = comparison;
  const hasOther = requirements.length + observations.length > 0 || isVerdictLost(old.verdict, latest.verdict);
  return drifted && (hasOther || hasSlowed(comparison));
}
