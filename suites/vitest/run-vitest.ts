import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { BroadcastChannel } from 'node:worker_threads';
import type { TestUserConfig } from 'vitest/config';
import { startVitest, type Reporter, type TestCase, type TestModule } from 'vitest/node';
import type { RequirementResult } from '../../reporters/report.ts';
import { register, type RequirementId } from '../../spec/index.ts';
import type { Message } from '../engine/broadcast.ts';
import type { Closing } from '../engine/closing.ts';
import type { RunParameters } from '../engine/session.ts';
import type { Collected, RunnerOptions } from '../runner.ts';
import { suiteOptions } from './options.ts';
import './task-meta.ts';

/**
 * Runs the suite files in one worker of vitest. When the signal aborts, the worker's last word is waited for, not the
 * end of vitest.
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
    await Promise.race([
      untilTheEnd([collector, ...allure], { ...options.parameters, channel: channelName }),
      stopped.promise,
    ]);
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

/** The suites' own folder: the files in it are run, and nothing of the user's vitest or vite configuration. */
const directory = fileURLToPath(new URL('..', import.meta.url));

async function untilTheEnd(
  reporters: NonNullable<TestUserConfig['reporters']>,
  parameters: RunParameters,
): Promise<void> {
  const vitest = await startVitest(
    [],
    { root: directory, dir: directory, config: false, watch: false, provide: { conformance: parameters }, reporters },
    { test: { ...suiteOptions, cache: false, fsModuleCache: false }, logLevel: 'silent' },
  );
  await vitest.close();
}
