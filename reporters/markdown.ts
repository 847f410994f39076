import { appendFile } from 'node:fs/promises';
import { plural } from '../results/printable.ts';
import { reportFiles, writeWhole } from '../results/report-files.ts';
import type {
  Comparison,
  ObservationChange,
  Outcome,
  Report,
  RequirementChange,
  RequirementResult,
} from '../results/report.ts';
import { seedOf, volumeOf } from '../results/run-scope.ts';
import type { Level } from '../spec/index.ts';
import { driftHeadline, foldChanges, latencyNews, newsKinds, observationNews, type ChangeFold } from './changes.ts';
import { evidenceFacts, exchangeLines, messageOf, secondRun, shownExchanges, type EvidenceLimits } from './evidence.ts';
import { code, codeBlock, fitted, html, prose, type Section } from './markdown-text.ts';
import { byStanding, gatePasses, outagesInWords, standings, waiverStates } from './outcomes.ts';

/**
 * Bytes of UTF-8 that a summary takes at most. GitHub refuses the summary of a step as a whole when it is larger
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
    `${prose(target.name, 200)} at ${code(target.baseUrl)}: ${count} ${unit} in ${seconds} s,${seed === undefined ? '' : ` seed ${seed},`}${run.today === undefined ? '' : ` today ${run.today},`} profile ${code(run.profile)}, document ${code(spec.revision)}, suite ${code(suite.version)}, started ${code(run.startedAt)}`,
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
  const { listed, more } = outagesInWords(report);
  return [
    ...listed.map(({ when, underWay, curl }) => [
      `- ${prose(`${when}; ${underWay}`)}${curl === undefined ? '' : `: ${code(curl, 2000)}`}`,
    ]),
    ...(more === 0 ? [] : [[`- and ${more} more times`]]),
  ];
}

function waiverItems({ gate, requirements }: Report): readonly (readonly string[])[] {
  const applied = (gate?.waivers ?? []).map(({ id, reason, until, state }) => [
    `- ${code(id)}: ${waiverStates[state].words}, until ${code(until)}: ${prose(reason)}`,
  ]);
  // A report without a gate still names what was waived.
  const listed = new Set<string>(gate?.waivers.map(({ id }) => id));
  const others = requirements
    .filter(({ id, reason }) => reason === 'waived' && !listed.has(id))
    .map(({ id, detail }) => [`- ${code(id)}: ${prose(detail ?? standings.waived.accepted ?? '')}`]);
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

/** Results by what would decide them, so that one cause is named once. */
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
      items: byCause(report.requirements.filter(isPartly), ({ detail = 'no reason is known' }) => detail),
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
        `- ${code(id)}: ${code(value, 1000)} (${plural(cases, 'case')})`,
      ]),
    },
  ];
}

/**
 * The report as GitHub-flavoured Markdown, as a step of a CI shows it: verdict and gate, counts, each failure as a fold
 * with its exchange, and what else there is to know. What came from a target is shown as it is, with its markup escaped.
 */
export function renderMarkdown(report: Report, limit = largestSummary): string {
  return fitted(head(report), sectionsOf(report), limit);
}

function requirementItem({ id, level, kind, before, after, message }: RequirementChange): readonly string[] {
  return [
    `- **${kind}** ${code(id)} (${level}): ${prose(before, 200)} → ${prose(after, 200)}`,
    ...(message === undefined ? [] : [`  ${code(message)}`]),
  ];
}

function foldItem({ kind, before, after, ids }: ChangeFold): readonly string[] {
  return [`- **${kind}** ${prose(before, 200)} → ${prose(after, 200)}: ${ids.map((id) => code(id)).join(', ')}`];
}

function observationItem(change: ObservationChange): readonly string[] {
  return [
    `- **observation** ${code(change.id)}: ${prose(change.title, 400)}`,
    ...observationNews(change).map(({ kind, text }) => `  - ${newsKinds[kind].words} ${code(text)}`),
  ];
}

