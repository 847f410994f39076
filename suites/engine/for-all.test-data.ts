import * as fc from 'fast-check';
import type { PropertyOptions } from './property.ts';
import { createLedger } from './ledger.ts';
import { findingOf } from './sample-session.test-data.ts';
import { AssertionFailure } from './verdicts.ts';

/** The requirement of the properties of these tests. */
export const id = 'renewals.edit-listed';
export const numbers = fc.nat({ max: 10_000 });

type Options = Omit<PropertyOptions, 'examples'>;

/** Options of a property, as most of these tests want them. */
export function options(parts: Partial<Options> = {}): Options {
  const blank = {
    name: 'sample',
    window: 30,
    cases: 30,
    seed: 11,
    id,
    ledger: createLedger(),
    shrinkTries: 400,
  } as const;
  return { ...blank, deadline: Number.POSITIVE_INFINITY, ...parts };
}

/** A predicate that does not hold from `limit` on. */
export const below = (limit: number) => async (value: number) => {
  await Promise.resolve();
  if (value >= limit) throw new AssertionFailure(findingOf(value));
};
