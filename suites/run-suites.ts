import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildReport, statedIn, type Findings, type ReportPlan } from '../results/build-report.ts';
import type { Report, RequirementResult } from '../results/report.ts';
import type { Progress } from '../results/run-scope.ts';
import { register, type RequirementId } from '../spec/index.ts';
import { expiringTokenOf, type ExpiringToken } from '../target/access-tokens.ts';
import { nothingSent } from '../target/client.ts';
import { archiveIn, archiveInMemory } from '../target/exchange-archive.ts';
import { createCoverage } from './edges/edge-coverage.ts';
import { noteLost } from './fixtures/asking-again.ts';
import { noteLag } from './fixtures/learned-lag.ts';
import type { Budget } from './engine/budget.ts';
import { decide, type Job } from './engine/check.ts';
import { tokenLine } from './engine/curl.ts';
import { needs } from './engine/definition.ts';
import {
  decides,
  isLeftOutOf,
  isLess,
  planInReport,
  sends,
  sentencesOf,
  shardInReport,
  type Fit,
  type RunPlan,
} from './engine/plan.ts';
import { createMemory } from './engine/memory.ts';
import { deselected, leftToOthers, resultsOf } from './engine/result.ts';
import { createSession, type Session, type SessionParts } from './engine/session.ts';
import { fitOf, probesFor, type MeasuredPace } from './fitting.ts';
import { definitions, enterShown, isSelected, noteSent, rules, selectedIds, whyLeftOut } from './index.ts';
import { stepsOf } from './jobs.ts';
import { NoVerdictError, preflight } from './preflight.ts';
import { profiles } from './profiles.ts';
import { settings } from './judging/reading.ts';

/** What a run is to do, and the callbacks that follow it. */
export interface RunOptions extends Omit<RunPlan, 'runId'> {
  /** Default: drawn. */
  readonly runId?: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** Whether the run measures the target's pace before it decides what fits into its time; default: no. */
  readonly measuresPace?: boolean;
  /** Called with what fits into the time, in sentences, if a slow target makes that less than was known before. */
  readonly onPlan?: (sentences: readonly string[]) => void;
  /** Called with a token of the run, to be kept. */
  readonly onToken?: (token: ExpiringToken) => void;
  /** Called with one line about what went wrong without affecting a verdict; default: nobody is told. */
  readonly onTrouble?: (line: string) => void;
  /** The budget, if the run shares it with other runs; default: one with the bounds of the plan. */
  readonly budget?: Budget;
}

/** Milliseconds between two reports of progress. */
const progressEvery = 100;
/** Milliseconds that a run may take to end on its own once its time is used up. */
const graceMs = 15_000;

/**
 * Runs the suites against a target and returns the report. An aborted run returns the report of what was decided so
 * far.
 *
 * @throws NoVerdictError when the target cannot be reached or gives no token
 */
export async function runSuites(options: RunOptions): Promise<Report> {
  const startedAt = new Date();
  const clock = performance.now();
  const { signal, onProgress, onPlan, onToken, onTrouble, budget, measuresPace = false, ...planned } = options;
  const asked = { ...planned, runId: planned.runId ?? randomBytes(4).toString('hex') };
  let plan = fittedPlan(asked);
  const { target, timeBudgetMs } = plan;
  const report = (findings: Findings): Report =>
    reportOf(
      plan,
      { ...findings, end: { ...findings.end, interrupted: signal.aborted } },
      { startedAt, durationMs: Math.round(performance.now() - clock), slowed: session?.slowed },
    );
  const deadline = clock + timeBudgetMs;
  let session: Session | undefined;
  const decided = new Set<RequirementId>();
  const reaching = (): string => {
    const seconds = Math.floor((performance.now() - clock) / 1000);
    return `reaching the target${seconds < 2 ? '' : `, for ${seconds} s`}`;
  };
  const progress = (): void =>
    onProgress({
      phase: session?.phase.name ?? reaching(),
      requests: session?.sent.tries ?? 0,
      decided: decided.size,
      total: selectedIds(plan).length,
      failed: [...decided].filter((id) => session?.ledger.entry(id).finding !== undefined).length,
      expected: plan.fit.requests,
      leastMs: Math.max((session?.phase.until ?? 0) - performance.now(), 0),
      mostMs: deadline - performance.now(),
    });
  const beat = setInterval(progress, progressEvery);
  try {
    const probes = measuresPace && profiles[plan.profile].effort !== 'frugal' ? probesFor(plan.fit) : 0;
    const sharesKey = (plan.shard?.count ?? 1) > 1;
    const options = { signal, deadline, keepsToken: keepsToken(plan), sharesKey, probes };
    const preflighted = await preflight(target, options).catch((error: unknown) => {
      if (!(error instanceof NoVerdictError)) throw error;
      throw new NoVerdictError(error.message, { report: report(notBegun(plan, error)) });
    });
    const issued = preflighted.exchanges.findLast(({ request }) => request.endpoint === 'token');
    const token = issued && expiringTokenOf(issued);
    if (token !== undefined) onToken?.(token);
    const before = sentencesOf(plan.fit);
    plan = fittedPlan(asked, preflighted.pace);
    const sentences = sentencesOf(plan.fit);
    if (isLess(plan.fit) && sentences.join() !== before.join()) onPlan?.(sentences);
    const begun = { tookMs: Math.round(performance.now() - clock), ...preflighted };
    session = openSession(plan, { signal, begun, budget });
    if (preflighted.pace?.concurrency !== undefined)
      session.ledger.accepts(
        'requests',
        'one after another: of several at once, some wait for other connections to end',
      );
    const end = await Promise.race([
      runSteps(session, decided, signal),
      signal.aborted || once(signal, 'abort'),
      sleep(deadline - performance.now() + graceMs, 'late' as const, { ref: false }),
    ]);
    if (end === 'late')
      session.ledger.fault('suite', `the suites had not ended ${graceMs / 1000} s after the time budget`);
    if (signal.aborted) noteLost(session);
    progress();
    enterShown(session.ledger, [session.memory], (id) => isSelected(plan, id) && !isLeftOutOf(plan, id));
    return report(resultsOf(session));
  } finally {
    clearInterval(beat);
    await session?.close().catch((error: unknown) => {
      onTrouble?.(error instanceof Error ? error.message : String(error));
    });
  }
}

