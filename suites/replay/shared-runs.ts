import type { Report, RequirementResult } from '../../results/report.ts';
import { isRequirementId } from '../../spec/index.ts';
import type { RunOptions } from '../run.ts';
import { isFrugalReport } from './replay-bounds.ts';

/** Runs the suites. @throws NoVerdictError */
export type RunSuites = (options: Pick<RunOptions, 'only' | 'replayed'>) => Promise<Report>;

/** Runs that decide all failures of a replay together: what is sent for one of them is judged for all. */
export interface SharedRuns {
  /** How many failures share them. */
  readonly failures: number;
  /** The checks of all failures, the first time, the second time, and so on: each time once, however many ask. */
  checks(time: number): Promise<Report>;
  /** Everything that the profile runs, once. */
  everything(): Promise<Report>;
}

/** The runs that some failures of a report share. */
export function sharedRuns(report: Report, failures: readonly RequirementResult[], run: RunSuites): SharedRuns {
  const made = new Map<string, Promise<Report>>();
  const once = (key: string, options: Parameters<RunSuites>[0]): Promise<Report> => {
    const known = made.get(key) ?? run(options);
    made.set(key, known);
    return known;
  };
  const found = failures.map(({ id, counterexample }) => ({ id, property: counterexample?.property ?? id }));
  const only = [...new Set(found.flatMap(({ id, property }) => [id, property]))].filter(isRequirementId);
  // Where few records may be made, everything is decided on those that each run makes.
  const replayed = isFrugalReport(report)
    ? {}
    : { replayed: { drives: Object.fromEntries(found.map(({ id, property }) => [id, property])) } };
  return {
    failures: failures.length,
    checks: (time) => once(`checks ${time}`, { only, ...replayed }),
    everything: () => once('everything', { only: undefined }),
  };
}
