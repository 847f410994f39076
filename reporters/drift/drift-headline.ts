import type { ChangeKind, Comparison, RequirementChange } from '../comparison.ts';
import type { Verdict } from '../report.ts';

/** Whether just one of two runs came to no verdict. */
export function isVerdictLost(before: Verdict, after: Verdict): boolean {
  return (before === 'no-verdict') !== (after === 'no-verdict');
}

const counted = (count: number, one: string, many: string): readonly string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

/** The requirement changes of one kind. */
export function changesOf({ requirements }: Comparison, kind: ChangeKind): readonly RequirementChange[] {
  return requirements.filter((change) => change.kind === kind);
}

function latencyWords({ latency, endpointsCompared }: Comparison): readonly string[] {
  if (latency.length > 0) return counted(latency.length, 'latency changed', 'latencies changed');
  return [endpointsCompared === 0 ? 'latency not compared' : 'latency as before'];
}

/** That one of the two runs came to no verdict, and the other did. */
function verdictWords({ old, new: latest }: Comparison): readonly string[] {
  if (!isVerdictLost(old.verdict, latest.verdict)) return [];
  return [latest.verdict === 'no-verdict' ? 'no verdict any more' : 'a verdict again'];
}

/** A comparison in one line, such as `1 regression, 2 observations changed, latency as before`. */
export function driftHeadline(comparison: Comparison): string {
  const { observations } = comparison;
  if (!comparison.drifted) return ['nothing has changed', ...latencyWords(comparison)].join(', ');
  return [
    ...verdictWords(comparison),
    ...counted(changesOf(comparison, 'regression').length, 'regression', 'regressions'),
    ...counted(changesOf(comparison, 'improvement').length, 'improvement', 'improvements'),
    ...counted(
      changesOf(comparison, 'drift').length,
      'requirement came out otherwise',
      'requirements came out otherwise',
    ),
    ...counted(observations.length, 'observation changed', 'observations changed'),
    ...latencyWords(comparison),
  ].join(', ');
}
