import type { Format } from '../../reporters/index.ts';
import type { JudgedLevel } from '../../results/index.ts';
import type { RequirementId } from '../../spec/index.ts';

/** The flags of `bfc judge`, read and checked one by one. */
export interface JudgeFlags {
  readonly level: JudgedLevel;
  readonly only?: readonly RequirementId[];
  readonly skip: readonly RequirementId[];
  readonly baseUrl?: string;
  readonly name?: string;
  readonly reviewStatus?: string;
  readonly config?: string;
  readonly out: string;
  readonly format: readonly Format[];
}
