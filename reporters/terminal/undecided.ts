import { printable } from '../../results/printable.ts';
import type { Reason, Report, RequirementResult, Verdict } from '../../results/report.ts';
import { judgedTraffic } from '../../results/run-scope.ts';
import { isUnanswered } from '../../results/summarize.ts';
import { pinsInShort, standingOf, undecidedPins } from '../outcomes.ts';
import type { Page } from './page.ts';

const reasonTitles = {
  blocked: 'the target refused, or did not answer, what they build on',
  'not-configured': 'the configuration lacks something they need',
  'not-reached': 'nothing was seen that decides them',
  'not-checked': 'this suite has no check for them yet',
  deselected: 'switched off',
} as const satisfies Readonly<Record<Exclude<Reason, 'waived'>, string>>;

type UndecidedReason = keyof typeof reasonTitles;
const reasons = Object.keys(reasonTitles) as readonly UndecidedReason[];

function groupByDetail(results: readonly RequirementResult[]): ReadonlyMap<string, readonly RequirementResult[]> {
  return Map.groupBy(results, ({ detail }) => detail ?? '');
}

function renderReason(reason: UndecidedReason, results: readonly RequirementResult[], page: Page): readonly string[] {
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
 * point that was not seen is left out.
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

const mostUnseen = 8;

function listed(values: readonly string[]): string {
  const more = values.length - mostUnseen;
  return `${values.slice(0, mostUnseen).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

export function renderUndecidedPins(report: Report, page: Page): readonly string[] {
  const { notLookedAt, undecided, inPart } = undecidedPins(report);
  const others = [
    ...undecided.map(({ id, detail }) => `${id}  ${detail ?? ''}`),
    ...inPart.map(({ id, pin }) => `${id}  holds, as far as it was seen; not seen: ${listed(pin.unseen ?? [])}`),
  ];
  const short = pinsInShort(
    notLookedAt.map(({ id }) => id),
    report.run.profile,
  );
  return [...short, ...others].flatMap((line) => page.wrap(printable(line, 1200), '  '));
}

const isFromTraffic = ({ run }: Report): boolean => run.profile === judgedTraffic;

const hasWaived = ({ requirements }: Report): boolean => requirements.some(({ reason }) => reason === 'waived');

function howToFix(report: Report): string {
  const failed = report.requirements.filter(
    (result) => result.outcome === 'fail' && standingOf(result, report) !== 'known',
  );
  if (failed.length === 0) return 'What fails is known from the baseline.';
  const hasExchange = failed.some(({ counterexample }) => counterexample !== undefined);
  const hasPin = failed.some(({ level }) => level === 'open');
  const sentences = [
    ...(hasExchange
      ? [
          isFromTraffic(report)
            ? 'Fix the target, or dispute the finding: "again" judges the same files by that requirement alone.'
            : 'Fix the target, or dispute the finding: "by hand" repeats the request (put a token into BFC_TOKEN first), "again" runs it once more and says whether it is fixed.',
        ]
      : []),
    ...(hasPin ? ['Where a pinned open point has changed: fix the target, or pin what it does now (expect).'] : []),
  ];
  return sentences.length === 0 ? 'Fix what is named above, then run again.' : sentences.join(' ');
}

const byVerdict: Readonly<Record<Verdict, (report: Report) => string>> = {
  nonconformant: howToFix,
  'no-verdict': (report) =>
    isFromTraffic(report)
      ? 'The files show nothing that could be judged.'
      : 'The target could not be judged. Fix what is named above, then run again.',
  conformant: (report) =>
    `Nothing that the document demands was broken${isFromTraffic(report) ? ', as far as the files show' : ''}${hasWaived(report) ? ', except for what is waived' : ''}.`,
};

const remedies: readonly (readonly [isCause: (result: RequirementResult) => boolean, string])[] = [
  [
    (result) => result.reason === 'blocked' && !isUnanswered(result),
    'Give the target records it knows: fixtures.groupId, carrierIds and planIds, and vocabulary, in the configuration.',
  ],
  [isUnanswered, 'Some requests got no answer: run again when the target is well.'],
  [
    ({ reason }) => reason === 'not-configured',
    'Some requirements need more in the configuration: what it is stands with each of them above.',
  ],
];

export function nextSteps(report: Report): readonly string[] {
  const open = report.requirements.filter(({ outcome, level }) => outcome === 'inconclusive' && level !== 'open');
  const warnings = report.summary.failed.expected;
  const early = report.run.interrupted && report.summary.verdict !== 'nonconformant';
  return [
    // What ended it, the headline says.
    early ? 'Let the run come to its end for a verdict on the whole.' : byVerdict[report.summary.verdict](report),
    ...(early && report.run.turnedAway !== undefined
      ? [
          'The target turned requests away: where that took the time, try again later, more slowly (--rate) or for longer (--time-budget).',
        ]
      : []),
    ...remedies.filter(([isCause]) => open.some(isCause)).map(([, sentence]) => sentence),
    ...(warnings > 0 && report.summary.verdict === 'conformant'
      ? ['Warnings do not fail a run; --level expected lets them.']
      : []),
  ];
}
