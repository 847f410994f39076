import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Progress } from '../reporters/progress.ts';
import type { Report, RequirementResult } from '../reporters/report.ts';
import { summarize } from '../reporters/summarize.ts';
import { register, requirementOf, revision, type RequirementId } from '../spec/index.ts';
import type { Target } from '../target/configuration/target.ts';
import { preflight } from './preflight.ts';
import type { Runner, RunnerOptions } from './runner.ts';

export { NoVerdictError } from './preflight.ts';

/** What a run is asked to do. */
export interface RunOptions {
  readonly target: Target;
  readonly seed: number;
  /** Cases of each property. */
  readonly cases: number;
  readonly timeBudgetMs: number;
  /** The level up to which a failure makes the target nonconformant. */
  readonly level: 'required' | 'expected';
  readonly only: readonly RequirementId[] | undefined;
  readonly skip: readonly RequirementId[];
  readonly profile: string;
  /** Directory for the journal of exchanges; it exists. Absent: none is kept. */
  readonly out?: string;
  /** Directory for allure-vitest's results; absent: none are written. */
  readonly allureResults?: string;
  /** Version of the suite, for the report. */
  readonly version: string;
  /** Command that starts the same run again; the replay lines append to it. */
  readonly replayCommand: string;
  readonly signal: AbortSignal;
  onProgress(progress: Progress): void;
  /** Cases tried at the most to make one counterexample smaller; the first of them confirms it. Default: 400. */
  readonly shrinkTries?: number;
  /** Whether a requirement that was not selected is reported all the same when it was found broken; default: false. */
  readonly tellsAll?: boolean;
  /** Whether it is told which edges were reached; default: true. */
  readonly coversEdges?: boolean;
  /** What runs the suite files; default: vitest. */
  readonly runner?: Runner;
}

const runVitest: Runner = async (options) => (await import('./vitest/run-vitest.ts')).runVitest(options);

/**
 * Runs the suites against a target and gives the report. An aborted run gives the report of what was decided so far.
 *
 * @throws NoVerdictError when the target cannot be reached or gives no token
 */
export async function runSuites(options: RunOptions): Promise<Report> {
  const startedAt = new Date();
  const clock = performance.now();
  await preflight(options.target, options.signal);
  const { results, closing, errors } = await (options.runner ?? runVitest)({
    parameters: parametersOf(options),
    allureResults: options.allureResults,
    signal: options.signal,
    onProgress: (progress) => options.onProgress(progress),
  });
  const requirements = closing?.requirements ?? register.map(({ id }) => results.get(id) ?? notReached(id));
  const outOfTime = closing?.outOfTime ?? false;
  const suiteFaults = [...(closing?.suiteFaults ?? []), ...errors.map((message) => ({ id: 'suite', message }))];
  return {
    suite: { name: 'benefits-fulfillment-conformance', version: options.version },
    spec: { revision },
    target: { name: options.target.name, baseUrl: options.target.baseUrl },
    run: {
      seed: options.seed,
      profile: options.profile,
      startedAt: startedAt.toISOString(),
      durationMs: Math.round(performance.now() - clock),
      requests: closing?.requests ?? 0,
      cases: requirements.reduce((sum, { cases }) => sum + cases, 0),
      interrupted: options.signal.aborted || outOfTime,
    },
    summary: summarize(requirements, options.level, {
      suiteFaults: suiteFaults.length,
      interrupted: options.signal.aborted,
      outOfTime,
    }),
    requirements,
    observations: closing?.observations ?? [],
    latency: closing?.latency ?? {},
    edges: closing?.edges ?? [],
    suiteFaults,
  };
}

function notReached(id: RequirementId): RequirementResult {
  const { level, statement, source } = requirementOf(id);
  return {
    id,
    level,
    title: statement,
    source: `${source.document}:${source.line}`,
    outcome: 'inconclusive',
    reason: 'not-reached',
    detail: 'the run ended before',
    cases: 0,
  };
}

function parametersOf(options: RunOptions): RunnerOptions['parameters'] {
  const { target, seed, cases, timeBudgetMs, only, skip, profile, out, replayCommand } = options;
  const { coversEdges = true, shrinkTries = 400, tellsAll = false } = options;
  return {
    target,
    seed,
    runId: randomBytes(4).toString('hex'),
    cases,
    timeBudgetMs,
    ...(only === undefined ? {} : { only }),
    skip,
    profile,
    coversEdges,
    shrinkTries,
    tellsAll,
    ...(out === undefined ? {} : { journalFile: join(out, 'journal.ndjson') }),
    replayCommand,
  };
}
