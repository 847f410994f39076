import { createHash } from 'node:crypto';
import type {
  Location,
  Log,
  LogicalLocation,
  Notification,
  ReportingDescriptor,
  Result,
  Suppression,
  WebRequest,
  WebResponse,
} from 'sarif';
import { jsonText, printable } from '../results/printable.ts';
import type { RecordedExchange, Report, RequirementResult } from '../results/report.ts';
import { isJudgedFailure } from '../results/summarize.ts';
import { endpointOf, endpoints, isRequirementId, requirementOf, type EndpointId } from '../spec/index.ts';
import { evidenceFacts, messageOf, secondRun } from './evidence.ts';
import { byStanding, seenThere, standingOf, standings, type Standing } from './outcomes.ts';

/**
 * What makes a finding the same in another run: the requirement, and what went wrong. The place is no part of
 * it: of a violation that shows at many, a run keeps any.
 */
function fingerprint({ id, counterexample }: RequirementResult): string {
  return createHash('sha256')
    .update(JSON.stringify([id, counterexample?.code ?? '']))
    .digest('hex');
}

function baselineStateOf(result: RequirementResult, standing: Standing, report: Report): Pick<Result, 'baselineState'> {
  if (standing === 'known') return { baselineState: seenThere(result, report) === undefined ? 'unchanged' : 'updated' };
  return report.gate?.baseline?.new.some((id) => id === result.id) === true ? { baselineState: 'new' } : {};
}

function suppressionsOf(result: RequirementResult, standing: Standing, { gate }: Report): readonly Suppression[] {
  if (standing !== 'waived') return [];
  const waiver = gate?.waivers.find(({ id }) => id === result.id);
  const justification = waiver === undefined ? result.detail : `until ${waiver.until}: ${waiver.reason}`;
  return [{ kind: 'external', status: 'accepted', justification: printable(justification ?? 'accepted by a waiver') }];
}

function resultOf(result: RequirementResult, ruleIndex: number, report: Report): Result {
  const { id, level, counterexample } = result;
  const standing = standingOf(result, report);
  const decided = counterexample?.exchanges.at(-1);
  const again = counterexample && secondRun(counterexample);
  const facts = counterexample === undefined ? [] : evidenceFacts(counterexample);
  return {
    ruleId: id,
    ruleIndex,
    kind: 'fail',
    // What a waiver accepts is as bad as it would be without one.
    level: isJudgedFailure({ ...result, outcome: 'fail' }, report.run.level ?? 'required') ? 'error' : 'warning',
    message: {
      text: [
        messageOf(result),
        ...(again === undefined ? [] : [again]),
        ...facts.map(([name, line]) => `${name}: ${printable(line, 4000)}`),
      ].join('\n'),
    },
    locations: [locationOf(result)],
    partialFingerprints: { 'requirementAndCode/v1': fingerprint(result) },
    ...baselineStateOf(result, standing, report),
    // Present on all results or on none, as SARIF asks.
    suppressions: [...suppressionsOf(result, standing, report)],
    ...(decided === undefined ? {} : webExchange(decided)),
    ...(counterexample === undefined ? {} : { occurrenceCount: Math.max(1, counterexample.occurrences) }),
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

function notificationsOf(report: Report): readonly Notification[] {
  const blocked = byStanding(report).get('blocked') ?? [];
  return [
    ...(report.summary.verdict === 'no-verdict'
      ? [{ level: 'error' as const, message: { text: printable(report.summary.headline) } }]
      : []),
    ...report.suiteFaults.map(({ id, message }) => ({
      level: 'error' as const,
      message: { text: `fault of the suite in ${printable(id, 200)}: ${printable(message)}` },
    })),
    ...blocked.map(({ id, detail = 'blocked' }) => ({
      level: 'warning' as const,
      message: { text: `${id} could not be judged: ${printable(detail)}` },
    })),
  ];
}

/**
 * The report as SARIF 2.1.0: requirements are rules, failures results, accepted or not; waived ones carry a
 * suppression, and what the baseline knows its `baselineState`.
 */
export function renderSarif(report: Report): string {
  const { suite, spec, run, summary, target, requirements } = report;
  const results = requirements.flatMap((result, index) =>
    standings[standingOf(result, report)].sarif ? [resultOf(result, index, report)] : [],
  );
  const ended = new Date(Date.parse(run.startedAt) + run.durationMs);
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: suite.name,
            version: suite.version,
            semanticVersion: suite.version,
            rules: requirements.map(ruleOf),
          },
        },
        invocations: [
          {
            executionSuccessful: summary.verdict !== 'no-verdict',
            startTimeUtc: run.startedAt,
            ...(Number.isNaN(ended.getTime()) ? {} : { endTimeUtc: ended.toISOString() }),
            toolExecutionNotifications: [...notificationsOf(report)],
          },
        ],
        originalUriBaseIds: {
          [packageBase]: { description: { text: `the folder of the package ${suite.name} ${suite.version}` } },
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

/** A requirement as a rule; the notes of the documents, on how it is to be read, are its help. */
export function ruleOf({ id, level, title, source }: RequirementResult): ReportingDescriptor {
  const requirement = isRequirementId(id) ? requirementOf(id) : undefined;
  const statement = printable(title);
  const notes = requirement?.notes ?? [];
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
      ...(requirement === undefined ? {} : { part: requirement.part, endpoints: [...requirement.endpoints] }),
      tags: ['conformance', level, ...(requirement === undefined ? [] : [requirement.part])],
    },
  };
}

