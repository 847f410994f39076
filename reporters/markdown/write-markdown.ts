import { appendFile } from 'node:fs/promises';
import { reportFiles, writeWhole } from '../../results/report-files.ts';
import type { Report } from '../../results/report.ts';
import { renderMarkdown } from './render-markdown.ts';

/** The summary of the CI's step, which a report is added to. */
export interface StepSummary {
  /** File to append to, as GitHub names it in `GITHUB_STEP_SUMMARY`; undefined or empty: none. */
  readonly stepSummary: string | undefined;
  /** Is told, in one line, why it could not be added to. */
  readonly warn: (line: string) => void;
}

/**
 * Writes `summary.md`, and adds it to the summary of the CI's step.
 *
 * @returns the paths written: of `summary.md`, and of the summary where it could be added to
 */
export async function writeMarkdown(
  report: Report,
  directory: string,
  { stepSummary, warn }: StepSummary,
): Promise<readonly string[]> {
  const text = renderMarkdown(report);
  const path = await writeWhole(directory, reportFiles.markdown[0], text);
  if (stepSummary === undefined || stepSummary === '') return [path];
  try {
    // What other commands of the step wrote before may lack the line break that a heading needs.
    await appendFile(stepSummary, `\n${text}`);
    return [path, stepSummary];
  } catch (error) {
    // As where the variable is handed into a container without its file: that costs neither the reports nor the verdict.
    const why = error instanceof Error ? error.message : String(error);
    warn(`nothing was added to the summary of the step (GITHUB_STEP_SUMMARY): ${why}`);
    return [path];
  }
}
