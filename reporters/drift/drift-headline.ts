import { changeOrder, hasSlowed, isVerdictLost } from '../../results/compare-reports.ts';
import type { ChangeKind, Comparison, RequirementChange } from '../../results/report.ts';
import { changeKinds } from './change-kinds.ts';
import type { Look } from './change-kinds.ts';
import { shiftText } from './latency-text.ts';

/** A piece of a comparison's headline; without a look it is no news. */
export interface HeadlinePiece {
  readonly text: string;
  readonly look?: Look;
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

function latencyPieces(comparison: Comparison): readonly HeadlinePiece[] {
  const { latency, endpointsCompared: compared, endpointsAsked: asked } = comparison;
  const { length } = latency;
  const endpoints = length === 1 ? 'endpoint' : 'endpoints';
  const text = shiftText(comparison) ?? `fastest answers changed at ${length} ${endpoints}`;
  if (length > 0) return [{ text, look: hasSlowed(comparison) ? changed : same }];
  // Bases alone are compared, and the words promise no more.
  if (compared === 0) return [{ text: 'latency not compared' }];
  const ofAll = compared === undefined || asked === undefined || compared === asked;
  return [{ text: `fastest answers as before${ofAll ? '' : ` at ${compared} of ${asked} endpoints`}` }];
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
