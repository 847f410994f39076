import type { Reason, Report, Verdict } from '../report.ts';
import { judgedTraffic } from '../sees-all.ts';

/** Whether the exchanges come from files, and not from a run. */
const isFromTraffic = ({ run }: Report): boolean => run.profile === judgedTraffic;

const hasWaived = ({ requirements }: Report): boolean => requirements.some(({ reason }) => reason === 'waived');

const byVerdict: Readonly<Record<Verdict, (report: Report) => string>> = {
  nonconformant: (report) =>
    isFromTraffic(report)
      ? 'Mend the target, or question the finding: "again" judges the same files by that requirement alone.'
      : 'Mend the target, or question the finding: "by hand" repeats the request (put a token into BFC_TOKEN first), "again" runs it once more and says whether it is mended.',
  'no-verdict': (report) =>
    isFromTraffic(report)
      ? 'The files show nothing that could be judged.'
      : 'The target could not be judged. Mend what is named above, then run again.',
  conformant: (report) =>
    `Nothing that the document demands was broken${isFromTraffic(report) ? ', as far as the files show' : ''}${hasWaived(report) ? ', beside what is waived' : ''}.`,
};

const byReason: readonly (readonly [Reason, string])[] = [
  [
    'blocked',
    'Give the target records it knows: fixtures.groupId, carrierIds and planIds, and vocabulary, in the configuration.',
  ],
  ['not-configured', 'Some requirements need more in the configuration: what it is stands with each of them above.'],
];

/** What the reader may do now, a sentence a line. */
export function nextSteps(report: Report): readonly string[] {
  const open = report.requirements.filter(({ outcome, level }) => outcome === 'inconclusive' && level !== 'open');
  const warnings = report.summary.failed.expected;
  const early = report.run.interrupted && report.summary.verdict !== 'nonconformant';
  return [
    early
      ? 'Let the run come to its end for a verdict on the whole; --time-budget may be what ended it.'
      : byVerdict[report.summary.verdict](report),
    ...byReason.filter(([reason]) => open.some((result) => result.reason === reason)).map(([, sentence]) => sentence),
    ...(warnings > 0 && report.summary.verdict === 'conformant'
      ? ['Warnings do not fail a run; --level expected lets them.']
      : []),
  ];
}
