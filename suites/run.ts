import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BroadcastChannel } from 'node:worker_threads';
import { startVitest, type Reporter, type TestCase, type TestModule } from 'vitest/node';
import { register, revision, type RequirementId } from '../spec/index.ts';
import type { Report, RequirementResult } from '../reporters/report.ts';
import { summarize } from '../reporters/summarize.ts';
import type { Target } from '../target/configuration/target.ts';
import type { Message } from './engine/broadcast.ts';
import type { Closing } from './engine/closing.ts';
import type { RunParameters } from './engine/session.ts';
import { preflight } from './preflight.ts';
import { suiteOptions } from './vitest/options.ts';
import './vitest/task-meta.ts';

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
  /** Directory for the journal of exchanges; it exists. */
  readonly out: string;
  /** Directory for allure-vitest's results; absent: none are written. */
  readonly allureResults?: string;
  /** Version of the suite, for the report. */
  readonly version: string;
  /** Command that starts the same run again; the replay lines append to it. */
  readonly replayCommand: string;
  readonly signal: AbortSignal;
  onProgress(progress: Progress): void;
}

/** Where a run is. */
export interface Progress {
  /** What is being checked. */
  readonly phase: string;
  /** Requirements that have been decided, of the total. */
  readonly decided: number;
  readonly total: number;
  readonly failed: number;
  readonly requests: number;
}

/**
 * Runs the suites against a target and gives the report. An aborted run gives the report of what was decided so far.
 *
 * @throws NoVerdictError when the target cannot be reached or gives no token
 */
export async function runSuites(options: RunOptions): Promise<Report> {
  const startedAt = new Date();
  const clock = performance.now();
  await preflight(options.target, options.signal);
  const { results, closing, errors } = await runVitest(options);
  const requirements = closing?.requirements ?? register.map(({ id }) => results.get(id) ?? notReached(id));
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
      interrupted: options.signal.aborted,
    },
    summary: summarize(requirements, options.level, {
      suiteFaults: suiteFaults.length,
      interrupted: options.signal.aborted,
    }),
    requirements,
    observations: closing?.observations ?? [],
    latency: closing?.latency ?? {},
    suiteFaults,
  };
}

function notReached(id: RequirementId): RequirementResult {
  const { level, statement, source } = register.find((one) => one.id === id) ?? {
    level: 'open',
    statement: id,
    source: { document: '', line: 0 },
  };
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

interface Collected {
  readonly results: ReadonlyMap<RequirementId, RequirementResult>;
  readonly closing: Closing | undefined;
  readonly errors: readonly string[];
}

async function runVitest(options: RunOptions): Promise<Collected> {
  const channelName = `bfc-${randomUUID()}`;
  const channel = new BroadcastChannel(channelName);
  const results = new Map<RequirementId, RequirementResult>();
  const errors: string[] = [];
  let closing: Closing | undefined;
  let requests = 0;
  let phase = 'setup';

  const progress = (): void => {
    const decided = [...results.values()];
    options.onProgress({
      phase,
      requests,
      decided: decided.length,
      total: register.length,
      failed: decided.filter(({ outcome }) => outcome === 'fail').length,
    });
  };
  channel.addEventListener('message', (event) => {
    const { data } = event as unknown as { data: Message };
    if (data.kind !== 'heartbeat') return;
    ({ phase, requests } = data);
    progress();
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel between threads has no origin
  const stop = (): void => channel.postMessage({ kind: 'stop' } satisfies Message);
  options.signal.addEventListener('abort', stop, { once: true });

  const collector: Reporter = {
    onTestCaseResult(test: TestCase) {
      const { conformance } = test.meta();
      if (conformance === undefined) return;
      if ('closing' in conformance) closing = conformance.closing;
      else keepWorse(results, conformance.result);
      progress();
    },
    onTestModuleEnd(module: TestModule) {
      errors.push(...module.errors().map(({ message, stack }) => stack ?? message));
    },
    onTestRunEnd(_, unhandled) {
      errors.push(...unhandled.map(({ message, stack }) => stack ?? message));
    },
  };
  const allure: [string, Record<string, unknown>][] =
    options.allureResults === undefined ? [] : [['allure-vitest/reporter', { resultsDir: options.allureResults }]];
  const exitCode = process.exitCode;
  try {
    const directory = fileURLToPath(new URL('.', import.meta.url));
    const vitest = await startVitest(
      [],
      {
        root: directory,
        dir: directory,
        config: false,
        watch: false,
        provide: { conformance: parametersOf(options, channelName) },
        reporters: [collector, ...allure],
      },
      { test: { ...suiteOptions, cache: false, fsModuleCache: false }, logLevel: 'silent' },
    );
    await vitest.close();
  } finally {
    // vitest sets the exit code to 1 when a test fails: the verdict decides, not it.
    process.exitCode = exitCode;
    options.signal.removeEventListener('abort', stop);
    channel.close();
  }
  return { results, closing, errors };
}

/** A requirement may be bound to several checks: one failure decides, then one pass. */
const rank = { fail: 3, pass: 2, inconclusive: 1, skipped: 0 } as const;

function keepWorse(results: Map<RequirementId, RequirementResult>, result: RequirementResult): void {
  const held = results.get(result.id);
  if (held === undefined || rank[result.outcome] >= rank[held.outcome]) results.set(result.id, result);
}

function parametersOf(
  { target, seed, cases, timeBudgetMs, only, skip, profile, out, replayCommand }: RunOptions,
  channel: string,
): RunParameters {
  return {
    target,
    seed,
    cases,
    timeBudgetMs,
    ...(only === undefined ? {} : { only }),
    skip,
    profile,
    journalFile: join(out, 'journal.ndjson'),
    replayCommand,
    channel,
  };
}
