import { isVerdictLost, type ComparedRun, type Comparison } from './comparison.ts';
import type { Report } from './report.ts';
import type { JudgedLevel } from './summarize.ts';
import { caveatsOf } from './caveats.ts';
import { latencyChanges } from './latency-changes.ts';
import { observationChanges } from './observation-changes.ts';
import { requirementChanges } from './requirement-changes.ts';

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
