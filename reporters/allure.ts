import { createHash } from 'node:crypto';
import { readFile, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Stage, Status, type StatusDetails, type StepResult, type TestResult } from 'allure-js-commons';
import { jsonText, printable, printableValue } from '../results/printable.ts';
import { allureFolder, writeWhole } from '../results/report-files.ts';
import type { RecordedExchange, Report, RequirementResult } from '../results/report.ts';
import { isRequirementId, parts, requirementOf } from '../spec/index.ts';
import {
  answerLine,
  evidenceFacts,
  evidenceLines,
  expectedLine,
  joined,
  messageOf,
  requestLine,
  secondRun,
} from './evidence.ts';
import { codeBlock, prose } from './markdown-text.ts';
import { acceptances, standingOf, type Standing } from './outcomes.ts';

/** From the first check of a requirement to the last: several checks may have judged it. */
function spanOf(checks: readonly Measured[] | undefined): Pick<Measured, 'start' | 'stop'> | undefined {
  if (checks === undefined || checks.length === 0) return undefined;
  return {
    start: Math.min(...checks.map(({ start }) => start)),
    stop: Math.max(...checks.map(({ stop }) => stop)),
  };
}

/** What speaks against the run as a whole, as Allure's global errors. */
function globalsOf(report: Report): object {
  const { summary, run, suiteFaults, requirements } = report;
  const timestamp = Date.parse(run.startedAt) + run.durationMs;
  const shown = new Set<string>(requirements.map(({ id }) => id));
  const messages = [
    ...(summary.verdict === 'no-verdict' ? [summary.headline] : []),
    ...(report.gate?.besides ?? []),
    ...suiteFaults
      .filter(({ id }) => !shown.has(id))
      .map(({ id, message }) => `fault of the suite in ${id}: ${message}`),
  ];
  return { attachments: [], errors: messages.map((message) => ({ message: printable(message), timestamp })) };
}

/**
 * Puts Allure's results in order once a run has ended. While it ran, `allure-vitest` wrote one for each check: of them the
 * times are kept. A requirement may have several checks, and an exchange of a later one may still show it broken; so there
 * is one result for each requirement now, which says what the report says.
 *
 * @param directory of the run's reports; results lie in a folder within
 * @returns the folder of results
 */
export async function writeAllure(report: Report, directory: string): Promise<string> {
  const folder = join(directory, allureFolder);
  const measured = Map.groupBy(await takeResults(folder), ({ id }) => id);
  for (const one of report.requirements) {
    const { result, attachments } = allureResult(one, report, spanOf(measured.get(one.id)));
    for (const { name, text } of attachments) await writeWhole(folder, name, text);
    await writeWhole(folder, `${result.uuid}-result.json`, jsonText(result));
  }
  await writeWhole(folder, globalsName, jsonText(globalsOf(report)));
  return folder;
}

/** The name under which all results stand. */
export const epic = 'Benefits Fulfillment Service Interface';

/** Allure's names for how bad a failure is, by level. */
export const severities = { required: 'critical', expected: 'normal', open: 'trivial' } as const;

/** A file beside the results. */
export interface AllureFile {
  readonly name: string;
  readonly text: string;
}

const statuses: Readonly<Record<Standing, Status>> = {
  failing: Status.FAILED,
  blocked: Status.BROKEN,
  warning: Status.SKIPPED,
  known: Status.SKIPPED,
  waived: Status.SKIPPED,
  undecided: Status.SKIPPED,
  deselected: Status.SKIPPED,
  passed: Status.PASSED,
  observed: Status.PASSED,
};

/** Why a result is neither passed nor failed, as a sentence; undefined where it is one of them. */
function reasonOf({ reason = 'not-reached', detail }: RequirementResult, standing: Standing): string | undefined {
  const told = detail === undefined ? '' : `: ${detail}`;
  if (standing === 'warning' || standing === 'known' || standing === 'waived') {
    return `Fails, but does not fail the run: ${acceptances[standing]}${standing === 'waived' ? told : ''}.`;
  }
  if (standing === 'blocked' || standing === 'undecided') return `Undecided (${reason})${told}.`;
  return standing === 'deselected' ? 'Not selected.' : undefined;
}

const digest = (text: string): string => createHash('md5').update(text).digest('hex');

