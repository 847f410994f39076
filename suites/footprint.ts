import { present, type RequirementId } from '../spec/index.ts';
import type { Definition, Workload } from './engine/definition.ts';
import type { Bounds, Effort } from './profiles.ts';

/**
 * What a workload, or the scenarios of a requirement, send to the reference service in the profile `full`. Runs are
 * fitted to their time by these figures. They are rounded from what `node bench/count-requests.ts` counts.
 */
export interface Footprint {
  /** The fewest requests that decide it. Default: a handful. */
  readonly least?: number;
  /** Further requests with all of its variations. Default: none. */
  readonly variations?: number;
  /** Further requests for each case of a property. Default: none. */
  readonly perCase?: number;
  /** The share of these requests that make or change a record. Default: that of most. */
  readonly writes?: number;
  /** Token requests among these, with two keys. Default: none. */
  readonly tokens?: Readonly<Record<Effort, number>>;
}

/** Most scenarios send a handful of requests. */
const handful = 4;

const usualShareOfWrites = 0.2;

/** Requests that every run sends to find bodies that the target accepts; all of them are writes. */
export const footprintOfSetup = 30;

/** Token requests that every run makes: one for each key. */
export const tokensOfSetup = 2;

/** The shares of these figures that apply to a run of each effort. */
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

/** What a run sends that consists of these parts, with all of their variations, and of its setup. */
export function volumeOf(parts: readonly Part[]): Bounds {
  return {
    requests: footprintOfSetup + sumOf(parts, 'least') + sumOf(parts, 'further'),
    records: footprintOfSetup + sumOf(parts, 'records'),
  };
}

/** What a workload sends. */
export function partOf({ name, footprint = {} }: Pick<Workload, 'name' | 'footprint'>, effort: Effort, cases: number) {
  const { variations = 0, perCase = 0, writes = usualShareOfWrites, tokens } = footprint;
  const share = shares[effort];
  const least = (footprint.least ?? handful) * share.least;
  const further = variations * share.variations + perCase * cases * share.cases;
  return { name, least, further, tokens: tokens?.[effort] ?? 0, records: writes * (least + further) };
}

/** What the scenarios of a requirement send, including what makes the records that they share with other scenarios. */
export function partsOfScenarios(
  id: RequirementId,
  { footprint, shares: shared }: Pick<Definition, 'footprint' | 'shares'>,
  effort: Effort,
  cases: number,
): readonly Part[] {
  return [shared ?? [], { name: id, ...present({ footprint }) }].flat().map((one) => partOf(one, effort, cases));
}
