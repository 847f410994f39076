import type { Page } from '../../reporters/terminal/page.ts';
import type { Requirement } from '../../spec/index.ts';

/** Something listed: for people and for programs. */
export interface Listing {
  /** How many entries it has. */
  readonly size: number;
  /** What an entry is called, and what several are. */
  readonly noun: readonly [one: string, several: string];
  /** The entries as lines of a page, ending with their counts. */
  lines(page: Page): readonly string[];
  /** The same as one JSON object. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** Makes a list of what belongs to the requirements that passed the filters. */
export type Lister = (requirements: readonly Requirement[]) => Listing;
