import { changeOrder } from '../../results/compare-reports.ts';
import { printable } from '../../results/printable.ts';
import type {
  AgainstBaseline,
  AppliedWaiver,
  ChangeKind,
  ComparedRun,
  Comparison,
  Gate,
  RequirementChange,
} from '../../results/report.ts';
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
import { waiverStates } from '../outcomes.ts';
import { createPage, type Page } from './page.ts';

function requirementLines(comparison: Comparison, kind: ChangeKind, page: Page): readonly string[] {
  const { single, folds } = foldChanges(changesOf(comparison, kind));
  const way = (change: Pick<RequirementChange, 'before' | 'after'>): string =>
    `${printable(change.before, 80)} → ${printable(change.after, 80)}`;
  return [
    ...single.flatMap(({ id, level, title, message, ...change }) => [
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

const indentRest = (line: string, index: number): string => (index === 0 ? line : line.replace('→', ' '));

function observationLines({ observations }: Comparison, page: Page): readonly string[] {
  return observations.flatMap((change) => [
    `  ${page.paint('warning', printable(change.id, 80))}`,
    ...page.wrap(printable(change.title, 600), '    '),
    ...observationNews(change).map(
      ({ kind, text }) => `    ${page.paint(newsKinds[kind].tone, newsKinds[kind].sign)} ${printable(text, 300)}`,
    ),
  ]);
}

const section = (title: string, lines: readonly string[], page: Page): readonly string[] =>
  lines.length === 0 ? [] : ['', page.paint('strong', title), ...lines];

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

export function renderIdleWaivers(waivers: readonly AppliedWaiver[], page: Page): readonly string[] {
  return waivers.flatMap(({ id, reason, until, state }) => {
    if (state === 'accepting') return [];
    const { tone, words } = waiverStates[state];
    return [
      `  ${printable(id, 80)}  ${page.paint(tone, words)}`,
      ...page.wrap(printable(`until ${until}: ${reason}`, 600), '    ').map((line) => page.paint('faint', line)),
    ];
  });
}

export function renderBaseline({ baseline }: Gate, page: Page): readonly string[] {
  if (baseline === undefined) return [];
  const groups = [
    ['new', baseline.new],
    ['known', baseline.known],
    ['fixed', baseline.fixed],
  ] as const;
  if (groups.every(([, ids]) => ids.length === 0)) return [];
  return groups.flatMap(([name, ids]) => {
    const lines = page.wrap(ids.length === 0 ? 'none' : printable(ids.join(', '), 4000), '          ');
    return [`  ${name.padEnd(6)}  ${lines.join('\n').trimStart()}`];
  });
}

function newsOf({ known }: AgainstBaseline): string {
  return known.length === 0
    ? 'nothing fails that did not in the baseline'
    : `${known.length} known from the baseline, none new`;
}

/** What a gate makes of the run, one line each; nothing where neither waivers nor a baseline have a say in it. */
export function renderGate({ passed, problems, waivers, baseline }: Gate, page: Page): readonly string[] {
  if (waivers.length === 0 && baseline === undefined) return [];
  if (!passed) {
    return problems
      .flatMap((problem) => page.wrap(`gate fails: ${printable(problem, 1200)}`, '  '))
      .map((line) => page.paint('bad', line));
  }
  const accepted = waivers.filter(({ state }) => state === 'accepting').length;
  const causes = [
    ...(accepted === 0 ? [] : [`${accepted} accepted by a waiver`]),
    ...(baseline === undefined ? [] : [newsOf(baseline)]),
  ];
  return [page.paint('good', `  gate passes${causes.length === 0 ? '' : `: ${causes.join(', ')}`}`)];
}
