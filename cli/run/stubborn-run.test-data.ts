// A run whose suites never end, as a process of its own: `obey` makes them end when they are told to.
import { sampleReport, sampleResult } from '../../results/sample-reports.test-data.ts';
import { runConformance } from './run-conformance.ts';

const obey = process.argv.includes('obey');
const exitCode = await runConformance(
  { level: 'required', skip: [], seed: 1, cases: 1, timeBudget: 1000, out: 'out', format: ['terminal', 'json'] },
  {
    environment: {
      BFC_BASE_URL: 'http://127.0.0.1:9',
      BFC_AUTH_URL: 'http://127.0.0.1:9',
      BFC_CLIENT_ID: 'x',
      BFC_CLIENT_SECRET: 'x',
    },
    cwd: process.cwd(),
    stdout: process.stdout,
    stderr: process.stderr,
  },
  {
    runSuites: (options) =>
      new Promise((resolve) => {
        // As vitest does: ends the process in its own way.
        process.once('SIGINT', () => process.exit(99));
        process.once('SIGTERM', () => process.exit(99));
        // Keeps the process alive, as open connections would.
        setInterval(() => {}, 1000);
        if (obey) options.signal.addEventListener('abort', () => resolve(sampleReport([sampleResult('token.issue')])));
        options.onProgress({ phase: 'renewals', decided: 3, total: 90, failed: 1, requests: 7 });
      }),
    startReference: () => Promise.reject(new Error('a target was given')),
  },
);
process.exit(exitCode);
