import type { ObservationChange } from '../../results/report.ts';

/** A line of what was observed otherwise: what is gone, what is new, or what became of several values alike. */
export interface ObservationNews {
  readonly kind: 'gone' | 'new' | 'turned';
  readonly text: string;
}

interface Statement {
  readonly topic: string;
  readonly word: string;
}

function statementOf(value: string): Statement | undefined {
  const [, topic, word] = /^(.+?): (.+)$/s.exec(value) ?? [];
  return topic === undefined || word === undefined ? undefined : { topic, word };
}

const statementsOf = (values: readonly string[]): readonly Statement[] =>
  values.flatMap((value) => statementOf(value) ?? []);

/** Topics of which one word has become another one, by the two words. */
function turns({ appeared, vanished }: ObservationChange): ReadonlyMap<string, readonly string[]> {
  const [were, are] = [statementsOf(vanished), statementsOf(appeared)];
  const only = (all: readonly Statement[], wanted: string): string | undefined => {
    const words = all.filter(({ topic }) => topic === wanted).map(({ word }) => word);
    return words.length === 1 ? words[0] : undefined;
  };
  const pairs = were.flatMap(({ topic, word }) => {
    const now = only(are, topic);
    return now === undefined || only(were, topic) === undefined ? [] : [{ topic, turn: `${word} → ${now}` }];
  });
  const alike = [...Map.groupBy(pairs, ({ turn }) => turn)].filter(([, { length }]) => length > 1);
  return new Map(alike.map(([turn, of]) => [turn, of.map(({ topic }) => topic)]));
}

/** What was observed otherwise at an open point, a line each; what became of several values alike is one. */
export function observationNews(change: ObservationChange): readonly ObservationNews[] {
  const turned = turns(change);
  const folded = new Set([...turned.values()].flat());
  const single = (values: readonly string[]): readonly string[] =>
    values.filter((value) => !folded.has(statementOf(value)?.topic ?? ''));
  return [
    ...[...turned].map(([turn, topics]) => ({ kind: 'turned' as const, text: `${turn} for: ${topics.join(', ')}` })),
    ...single(change.vanished).map((text) => ({ kind: 'gone' as const, text })),
    ...single(change.appeared).map((text) => ({ kind: 'new' as const, text })),
  ];
}
