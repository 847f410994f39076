import { createHash } from 'node:crypto';
import { Stage, Status } from 'allure-js-commons';
import type { StatusDetails, StepResult, TestResult } from 'allure-js-commons';
import { isRequirementId, parts, requirementOf } from '../../spec/index.ts';
import { answerLine, evidenceLines, expectedLine, joined, messageOf, requestLine } from '../evidence.ts';
import { jsonText, printable, printableValue } from '../../results/printable.ts';
import type { RecordedExchange, Report, RequirementResult } from '../../results/report.ts';
import { acceptances, standingOf } from '../standing.ts';
import type { Standing } from '../standing.ts';
import { descriptionOf } from './description.ts';
import { ownLabel } from './results-folder.ts';
import type { Measured } from './results-folder.ts';

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
