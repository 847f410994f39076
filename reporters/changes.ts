import { plural } from '../results/printable.ts';
import { filled, type Level } from '../spec/index.ts';
import { hasSlowed, isVerdictLost } from '../results/compare-reports.ts';
import type { ChangeKind, Comparison, ObservationChange, RequirementChange } from '../results/report.ts';

/** How a piece of news is shown: by tone and by sign, so that nothing depends on colour alone. */
interface Look {
  readonly tone: 'good' | 'bad' | 'warning';
  readonly sign: string;
}

const same: Look = { tone: 'good', sign: '✓' };
const changed: Look = { tone: 'warning', sign: '±' };
const unknown: Look = { tone: 'warning', sign: '?' };

export const changeKinds: Readonly<Record<ChangeEntry['kind'], Look & { readonly title: string }>> = {
  regression: { tone: 'bad', sign: '✗', title: 'Regressions: they fail, and did not before' },
  improvement: { ...same, title: 'Improvements: they failed, and pass now' },
  drift: { ...changed, title: 'Drift: they came out otherwise, neither a regression nor an improvement' },
  observation: { ...changed, title: 'Observed otherwise where the document leaves it open' },
  latency: {
    ...changed,
    title: 'Latency: how long the fastest answers take, beyond what it varies by within a run',
  },
};

/** What a headline counts, worst first, with its singular and plural. */
const counted = [
  ['regression', 'regression', 'regressions'],
  ['improvement', 'improvement', 'improvements'],
  ['drift', 'requirement drifted', 'requirements drifted'],
  ['observation', 'observation changed', 'observations changed'],
] as const satisfies readonly (readonly [kind: ChangeEntry['kind'], one: string, many: string])[];

interface HeadlinePiece {
  readonly text: string;
  /** Undefined if it is neither good nor bad news. */
  readonly look?: Look;
}

export function headlinePieces(comparison: Comparison): readonly HeadlinePiece[] {
  const { drifted, requirements, observations, old, new: latest } = comparison;
  const latency = latencyPiece(comparison);
  if (!drifted) return [{ text: 'nothing has changed', look: same }, latency];
  const lost = latest.verdict === 'no-verdict';
  const verdict: HeadlinePiece = lost
    ? { text: 'no verdict any more', look: unknown }
    : { text: 'a verdict again', look: same };
  const changes = [...requirements, ...observations.map(() => ({ kind: 'observation' }))];
  const counts = counted.map(([kind, one, many]) => {
    const count = changes.filter((change) => change.kind === kind).length;
    return { count, text: plural(count, one, many), look: changeKinds[kind] };
  });
  return [
    ...(isVerdictLost(old.verdict, latest.verdict) ? [verdict] : []),
    ...counts.filter(({ count }) => count > 0),
    latency,
  ];
}

