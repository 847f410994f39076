import { join } from 'node:path';
import { allureFolder, renderJson, reportFiles, writeWhole } from '../results/report-files.ts';
import type { Report } from '../results/report.ts';

export interface Destination {
  /** Absolute. */
  readonly directory: string;
  readonly print: (text: string) => void;
  /** Gets, as one line, what could not be done and costs no report. */
  readonly warn: (line: string) => void;
  /** Columns. */
  readonly width: number;
  readonly colour: boolean;
  /** Where a CI says what it wants: `GITHUB_STEP_SUMMARY`, unless empty, names a file to add the summary to. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Files written before, for a report that points at them. */
  readonly written: readonly string[];
}

/** Writes or prints one form of a report; returns the paths written. */
export type Reporter = (report: Report, destination: Destination) => Promise<readonly string[]>;

const oneFile =
  (name: keyof typeof reportFiles, render: (report: Report) => string | Promise<string>): Reporter =>
  async (report, { directory }) => [await writeWhole(directory, reportFiles[name][0], await render(report))];

const printed =
  (render: (report: Report, destination: Destination) => Promise<string>): Reporter =>
  async (report, destination) => {
    destination.print(await render(report, destination));
    return [];
  };

/**
 * The formats a report can take, by the names `--format` takes; those that others may point at first. Each is loaded when
 * it is asked for: help, and mistakes of usage, need none.
 */
export const reporters = {
  json: oneFile('json', renderJson),
  html: oneFile('html', async (report) => (await import('./html/report-page.ts')).renderHtml(report)),
  junit: oneFile('junit', async (report) => (await import('./junit.ts')).renderJunit(report)),
  markdown: async (report, destination) => (await import('./markdown.ts')).writeMarkdown(report, destination),
  sarif: oneFile('sarif', async (report) => (await import('./sarif.ts')).renderSarif(report)),
  har: oneFile('har', async (report) => (await import('./har.ts')).renderHar(report)),
  badge: async (report, { directory }) => (await import('./badge.ts')).writeBadge(report, directory),
  allure: async (report, { directory }) => [await (await import('./allure.ts')).writeAllure(report, directory)],
  terminal: printed(async (...all) => (await import('./terminal/render-terminal.ts')).renderTerminal(...all)),
  github: printed(async (report) => (await import('./github.ts')).renderAnnotations(report)),
} as const satisfies Record<string, Reporter>;

export type Format = keyof typeof reporters;

/** Whether `--format` takes the name. */
export const isFormat = (name: string): name is Format => Object.hasOwn(reporters, name);

/**
 * What is made when no format is named: all of them, except annotations, which are only printed for a CI that reads them.
 *
 * @param environment `GITHUB_ACTIONS` is `true` where GitHub reads the output
 */
export function allFormats(environment: Readonly<Record<string, string | undefined>>): readonly Format[] {
  const isRead = environment['GITHUB_ACTIONS'] === 'true';
  return Object.keys(reporters)
    .filter(isFormat)
    .filter((name) => name !== 'github' || isRead);
}

/** Directory of the Allure results within the directory of a run's reports. */
export function allureDirectory(directory: string): string {
  return join(directory, allureFolder);
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
      written.push(...(await render(report, { ...destination, written })));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
