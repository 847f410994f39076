import { present, type RequirementId } from '../spec/index.ts';
import type { Definition, Workload } from './engine/definition.ts';
import type { Effort } from './profiles.ts';

/**
 * What a workload, or the scenarios of a requirement, send toward the reference service in the profile `full`, by which runs
 * are fitted to their time. Rounded from what `node bench/count-requests.ts` counts.
 */
export interface Footprint {
  /** Requests with as little as decides it. Default: a handful. */
  readonly least?: number;
  /** Further ones with all of its variations. Default: none. */
  readonly variations?: number;
  /** Further ones for each case of a property. Default: none. */
  readonly perCase?: number;
  /** The share of them that make or change a record. Default: that of most. */
  readonly writes?: number;
  /** Token requests among them, with two keys. Default: none. */
  readonly tokens?: Readonly<Record<Effort, number>>;
}

/** Most scenarios send a handful of requests. */
const handful = 4;

const usualShareOfWrites = 0.2;

/** What every run sends for the bodies that the target takes: so many requests, all of them writes. */
export const footprintOfSetup = 30;

/** Token requests that every run makes: one for each key. */
export const tokensOfSetup = 2;

/** The shares of these figures that a run of an effort has. */
const shares: Readonly<Record<Effort, Record<'least' | 'variations' | 'cases', number>>> = {
  thorough: { least: 1, variations: 1, cases: 1 },
  brisk: { least: 1, variations: 0.55, cases: 3 },
  frugal: { least: 0.45, variations: 0, cases: 0 },
};

/** Something that a run sends as a whole: a workload, or the scenario of a requirement. */
export type Part = ReturnType<typeof partOf>;

export function sumOf(parts: Iterable<Part>, of: 'least' | 'further' | 'tokens' | 'records'): number {
  return [...parts].reduce((sum, { [of]: count }) => sum + count, 0);
}

/** What a workload sends. */
export function partOf({ name, footprint = {} }: Pick<Workload, 'name' | 'footprint'>, effort: Effort, cases: number) {
  const { variations = 0, perCase = 0, writes = usualShareOfWrites, tokens } = footprint;
  const share = shares[effort];
  const least = (footprint.least ?? handful) * share.least;
  const further = variations * share.variations + perCase * cases * share.cases;
  return { name, least, further, tokens: tokens?.[effort] ?? 0, records: writes * (least + further) };
}

/** What the scenarios of a requirement send, and what makes the records that they share with those of others. */
export function partsOfScenarios(
  id: RequirementId,
  { footprint, shares: shared }: Pick<Definition, 'footprint' | 'shares'>,
  effort: Effort,
  cases: number,
): readonly Part[] {
  return [shared ?? [], { name: id, ...present({ footprint }) }].flat().map((one) => partOf(one, effort, cases));
}
