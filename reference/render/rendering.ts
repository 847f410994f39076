import type { Dialect } from '../dialect/dialect.ts';

/** How identifiers and times look from outside. */
export interface Rendering {
  /** An identifier that this service made up. */
  id(value: string): string;
  /** A moment, given in milliseconds. */
  time(milliseconds: number): number;
  /** Members beyond the documented ones that each record carries. */
  extra(kind: string): object;
}

/** The rendering of a dialect. */
export function renderingOf(dialect: Dialect): Rendering {
  return {
    id: dialect.idCase === 'upper' ? (value) => value.toUpperCase() : (value) => value,
    time: dialect.timestampUnit === 'seconds' ? (value) => Math.floor(value / 1000) : (value) => value,
    extra: dialect.extraFields
      ? (kind) => ({ object: kind, labels: [], origin: { channel: 'api', revision: null } })
      : () => ({}),
  };
}
