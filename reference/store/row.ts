import type { SQLOutputValue } from 'node:sqlite';

/** A row as SQLite hands it out, before its columns are told apart. */
export type Row = Record<string, SQLOutputValue>;

/** The text in a column; a column of another kind means that the schema and this code disagree. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`column "${column}" holds ${typeof value}, expected text`);
  return value;
}

/** The number in a column. */
export function integer(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`column "${column}" holds ${typeof value}, expected a number`);
  return value;
}

/** The text in a column that may be NULL. */
export function optionalText(row: Row, column: string): string | undefined {
  return row[column] === null ? undefined : text(row, column);
}

/** The number in a column that may be NULL. */
export function optionalInteger(row: Row, column: string): number | undefined {
  return row[column] === null ? undefined : integer(row, column);
}
