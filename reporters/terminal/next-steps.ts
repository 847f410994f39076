import type { Report, RequirementResult, Verdict } from '../../results/report.ts';
import { judgedTraffic } from '../../results/run-scope.ts';
import { isUnanswered } from '../../results/summarize.ts';
import { standingOf } from '../standing.ts';

/** Whether the exchanges come from files, and not from a run. */
const isFromTraffic = ({ run }: Report): boolean => run.profile === judgedTraffic;

const hasWaived = ({ requirements }: Report): boolean => requirements.some(({ reason }) => reason === 'waived');

/** What to do about failures by what is shown of them: an exchange, or the value of a pinned open point. */
function mending(report: Report): string {
  const told = report.requirements.filter(
    (result) => result.outcome === 'fail' && standingOf(result, report) !== 'known',
  );
  if (told.length === 0) return 'What fails is known from the baseline.';
  const hasExchange = told.some(({ counterexample }) => counterexample !== undefined);
  const hasPin = told.some(({ level }) => level === 'open');
  const sentences = [
    ...(hasExchange
      ? [
          isFromTraffic(report)
            ? 'Mend the target, or question the finding: "again" judges the same files by that requirement alone.'
            : 'Mend the target, or question the finding: "by hand" repeats the request (put a token into BFC_TOKEN first), "again" runs it once more and says whether it is mended.',
        ]
      : []),
    ...(hasPin ? ['Where a pinned open point has changed: mend the target, or pin what it does now (expect).'] : []),
  ];
  return sentences.length === 0 ? 'Mend what is named above, then run again.' : sentences.join(' ');
}

const byVerdict: Readonly<Record<Verdict, (report: Report) => string>> = {
  nonconformant: mending,
  'no-verdict': (report) =>
    isFromTraffic(report)
      ? 'The files show nothing that could be judged.'
      : 'The target could not be judged. Mend what is named above, then run again.',
  conformant: (report) =>
    `Nothing that the document demands was broken${isFromTraffic(report) ? ', as far as the files show' : ''}${hasWaived(report) ? ', beside what is waived' : ''}.`,
};

/** What helps toward each cause of what stays undecided. */
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

/** What the reader may do now, a sentence a line. */
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
