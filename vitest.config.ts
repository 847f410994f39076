import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { suiteOptions } from './suites/vitest/options.ts';
import { SuiteOrder } from './suites/vitest/order.ts';

export default defineConfig({
  test: {
    // Vitest takes the order of files from here for all projects; the self-tests don't mind.
    sequence: { sequencer: SuiteOrder },
    projects: [
      {
        test: {
          name: 'self',
          include: ['**/*.test.ts'],
          exclude: ['node_modules/**', 'dist/**'],
          globalSetup: ['./reporters/html/unpack-browser.test-data.ts'],
          // One load of the modules for all files of a worker: half of the time went into loading them anew.
          isolate: false,
          // What hangs shall end; what is slow on a busy machine shall not.
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...suiteOptions,
          name: 'conformance',
          dir: fileURLToPath(new URL('suites', import.meta.url)),
          globalSetup: ['./cli/vitest-target.ts'],
        },
      },
    ],
  },
});