/** What has changed from one report to another, as items of a Markdown list: regressions first, then what to know of it. */
export function renderChanges(comparison: Comparison): readonly (readonly string[])[] {
  const { old, requirements, observations, caveats } = comparison;
  const { single, folds } = foldChanges(requirements);
  return [
    [
      `Compared with the run of ${code(old.startedAt)} against ${prose(old.target.name, 200)}: ${prose(old.headline)}`,
      '',
    ],
    ...single.map(requirementItem),
    ...folds.map(foldItem),
    ...observations.map(observationItem),
    ...latencyNews(comparison).map(({ endpoint, text }) => [
      `- **latency** ${endpoint === undefined ? '' : `${code(endpoint)} `}${text}`,
    ]),
    ...caveats.map((caveat) => [`- to keep in mind: ${prose(caveat)}`]),
  ];
}

/** Bytes that GitHub takes of a summary. */
const mostBytes = 1024 * 1024;

/** A comparison as Markdown: what changed in one line, then each change. */
export function renderDriftMarkdown(comparison: Comparison): string {
  const { headline, startedAt, target } = comparison.new;
  const head = [
    `## ${prose(driftHeadline(comparison))}`,
    '',
    `${prose(target.name, 200)}, run of ${prose(startedAt, 40)}: ${prose(headline)}`,
    '',
  ];
  return fitted(head, [{ title: 'What has changed', items: renderChanges(comparison) }], mostBytes);
}

const limits: EvidenceLimits = { bodyLines: 40, line: 200, value: 600, exchanges: 4, command: 4000 };

function failureBlock(result: RequirementResult): readonly string[] {
  const { id, level, title, source, counterexample } = result;
  const head = [
    '<details>',
    `<summary>${html(id)} (${level}): ${html(messageOf(result, 300), 400)}</summary>`,
    '',
    `${prose(title)} (${prose(`spec/documents/${source}`, 200)})`,
    '',
  ];
  if (counterexample === undefined) return [...head, prose(messageOf(result)), '', '</details>', ''];
  const { shown, hidden } = shownExchanges(counterexample, limits);
  const again = secondRun(counterexample);
  return [
    ...head,
    prose(messageOf(result)),
    '',
    ...(again === undefined ? [] : [prose(again), '']),
    ...codeBlock(evidenceFacts(counterexample, limits).map(([name, line]) => `${name.padEnd(8)}  ${line}`)),
    '',
    ...(hidden === 0 ? [] : [`${hidden} earlier exchanges are in the JSON report.`, '']),
    ...shown.flatMap((exchange) => [...codeBlock(exchangeLines(exchange, limits)), '']),
    '</details>',
    '',
  ];
}

/** The summary of the CI's step, which a report is added to. */
interface StepSummary {
  /** File to append to, as GitHub names it in `GITHUB_STEP_SUMMARY`; undefined or empty: none. */
  readonly stepSummary: string | undefined;
  readonly warn: (line: string) => void;
}

/** Writes `summary.md`, and adds it to the summary of the CI's step. */
export async function writeMarkdown(
  report: Report,
  directory: string,
  { stepSummary, warn }: StepSummary,
): Promise<readonly string[]> {
  const text = renderMarkdown(report);
  const path = await writeWhole(directory, reportFiles.markdown[0], text);
  if (stepSummary === undefined || stepSummary === '') return [path];
  try {
    // What other commands of the step wrote before may lack the line break that a heading needs.
    await appendFile(stepSummary, `\n${text}`);
    return [path, stepSummary];
  } catch (error) {
    // As where the variable is handed into a container without its file: that costs neither the reports nor the verdict.
    const why = error instanceof Error ? error.message : String(error);
    warn(`nothing was added to the summary of the step (GITHUB_STEP_SUMMARY): ${why}`);
    return [path];
  }
}
