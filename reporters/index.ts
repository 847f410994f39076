import { join } from 'node:path';
import type { Report } from './report.ts';
import { renderTerminal } from './terminal/render-terminal.ts';
import { writeJson } from './write-json.ts';

export { createProgressDisplay, renderProgress } from './progress.ts';
export type { Progress, ProgressDisplay } from './progress.ts';
export { printable } from './printable.ts';
export type * from './comparison.ts';
export type * from './gate.ts';
export type * from './report.ts';
export { summarize } from './summarize.ts';
export type { JudgedLevel, SummaryCircumstances } from './summarize.ts';
export { renderTerminal } from './terminal/render-terminal.ts';
export { jsonReportName, renderJson, writeJson } from './write-json.ts';

/** Where reports go. */
export interface Destination {
  /** Absolute directory of the run's report files. */
  readonly directory: string;
  /** Writes to the user's terminal or pipe. */
  readonly print: (text: string) => void;
  /** Columns. */
  readonly width: number;
  readonly colour: boolean;
  /** Files written before, for a report that points at them. */
  readonly written: readonly string[];
}

/** A form of the report: gives the path it wrote, if it wrote a file. */
export type Reporter = (report: Report, destination: Destination) => Promise<string | undefined>;

/** The forms a report can take, by the names `--format` takes; those that others may point at first. */
export const reporters = {
  json: (report, { directory }) => writeJson(report, directory),
  // Allure's results are written while the suites run; all there is to do here is to say where.
  allure: async (_report, { directory }) => allureDirectory(directory),
  terminal: async (report, { print, width, colour, written }) => {
    print(renderTerminal(report, { width, colour, written }));
    return undefined;
  },
} as const satisfies Record<string, Reporter>;

/** A name that `--format` takes. */
export type Format = keyof typeof reporters;

/** Directory of the Allure results within the directory of a run's reports. */
export function allureDirectory(directory: string): string {
  return join(directory, 'allure-results');
}

/**
 * Renders a report in each of the forms asked for, in an order that lets the terminal say what was written.
 *
 * @throws the first failure to write, once all other forms are done: a full disk must not cost the report on the terminal
 */
export async function renderReport(
  report: Report,
  formats: readonly Format[],
  destination: Omit<Destination, 'written'>,
): Promise<void> {
  const written: string[] = [];
  const failures: unknown[] = [];
  for (const [name, render] of Object.entries<Reporter>(reporters)) {
    if (!formats.some((format) => format === name)) continue;
    try {
      const path = await render(report, { ...destination, written });
      if (path !== undefined) written.push(path);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