function latencyPiece(comparison: Comparison): HeadlinePiece {
  const { latency, endpointsCompared: compared, endpointsAsked: asked } = comparison;
  if (latency.length > 0) {
    const text = shiftText(comparison) ?? `fastest answers changed at ${plural(latency.length, 'endpoint')}`;
    return { text, look: hasSlowed(comparison) ? changed : same };
  }
  // Only bases are compared, so the words promise no more.
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

export function driftTone(comparison: Comparison): Look['tone'] {
  const tones = headlinePieces(comparison).map(({ look }) => look?.tone);
  return (['bad', 'warning'] as const).find((tone) => tones.includes(tone)) ?? 'good';
}

/** Milliseconds, with one decimal if below 10. */
export const rounded = (milliseconds: number): string =>
  String(milliseconds < 10 ? Math.round(milliseconds * 10) / 10 : Math.round(milliseconds));

/** What all compared endpoints have in common, in words: `all 3 compared endpoints about 2.7 times slower`. */
function shiftText({ latencyShift: shift, endpointsCompared }: Comparison): string | undefined {
  if (shift === undefined) return undefined;
  const { factor, endpoints } = shift;
  const which = endpoints === endpointsCompared ? 'compared endpoints' : 'endpoints that were asked often';
  const times = Math.round(Math.max(factor, 1 / factor) * 10) / 10;
  return `all ${endpoints} ${which} about ${times} times ${factor > 1 ? 'slower' : 'faster'}`;
}

/** How an observation changed: a value is gone, a value is new, or several topics changed in the same way. */
export const newsKinds = {
  turned: { words: 'turned', tone: 'warning', sign: '±' },
  gone: { words: 'no longer', tone: 'faint', sign: '-' },
  new: { words: 'now', tone: 'strong', sign: '+' },
} as const;

interface News {
  readonly kind: keyof typeof newsKinds;
  readonly text: string;
}

export interface ChangeEntry {
  readonly kind: ChangeKind | 'observation' | 'latency';
  /** A requirement, an open point or an endpoint; absent if the change concerns several. */
  readonly id?: string;
  readonly level?: Level;
  readonly title?: string;
  readonly way?: { readonly before: string; readonly after: string };
  readonly extent?: string;
  /** What the failing run saw, as one line. */
  readonly seen?: string;
  /** Requirements that changed in the same way and need no further words. */
  readonly ids?: readonly string[];
  readonly news?: readonly News[];
}

/** All changes: requirements, worst first, then open points, then latencies. */
export function changeEntries(comparison: Comparison): readonly ChangeEntry[] {
  return [
    ...requirementEntries(comparison),
    ...comparison.observations.map((change): ChangeEntry => ({
      kind: 'observation',
      id: change.id,
      title: change.title,
      news: observationNews(change),
    })),
    ...latencyEntries(comparison),
  ];
}

/**
 * Changes from the same outcome to the same other one that need nothing but their ids are merged into one entry: if a
 * hundred requirements are judged again after an outage, that is one piece of news. Failures, before or now, have their
 * own entries.
 */
function requirementEntries({ requirements }: Comparison): readonly ChangeEntry[] {
  const isSingle = ({ kind, message }: RequirementChange): boolean => kind !== 'drift' || message !== undefined;
  const alike = Map.groupBy(
    requirements.filter((change) => !isSingle(change)),
    ({ before, after }) => JSON.stringify([before, after]),
  );
  return [
    ...requirements
      .filter(isSingle)
      .map(({ id, level, title, kind, before, after, message: seen }) =>
        filled({ kind, id, level, title, way: { before, after }, seen }),
      ),
    ...[...alike.values()].flatMap((changes) =>
      changes.slice(0, 1).map(({ kind, before, after }) => ({
        kind,
        way: { before, after },
        ids: changes.map(({ id }) => id),
      })),
    ),
  ];
}

function observationNews({ appeared, vanished, turned = [] }: ObservationChange): readonly News[] {
  const folded = new Set(
    turned.flatMap(({ from, to, topics }) => topics.flatMap((topic) => [`${topic}: ${from}`, `${topic}: ${to}`])),
  );
  const single = (kind: News['kind'], values: readonly string[]): readonly News[] =>
    values.filter((value) => !folded.has(value)).map((text) => ({ kind, text }));
  return [
    ...turned.map(({ from, to, topics }): News => ({
      kind: 'turned',
      text: `${from} → ${to} for: ${topics.join(', ')}`,
    })),
    ...single('gone', vanished),
    ...single('new', appeared),
  ];
}

function latencyEntries(comparison: Comparison): readonly ChangeEntry[] {
  const kind = 'latency';
  const shared = shiftText(comparison);
  if (shared !== undefined) return [{ kind, extent: shared }];
  return comparison.latency.map(({ endpoint: id, percentile, before, after }) => {
    const name = percentile === 'base' ? 'fastest answers' : percentile;
    const by = `${rounded(Math.abs(after - before))} ms ${after > before ? 'slower' : 'faster'}`;
    return { kind, id, extent: `${name} ${rounded(before)} ms → ${rounded(after)} ms (${by})` };
  });
}
