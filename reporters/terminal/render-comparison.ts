import { changeOrder } from '../../results/compare-reports.ts';
import { printable } from '../../results/printable.ts';
import type { ChangeKind, ComparedRun, Comparison, RequirementChange } from '../../results/report.ts';
import {
  changeKinds,
  changesOf,
  driftHeadline,
  driftTone,
  foldChanges,
  latencyNews,
  latencyTitle,
  newsKinds,
  observationNews,
} from '../changes.ts';
import { lines, type Lines } from '../lines.ts';
import { createPage, type Page } from './page.ts';

function requirementLines(comparison: Comparison, kind: ChangeKind, page: Page): Lines {
  const { single, folds } = foldChanges(changesOf(comparison, kind));
  const way = ({ before, after }: Pick<RequirementChange, 'before' | 'after'>): string =>
    `${printable(before, 80)} → ${printable(after, 80)}`;
  return [
    single.map(({ id, level, title, message, ...change }) => [
      `  ${page.paint(changeKinds[kind].tone, printable(id, 80))}  ${page.paint('faint', level)}  ${way(change)}`,
      page.wrap(printable(title, 600), '    '),
      message !== undefined &&
        page
          .wrap(printable(message, 1200), '    → ')
          .map((line, index) => (index === 0 ? line : line.replace('→', ' '))),
    ]),
    folds.map(({ ids, ...change }) => [
      `  ${way(change)}  ${page.paint('faint', String(ids.length))}`,
      page.wrap(printable(ids.join(', '), 20_000), '    '),
    ]),
  ];
}

function observationLines({ observations }: Comparison, page: Page): Lines {
  return observations.map((change) => [
    `  ${page.paint('warning', printable(change.id, 80))}`,
    page.wrap(printable(change.title, 600), '    '),
    observationNews(change).map(
      ({ kind, text }) => `    ${page.paint(newsKinds[kind].tone, newsKinds[kind].sign)} ${printable(text, 300)}`,
    ),
  ]);
}

const latencyLines = (comparison: Comparison): Lines =>
  latencyNews(comparison).map(
    ({ endpoint, text }) => `  ${endpoint === undefined ? '' : `${printable(endpoint, 80)}  `}${text}`,
  );

/** What has changed, in sections: the worst first, then what to know of the comparison. */
export function renderChanges(comparison: Comparison, page: Page): readonly string[] {
  const sections: readonly (readonly [title: string, content: Lines])[] = [
    ...changeOrder.map((kind) => [changeKinds[kind].title, requirementLines(comparison, kind, page)] as const),
    ['Observed otherwise where the document leaves it open', observationLines(comparison, page)],
    [latencyTitle, latencyLines(comparison)],
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
