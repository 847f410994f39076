import type { RequirementId } from '../../spec/index.ts';
import type { Target, Waiver } from '../../target/configuration/target.ts';

/** What saved traffic is judged by. */
export interface JudgeOptions {
  /** The level up to which a failure makes the target nonconformant. */
  readonly level: 'required' | 'expected';
  readonly only: readonly RequirementId[] | undefined;
  readonly skip: readonly RequirementId[];
  /** Name of the target for the report; default: the addresses in the traffic. */
  readonly name?: string;
  /** The one base address whose traffic is judged; default: all. */
  readonly baseUrl?: string;
  /** The target's own name of the status of a review. */
  readonly reviewStatus: string | undefined;
  readonly expect: Target['expect'];
  readonly waive: readonly Waiver[];
  /** Version of the suite, for the report. */
  readonly version: string;
  /** Instant of the judging: the report's start where the traffic does not say when it was. */
  readonly now: Date;
  /** The command line that judges the same traffic by this requirement alone. */
  readonly again: (id: RequirementId) => string;
}
