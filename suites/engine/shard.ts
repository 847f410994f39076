import type { ShardOfRun } from '../../results/run-parts.ts';
import type { RequirementId } from '../../spec/index.ts';

/** Which part of a run one process does, of how many: from 1. */
export interface ShardNumber {
  readonly index: number;
  readonly count: number;
}

/** The number of a run that is not divided. */
export const wholeRun: ShardNumber = { index: 1, count: 1 };

/** What a shard does of a run that several processes share. */
export interface Shard extends ShardNumber {
  /** What it sends: names of workloads, and of requirements for their scenarios. */
  readonly units: ReadonlySet<string>;
  /** Requirements that it has something to decide of. */
  readonly decides: ReadonlySet<RequirementId>;
  /** Those of them that it has all of. */
  readonly decidesAlone: ReadonlySet<RequirementId>;
  /** Its shares of what the whole run may send, up to 1. */
  readonly shares: { readonly requests: number; readonly records: number };
  /** Names what the whole run was asked for, and how it was divided: the same in all of its shards. */
  readonly run: string;
}

interface Sharded {
  readonly shard?: Shard | undefined;
}

/** Whether a run sends a unit; undefined: one that every shard has. */
export function sends({ shard }: Sharded, unit: string | undefined): boolean {
  return shard === undefined || unit === undefined || shard.units.has(unit);
}

/** Whether a run has anything to decide of a requirement that was selected. */
export function decides({ shard }: Sharded, id: RequirementId): boolean {
  return shard === undefined || shard.decides.has(id);
}

/** Whether other shards of the run decide a requirement as well, or alone. */
export function isShared({ shard }: Sharded, id: RequirementId): boolean {
  return shard !== undefined && !shard.decidesAlone.has(id);
}

/** A shard as reports and plans have it. */
export function shardInReport({ index, count, run, units }: Shard): Omit<ShardOfRun, 'replay' | 'end'> {
  return { index, count, run, sends: [...units].toSorted() };
}

/** `shard 2 of 4`. */
export function shardInWords({ index, count }: ShardNumber): string {
  return `shard ${index} of ${count}`;
}
