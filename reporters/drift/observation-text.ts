import type { ObservationChange } from '../../results/report.ts';

/** A line of what was observed otherwise: what is gone, what is new, or what became of several topics alike. */
export interface ObservationNews {
  readonly kind: 'gone' | 'new' | 'turned';
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
