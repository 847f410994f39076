import type { Limits } from '../../target/configuration/target.ts';

/** The names of the profiles. */
export const profileNames = ['full', 'gate', 'health'] as const;

/** The name of a profile. */
export type ProfileName = (typeof profileNames)[number];

/**
 * How much of the same is asked: `thorough`: every variation at every place; `brisk`: every variation, but not at
 * every place; `frugal`: by reading, on the few records of one small story.
 */
export type Effort = 'thorough' | 'brisk' | 'frugal';

/** How a run goes about it: everything in which one kind of run differs from another. */
export interface Profile {
  /** Whom it is for and what it does, in one line. */
  readonly about: string;
  /** Cases of each property, where the run is not given another number. */
  readonly cases: number;
  /** The seed, where the run is not given one; absent: drawn by chance. */
  readonly seed?: number;
  /** Milliseconds, where the run is not given another time. */
  readonly timeBudgetMs: number;
  /** What a target is driven with at the most, whatever its configuration allows. */
  readonly limits?: Required<Limits>;
  readonly effort: Effort;
  /** Whether the named examples are sent, beside what is drawn. */
  readonly examples: boolean;
  /** Milliseconds for which records are watched moving on by themselves, and between two looks; 0: one look. */
  readonly watching: { readonly longest: number; readonly pause: number };
  /** How often a list that moves is looked at for a moment of rest, and milliseconds between two looks. */
  readonly patience: { readonly tries: number; readonly pause: number };
  /** Cases tried at the most to make one counterexample smaller; the first of them confirms it. */
  readonly shrinkTries: number;
}
