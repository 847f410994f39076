import { basename, dirname } from 'node:path';
import { printable } from '../../results/printable.ts';
import type { Page } from './page.ts';

/** The files that most readers open, the first choice first. */
const firstChoices = ['report.html', 'report.json'];

/** What was written, a line for the one to open and one for those beside it. */
export function renderWritten(paths: readonly string[], page: Page): readonly string[] {
  const first =
    firstChoices.map((name) => paths.find((path) => basename(path) === name)).find((path) => path) ?? paths[0];
  if (first === undefined) return [];
  const isBeside = (path: string) => path !== first && dirname(path) === dirname(first);
  const beside = paths.filter(isBeside).map((path) => basename(path));
  const elsewhere = paths.filter((path) => path !== first && !isBeside(path));
  return [
    `  written to ${printable(first, 400)}`,
    ...(beside.length === 0 ? [] : page.wrap(printable(`beside it ${beside.join(', ')}`, 1000), '  ')),
    ...elsewhere.map((path) => `  written to ${printable(path, 400)}`),
  ];
}
