import type { Format, JudgedLevel } from '../../reporters/index.ts';
import type { RequirementId } from '../../spec/index.ts';
import type { TargetFlags } from '../../target/configuration/index.ts';

/** The flags of `bfc run`, read and checked one by one. */
export interface RunFlags extends TargetFlags {
  readonly level: JudgedLevel;
  readonly only?: readonly RequirementId[];
  readonly skip: readonly RequirementId[];
  /** Drawn by chance when absent. */
  readonly seed?: number;
  readonly cases: number;
  /** Milliseconds. */
  readonly timeBudget: number;
  readonly out: string;
  readonly format: readonly Format[];
}
