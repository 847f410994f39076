import type { Dialect } from '../dialect/dialect.ts';

/** How identifiers and times look from outside. */
export interface Rendering {
  /** An identifier that this service made up. */
  id(value: string): string;
  /** An identifier as a client sent it, of a record that this service has. */
  sentId(value: string): string;
  /** A moment, given in milliseconds. */
  time(milliseconds: number): number;
  /** Members beyond the documented ones that each record carries. */
  extra(kind: string): object;
}

const cases: Readonly<Record<Dialect['idCase'], (id: string) => string>> = {
  lower: (id) => id,
  upper: (id) => id.toUpperCase(),
  mixed: (id) => id.replaceAll(/[a-f]/g, (digit, at: number) => (at % 3 === 0 ? digit : digit.toUpperCase())),
};

const times: Readonly<Record<Dialect['timestampUnit'], (milliseconds: number) => number>> = {
  seconds: (milliseconds) => Math.floor(milliseconds / 1000),
  milliseconds: (milliseconds) => milliseconds,
  microseconds: (milliseconds) => milliseconds * 1000,
};

/** The rendering of a dialect. */
export function renderingOf({ idCase, sentIds, timestampUnit, extraFields }: Dialect): Rendering {
  const id = cases[idCase];
  return {
    id,
    sentId: sentIds === 'as-sent' ? (value) => value : (value) => id(value.toLowerCase()),
    time: times[timestampUnit],
    extra: (kind) =>
      extraFields === false ? {} : { object: kind, labels: [], origin: { channel: 'api', revision: null } },
  };
}
