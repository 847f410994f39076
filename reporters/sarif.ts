import { createHash } from 'node:crypto';
import type { Location, Log, Notification, ReportingDescriptor, Result, WebRequest, WebResponse } from 'sarif';
import { decidedAt } from '../results/failure-kind.ts';
import { jsonText, lines, printable } from '../results/printable.ts';
import type { RecordedExchange, Report, RequirementResult } from '../results/report.ts';
import { isJudgedFailure } from '../results/summarize.ts';
import { endpoints, isRequirementId, requirementOf } from '../spec/index.ts';
import { evidenceFacts, messageOf, secondRun } from './evidence.ts';
import { byStanding, seenThere, standingOf, standings, type Standing } from './outcomes.ts';

/** Identifies a finding by requirement and kind: of the places at which it shows, a run keeps any. */
function fingerprint({ id, counterexample }: RequirementResult): string {
  return createHash('sha256')
    .update(JSON.stringify([id, counterexample?.code ?? '']))
    .digest('hex');
}

function baselineStateOf(result: RequirementResult, standing: Standing, report: Report): Result['baselineState'] {
  if (standing === 'known') return seenThere(result, report) === undefined ? 'unchanged' : 'updated';
  return report.gate?.baseline?.new.some((id) => id === result.id) === true ? 'new' : undefined;
}

function justificationOf({ id, detail = 'accepted by a waiver' }: RequirementResult, { gate }: Report): string {
  const waiver = gate?.waivers.find((one) => one.id === id);
  return printable(waiver === undefined ? detail : `until ${waiver.until}: ${waiver.reason}`);
}

function resultOf(result: RequirementResult, ruleIndex: number, report: Report): Result {
  const { id, level, counterexample } = result;
  const standing = standingOf(result, report);
  const decided = counterexample?.exchanges.at(-1);
  const facts = counterexample && evidenceFacts(counterexample);
  const text = lines([
    messageOf(result),
    counterexample && secondRun(counterexample),
    facts?.map(([name, line]) => `${name}: ${printable(line, 4000)}`),
  ]);
  return {
    ruleId: id,
    ruleIndex,
    kind: 'fail',
    // A waiver does not make a failure less severe.
    level: isJudgedFailure({ ...result, outcome: 'fail' }, report.run.level ?? 'required') ? 'error' : 'warning',
    message: { text: text.join('\n') },
    locations: [locationOf(result)],
    partialFingerprints: { 'requirementAndCode/v1': fingerprint(result) },
    baselineState: baselineStateOf(result, standing, report),
    // SARIF asks for it on all results or on none.
    suppressions:
      standing === 'waived'
        ? [{ kind: 'external', status: 'accepted', justification: justificationOf(result, report) }]
        : [],
    webRequest: decided && webRequestOf(decided),
    webResponse: decided && webResponseOf(decided),
    occurrenceCount: counterexample && Math.max(1, counterexample.occurrences),
    properties: {
      level,
      standing,
      pointer: counterexample?.pointer,
      expected: counterexample?.expected,
      expectedOneOf: counterexample?.expectedOneOf,
      actual: counterexample?.actual,
      curl: counterexample?.curl,
      replay: counterexample?.replay,
      seed: counterexample?.seed,
    },
  };
}

function notificationsOf(report: Report): Notification[] {
  const { summary, suiteFaults } = report;
  const errors = lines([
    summary.verdict === 'no-verdict' && printable(summary.headline),
    suiteFaults.map(({ id, message }) => `fault of the suite in ${printable(id, 200)}: ${printable(message)}`),
  ]);
  const blocked = byStanding(report).get('blocked') ?? [];
  const warnings = blocked.map(({ id, detail = 'blocked' }) => `${id} could not be judged: ${printable(detail)}`);
  return [
    ...errors.map((text) => ({ level: 'error', message: { text } }) as const),
    ...warnings.map((text) => ({ level: 'warning', message: { text } }) as const),
  ];
}

