import { changeOrder, hasSlowed, isVerdictLost } from '../results/compare-reports.ts';
import type { ChangeKind, Comparison, LatencyChange, ObservationChange, RequirementChange } from '../results/report.ts';

/** How a piece of news is shown: by tone and sign, so that none depends on colour alone. */
export interface Look {
  readonly tone: 'good' | 'bad' | 'warning';
  readonly sign: string;
}

interface KindLook extends Look {
  readonly one: string;
  readonly many: string;
  readonly title: string;
}

/** The words for each kind of a requirement's change. */
export const changeKinds: Readonly<Record<ChangeKind, KindLook>> = {
  regression: {
    tone: 'bad',
    sign: '✗',
    one: 'regression',
    many: 'regressions',
    title: 'Regressions: they fail, and did not before',
  },
  improvement: {
    tone: 'good',
    sign: '✓',
    one: 'improvement',
    many: 'improvements',
    title: 'Improvements: they failed, and pass now',
  },
  drift: {
    tone: 'warning',
    sign: '±',
    one: 'requirement drifted',
    many: 'requirements drifted',
    title: 'Drift: they came out otherwise, neither a regression nor an improvement',
  },
};

interface HeadlinePiece {
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

function verdictPieces({ old, new: latest }: Comparison): readonly HeadlinePiece[] {
  if (!isVerdictLost(old.verdict, latest.verdict)) return [];
  return latest.verdict === 'no-verdict'
    ? [{ text: 'no verdict any more', look: { tone: 'warning', sign: '?' } }]
    : [{ text: 'a verdict again', look: same }];
}

/** A comparison in short, the worst first. */
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

/** The tone of the worst in a comparison. */
export function driftTone(comparison: Comparison): Look['tone'] {
  const tones = headlinePieces(comparison).map(({ look }) => look?.tone);
  return (['bad', 'warning'] as const).find((tone) => tones.includes(tone)) ?? 'good';
}

/** Requirements that changed from one outcome to another, with no failure on either side. */
export interface ChangeFold extends Pick<RequirementChange, 'kind' | 'before' | 'after'> {
  readonly ids: readonly RequirementChange['id'][];
}

/**
 * Folds what has no more to tell than its ids: after an outage a hundred requirements are judged again, which is one piece
 * of news. What failed before or fails now is reported by itself.
 */
export function foldChanges(changes: readonly RequirementChange[]): {
  readonly single: readonly RequirementChange[];
  readonly folds: readonly ChangeFold[];
} {
  const hasFailure = ({ kind, message }: RequirementChange): boolean => kind !== 'drift' || message !== undefined;
  const ways = Map.groupBy(
    changes.filter((change) => !hasFailure(change)),
    ({ before, after }) => JSON.stringify([before, after]),
  );
  const folds = [...ways.values()].flatMap((same): readonly ChangeFold[] => {
    const [first] = same;
    if (first === undefined) return [];
    const { kind, before, after } = first;
    return [{ kind, before, after, ids: same.map(({ id }) => id) }];
  });
  return { single: changes.filter(hasFailure), folds };
}

/** Heading of the latencies that have changed: which, and by how much. */
export const latencyTitle = 'Latency: how long the fastest answers take, beyond what it varies by within a run';

const names: Readonly<Record<LatencyChange['percentile'], string>> = {
  base: 'fastest answers',
  p50: 'p50',
  p95: 'p95',
};

const rounded = (milliseconds: number): string =>
  milliseconds < 10 ? String(Math.round(milliseconds * 10) / 10) : String(Math.round(milliseconds));

/** By how much a latency has changed: `31 ms slower`. Both in milliseconds. */
export function slowerBy({ before, after }: Pick<LatencyChange, 'before' | 'after'>): string {
  return `${rounded(Math.abs(after - before))} ms ${after > before ? 'slower' : 'faster'}`;
}

function latencyText(change: LatencyChange): string {
  const { percentile, before, after } = change;
  return `${names[percentile]} ${rounded(before)} ms → ${rounded(after)} ms (${slowerBy(change)})`;
}

/** What all compared endpoints have in common, in words: `all 3 compared endpoints about 2.7 times slower`. */
export function shiftText({ latencyShift: shift, endpointsCompared }: Comparison): string | undefined {
  if (shift === undefined) return undefined;
  const { factor, endpoints } = shift;
  const which = endpoints === endpointsCompared ? 'compared endpoints' : 'endpoints that were asked often';
  const times = Math.round(Math.max(factor, 1 / factor) * 10) / 10;
  return `all ${endpoints} ${which} about ${times} times ${factor > 1 ? 'slower' : 'faster'}`;
}

/** The changes of latency in words, by endpoint: one for all where they moved alike. */
export function latencyNews(comparison: Comparison): readonly { readonly endpoint?: string; readonly text: string }[] {
  const shared = shiftText(comparison);
  if (shared !== undefined) return [{ text: shared }];
  return comparison.latency.map((change) => ({ endpoint: change.endpoint, text: latencyText(change) }));
}

/** A line of what was observed otherwise: what is gone, what is new, or what became of several topics alike. */
export const newsKinds = {
  turned: { words: 'turned', tone: 'warning', sign: '±' },
  gone: { words: 'no longer', tone: 'faint', sign: '-' },
  new: { words: 'now', tone: 'strong', sign: '+' },
} as const;

export interface ObservationNews {
  readonly kind: keyof typeof newsKinds;
  readonly text: string;
}

/** What was observed otherwise at an open point, a line each; what became of several topics alike is one. */
export function observationNews({ appeared, vanished, turned = [] }: ObservationChange): readonly ObservationNews[] {
  const folded = new Set(
    turned.flatMap(({ from, to, topics }) => topics.flatMap((topic) => [`${topic}: ${from}`, `${topic}: ${to}`])),
  );
  const single = (values: readonly string[]): readonly string[] => values.filter((value) => !folded.has(value));
  return [
    ...turned.map(({ from, to, topics }) => ({
      kind: 'turned' as const,
      text: `${from} → ${to} for: ${topics.join(', ')}`,
    })),
    ...single(vanished).map((text) => ({ kind: 'gone' as const, text })),
    ...single(appeared).map((text) => ({ kind: 'new' as const, text })),
  ];
}
