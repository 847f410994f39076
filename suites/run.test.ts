import { expect, test } from 'vitest';
import { startServer } from '../target/sample-server.test-data.ts';
import { requirementOf, type RequirementId } from '../spec/index.ts';
import type { RequirementResult } from '../results/report.ts';
import { sampleTarget } from './engine/sample-session.test-data.ts';
import { runSuites } from './run.ts';
import type { Collected } from './runner.ts';

const passed = (id: RequirementId): RequirementResult => {
  const { level, statement: title } = requirementOf(id);
  return { id, level, title, source: 'x:1', cases: 1, outcome: 'pass' };
};

/** The report of a run whose suites come to this. */
async function runOf(collected: Partial<Collected>, signal: AbortSignal = new AbortController().signal) {
  const server = await startServer((response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"access_token":"a.b.c"}'),
  );
  return runSuites({
    target: sampleTarget({ baseUrl: server.url, authUrl: server.url }),
    seed: 1,
    cases: 1,
    timeBudgetMs: 60_000,
    level: 'required',
    only: undefined,
    skip: [],
    profile: 'full',
    version: '0.0.0',
    replayCommand: { before: '', after: '' },
    signal,
    onProgress: () => undefined,
    runner: () => Promise.resolve({ results: new Map(), closing: undefined, errors: [], ...collected }),
  });
}

test('a run whose results get lost has no verdict, whatever else has passed', async () => {
  const results = new Map([['token.issue', passed('token.issue')] as const]);
  const { summary, suiteFaults } = await runOf({ results, errors: ['it could not be cloned'] });
  expect(summary).toMatchObject({ verdict: 'no-verdict', passed: { required: 1 } });
  expect(suiteFaults.map(({ message }) => message)).toEqual([
    'it could not be cloned',
    'the results of the suites got lost on their way to the report',
  ]);
});

test('what failed before the results of the others were lost has failed', async () => {
  const results = new Map([['token.issue', { ...passed('token.issue'), outcome: 'fail' }] as const]);
  expect((await runOf({ results })).summary.verdict).toBe('nonconformant');
});
