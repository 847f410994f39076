import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonText } from '../results/printable.ts';
import { allureFolder, removeAllureResults, reportFiles, writeWhole } from '../results/report-files.ts';
import type { Report } from '../results/report.ts';

export interface Destination {
  /** Absolute. */
  readonly directory: string;
  readonly print: (text: string) => void;
  /** Receives problems that cost no report, each as one line. */
  readonly warn: (line: string) => void;
  /** Columns. */
  readonly width: number;
  readonly colour: boolean;
  /** Environment variables: `GITHUB_STEP_SUMMARY`, unless empty, names a file to which the summary is added. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Files written before, for reports that point at them. */
  readonly written: readonly string[];
}

/** Writes or prints one format of a report; returns the paths written. */
type Reporter = (report: Report, destination: Destination) => Promise<readonly string[]>;

async function writeAll(directory: string, texts: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const [name, text] of Object.entries(texts)) paths.push(await writeWhole(directory, name, text));
  return paths;
}

const files =
  (render: (report: Report) => Promise<Readonly<Record<string, string>>>): Reporter =>
  async (report, { directory }) =>
    writeAll(directory, await render(report));

const oneFile = (name: keyof typeof reportFiles, render: (report: Report) => string | Promise<string>): Reporter =>
  files(async (report) => ({ [reportFiles[name][0]]: await render(report) }));

/** Makes a reporter also add its files to the step summary of a CI. */
const summary =
  (write: Reporter): Reporter =>
  async (report, destination) => {
    const written = await write(report, destination);
    const stepSummary = destination.environment['GITHUB_STEP_SUMMARY'];
    if (stepSummary === undefined || stepSummary === '') return written;
    try {
      // Earlier commands of the step may have left out the line break that a heading needs.
      for (const path of written) await appendFile(stepSummary, `\n${await readFile(path, 'utf8')}`);
      return [...written, stepSummary];
    } catch (error) {
      // For example, the variable was passed into a container without its file: that costs neither reports nor verdict.
      const why = error instanceof Error ? error.message : String(error);
      destination.warn(`nothing was added to the summary of the step (GITHUB_STEP_SUMMARY): ${why}`);
      return written;
    }
  };

/** A folder that other tools write to as well: results of an earlier run are removed first. */
const allureFiles: Reporter = async (report, { directory }) => {
  const folder = allureDirectory(directory);
  const { renderAllure } = await import('./allure.ts');
  await removeAllureResults(folder);
  await writeAll(folder, renderAllure(report));
  return [folder];
};

const printed =
  (render: (report: Report, destination: Destination) => Promise<string>): Reporter =>
  async (report, destination) => {
    destination.print(await render(report, destination));
    return [];
  };

/** The formats by the names of `--format`; those that others point at come first. Each is loaded when needed. */
export const reporters = {
  json: oneFile('json', jsonText),
  html: oneFile('html', async (report) => (await import('./html/report-page.ts')).renderHtml(report)),
  junit: oneFile('junit', async (report) => (await import('./junit.ts')).renderJunit(report)),
  markdown: summary(oneFile('markdown', async (report) => (await import('./markdown.ts')).renderMarkdown(report))),
  sarif: oneFile('sarif', async (report) => (await import('./sarif.ts')).renderSarif(report)),
  har: oneFile('har', async (report) => (await import('./har.ts')).renderHar(report)),
  badge: files(async (report) => (await import('./badge.ts')).renderBadge(report)),
  allure: allureFiles,
  terminal: printed(async (...all) => (await import('./terminal/render-terminal.ts')).renderTerminal(...all)),
  github: printed(async (report) => (await import('./github.ts')).renderAnnotations(report)),
} as const satisfies Record<string, Reporter>;

export type Format = keyof typeof reporters;

export const isFormat = (name: string): name is Format => Object.hasOwn(reporters, name);

/** All formats but annotations, which are only printed for a CI that reads them: `GITHUB_ACTIONS` is `true`. */
export function allFormats(environment: Readonly<Record<string, string | undefined>>): readonly Format[] {
  const isRead = environment['GITHUB_ACTIONS'] === 'true';
  return Object.keys(reporters)
    .filter(isFormat)
    .filter((name) => name !== 'github' || isRead);
}

export function allureDirectory(directory: string): string {
  return join(directory, allureFolder);
}

/**
 * Renders a report in each requested format, in an order that lets the terminal list the files written.
 *
 * @throws the first write error, once all other formats are done: a full disk must not cost the report on the terminal
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
