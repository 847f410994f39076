import type { Progress } from '../reporters/progress.ts';
import type { RequirementResult } from '../results/report.ts';
import type { RequirementId } from '../spec/index.ts';
import type { Closing } from './engine/closing.ts';
import type { RunParameters } from './engine/session.ts';

/** What whatever runs the suite files is told. */
export interface RunnerOptions {
  readonly parameters: Omit<RunParameters, 'channel'>;
  /** Directory for allure-vitest's results; absent: none are written. */
  readonly allureResults: string | undefined;
  readonly signal: AbortSignal;
  onProgress(progress: Progress): void;
  /** Learns, as one line, of what went wrong and touches no verdict: a journal that could not be written. */
  onTrouble(line: string): void;
}

/** What a run came to. */
export interface Collected {
  /** Results of the checks that have ended, of use where there is no closing. */
  readonly results: ReadonlyMap<RequirementId, RequirementResult>;
  /** Absent when the run did not come to an end. */
  readonly closing: Closing | undefined;
  readonly errors: readonly string[];
}

/** Runs the suite files against a target. */
export type Runner = (options: RunnerOptions) => Promise<Collected>;
