import type { Level } from '../../spec/index.ts';
import { driftHeadline } from '../drift/drift-headline.ts';
import type { Outcome, Report, RequirementResult, WaiverState } from '../../results/report.ts';
import { outagesInWords } from '../outage-lines.ts';
import { seedOf, volumeOf } from '../../results/run-scope.ts';
import { acceptances, byStanding, gatePasses } from '../standing.ts';
import { code, prose } from './escape.ts';
import { failureBlock } from './failure-block.ts';
import { renderChanges } from './changes.ts';
import { fitted } from './fitted.ts';
import type { Section } from './fitted.ts';

/**
 * Bytes of UTF-8 that a summary takes at the most. GitHub refuses the summary of a step as a whole when it is larger
 * than 1 MiB, and other commands of the step may add to it.
 */
const largestSummary = 900_000;

/** What is seen first, from afar: red is what fails the run, and a target that is let through all the same is not green. */
function markOf(report: Report): string {
  const { verdict } = report.summary;
  if (verdict === 'no-verdict') return '⚠️';
  if (!gatePasses(report)) return '❌';
  return verdict === 'conformant' ? '✅' : '🟡';
}

const waiverWords: Readonly<Record<WaiverState, string>> = {
  accepting: 'accepts a failure',
  undecided: 'not decided in this run',
  expired: 'has ended',
  unneeded: 'no longer needed',
};

const levels = ['required', 'expected', 'open'] as const satisfies readonly Level[];
const columns = ['passed', 'failed', 'inconclusive', 'skipped'] as const satisfies readonly (keyof Report['summary'])[];

const levelTable = ({ summary }: Report): readonly string[] => [
  '| level | passed | failed | inconclusive | skipped |',
  '| :-- | --: | --: | --: | --: |',
  ...levels.map((level) => `| ${level} | ${columns.map((column) => summary[column][level]).join(' | ')} |`),
  '',
];

function head(report: Report): readonly string[] {
  const { summary, target, run, suite, spec, gate } = report;
  const { count, unit } = volumeOf(report);
  const seed = seedOf(report);
  const seconds = (run.durationMs / 1000).toFixed(1);
  const stopped = run.interrupted ? ['**The run was stopped before its end.**', ''] : [];
  return [
    `## ${markOf(report)} ${prose(summary.headline)}`,
    '',
    `${prose(target.name, 200)} at ${code(target.baseUrl)}: ${count} ${unit} in ${seconds} s,${seed === undefined ? '' : ` seed ${seed},`} profile ${code(run.profile)}, document ${code(spec.revision)}, suite ${code(suite.version)}, started ${code(run.startedAt)}`,
    '',
    ...stopped,
    ...(gate === undefined
      ? []
      : [
          gatePasses(report) ? '**Gate: passes.**' : '**Gate: fails.**',
          '',
          ...gate.problems.map((problem) => `- ${prose(problem)}`),
          ...(gate.problems.length === 0 ? [] : ['']),
        ]),
    ...levelTable(report),
  ];
}

function outageItems(report: Report): readonly (readonly string[])[] {
  const { told, more } = outagesInWords(report);
  return [
    ...told.map(({ when, underWay, curl }) => [
      `- ${prose(`${when}; ${underWay}`)}${curl === undefined ? '' : `: ${code(curl, 2000)}`}`,
    ]),
    ...(more === 0 ? [] : [[`- and ${more} more times`]]),
  ];
}

function waiverItems({ gate, requirements }: Report): readonly (readonly string[])[] {
  const applied = (gate?.waivers ?? []).map(({ id, reason, until, state }) => [
    `- ${code(id)}: ${waiverWords[state]}, until ${code(until)}: ${prose(reason)}`,
  ]);
  // A report without a gate still tells what was waived.
  const listed = new Set<string>(gate?.waivers.map(({ id }) => id));
  const others = requirements
    .filter(({ id, reason }) => reason === 'waived' && !listed.has(id))
    .map(({ id, detail }) => [`- ${code(id)}: ${prose(detail ?? acceptances.waived)}`]);
  return [...applied, ...others];
}

function baselineItems({ gate }: Report): readonly (readonly string[])[] {
  const baseline = gate?.baseline;
  if (baseline === undefined) return [];
  const list = (ids: readonly string[]): string => (ids.length === 0 ? 'none' : ids.map((id) => code(id)).join(', '));
  return [
    [`- baseline of ${code(baseline.startedAt)}`],
    [`- new: ${list(baseline.new)}`],
    [`- known: ${list(baseline.known)}`],
    ...(baseline.otherwise ?? []).map(({ id, before }) => [`  - ${code(id)} there: ${code(before)}`]),
    [`- fixed: ${list(baseline.fixed)}`],
  ];
}

const isUndecided = ({ outcome, level }: RequirementResult): boolean =>
  outcome === ('inconclusive' satisfies Outcome) && level !== 'open';

const isPartly = ({ partly, level }: RequirementResult): boolean => partly === true && level !== 'open';

/** Results by what would decide them, so that one cause is told once. */
function byCause(
  results: readonly RequirementResult[],
  causeOf: (result: RequirementResult) => string,
): readonly (readonly string[])[] {
  return [...Map.groupBy(results, causeOf)].map(([cause, same]) => [
    `- ${same.map(({ id, level }) => (level === 'required' ? code(id) : `${code(id)} (${level})`)).join(', ')}: ${prose(cause)}`,
  ]);
}

function sectionsOf(report: Report): readonly Section[] {
  const standing = byStanding(report);
  const failures = (...of: readonly ('failing' | 'warning' | 'known' | 'waived')[]) =>
    of.flatMap((name) => standing.get(name) ?? []).map((result) => failureBlock(result));
  return [
    { title: 'Failures', items: failures('failing') },
    { title: 'Waivers', items: waiverItems(report) },
    { title: 'Against the baseline', items: baselineItems(report) },
    ...(report.comparison === undefined
      ? []
      : [{ title: `Changes: ${driftHeadline(report.comparison)}`, items: renderChanges(report.comparison) }]),
    { title: 'Warnings: expected, but not required', items: failures('warning') },
    { title: 'Failures that are accepted or known', items: failures('known', 'waived') },
    {
      title: 'Passed in part: the rest could not be judged',
      items: byCause(report.requirements.filter(isPartly), ({ detail = 'nothing tells why' }) => detail),
    },
    {
      title: 'The target went away',
      items: outageItems(report),
    },
    {
      title: 'Undecided',
      items: byCause(
        report.requirements.filter(isUndecided),
        ({ reason = 'not-reached', detail = '' }) => `${reason}: ${detail}`,
      ),
    },
    {
      title: 'Faults of the suite itself: no verdict on the target',
      items: report.suiteFaults.map(({ id, message }) => [`- ${code(id)}: ${prose(message, 600)}`]),
    },
    {
      title: 'Observed where the document leaves it open',
      items: report.observations.map(({ id, value, cases }) => [
        `- ${code(id)}: ${code(value, 1000)} (${cases} ${cases === 1 ? 'case' : 'cases'})`,
      ]),
    },
  ];
}

/**
 * The report as GitHub-flavoured Markdown, as a step of a CI shows it: verdict and gate, counts, each failure as a fold
 * with its exchange, and what else there is to know. What came from a target is shown as it is, whatever it holds.
 *
 * @param limit bytes of UTF-8; what does not fit is left out, and counted
 */
export function renderMarkdown(report: Report, limit = largestSummary): string {
  return fitted(head(report), sectionsOf(report), limit);
}
