import { appendFile } from 'node:fs/promises';
import { reportFiles } from '../report-files.ts';
import type { Report } from '../report.ts';
import { writeWhole } from '../write-whole.ts';
import { renderMarkdown } from './render-markdown.ts';

/**
 * Writes `summary.md`, and adds it to the summary of the CI's step.
 *
 * @param stepSummary file to append to, as GitHub names it in `GITHUB_STEP_SUMMARY`; absent or empty: none
 * @returns the path of `summary.md`
 */
export async function writeMarkdown(report: Report, directory: string, stepSummary?: string): Promise<string> {
  const text = renderMarkdown(report);
  const path = await writeWhole(directory, reportFiles.markdown[0], text);
  // What other commands of the step wrote before may lack the line break that a heading needs.
  if (stepSummary !== undefined && stepSummary !== '') await appendFile(stepSummary, `\n${text}`);
  return path;
}
