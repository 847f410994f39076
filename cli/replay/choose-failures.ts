import type { Report, RequirementResult } from '../../results/report.ts';
import { isRequirementId, register } from '../../spec/index.ts';
import { suggestion } from '../../target/configuration/index.ts';
import { UsageError } from '../failures.ts';

/** What a requirement was in a report that it did not fail in. */
const wasInstead: Readonly<Record<Exclude<RequirementResult['outcome'], 'fail'>, string>> = {
  pass: 'it passed',
  inconclusive: 'it stayed inconclusive',
  skipped: 'it was skipped',
};

/** Whether there is something to replay: a failure, or one that a waiver accepted. */
const isFailure = ({ outcome, reason }: RequirementResult): boolean => outcome === 'fail' || reason === 'waived';

/**
 * The failures of a report to replay: those named, each once, or all of them.
 *
 * @param words - requirement ids; none: all that failed
 * @param path - of the report, for the error
 * @throws UsageError for a word that names no requirement, or one that did not fail
 */
export function chooseFailures(report: Report, words: readonly string[], path: string): readonly RequirementResult[] {
  if (words.length === 0) return report.requirements.filter(({ outcome }) => outcome === 'fail');
  return [...new Set(words)].map((word) => {
    const result = report.requirements.find(({ id }) => id === word);
    if (!isRequirementId(word)) {
      const failed = report.requirements.filter(isFailure).map(({ id }) => id);
      const known = register.map(({ id }) => id);
      const otherwise =
        failed.length === 0 ? 'nothing failed in that report' : `failed in that report: ${failed.join(', ')}`;
      throw new UsageError(`ID: no requirement is called ${JSON.stringify(word)}${suggestion(word, known, otherwise)}`);
    }
    if (result === undefined) throw new UsageError(`ID: ${word} is not in ${path}; "bfc run" makes a new report`);
    if (result.outcome === 'fail' || isFailure(result)) return result;
    const detail = result.detail === undefined ? '' : ` (${result.detail})`;
    throw new UsageError(
      `ID: ${word} did not fail in ${path}: ${wasInstead[result.outcome]}${detail}; without an id all failures are replayed`,
    );
  });
}
