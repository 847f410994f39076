import type { ChangeKind, Comparison, RequirementChange } from '../comparison.ts';
import type { Verdict } from '../report.ts';
import { changeKinds, changeOrder } from './change-kinds.ts';
import type { Look } from './change-kinds.ts';

/** A piece of a comparison's headline; without a look it is no news. */
export interface HeadlinePiece {
  readonly text: string;
  readonly look?: Look;
}

/** Whether just one of two runs came to no verdict. */
export function isVerdictLost(before: Verdict, after: Verdict): boolean {
  return (before === 'no-verdict') !== (after === 'no-verdict');
}

/** The requirement changes of one kind. */
export function changesOf({ requirements }: Comparison, kind: ChangeKind): readonly RequirementChange[] {
  return requirements.filter((change) => change.kind === kind);
}

const same: Look = { tone: 'good', sign: '✓' };
const changed: Look = { tone: 'warning', sign: '±' };

function counted(count: number, one: string, many: string, look: Look): readonly HeadlinePiece[] {
  return count === 0 ? [] : [{ text: `${count} ${count === 1 ? one : many}`, look }];
}

function latencyPieces({ latency, endpointsCompared }: Comparison): readonly HeadlinePiece[] {
  const { length } = latency;
  if (length > 0)
    return [{ text: `fastest answers changed at ${length} ${length === 1 ? 'endpoint' : 'endpoints'}`, look: changed }];
  // Bases alone are compared, and the words promise no more.
  return [{ text: endpointsCompared === 0 ? 'latency not compared' : 'fastest answers as before' }];
}

/** That one of the two runs came to no verdict, and the other did. */
function verdictPieces({ old, new: latest }: Comparison): readonly HeadlinePiece[] {
  if (!isVerdictLost(old.verdict, latest.verdict)) return [];
  return latest.verdict === 'no-verdict'
    ? [{ text: 'no verdict any more', look: { tone: 'warning', sign: '?' } }]
    : [{ text: 'a verdict again', look: same }];
}

/** What a comparison tells in short, the worst first. */
export function headlinePieces(comparison: Comparison): readonly HeadlinePiece[] {
  if (!comparison.drifted) return [{ text: 'nothing has changed', look: same }, ...latencyPieces(comparison)];
  return [
    ...verdictPieces(comparison),
    ...changeOrder.flatMap((kind) => {
      const { one, many, ...look } = changeKinds[kind];
      return counted(changesOf(comparison, kind).length, one, many, look);
    }),
    ...counted(comparison.observations.length, 'observation changed', 'observations changed', changed),
    ...latencyPieces(comparison),
  ];
}

/** A comparison in one line, such as `1 regression, 2 observations changed, fastest answers as before`. */
export function driftHeadline(comparison: Comparison): string {
  return headlinePieces(comparison)
    .map(({ text }) => text)
    .join(', ');
}

/** The tone of the worst that a comparison tells. */
export function driftTone(comparison: Comparison): Look['tone'] {
  const tones = headlinePieces(comparison).map(({ look }) => look?.tone);
  return (['bad', 'warning'] as const).find((tone) => tones.includes(tone)) ?? 'good';
}