/** SARIF 2.1.0: waived failures have a suppression, and those that the baseline knows a `baselineState`. */
export function renderSarif(report: Report): string {
  const { spec, run, summary, target, requirements } = report;
  const { name, version } = report.suite;
  const results = requirements.flatMap((result, index) =>
    standings[standingOf(result, report)].sarif ? [resultOf(result, index, report)] : [],
  );
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name, version, semanticVersion: version, rules: requirements.map(ruleOf) },
        },
        invocations: [
          {
            executionSuccessful: summary.verdict !== 'no-verdict',
            startTimeUtc: run.startedAt,
            endTimeUtc: new Date(Date.parse(run.startedAt) + run.durationMs).toISOString(),
            toolExecutionNotifications: notificationsOf(report),
          },
        ],
        originalUriBaseIds: {
          [packageBase]: { description: { text: `the folder of the package ${name} ${version}` } },
        },
        automationDetails: { id: `conformance/${run.profile}/` },
        columnKind: 'utf16CodeUnits',
        results,
        properties: {
          target: { name: target.name, baseUrl: target.baseUrl },
          verdict: summary.verdict,
          headline: summary.headline,
          seed: run.seed,
          today: run.today,
          documents: spec.revision,
        },
      },
    ],
  };
  return jsonText(log);
}

const sarifLevels = { required: 'error', expected: 'warning', open: 'note' } as const;

/** A requirement as a rule; the notes of the documents on how to read it are its help. */
function ruleOf({ id, level, title, source }: RequirementResult): ReportingDescriptor {
  const requirement = isRequirementId(id) ? requirementOf(id) : undefined;
  const { notes = [] } = requirement ?? {};
  const statement = printable(title);
  return {
    id,
    shortDescription: { text: statement },
    help: {
      text: [statement, ...notes].join('\n'),
      markdown: [statement, '', ...notes.map((note) => `- ${note}`)].join('\n'),
    },
    defaultConfiguration: { level: sarifLevels[level] },
    properties: {
      level,
      source,
      part: requirement?.part,
      endpoints: requirement?.endpoints,
      tags: ['conformance', level, ...(requirement === undefined ? [] : [requirement.part])],
    },
  };
}

const packageBase = 'PACKAGE';

/**
 * Where a violation is. It is in a running service, which has no file, so the endpoint is the logical location. Viewers
 * such as GitHub's code scanning list results by physical location only, so the broken line of the documents is used
 * for that: at least it is where the reader has to look next.
 */
function locationOf({ id, source, counterexample }: RequirementResult): Location {
  const [document = source, line = '1'] = source.split(/:(?=\d+$)/);
  const asked = counterexample && decidedAt(counterexample);
  const stated = isRequirementId(id) ? requirementOf(id).endpoints : [];
  // Tokens are requested at an address of their own.
  const shown = asked === undefined || asked === 'token' ? stated : [asked];
  const logicalLocations = shown.map((name) => ({
    name,
    fullyQualifiedName: `${endpoints[name].method} ${endpoints[name].path}`,
    kind: 'resource',
  }));
  return {
    physicalLocation: {
      artifactLocation: {
        uri: `spec/documents/${encodeURIComponent(document.toWellFormed())}`,
        uriBaseId: packageBase,
      },
      region: { startLine: Math.max(1, Number(line)) },
    },
    logicalLocations: logicalLocations.length === 0 ? undefined : logicalLocations,
  };
}

function webRequestOf({ request }: RecordedExchange): WebRequest {
  const { method, url, headers, body, wire = body } = request;
  return { protocol: 'HTTP', method, target: url, headers, body: wire === undefined ? undefined : { text: wire } };
}

function webResponseOf({ response, failure = 'no answer' }: RecordedExchange): WebResponse {
  if (response === undefined) return { noResponseReceived: true, reasonPhrase: failure };
  const { status, headers, body } = response;
  return { protocol: 'HTTP', statusCode: status, headers, body: { text: body }, noResponseReceived: false };
}
