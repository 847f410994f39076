import { appendFile } from 'node:fs/promises';
import { reportFiles } from '../report-files.ts';
import type { Report } from '../report.ts';
import { writeWhole } from '../write-whole.ts';
import { renderMarkdown } from './render-markdown.ts';

/**
 * Writes `summary.md`, and adds it to the summary of the CI's step.
 *
 * @param stepSummary file to append to, as GitHub names it in `GITHUB_STEP_SUMMARY`; absent or empty: none
 * @returns the paths written: of `summary.md`, and of the summary where it could be added to
 */
export async function writeMarkdown(
  report: Report,
  directory: string,
  stepSummary?: string,
): Promise<readonly string[]> {
  const text = renderMarkdown(report);
  const path = await writeWhole(directory, reportFiles.markdown[0], text);
  if (stepSummary === undefined || stepSummary === '') return [path];
  // What other commands of the step wrote before may lack the line break that a heading needs. A summary that cannot be
  // written, as where the variable is handed into a container without its file, costs neither the reports nor the verdict.
  const isAdded = await appendFile(stepSummary, `\n${text}`).then(
    () => true,
    () => false,
  );
  return isAdded ? [path, stepSummary] : [path];
}
