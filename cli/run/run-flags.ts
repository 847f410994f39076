import type { Format } from '../../reporters/index.ts';
import type { JudgedLevel } from '../../results/index.ts';
import type { RequirementId } from '../../spec/index.ts';
import type { ProfileName } from '../../suites/profiles.ts';
import type { TargetFlags } from '../../target/configuration/index.ts';
import type { BaselineFlags } from './baseline.ts';

/** The flags of `bfc run`, read and checked one by one. */
export interface RunFlags extends TargetFlags, BaselineFlags {
  readonly level: JudgedLevel;
  readonly only?: readonly RequirementId[];
  readonly skip: readonly RequirementId[];
  /** Default: full. */
  readonly profile?: ProfileName;
  /** The profile's when absent, or drawn by chance. */
  readonly seed?: number;
  /** The profile's when absent. */
  readonly cases?: number;
  /** Milliseconds; the profile's when absent. */
  readonly timeBudget?: number;
  /** Failing requirements that end the run; absent: none do. */
  readonly maxFailures?: number;
  /** Tells what the run would do, and sends nothing. */
  readonly dryRun?: boolean;
  /** With `dryRun`: as JSON. */
  readonly json?: boolean;
  readonly out: string;
  /** Directory that keeps the reports of all runs. */
  readonly history?: string;
  readonly format: readonly Format[];
}
