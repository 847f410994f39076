import type { ReportRow } from '../report-rows.ts';
import type { StandingSigns } from './row-view.ts';

/** What the reader asked to see. An empty text asks for anything. */
export interface Filters {
  readonly q: string;
  readonly level: string;
  /** An outcome, or a standing. */
  readonly outcome: string;
  readonly part: string;
  /** `part` puts the requirements of a part together; otherwise what fails comes first. */
  readonly order: string;
}

/** The filters as they stand in an address, and which rows they leave. */
export interface FilterRules {
  readonly none: Filters;
  /** Filters of the part of an address after `#`; nothing when that names a requirement, or nothing at all. */
  parse(hash: string): Filters | undefined;
  /** The part after `#`; empty when nothing is asked for. */
  format(filters: Filters): string;
  /** The rows that pass, in the order they came. */
  select(rows: readonly ReportRow[], filters: Filters): readonly ReportRow[];
}

/**
 * Rules of filtering. Words are looked for in what a row shows, but for its notes and its evidence.
 *
 * Runs in the page as well: it refers to nothing outside itself.
 */
export function filterRules(signs: StandingSigns): FilterRules {
  const none: Filters = { q: '', level: '', outcome: '', part: '', order: '' };
  const names = ['q', 'level', 'outcome', 'part', 'order'] as const;
  const haystacks = new WeakMap<ReportRow, string>();
  const haystack = (row: ReportRow): string => {
    const known = haystacks.get(row);
    if (known !== undefined) return known;
    const { id, title, message, observed, detail, source, standing } = row;
    const texts = [id, signs[standing]?.word, title, message, observed, detail, source];
    const text = texts.join('\n').toLowerCase();
    haystacks.set(row, text);
    return text;
  };
  return {
    none,
    parse: (hash) => {
      const text = hash.replace(/^#/, '');
      if (!text.includes('=')) return undefined;
      const given = new URLSearchParams(text);
      return {
        q: given.get('q') ?? '',
        level: given.get('level') ?? '',
        outcome: given.get('outcome') ?? '',
        part: given.get('part') ?? '',
        order: given.get('order') ?? '',
      };
    },
    format: (filters) => {
      const given = new URLSearchParams();
      for (const name of names) if (filters[name] !== '') given.set(name, filters[name]);
      return given.toString();
    },
    select: (rows, { q, level, outcome, part }) => {
      const words = q.toLowerCase().split(/\s+/).filter(Boolean);
      return rows.filter(
        (row) =>
          (level === '' || row.level === level) &&
          (part === '' || row.part === part) &&
          (outcome === '' || row.outcome === outcome || row.standing === outcome) &&
          words.every((word) => haystack(row).includes(word)),
      );
    },
  };
}
