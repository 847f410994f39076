import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { BroadcastChannel } from 'node:worker_threads';
import { createVitest, type Reporter, type TestCase, type TestModule } from 'vitest/node';
import type { RequirementResult } from '../../results/report.ts';
import { register, type RequirementId } from '../../spec/index.ts';
import type { Message } from '../engine/broadcast.ts';
import type { Closing } from '../engine/closing.ts';
import type { RunParameters } from '../engine/session.ts';
import type { Collected, RunnerOptions } from '../runner.ts';
import { allureReporter } from './allure-reporter.ts';
import { suiteOptions } from './options.ts';
import { watchOvertime } from './overtime.ts';
import './task-meta.ts';

/**
 * Runs the suite files in one worker of vitest. When the signal aborts, or the run goes on long past its time, the
 * worker's last word is waited for, not the end of vitest.
 */
export async function runVitest(options: RunnerOptions): Promise<Collected> {
  const channelName = `bfc-${randomUUID()}`;
  const channel = new BroadcastChannel(channelName);
  const stopped = Promise.withResolvers<void>();
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
    if (data.kind === 'last word') {
      ({ closing } = data);
      stopped.resolve();
    }
    if (data.kind !== 'heartbeat') return;
    overtime.begin();
    ({ phase, requests } = data);
    progress();
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel between threads has no origin
  const stop = (): void => channel.postMessage({ kind: 'stop' } satisfies Message);
  options.signal.addEventListener('abort', stop, { once: true });
  const { timeBudgetMs, begun } = options.parameters;
  const overtime = watchOvertime(timeBudgetMs - (begun?.tookMs ?? 0), stop, (why) => {
    errors.push(why);
    stopped.resolve();
  });

  const collector: Reporter = {
    onTestCaseResult(test: TestCase) {
      const { conformance } = test.meta();
      if (conformance === undefined) {
        errors.push(...(test.result().errors ?? []).map(({ message, stack }) => stack ?? message));
        return;
      }
      if ('closing' in conformance) {
        ({ closing } = conformance);
        if (conformance.trouble !== undefined) options.onTrouble(conformance.trouble);
      } else keepWorse(results, conformance.result);
      progress();
    },
    onTestModuleEnd(module: TestModule) {
      errors.push(...module.errors().map(({ message, stack }) => stack ?? message));
    },
    onTestRunEnd(_, unhandled) {
      errors.push(...unhandled.map(({ message, stack }) => stack ?? message));
    },
  };
  const { allureResults } = options;
  const reporters = allureResults === undefined ? [collector] : [collector, await allureReporter(allureResults)];
  const exitCode = process.exitCode;
  try {
    await Promise.race([untilTheEnd(reporters, { ...options.parameters, channel: channelName }), stopped.promise]);
  } finally {
    // vitest sets the exit code to 1 when a test fails: the verdict decides, not it.
    process.exitCode = exitCode;
    options.signal.removeEventListener('abort', stop);
    overtime.end();
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

/** The suites' own folder: the files in it are run, and nothing of the user's vitest or vite configuration. */
const directory = fileURLToPath(new URL('..', import.meta.url));

/** Vitest's own words, and what it does to a terminal, are nobody's to read: what fails in it is thrown. */
const unread = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

async function untilTheEnd(reporters: Reporter[], parameters: RunParameters): Promise<void> {
  const vitest = await createVitest(
    { root: directory, dir: directory, config: false, watch: false, provide: { conformance: parameters }, reporters },
    { test: { ...suiteOptions, cache: false, fsModuleCache: false }, logLevel: 'silent' },
    { stdout: unread(), stderr: unread() },
  );
  try {
    await vitest.start();
  } finally {
    await vitest.close();
  }
}
