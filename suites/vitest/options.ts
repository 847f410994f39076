import type { TestUserConfig } from 'vitest/config';
import { SuiteOrder } from './order.ts';

/**
 * How the conformance suites run under vitest: every file in one worker, so that they share one session, one client
 * and one ledger; checks of a file concurrently, since the client keeps to the target's limits.
 */
export const suiteOptions = {
  include: ['**/*.suite.{ts,js}'],
  setupFiles: [new URL(import.meta.url.endsWith('.ts') ? './host.ts' : './host.js', import.meta.url).pathname],
  pool: 'threads',
  isolate: false,
  fileParallelism: false,
  maxWorkers: 1,
  maxConcurrency: 64,
  sequence: { concurrent: true, sequencer: SuiteOrder },
} satisfies TestUserConfig;
