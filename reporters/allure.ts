import { createHash } from 'node:crypto';
import { Stage, Status, type StatusDetails, type StepResult, type TestResult } from 'allure-js-commons';
import { jsonText, lines, printable, printableValue } from '../results/printable.ts';
import { allurePrefix } from '../results/report-files.ts';
import type { RecordedExchange, Report, RequirementResult } from '../results/report.ts';
import { isRequirementId, requirementOf } from '../spec/index.ts';
import { answerLine, evidenceText, expectedLine, factLines, messageOf, requestLine, secondRun } from './evidence.ts';
import { codeBlock, prose } from './markdown.ts';
import { partOf, standingInWords, standingOf, standings } from './outcomes.ts';

function globalsOf(report: Report): object {
  const { summary, run, suiteFaults, requirements } = report;
  const timestamp = Date.parse(run.startedAt) + run.durationMs;
  const shown = new Set<string>(requirements.map(({ id }) => id));
  const messages = lines([
    summary.verdict === 'no-verdict' && summary.headline,
    report.gate?.besides,
    suiteFaults.map(({ id, message }) => !shown.has(id) && `fault of the suite in ${id}: ${message}`),
  ]);
  return { attachments: [], errors: messages.map((message) => ({ message: printable(message), timestamp })) };
}

/** Allure's files by name: a result for each requirement, its exchanges, and the problems of the run as a whole. */
export function renderAllure(report: Report): Readonly<Record<string, string>> {
  const files = report.requirements.flatMap((result) => filesOf(result, report));
  return Object.fromEntries([...files, [`${allurePrefix}globals.json`, jsonText(globalsOf(report))]]);
}

export const epic = 'Benefits Fulfillment Service Interface';

export const severities = { required: 'critical', expected: 'normal', open: 'trivial' } as const;

const digest = (text: string): string => createHash('md5').update(text).digest('hex');

const stableUuid = (text: string): string =>
  digest(text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

function detailsOf(result: RequirementResult, reason: string | undefined, fault: string | undefined): StatusDetails {
  const { outcome, counterexample } = result;
  if (fault !== undefined) return { message: `a fault of the suite, no verdict: ${printable(fault)}` };
  if (outcome !== 'fail' && counterexample === undefined)
    return reason === undefined ? {} : { message: printable(reason) };
  return {
    message: lines([reason && printable(reason), messageOf(result)]).join('\n'),
    trace: evidenceText(result),
    ...(counterexample && {
      expected: expectedLine(counterexample, 20_000),
      actual: printableValue(counterexample.actual, 20_000),
    }),
    // Allure has its own marks for failures that are known, and for those that only show at times.
    ...(reason !== undefined && { known: true }),
    ...(counterexample?.passedAgain !== undefined && { flaky: true }),
  };
}

function stepOf(exchange: RecordedExchange, source: string, decides: boolean): StepResult {
  return {
    name: `${requestLine(exchange, 300)}, ${answerLine(exchange)}`,
    status: decides ? Status.FAILED : Status.PASSED,
    statusDetails: {},
    stage: Stage.FINISHED,
    steps: [],
    attachments: [{ name: 'exchange', source, type: 'application/json' }],
    parameters: [],
  };
}

/**
 * A requirement as an Allure result, with the files that it refers to, by name. The names are the same in every run, so
 * that Allure's history follows each requirement. The times are those of the run: a requirement is judged by exchanges
 * from all of it.
 */
function filesOf(result: RequirementResult, report: Report): readonly (readonly [name: string, text: string])[] {
  const { id, level, title, cases, counterexample } = result;
  const standing = standingOf(result, report);
  const words = standingInWords(result, report);
  const reason = words && `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
  const fault = report.suiteFaults.find((one) => one.id === id)?.message;
  const uuid = stableUuid(id);
  const exchanges = counterexample?.exchanges ?? [];
  const nameOf = (index: number): string => `${allurePrefix}${stableUuid(`${id} exchange ${index}`)}-attachment.json`;
  const start = Date.parse(report.run.startedAt);
  const feature = partOf(id).title;
  const written: TestResult = {
    uuid,
    historyId: digest(id),
    testCaseId: digest(`case ${id}`),
    fullName: id,
    name: `${id}: ${printable(title)}`,
    titlePath: [feature],
    status: fault === undefined ? Status[standings[standing].allure] : Status.BROKEN,
    statusDetails: detailsOf(result, reason, fault),
    stage: Stage.FINISHED,
    description: descriptionOf(result, reason),
    start,
    stop: start,
    labels: [
      { name: 'epic', value: epic },
      { name: 'feature', value: feature },
      { name: 'story', value: id },
      { name: 'severity', value: severities[level] },
      { name: 'framework', value: 'benefits-fulfillment-conformance' },
      { name: 'tag', value: level },
      { name: 'tag', value: standing },
    ],
    links: [],
    parameters: [
      { name: 'level', value: level },
      { name: 'cases', value: String(cases), excluded: true },
      { name: 'seed', value: String(report.run.seed), excluded: true },
      ...(report.run.today === undefined ? [] : [{ name: 'today', value: report.run.today, excluded: true }]),
      { name: 'profile', value: printable(report.run.profile), excluded: true },
    ],
    steps: exchanges.map((exchange, index) => stepOf(exchange, nameOf(index), index === exchanges.length - 1)),
    attachments: [],
  };
  return [
    ...exchanges.map((exchange, index) => [nameOf(index), jsonText(exchange)] as const),
    [`${allurePrefix}${uuid}-result.json`, jsonText(written)],
  ];
}

/** The Markdown that Allure shows with a result: the statement and its notes, what was seen, and how to repeat it. */
export function descriptionOf(result: RequirementResult, reason: string | undefined): string {
  const { id, title, source, counterexample } = result;
  const notes = isRequirementId(id) ? requirementOf(id).notes : [];
  const again = counterexample && secondRun(counterexample);
  return lines([
    prose(title),
    '',
    notes.map((note) => `- ${prose(note)}`),
    notes.length > 0 && '',
    `Stated in ${prose(`spec/documents/${source}`)}.`,
    reason !== undefined && ['', prose(reason)],
    counterexample && ['', prose(messageOf(result))],
    again !== undefined && ['', prose(again)],
    counterexample && ['', codeBlock(factLines(counterexample))],
  ]).join('\n');
}
