import { lines, type Lines, printable } from '../../results/printable.ts';
import type { ComparedRun, Comparison } from '../../results/report.ts';
import { changeEntries, changeKinds, driftHeadline, driftTone, newsKinds, type ChangeEntry } from '../changes.ts';
import { createPage, type Page } from './page.ts';

function entryLines(
  { kind, id, level, title, way, extent, seen, ids = [], news = [] }: ChangeEntry,
  page: Page,
): Lines {
  const head = lines([
    id !== undefined && page.paint(changeKinds[kind].tone, printable(id, 80)),
    level !== undefined && page.paint('faint', level),
    way && `${printable(way.before, 80)} → ${printable(way.after, 80)}`,
    extent,
    ids.length > 0 && page.paint('faint', String(ids.length)),
  ]);
  return [
    `  ${head.join('  ')}`,
    title !== undefined && page.wrap(printable(title, 600), '    '),
    ids.length > 0 && page.wrap(printable(ids.join(', '), 20_000), '    '),
    seen !== undefined &&
      page.wrap(printable(seen, 1200), '    → ').map((line, index) => (index === 0 ? line : line.replace('→', ' '))),
    news.map((one) => {
      const { tone, sign } = newsKinds[one.kind];
      return `    ${page.paint(tone, sign)} ${printable(one.text, 300)}`;
    }),
  ];
}

/** What has changed, in sections: the worst first, then what to know of the comparison. */
export function renderChanges(comparison: Comparison, page: Page): readonly string[] {
  const byKind = Map.groupBy(changeEntries(comparison), ({ kind }) => kind);
  const sections: readonly (readonly [title: string, content: Lines])[] = [
    ...[...byKind].map(
      ([kind, entries]) => [changeKinds[kind].title, entries.map((entry) => entryLines(entry, page))] as const,
    ),
    ['To keep in mind', comparison.caveats.map((caveat) => page.wrap(printable(caveat, 600), '  '))],
  ];
  return sections.flatMap(([title, content]) => {
    const within = lines(content);
    return within.length === 0 ? [] : ['', page.paint('strong', title), ...within];
  });
}

function runLine(name: string, { target, startedAt, headline }: ComparedRun, page: Page): string {
  const instant = printable(startedAt.slice(0, 16).replace('T', ' '), 40);
  const where = `${printable(target.name, 80)} at ${printable(target.baseUrl, 200)}`;
  return page.paint('faint', `  ${name}  ${instant}  ${where}: ${printable(headline)}`);
}

/** A comparison of two reports for people: what has changed in one line, the runs, then each change. */
export function renderDrift(
  comparison: Comparison,
  options: { readonly width: number; readonly colour: boolean },
): string {
  const page = createPage(options.width, options.colour);
  const text = [
    page.paint(driftTone(comparison), driftHeadline(comparison)),
    runLine('old', comparison.old, page),
    runLine('new', comparison.new, page),
    ...renderChanges(comparison, page),
  ];
  return `${text.join('\n')}\n`;
}
