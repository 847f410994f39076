import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { requirementOf, type RequirementId } from '../spec/index.ts';
import type {
  Counterexample,
  Observation,
  Outcome,
  Reason,
  RecordedExchange,
  Report,
  RequirementResult,
} from './report.ts';
import schema from './report.schema.json' with { type: 'json' };
import { summarize, type JudgedLevel } from './summarize.ts';

const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
addFormats.default(ajv, ['date-time', 'date']);
const conforms = ajv.compile(schema);

/** The errors of a value against the published schema of reports; null if there are none. */
export function schemaErrorsOf(report: unknown) {
  conforms(JSON.parse(JSON.stringify(report)));
  return conforms.errors;
}

/** A result of a real requirement, by default a pass. */
export function sampleResult(id: RequirementId, changes: Partial<RequirementResult> = {}): RequirementResult {
  const { level, statement } = requirementOf(id);
  return { id, level, title: statement, source: '4-endpoints.md:57', outcome: 'pass', cases: 3, ...changes };
}

/** An exchange as recorded in a report, answered with this body. */
export function recordedExchange(
  body: string,
  request: Partial<RecordedExchange['request']> = {},
  status = 200,
): RecordedExchange {
  return {
    request: { method: 'GET', url: 'http://127.0.0.1:8080/x', headers: {}, ...request },
    response: { status, headers: {}, body },
    durationMs: 1,
  };
}

/** Evidence with everything in it. */
export function sampleEvidence(changes: Partial<Counterexample> = {}): Counterexample {
  return {
    message: 'the list still shows the version before the edit',
    exchanges: [
      {
        request: {
          method: 'PUT',
          url: 'http://127.0.0.1:8080/api/v1/renewal_decisions/a/b',
          headers: {},
          body: '{"renewal_date":"2027-01-01"}',
        },
        response: { status: 200, headers: {}, body: '{}' },
        durationMs: 4,
      },
      {
        request: { method: 'GET', url: 'http://127.0.0.1:8080/api/v1/groups/g/renewal_decisions', headers: {} },
        response: { status: 200, headers: {}, body: '{"response":[{"version":"b"}]}' },
        durationMs: 3.4,
      },
    ],
    pointer: '/response/0/version',
    expected: 'c',
    actual: 'b',
    curl: `curl -H "Authorization: Bearer $BFC_TOKEN" http://127.0.0.1:8080/api/v1/groups/g/renewal_decisions`,
    replay: 'npm start -- --only renewals.edit-listed --seed 42',
    seed: 42,
    occurrences: 3,
    ...changes,
  };
}

/** A report with these results. */
export function sampleReport(
  requirements: readonly RequirementResult[],
  changes: Partial<Report> = {},
  level: JudgedLevel = 'required',
): Report {
  return {
    suite: { name: 'benefits-fulfillment-conformance', version: '0.1.0' },
    spec: { revision: '0123456789ab' },
    target: { name: 'a sandbox', baseUrl: 'http://127.0.0.1:8080' },
    run: {
      seed: 42,
      today: '2027-01-02',
      profile: 'full',
      startedAt: '2027-01-02T03:04:05.678Z',
      durationMs: 5230,
      requests: 1234,
      cases: 100,
      interrupted: false,
    },
    summary: summarize(requirements, level),
    requirements,
    observations: [],
    latency: { E1: { p50: 1, p95: 2, p99: 3.5, count: 9 } },
    edges: [],
    suiteFaults: [],
    ...changes,
  };
}

/** An observation of these things: `E8: newest first; E1: …`, where the part before a colon is the topic. */
export function sampleObservation(id: string, value: string): Observation {
  const seen = value.split('; ').map((part) => {
    const [topic = '', rest] = part.split(/: (.*)/s);
    const about = rest === undefined ? {} : { topic, words: rest.split(', ') };
    return { ...about, value: part, cases: 1 };
  });
  return { id, value, cases: seen.length, seen };
}

/** A failure, with evidence. */
export function failed(id: RequirementId, evidence: Partial<Counterexample> = {}): RequirementResult {
  return sampleResult(id, { outcome: 'fail', counterexample: sampleEvidence(evidence) });
}

export function undecided(
  id: RequirementId,
  reason: Reason,
  changes: Partial<RequirementResult> = {},
): RequirementResult {
  return sampleResult(id, { outcome: 'inconclusive', reason, cases: 0, ...changes });
}

export function skipped(id: RequirementId, reason: Reason, detail?: string): RequirementResult {
  return sampleResult(id, { outcome: 'skipped', reason, cases: 0, ...(detail === undefined ? {} : { detail }) });
}

/** The latency of an endpoint whose successes all take this long. Milliseconds. */
export const latencyFrom = (base: number) => ({ p50: base, p95: base, p99: base, count: 99, base, spread: 1 });

/** The latencies of E1 and the endpoints after it. */
export const latenciesFrom = (...bases: readonly number[]): Report['latency'] =>
  Object.fromEntries(bases.map((base, index) => [`E${index + 1}`, latencyFrom(base)]));

export function withRun(report: Report, run: Partial<Report['run']>): Report {
  return { ...report, run: { ...report.run, ...run } };
}

/** An outcome with its reason: `fail`, `inconclusive blocked`. */
export type State = Outcome | `${Outcome} ${Reason}`;

/** A result in this state; failures and waived ones have evidence. */
export function resultIn(id: RequirementId, state: State, message = 'found wrong'): RequirementResult {
  const [outcome, reason] = state.split(' ') as [Outcome, Reason | undefined];
  return sampleResult(id, {
    outcome,
    cases: outcome === 'pass' ? 3 : 0,
    ...(reason === undefined ? {} : { reason }),
    ...(outcome === 'fail' || reason === 'waived' ? { counterexample: sampleEvidence({ message }) } : {}),
  });
}

/** How a night of a made-up history differs from the others. */
interface Night {
  readonly fails?: boolean;
  readonly hasNoVerdict?: boolean;
  /** The answer to an edit of an old version. */
  readonly staleEdit?: string;
  /** Base of the latency of E7. Milliseconds. */
  readonly base?: number;
  readonly target?: string;
  /** The message of the failure. */
  readonly message?: string;
}

const firstNight = Date.UTC(2027, 0, 1, 2);
const day = 86_400_000;

/** The report of the n-th night of a history. */
export function pastReport(index: number, night: Night = {}): Report {
  const { fails = false, hasNoVerdict = false, staleEdit = 'refused with 409', base = 5 } = night;
  const { target = 'a sandbox', message = 'the list still shows the version before the edit' } = night;
  const edit = sampleResult(
    'renewals.edit-listed',
    fails ? { outcome: 'fail', counterexample: sampleEvidence({ message }) } : {},
  );
  const blocked = undecided('renewals.edit-listed', 'blocked');
  const report = sampleReport(hasNoVerdict ? [blocked] : [sampleResult('groups.list'), edit], {
    target: { name: target, baseUrl: 'http://127.0.0.1:8080' },
    observations: hasNoVerdict ? [] : [{ id: 'renewals.edit-stale', value: staleEdit, cases: 1 }],
    latency: hasNoVerdict ? {} : { E7: { p50: base + 4, p95: base + 9, p99: base + 20, count: 99, base, spread: 0.5 } },
  });
  return withRun(report, { startedAt: new Date(firstNight + index * day).toISOString() });
}
