import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
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
          name: 'conformance',
          include: ['suites/vitest-adapter.ts'],
          globalSetup: ['./cli/vitest-target.ts'],
        },
      },
    ],
  },
});
