import { printable } from '../../results/printable.ts';
import type { Reason, RequirementResult } from '../../results/report.ts';
import type { Page } from './page.ts';

/** What each reason means to a reader, in the order they are told: what can be mended first. */
const reasonTitles: Readonly<Record<Exclude<Reason, 'waived'>, string>> = {
  blocked: 'the target refused, or did not answer, what they build on',
  'not-configured': 'the configuration lacks something they need',
  'not-reached': 'nothing was seen that decides them',
  'not-checked': 'this suite has no check for them yet',
  deselected: 'switched off',
};
const reasons = [
  'blocked',
  'not-configured',
  'not-reached',
  'not-checked',
  'deselected',
] as const satisfies readonly (keyof typeof reasonTitles)[];

function groupByDetail(results: readonly RequirementResult[]): ReadonlyMap<string, readonly RequirementResult[]> {
  return Map.groupBy(results, ({ detail }) => detail ?? '');
}

function renderReason(
  reason: keyof typeof reasonTitles,
  results: readonly RequirementResult[],
  page: Page,
): readonly string[] {
  const within = results.filter((result) => (result.reason ?? 'not-reached') === reason);
  if (within.length === 0) return [];
  // Naming each one that the user switched off would only repeat the command line.
  if (reason === 'deselected')
    return [...groupByDetail(within)].flatMap(([detail, { length }]) =>
      page
        .wrap(`${length} ${detail === '' ? reasonTitles[reason] : printable(detail)}`, '  ')
        .map((line) => page.paint('faint', line)),
    );
  return renderNamed(`${within.length} undecided: ${reasonTitles[reason]}`, within, page);
}

/** The requirements by name, those of one cause together. */
function renderNamed(title: string, results: readonly RequirementResult[], page: Page): readonly string[] {
  if (results.length === 0) return [];
  return [
    `  ${title}`,
    ...[...groupByDetail(results)].flatMap(([detail, same]) => [
      ...page.wrap(same.map(({ id, level }) => (level === 'required' ? id : `${id} (${level})`)).join(', '), '    '),
      ...(detail === '' ? [] : page.wrap(printable(detail), '      ').map((line) => page.paint('faint', line))),
    ]),
  ];
}

/**
 * What was not decided, or not in all of its parts, grouped by reason and then by what is to be done about it; an open
 * point that was not seen is no matter.
 */
export function renderUndecided(results: readonly RequirementResult[], page: Page): readonly string[] {
  const undecided = results.filter(
    ({ outcome, level, reason }) =>
      (outcome === 'skipped' && reason !== 'waived') || (outcome === 'inconclusive' && level !== 'open'),
  );
  const inPart = results.filter(({ partly, level }) => partly === true && level !== 'open');
  return [
    ...renderNamed(`${inPart.length} passed only in part: the rest of it could not be judged`, inPart, page),
    ...reasons.flatMap((reason) => renderReason(reason, undecided, page)),
  ];
}