const packageBase = 'PACKAGE';

function endpointOfExchange({ request }: RecordedExchange): EndpointId | undefined {
  if (!URL.canParse(request.url)) return undefined;
  const endpoint = endpointOf(request.method, new URL(request.url).pathname)?.endpoint;
  return endpoint === 'token' ? undefined : endpoint;
}

const logicalLocation = (id: EndpointId): LogicalLocation => {
  const { method, path } = endpoints[id];
  return { name: id, fullyQualifiedName: `${method} ${path}`, kind: 'resource' };
};

/**
 * Where a breach is. It is in a running service, which has no file: the endpoint is the logical location. Viewers,
 * GitHub's code scanning among them, list a result by its physical location alone, so the line of the documents that
 * was broken takes that place: it is at least where the reader has to look next.
 */
export function locationOf({ id, source, counterexample }: RequirementResult): Location {
  const [document = source, line = '1'] = source.split(/:(?=\d+$)/);
  const decided = counterexample?.exchanges.at(-1);
  const endpoint = decided === undefined ? undefined : endpointOfExchange(decided);
  const stated = isRequirementId(id) ? requirementOf(id).endpoints : [];
  const shown = endpoint === undefined ? stated : [endpoint];
  return {
    physicalLocation: {
      artifactLocation: {
        uri: `spec/documents/${encodeURIComponent(document.toWellFormed())}`,
        uriBaseId: packageBase,
      },
      region: { startLine: Math.max(1, Number(line)) },
    },
    ...(shown.length === 0 ? {} : { logicalLocations: shown.map(logicalLocation) }),
  };
}

function webExchange({ request, response, failure }: RecordedExchange): {
  readonly webRequest: WebRequest;
  readonly webResponse: WebResponse;
} {
  const { method, url, headers, body, wire } = request;
  const sent = wire ?? body;
  return {
    webRequest: {
      protocol: 'HTTP',
      method,
      target: url,
      headers: { ...headers },
      ...(sent === undefined ? {} : { body: { text: sent } }),
    },
    webResponse:
      response === undefined
        ? { noResponseReceived: true, reasonPhrase: failure ?? 'no answer' }
        : {
            protocol: 'HTTP',
            statusCode: response.status,
            headers: { ...response.headers },
            body: { text: response.body },
            noResponseReceived: false,
          },
  };
}
