import type { StatementSync } from 'node:sqlite';
import type { Dialect } from '../dialect/dialect.ts';
import type { Database } from './database.ts';
import { integer, type Row } from './row.ts';

/** Which stretch of a list is wanted. */
export interface Window {
  readonly offset: number;
  /** How many records at most; undefined: as many as there are. */
  readonly size: number | undefined;
}

/** A stretch of a list, and how long the whole list is. */
export interface Listed<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/** `ORDER BY` terms: each names one order of all rows, so that pages never overlap. */
const orderTerms: Readonly<Record<Dialect['listOrder'], string>> = {
  'oldest-first': 'seq ASC',
  'newest-first': 'seq DESC',
  'by-id': 'id ASC',
  // The tail of an identifier says nothing about anything, not even about time.
  scattered: 'substr(id, -9) ASC, id ASC',
};

/** To SQLite a negative limit is none. */
const unlimited = -1;

/**
 * A prepared list: counts, then reads one stretch.
 *
 * @param condition the `FROM … WHERE …` both statements share
 */
export function prepareList<Item>(
  database: Database,
  condition: string,
  order: Dialect['listOrder'],
  read: (row: Row) => Item,
): (parameters: readonly (string | number)[], window: Window) => Listed<Item> {
  const count: StatementSync = database.prepare(`SELECT COUNT(*) AS total ${condition}`);
  const page: StatementSync = database.prepare(`SELECT * ${condition} ORDER BY ${orderTerms[order]} LIMIT ? OFFSET ?`);
  return (parameters, window) => {
    const row = count.get(...parameters);
    const total = row === undefined ? 0 : integer(row, 'total');
    const items =
      window.offset >= total ? [] : page.all(...parameters, window.size ?? unlimited, window.offset).map(read);
    return { items, total };
  };
}
