import { filled, register, requirementOf, revision, type RequirementId } from '../spec/index.ts';
import type { Report, RequirementResult, ShardOfRun, TurnedAway } from './report.ts';
import { circumstancesOf, summarize, type JudgedLevel, type RunEnd } from './summarize.ts';

/** What was requested of a run, and when: known however the run ends. */
export interface ReportPlan
  extends Pick<Report, 'target'>, Pick<Report['run'], 'seed' | 'today' | 'profile' | 'tokenLine' | 'casesPerProperty'> {
  readonly plan?: Report['run']['plan'] | undefined;
  /** Which part of a run it is; absent: all of it. */
  readonly shard?: ShardOfRun | undefined;
  readonly shards?: number | undefined;
  readonly version: string;
  readonly watchMs?: number | undefined;
  readonly level: JudgedLevel;
  readonly startedAt: Date;
  readonly durationMs: number;
}

/** What a run found, or what saved traffic shows. */
export interface Findings
  extends
    Partial<Pick<Report, 'observations' | 'accepts' | 'latency' | 'timeline' | 'edges' | 'suiteFaults'>>,
    Pick<Report['run'], 'requests'>,
    Partial<Pick<Report['run'], 'outages'>> {
  /** A requirement of the register that is missing here was not reached. */
  readonly requirements: readonly RequirementResult[];
  readonly turnedAway?: TurnedAway;
  readonly end?: RunEnd;
}

/** The statement of a requirement in the documents, in the form of a result. */
export function statedIn(id: RequirementId): Pick<RequirementResult, 'id' | 'level' | 'title' | 'source'> {
  const { level, statement, source } = requirementOf(id);
  return { id, level, title: statement, source: `${source.document}:${source.line}` };
}

/** The detail of a requirement that stays undecided because no exchange concerned it. */
export const nothingSeen = 'no exchange of the run said anything of it';

const notReached = {
  outcome: 'inconclusive',
  reason: 'not-reached',
  detail: 'the run ended before',
  cases: 0,
} as const;

function endOf({ refused, ...end }: RunEnd): Report['run']['end'] {
  const flags = Object.entries(end).filter(([, is]) => is);
  const ended = { ...Object.fromEntries(flags), ...filled({ refused }) };
  return Object.keys(ended).length > 0 ? ended : undefined;
}

/** The report of saved traffic, or of a run however it ended, even if it could not begin. */
export function buildReport(plan: ReportPlan, findings: Findings): Report {
  const { version, target, seed, today, profile, level, casesPerProperty, watchMs, startedAt, durationMs } = plan;
  const { requests, turnedAway, outages = [], timeline, end = {} } = findings;
  const { observations = [], accepts = [], latency = {}, edges = [], suiteFaults = [] } = findings;
  const results = new Map(findings.requirements.map((result) => [result.id, result]));
  const requirements = register.map(({ id }) => results.get(id) ?? { ...statedIn(id), ...notReached });
  const wasTurnedAway = turnedAway !== undefined && turnedAway.throttled + turnedAway.unavailable > 0;
  const run = filled({
    seed,
    today,
    profile,
    level,
    tokenLine: plan.tokenLine,
    casesPerProperty,
    watchMs,
    startedAt: startedAt.toISOString(),
    durationMs,
    requests,
    turnedAway: wasTurnedAway ? turnedAway : undefined,
    outages,
    cases: requirements.reduce((sum, { cases }) => sum + cases, 0),
    plan: plan.plan,
    shard: plan.shard,
    shards: plan.shards,
    interrupted: Object.values(end).includes(true),
    end: endOf(end),
  });
  return {
    suite: { name: 'benefits-fulfillment-conformance', version },
    spec: { revision },
    target: { name: target.name, baseUrl: target.baseUrl },
    run,
    summary: summarize(requirements, level, circumstancesOf({ run, suiteFaults })),
    requirements,
    observations,
    ...filled({ accepts }),
    latency,
    ...(timeline && { timeline }),
    edges,
    suiteFaults,
  };
}
