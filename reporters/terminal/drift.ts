import type { ComparedRun, Comparison, ChangeKind } from '../comparison.ts';
import { changeKinds, changeOrder } from '../drift/change-kinds.ts';
import { changesOf, driftHeadline, driftTone } from '../drift/drift-headline.ts';
import { latencyText, latencyTitle } from '../drift/latency-text.ts';
import { printable } from '../printable.ts';
import { createPage } from './page.ts';
import type { Page } from './page.ts';

function requirementLines(comparison: Comparison, kind: ChangeKind, page: Page): readonly string[] {
  return changesOf(comparison, kind).flatMap(({ id, level, title, before, after, message }) => [
    `  ${page.paint(changeKinds[kind].tone, printable(id, 80))}  ${page.paint('faint', level)}  ${printable(before, 80)} → ${printable(after, 80)}`,
    ...page.wrap(printable(title, 600), '    '),
    ...(message === undefined ? [] : page.wrap(printable(message, 1200), '    → ').map(indentRest)),
  ]);
}

/** The arrow stands before the first line alone. */
const indentRest = (line: string, index: number): string => (index === 0 ? line : line.replace('→', ' '));

function observationLines({ observations }: Comparison, page: Page): readonly string[] {
  return observations.flatMap(({ id, title, appeared, vanished }) => [
    `  ${page.paint('warning', printable(id, 80))}`,
    ...page.wrap(printable(title, 600), '    '),
    ...vanished.map((value) => `    ${page.paint('faint', '-')} ${printable(value, 300)}`),
    ...appeared.map((value) => `    ${page.paint('strong', '+')} ${printable(value, 300)}`),
  ]);
}

const section = (title: string, lines: readonly string[], page: Page): readonly string[] =>
  lines.length === 0 ? [] : ['', page.paint('strong', title), ...lines];

/** What has changed, a section for each kind of change; nothing where nothing has. */
export function renderChanges(comparison: Comparison, page: Page): readonly string[] {
  const { latency, caveats } = comparison;
  return [
    ...changeOrder.flatMap((kind) => section(changeKinds[kind].title, requirementLines(comparison, kind, page), page)),
    ...section('Observed otherwise where the document leaves it open', observationLines(comparison, page), page),
    ...section(
      latencyTitle,
      latency.map((change) => `  ${printable(change.endpoint, 80)}  ${latencyText(change)}`),
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
