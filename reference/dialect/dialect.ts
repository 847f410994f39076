import type { Choice } from './choice.ts';
import type { choices } from './choices.ts';

/** The names of the open points. */
export type OpenPointName = keyof typeof choices;

/**
 * One value for each point that the documents leave open. Every place where this service had to choose reads its
 * choice from here, so that another equally valid service is only another record away.
 */
export type Dialect = {
  readonly [Name in OpenPointName]: (typeof choices)[Name] extends Choice<infer Value> ? Value : never;
};
