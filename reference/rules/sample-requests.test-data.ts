import type { Fixtures } from '../reference-client.test-data.ts';
import { objectOf } from '../../spec/index.ts';
import type { RuleName } from './rules.ts';

/** Changes to the sample body, by pointer; a function if they depend on the fixtures. */
type Changes = Readonly<Record<string, unknown>> | ((fixtures: Fixtures) => Readonly<Record<string, unknown>>);

/**
 * A request: one that makes a record (`elsewhere`: a decision in the group of the last connection), an edit of the last
 * decision made, or a list of decisions; or a pause.
 */
export type Sample = readonly [
  'connection' | 'decision' | 'elsewhere' | 'snapshot' | 'edit' | 'list' | 'pause',
  Changes,
];

export const connection = (changes: Changes = {}): Sample => ['connection', changes];
export const decision = (changes: Changes = {}): Sample => ['decision', changes];
export const snapshot = (changes: Changes = {}): Sample => ['snapshot', changes];
export const elsewhere: Sample = ['elsewhere', {}];
export const edit = (changes: Changes = {}): Sample => ['edit', changes];
export const list = (query: Readonly<Record<string, string>>): Sample => ['list', query];
export const pause: Sample = ['pause', {}];

export interface Samples {
  /** Sent first; each is accepted. */
  readonly holds: readonly Sample[];
  /** Sent next; each is refused by the rule. */
  readonly breaks: readonly Sample[];
}

/** Samples of every rule that is more than a choice of a dialect. */
export type RuleSamples = Readonly<Partial<Record<RuleName, Samples>>>;

/** Changes to the sample body with which a rule holds, and others that break it. */
export const changed = (
  at: (changes?: Changes) => Sample,
  holds: readonly Changes[],
  breaks: readonly Changes[],
): Samples => ({ holds: holds.map(at), breaks: breaks.map(at) });

export const values = (
  at: (changes?: Changes) => Sample,
  pointer: string,
  holds: readonly unknown[],
  breaks: readonly unknown[],
): Samples =>
  changed(
    at,
    holds.map((value) => ({ [pointer]: value })),
    breaks.map((value) => ({ [pointer]: value })),
  );

/** The rule holds for the sample body, and each of these changes breaks it. */
export const brokenBy = (at: (changes?: Changes) => Sample, ...breaks: readonly Changes[]): Samples =>
  changed(at, [{}], breaks);

export const person = '/employee/person';
export const child = '/dependents/0';

export const differing = (pointer: string, [one, other]: readonly [string, string]) => ({
  [`/employee${pointer}`]: one,
  [`${child}${pointer}`]: other,
});

export const lines = '/body/carriers/0/lines_of_coverage';
export const plans = `${lines}/medical/plans`;
export const described = { name: 'Silver', plan_type: 'ppo' };

export const openEnrollment = (start: string, end: string) => ({
  [`${lines}/medical/open_enrollment_start_date`]: start,
  [`${lines}/medical/open_enrollment_end_date`]: end,
});

export const atOtherCarrier = decision(({ carrierIds: [, other] }) => ({ '/body/carriers/0/carrier_id': other }));

/** Repeats the items of a list of the sample body. */
export const twice =
  (pointer: string, body: (fixtures: Fixtures) => unknown): Changes =>
  (fixtures) => {
    const items = pointer
      .split('/')
      .slice(1)
      .reduce((value, name) => objectOf(value)[name], body(fixtures));
    return { [pointer]: Array.isArray(items) ? [...items, ...items] : [] };
  };
