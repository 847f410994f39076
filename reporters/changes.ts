import { plural } from '../results/printable.ts';
import { changeOrder, hasSlowed, isVerdictLost } from '../results/compare-reports.ts';
import type { ChangeKind, Comparison, LatencyChange, ObservationChange, RequirementChange } from '../results/report.ts';

/** How a piece of news is shown: by tone and sign, so that none depends on colour alone. */
interface Look {
  readonly tone: 'good' | 'bad' | 'warning';
  readonly sign: string;
}

interface KindLook extends Look {
  readonly one: string;
  readonly many: string;
  readonly title: string;
}

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

/** The requirement changes of one kind. */
export function changesOf({ requirements }: Comparison, kind: ChangeKind): readonly RequirementChange[] {
  return requirements.filter((change) => change.kind === kind);
}

interface HeadlinePiece {
  readonly text: string;
  /** Undefined: neither good nor bad news. */
  readonly look?: Look;
}

const same: Look = { tone: 'good', sign: '✓' };
const changed: Look = { tone: 'warning', sign: '±' };
const unknown: Look = { tone: 'warning', sign: '?' };

/** A comparison in short, the worst first. */
export function headlinePieces(comparison: Comparison): readonly HeadlinePiece[] {
  const { drifted, observations, old, new: latest } = comparison;
  const latency = latencyPiece(comparison);
  if (!drifted) return [{ text: 'nothing has changed', look: same }, latency];
  const lost = latest.verdict === 'no-verdict';
  const verdict: HeadlinePiece = lost
    ? { text: 'no verdict any more', look: unknown }
    : { text: 'a verdict again', look: same };
  const counts = [
    ...changeOrder.map((kind) => {
      const { one, many, ...look } = changeKinds[kind];
      return { count: changesOf(comparison, kind).length, one, many, look };
    }),
    { count: observations.length, one: 'observation changed', many: 'observations changed', look: changed },
  ];
  return [
    ...(isVerdictLost(old.verdict, latest.verdict) ? [verdict] : []),
    ...counts
      .filter(({ count }) => count > 0)
      .map(({ count, one, many, look }) => ({ text: plural(count, one, many), look })),
    latency,
  ];
}

function latencyPiece(comparison: Comparison): HeadlinePiece {
  const { latency, endpointsCompared: compared, endpointsAsked: asked } = comparison;
  if (latency.length > 0) {
    const text = shiftText(comparison) ?? `fastest answers changed at ${plural(latency.length, 'endpoint')}`;
    return { text, look: hasSlowed(comparison) ? changed : same };
  }
  // Bases alone are compared, and the words promise no more.
  if (compared === 0) return { text: 'latency not compared' };
  const ofAll = compared === undefined || asked === undefined || compared === asked;
  return { text: `fastest answers as before${ofAll ? '' : ` at ${compared} of ${asked} endpoints`}` };
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

/**
 * Folds changes from one outcome to another that have no more to say than their ids: after an outage a hundred requirements
 * are judged again, which is one piece of news. What failed before or fails now is reported by itself.
 */
export function foldChanges(changes: readonly RequirementChange[]) {
  const isSingle = ({ kind, message }: RequirementChange): boolean => kind !== 'drift' || message !== undefined;
  const ways = Map.groupBy(
    changes.filter((change) => !isSingle(change)),
    ({ before, after }) => JSON.stringify([before, after]),
  );
  const folds = [...ways.values()].flatMap((alike) =>
    alike.slice(0, 1).map(({ kind, before, after }) => ({ kind, before, after, ids: alike.map(({ id }) => id) })),
  );
  return { single: changes.filter(isSingle), folds };
}

/** Heading of the latencies that have changed: which, and by how much. */
export const latencyTitle = 'Latency: how long the fastest answers take, beyond what it varies by within a run';

/** Milliseconds to a tenth where that says something. */
export const rounded = (milliseconds: number): string =>
  String(milliseconds < 10 ? Math.round(milliseconds * 10) / 10 : Math.round(milliseconds));

/** By how much a latency has changed: `31 ms slower`. Both in milliseconds. */
export function slowerBy({ before, after }: Pick<LatencyChange, 'before' | 'after'>): string {
  return `${rounded(Math.abs(after - before))} ms ${after > before ? 'slower' : 'faster'}`;
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
  return comparison.latency.map(({ endpoint, percentile, before, after }) => {
    const name = percentile === 'base' ? 'fastest answers' : percentile;
    return { endpoint, text: `${name} ${rounded(before)} ms → ${rounded(after)} ms (${slowerBy({ before, after })})` };
  });
}

/** A line of what was observed otherwise: what is gone, what is new, or a change that several topics share. */
export const newsKinds = {
  turned: { words: 'turned', tone: 'warning', sign: '±' },
  gone: { words: 'no longer', tone: 'faint', sign: '-' },
  new: { words: 'now', tone: 'strong', sign: '+' },
} as const;

/** What was observed otherwise at an open point, a line each; a change that several topics share is one line. */
export function observationNews({ appeared, vanished, turned = [] }: ObservationChange) {
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
