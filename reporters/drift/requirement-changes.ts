import type { ChangeKind, RequirementChange } from '../comparison.ts';
import { isJudgedFailure } from '../gate/decide-gate.ts';
import type { Report, RequirementResult } from '../report.ts';
import { runOf, showsMended } from '../sees-all.ts';
import type { JudgedLevel } from '../summarize.ts';
import { changeOrder } from './change-kinds.ts';
import { evidenceShape } from './evidence-shape.ts';

/** How a requirement stands in a report, as far as two reports can be compared. */
type Standing = 'passes' | 'fails' | 'accepted' | 'undecided' | 'unknown' | 'switched-off';

/**
 * What each way from one standing to another means; no entry: nothing, as one of the two did not look. A failure that
 * is not judged is drift where this says regression, and where it says improvement. What failed and still does is held against its evidence.
 */
const meanings: Readonly<Record<Standing, Readonly<Partial<Record<Standing, ChangeKind>>>>> = {
  passes: { fails: 'regression', accepted: 'drift', undecided: 'drift' },
  // Mended only when seen to pass: what is no longer reached may be as broken as before.
  fails: { passes: 'improvement', accepted: 'drift', undecided: 'drift' },
  // A waiver that has gone changes what is made of the failure, not the target.
  accepted: { passes: 'improvement', fails: 'drift', undecided: 'drift' },
  undecided: { passes: 'drift', fails: 'regression', accepted: 'drift' },
  // A requirement that the old suite did not check: that it holds is no news of the target.
  unknown: { fails: 'regression', accepted: 'drift' },
  'switched-off': {},
};

/** Whether a run without a verdict saw hardly anything: that is one piece of news, and not one for each requirement. */
function sawNothing({ run, summary, requirements }: Report): boolean {
  const isDecided = ({ outcome }: RequirementResult): boolean => outcome === 'pass' || outcome === 'fail';
  return summary.verdict === 'no-verdict' && (run.interrupted || !requirements.some(isDecided));
}

function standingOf(result: RequirementResult | undefined, report: Report): Standing {
  if (result === undefined || result.reason === 'not-checked') return 'unknown';
  if (result.outcome === 'pass') return 'passes';
  if (result.outcome === 'fail') return 'fails';
  if (result.outcome === 'skipped') return result.reason === 'waived' ? 'accepted' : 'switched-off';
  if (sawNothing(report)) return 'unknown';
  // A run that was stopped has not looked at what it didn't come to.
  return report.run.interrupted && result.reason === 'not-reached' ? 'unknown' : 'undecided';
}

/** The outcome with its reason, as a {@link RequirementChange} gives it. */
function outcomeText(result: RequirementResult | undefined): string {
  if (result === undefined) return 'not in the report';
  return result.reason === undefined ? result.outcome : `${result.outcome} (${result.reason})`;
}

const messageOf = (result: RequirementResult | undefined): string | undefined =>
  result?.counterexample?.message ?? (result?.outcome === 'fail' ? result.detail : undefined);

/** What failed in both runs at another place, or in another way. */
function otherFailure(before: RequirementResult, after: RequirementResult): boolean {
  return evidenceShape(before) !== evidenceShape(after);
}

function kindOf(
  before: RequirementResult | undefined,
  after: RequirementResult,
  standings: readonly [Standing, Standing],
  mended: boolean,
  level: JudgedLevel,
): ChangeKind | undefined {
  const [was, is] = standings;
  // What an open point does is told by its observations; of itself it can only leave the value it is pinned to.
  if (after.level === 'open' && standings.every((standing) => standing !== 'fails' && standing !== 'accepted'))
    return undefined;
  if (was === is) {
    if (before === undefined) return undefined;
    if (is === 'fails' || is === 'accepted') return otherFailure(before, after) ? 'drift' : undefined;
    return is === 'undecided' && before.reason !== after.reason ? 'drift' : undefined;
  }
  // A pass in part, or in a run that looks at less, may have missed what failed before.
  if ((was === 'fails' || was === 'accepted') && is === 'passes' && !mended)
    return after.partly === true ? 'drift' : undefined;
  const kind = meanings[was][is];
  // What would not fail the run is no step back when it breaks, and no step ahead when it is mended.
  const isJudged = isJudgedFailure({ ...after, outcome: 'fail' }, level);
  return isJudged || kind === undefined ? kind : 'drift';
}

/** What the failing side saw, and that it was the old one where what fails is told of a run in which it does not. */
function messageText(before: RequirementResult | undefined, after: RequirementResult): string | undefined {
  const [saw, sees] = [messageOf(before), messageOf(after)];
  if (saw === undefined) return sees;
  return sees === undefined ? `before: ${saw}` : `${sees} (before: ${saw})`;
}

/** The requirements that came out otherwise: regressions first, then improvements, then drift, each in register order. */
export function requirementChanges(old: Report, latest: Report, level: JudgedLevel): readonly RequirementChange[] {
  const earlier = new Map(old.requirements.map((result) => [result.id, result]));
  const changes = latest.requirements.flatMap((after): readonly RequirementChange[] => {
    const before = earlier.get(after.id);
    const mended = before !== undefined && showsMended(after, runOf(before, old), latest.run);
    const kind = kindOf(before, after, [standingOf(before, old), standingOf(after, latest)], mended, level);
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
