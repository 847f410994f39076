import { availableParallelism } from 'node:os';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** Reporters are vitest's for all projects: Allure gets the results of the suites alone. */
const reporters: NonNullable<ViteUserConfig['test']>['reporters'] = process.argv.includes('conformance')
  ? [
      'default',
      [
        'allure-vitest/reporter',
        { resultsDir: process.env['ALLURE_RESULTS_DIR'] ?? 'conformance-report/allure-results' },
      ],
    ]
  : ['default'];

export default defineConfig({
  test: {
    reporters,
    projects: [
      {
        test: {
          name: 'self',
          include: ['**/*.test.ts'],
          exclude: ['node_modules/**', 'dist/**'],
          globalSetup: ['./reporters/html/unpack-browser.test-data.ts'],
          // One load of the modules for all files of a worker: half of the time went into loading them anew.
          isolate: false,
          // Tests wait for answers much of their time.
          maxWorkers: 2 * availableParallelism(),
          // What hangs shall end; what is slow on a busy machine shall not.
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'conformance',
          include: ['cli/vitest-adapter.ts'],
          globalSetup: ['./cli/vitest-target.ts'],
        },
      },
    ],
  },
});
