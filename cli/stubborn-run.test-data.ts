// A run whose suites never end, as a process of its own: `obey` makes them end when they are aborted.
import { summarize } from '../results/index.ts';
import { sampleReport, sampleResult } from '../results/sample-reports.test-data.ts';
import { runConformance } from './run.ts';

const obey = process.argv.includes('obey');
const results = [sampleResult('token.issue')];
const stopped = sampleReport(results, {
  run: { ...sampleReport([]).run, interrupted: true },
  summary: summarize(results, 'required', { suiteFaults: 0, interrupted: true }),
});
const named = { BFC_BASE_URL: 'http://127.0.0.1:9', BFC_AUTH_URL: 'http://127.0.0.1:9', BFC_CLIENT_ID: 'x' };
const { stdout, stderr } = process;
const exitCode = await runConformance(
  { level: 'required', skip: [], seed: 1, cases: 1, timeBudget: 1000, out: 'out', format: ['terminal', 'json'] },
  { environment: { ...named, BFC_CLIENT_SECRET: 'x' }, cwd: process.cwd(), stdout, stderr },
  {
    runSuites: (options) =>
      new Promise((resolve) => {
        // Keeps the process alive, as open connections would.
        setInterval(() => {}, 1000);
        if (obey) options.signal.addEventListener('abort', () => resolve(stopped));
        options.onProgress({ phase: 'renewals', decided: 3, total: 90, failed: 1, requests: 7 });
      }),
    startReference: () => Promise.reject(new Error('a target was given')),
  },
);
process.exit(exitCode);