/** Whether a token is kept unused until it expires, for requirements that stay undecided without an expired one. */
function keepsToken(plan: RunPlan): boolean {
  const need = 'an expired token';
  const isFor = (id: RequirementId): boolean => definitions[id].needs?.includes(need) === true;
  return (
    plan.waitForExpiry === true &&
    needs[need].lacks(plan.target, {}) &&
    register.some(({ id }) => isFor(id) && isSelected(plan, id) && sends(plan, id))
  );
}

function fittedPlan(asked: RunPlan, measured?: MeasuredPace): RunPlan & { readonly fit: Fit } {
  const { limits } = asked.target;
  const { concurrency = limits.concurrency } = measured ?? {};
  const plan = { ...asked, target: { ...asked.target, limits: { ...limits, concurrency } } };
  const all = fitOf(plan, measured);
  const { share = 1, unsent = [] } = plan.wanted ?? {};
  const fit = { ...all, share: all.share * share, unsent: [...all.unsent, ...unsent] };
  return { ...plan, fit, cases: Math.ceil(plan.cases * fit.share) };
}

/** Decides everything that was selected: the steps one after another, the lanes of a step at the same time. */
async function runSteps(session: Session, decided: Set<RequirementId>, signal: AbortSignal): Promise<void> {
  const run = async (job: Job): Promise<void> => {
    if (signal.aborted) return;
    session.phase.name = job.id;
    await decide(session, job);
    decided.add(job.id);
  };
  const isDue = ({ id, unit }: Job): boolean =>
    session.selected(id) && !isLeftOutOf(session.plan, id) && sends(session.plan, unit);
  for (const lanes of stepsOf(session.plan.profile)) {
    await Promise.all(
      lanes.map(async (lane) => {
        for (const jobs of lane) await Promise.all(jobs.filter(isDue).map(run));
      }),
    );
  }
}

export function openSession(plan: RunPlan, parts: Pick<SessionParts, 'signal' | 'begun' | 'budget'> = {}): Session {
  const archive = plan.out === undefined ? archiveInMemory() : archiveIn(plan.out);
  const memory = createMemory(archive);
  const known = memory.at(settings);
  known.reviewStatus = plan.target.reviewStatus;
  known.keepsOwnRecords = plan.target.writesAllowed;
  known.settleMs = plan.target.limits.settle;
  const coverage = plan.coversEdges === true ? createCoverage(archive) : undefined;
  return createSession(plan, {
    ...parts,
    rules,
    memory,
    onSend: noteSent,
    onLate: noteLag,
    onJudged: (exchange) => void coverage?.note(exchange),
    selected: (id) => isSelected(plan, id),
    leftOut: (id) => whyLeftOut(plan.profile, id),
    edges: () => coverage?.edges ?? [],
  });
}

function notBegun(plan: RunPlan, { message, sent: { tries, throttled } = nothingSent }: NoVerdictError): Findings {
  return {
    requirements: register.map(({ id }): RequirementResult => {
      const leftOut = (of: RequirementId): string | undefined => whyLeftOut(plan.profile, of);
      const blocked = { outcome: 'inconclusive', reason: 'blocked', detail: message } as const;
      const outcome = decides(plan, id) ? blocked : leftToOthers(plan, id);
      return { ...statedIn(id), cases: 0, ...(isSelected(plan, id) ? outcome : deselected({ leftOut, plan }, id)) };
    }),
    requests: tries,
    turnedAway: { throttled: throttled.count, unavailable: throttled.unavailable },
    end: { refused: message },
  };
}

type Times = Pick<ReportPlan, 'startedAt' | 'durationMs'> & { readonly slowed: Session['slowed'] | undefined };

function reportOf(plan: RunPlan & { readonly fit: Fit }, findings: Findings, { slowed, ...times }: Times): Report {
  const { fit, shard, replayCommand, cases: casesPerProperty } = plan;
  return buildReport(
    {
      ...plan,
      ...times,
      tokenLine: tokenLine(plan.target),
      casesPerProperty,
      plan: planInReport(fit, slowed),
      shard: shard && { ...shardInReport(shard), replay: replayCommand.after },
    },
    findings,
  );
}
