import type { Report, RequirementResult } from '../../results/report.ts';
import { judgedTraffic } from '../../results/run-scope.ts';
import { isUnanswered } from '../../results/summarize.ts';
import { lines } from '../lines.ts';
import { standingOf } from '../outcomes.ts';

const isFromTraffic = ({ run }: Report): boolean => run.profile === judgedTraffic;

function howToFix(report: Report): string {
  const failed = report.requirements.filter(
    (result) => result.outcome === 'fail' && standingOf(result, report) !== 'known',
  );
  if (failed.length === 0) return 'What fails is known from the baseline.';
  const repeating = isFromTraffic(report)
    ? '"again" judges the same files by that requirement alone.'
    : '"by hand" repeats the request (put a token into BFC_TOKEN first), "again" runs it once more and says whether it is fixed.';
  const sentences = lines([
    failed.some(({ counterexample }) => counterexample !== undefined) &&
      `Fix the target, or dispute the finding: ${repeating}`,
    failed.some(({ level }) => level === 'open') &&
      'Where a pinned open point has changed: fix the target, or pin what it does now (expect).',
  ]);
  return sentences.length === 0 ? 'Fix what is named above, then run again.' : sentences.join(' ');
}

function afterVerdict(report: Report): string {
  const { verdict } = report.summary;
  if (verdict === 'nonconformant') return howToFix(report);
  if (verdict === 'conformant') {
    const hasWaived = report.requirements.some(({ reason }) => reason === 'waived');
    const limits = `${isFromTraffic(report) ? ', as far as the files show' : ''}${hasWaived ? ', except for what is waived' : ''}`;
    return `Nothing that the document demands was broken${limits}.`;
  }
  return isFromTraffic(report)
    ? 'The files show nothing that could be judged.'
    : 'The target could not be judged. Fix what is named above, then run again.';
}

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

/** What to do after a run, a sentence or two each: about what fails, what was not decided, and how far the verdict goes. */
export function nextSteps(report: Report): readonly string[] {
  const { run, summary, requirements } = report;
  const open = requirements.filter(({ outcome, level }) => outcome === 'inconclusive' && level !== 'open');
  const isEarly = run.interrupted && summary.verdict !== 'nonconformant';
  return lines([
    // What ended it, the headline says.
    isEarly ? 'Let the run come to its end for a verdict on the whole.' : afterVerdict(report),
    isEarly &&
      run.turnedAway !== undefined &&
      'The target turned requests away: where that took the time, try again later, more slowly (--rate) or for longer (--time-budget).',
    remedies.filter(([isCause]) => open.some(isCause)).map(([, sentence]) => sentence),
    summary.failed.expected > 0 &&
      summary.verdict === 'conformant' &&
      'Warnings do not fail a run; --level expected lets them.',
  ]);
}
