import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { jsonReportName } from '../results/report-files.ts';
import type { Report } from '../results/report.ts';
import { systemCode, whyUnreadable, UsageError } from './failures.ts';

/** Whether a path is that of a directory that can be reached. */
export function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** The absolute path of the report that a path names: itself, or the `report.json` of a directory. */
export async function reportFileAt(path: string, cwd: string): Promise<string> {
  const given = resolve(cwd, path);
  return (await isDirectory(given)) ? join(given, jsonReportName) : given;
}

/**
 * Reads the report of an earlier run.
 *
 * @param path - of a `report.json`, or of a directory that holds one; relative to `cwd`
 * @param what - the flag or argument that named it, for the error: `--baseline`, `OLD`
 * @throws UsageError when it cannot be read, or is no report
 */
export async function readReport(path: string, cwd: string, what: string): Promise<Report> {
  const refuse = (why: string, cause?: unknown): UsageError => new UsageError(`${what}: ${path} ${why}`, { cause });
  const file = await reportFileAt(path, cwd);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const code = systemCode(error);
    const isLacking = code === 'ENOENT' && file !== resolve(cwd, path);
    throw refuse(
      isLacking
        ? `is a directory without a ${jsonReportName}; name the one that "bfc run" has written`
        : whyUnreadable(code),
      error,
    );
  });
  // Loaded when needed: most commands read no report.
  const { parseReport } = await import('../results/parse-report.ts');
  const { report, problem } = parseReport(text);
  if (report === undefined) throw refuse(problem);
  return report;
}