/** A name that is the same for the same thing in every run, in the form of a UUID. */
const stableUuid = (text: string): string =>
  digest(text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The part of the documents that a requirement belongs to, by its title. */
export function featureOf(id: string): string {
  if (!isRequirementId(id)) return 'Of other documents';
  const { part } = requirementOf(id);
  return parts.find(({ name }) => name === part)?.title ?? part;
}

function detailsOf(result: RequirementResult, reason: string | undefined, fault: string | undefined): StatusDetails {
  const { counterexample } = result;
  if (fault !== undefined) return { message: `a fault of the suite, no verdict: ${printable(fault)}` };
  if (result.outcome !== 'fail' && counterexample === undefined) {
    return reason === undefined ? {} : { message: printable(reason) };
  }
  const again = counterexample?.passedAgain !== undefined;
  const details = {
    message: [...(reason === undefined ? [] : [printable(reason)]), messageOf(result)].join('\n'),
    trace: joined(evidenceLines(result)),
    ...(counterexample === undefined
      ? {}
      : {
          expected: expectedLine(counterexample, 20_000),
          actual: printableValue(counterexample.actual, 20_000),
        }),
  };
  // Allure has marks of its own for what is known, and for what fails only at times.
  return { ...details, ...(reason === undefined ? {} : { known: true }), ...(again ? { flaky: true } : {}) };
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
 * A requirement as Allure's result, with the files it refers to: what the report says, whatever a check under vitest said
 * before the run had ended. Names are the same in every run, so that Allure's history follows each requirement.
 *
 * @param measured when its checks ran; absent: no check of it did, and the start of the run is given
 */
export function allureResult(
  result: RequirementResult,
  report: Report,
  measured?: Pick<Measured, 'start' | 'stop'>,
): { readonly result: TestResult; readonly attachments: readonly AllureFile[] } {
  const { id, level, title, cases, counterexample } = result;
  const standing = standingOf(result, report);
  const reason = reasonOf(result, standing);
  const fault = report.suiteFaults.find((one) => one.id === id)?.message;
  const uuid = stableUuid(id);
  const exchanges = counterexample?.exchanges ?? [];
  const attachments = exchanges.map((exchange, index) => ({
    name: `${stableUuid(`${id} exchange ${index}`)}-attachment.json`,
    text: jsonText(exchange),
  }));
  const start = measured?.start ?? Date.parse(report.run.startedAt);
  return {
    attachments,
    result: {
      uuid,
      historyId: digest(id),
      testCaseId: digest(`case ${id}`),
      fullName: id,
      name: `${id}: ${printable(title)}`,
      titlePath: [featureOf(id)],
      status: fault === undefined ? statuses[standing] : Status.BROKEN,
      statusDetails: detailsOf(result, reason, fault),
      stage: Stage.FINISHED,
      description: descriptionOf(result, reason),
      start,
      stop: measured?.stop ?? start,
      labels: [
        { name: 'epic', value: epic },
        { name: 'feature', value: featureOf(id) },
        { name: 'story', value: id },
        { name: 'severity', value: severities[level] },
        ownLabel,
        { name: 'tag', value: level },
        { name: 'tag', value: standing },
      ],
      links: [],
      parameters: [
        { name: 'level', value: level },
        { name: 'cases', value: String(cases), excluded: true },
        { name: 'seed', value: String(report.run.seed), excluded: true },
        { name: 'profile', value: printable(report.run.profile), excluded: true },
      ],
      steps: exchanges.map((exchange, index) =>
        stepOf(exchange, attachments[index]?.name ?? '', index === exchanges.length - 1),
      ),
      attachments: [],
    },
  };
}

/** The Markdown that Allure shows with a result: the statement and how it is to be read, what was seen, how to repeat it. */
export function descriptionOf(result: RequirementResult, reason: string | undefined): string {
  const { id, title, source, counterexample } = result;
  const notes = isRequirementId(id) ? requirementOf(id).notes : [];
  const again = counterexample && secondRun(counterexample);
  return [
    prose(title),
    '',
    ...notes.map((note) => `- ${prose(note)}`),
    ...(notes.length === 0 ? [] : ['']),
    `Stated in ${prose(`spec/documents/${source}`)}.`,
    ...(reason === undefined ? [] : ['', prose(reason)]),
    ...(counterexample === undefined ? [] : ['', prose(messageOf(result))]),
    ...(again === undefined ? [] : ['', prose(again)]),
    ...(counterexample === undefined
      ? []
      : ['', ...codeBlock(evidenceFacts(counterexample).map(([name, line]) => `${name.padEnd(8)}  ${line}`))]),
  ].join('\n');
}

/** What a check that ran under vitest left behind, as far as it is kept: when it ran, and where. */
export interface Measured {
  /** Requirement, by the story label that every check has. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly stop: number;
}

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** The label by which a result is known to be of this suite, whoever else puts results into the same folder. */
export const ownLabel = { name: 'framework', value: 'benefits-fulfillment-conformance' } as const;

/** What speaks for or against the run as a whole; there is one such file in a folder. */
export const globalsName = 'run-globals.json';

const listIn = (of: Members, name: string): readonly Members[] => {
  const list = of[name];
  return Array.isArray(list) ? list.filter(isObject) : [];
};

const isOwn = (result: Members): boolean =>
  listIn(result, 'labels').some(({ name, value }) => name === ownLabel.name && value === ownLabel.value);

function measuredOf(result: Members): readonly Measured[] {
  const { start, stop } = result;
  const story = listIn(result, 'labels').find(({ name }) => name === 'story')?.['value'];
  return typeof start === 'number' && typeof stop === 'number' && typeof story === 'string'
    ? [{ id: story, start, stop }]
    : [];
}

/** The files that a result, or a step of it, refers to. */
function attachmentsOf(part: Members): readonly string[] {
  const named = listIn(part, 'attachments').map(({ source }) => source);
  return [
    ...named.filter((source) => typeof source === 'string' && basename(source) === source).map(String),
    ...listIn(part, 'steps').flatMap(attachmentsOf),
  ];
}

/** A result of this suite; undefined for one of another, or what cannot be read as one. */
async function ownResult(path: string): Promise<Members | undefined> {
  try {
    const result: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isObject(result) && isOwn(result) ? result : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Removes the results of this suite from a folder, with the attachments that they name. What others keep there, results of
 * theirs among it, stays; a folder that is none is left so.
 *
 * @returns what the results have measured
 */
export async function takeResults(directory: string): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  for (const name of await namesIn(directory)) {
    const result = name.endsWith('-result.json') ? await ownResult(join(directory, name)) : undefined;
    if (result === undefined && name !== globalsName) continue;
    measured.push(...(result === undefined ? [] : measuredOf(result)));
    const files = [name, ...(result === undefined ? [] : attachmentsOf(result))];
    for (const file of files) await rm(join(directory, file), { force: true });
  }
  return measured;
}

async function namesIn(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
