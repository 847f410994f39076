import type { ChangeKind, ComparedRun, Comparison, RequirementChange } from '../../results/report.ts';
import { changeKinds } from '../drift/change-kinds.ts';
import { changeOrder } from '../../results/compare-reports.ts';
import { changesOf, driftHeadline, driftTone } from '../drift/drift-headline.ts';
import { foldChanges } from '../drift/fold-changes.ts';
import { latencyNews, latencyTitle } from '../drift/latency-text.ts';
import { observationNews } from '../drift/observation-text.ts';
import type { ObservationNews } from '../drift/observation-text.ts';
import { printable } from '../../results/printable.ts';
import { createPage } from './page.ts';
import type { Page, Tone } from './page.ts';

function requirementLines(comparison: Comparison, kind: ChangeKind, page: Page): readonly string[] {
  const { told, folds } = foldChanges(changesOf(comparison, kind));
  const way = (change: Pick<RequirementChange, 'before' | 'after'>): string =>
    `${printable(change.before, 80)} → ${printable(change.after, 80)}`;
  return [
    ...told.flatMap(({ id, level, title, message, ...change }) => [
      `  ${page.paint(changeKinds[kind].tone, printable(id, 80))}  ${page.paint('faint', level)}  ${way(change)}`,
      ...page.wrap(printable(title, 600), '    '),
      ...(message === undefined ? [] : page.wrap(printable(message, 1200), '    → ').map(indentRest)),
    ]),
    ...folds.flatMap(({ ids, ...change }) => [
      `  ${way(change)}  ${page.paint('faint', String(ids.length))}`,
      ...page.wrap(printable(ids.join(', '), 20_000), '    '),
    ]),
  ];
}

/** The arrow stands before the first line alone. */
const indentRest = (line: string, index: number): string => (index === 0 ? line : line.replace('→', ' '));

const signs: Readonly<Record<ObservationNews['kind'], readonly [Tone, string]>> = {
  turned: ['warning', '±'],
  gone: ['faint', '-'],
  new: ['strong', '+'],
};

function observationLines({ observations }: Comparison, page: Page): readonly string[] {
  return observations.flatMap((change) => [
    `  ${page.paint('warning', printable(change.id, 80))}`,
    ...page.wrap(printable(change.title, 600), '    '),
    ...observationNews(change).map(({ kind, text }) => `    ${page.paint(...signs[kind])} ${printable(text, 300)}`),
  ]);
}

const section = (title: string, lines: readonly string[], page: Page): readonly string[] =>
  lines.length === 0 ? [] : ['', page.paint('strong', title), ...lines];

/** What has changed, a section for each kind of change; nothing where nothing has. */
export function renderChanges(comparison: Comparison, page: Page): readonly string[] {
  const { caveats } = comparison;
  return [
    ...changeOrder.flatMap((kind) => section(changeKinds[kind].title, requirementLines(comparison, kind, page), page)),
    ...section('Observed otherwise where the document leaves it open', observationLines(comparison, page), page),
    ...section(
      latencyTitle,
      latencyNews(comparison).map(({ endpoint, text }) =>
        endpoint === undefined ? `  ${text}` : `  ${printable(endpoint, 80)}  ${text}`,
      ),
      page,
    ),
    ...section(
      'To keep in mind',
      caveats.flatMap((caveat) => page.wrap(printable(caveat, 600), '  ')),
      page,
    ),
  ];
}

const runLine = (name: string, { target, startedAt, headline }: ComparedRun, page: Page): string =>
  page.paint(
    'faint',
    `  ${name}  ${printable(startedAt.slice(0, 16).replace('T', ' '), 40)}  ${printable(target.name, 80)} at ${printable(target.baseUrl, 200)}: ${printable(headline)}`,
  );

/** A comparison for people: what changed in one line, the two runs, then each change. */
export function renderDrift(
  comparison: Comparison,
  options: { readonly width: number; readonly colour: boolean },
): string {
  const page = createPage(options.width, options.colour);
  const lines = [
    page.paint(driftTone(comparison), driftHeadline(comparison)),
    runLine('old', comparison.old, page),
    runLine('new', comparison.new, page),
    ...renderChanges(comparison, page),
  ];
  return `${lines.join('\n')}\n`;
}
