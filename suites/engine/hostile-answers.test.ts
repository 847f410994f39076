import { expect, test } from 'vitest';
import type { RequirementResult } from '../../results/report.ts';
import { startServer } from '../../target/sample-server.test-data.ts';
import { closingOf } from './closing.ts';
import { sampleSession } from './sample-session.test-data.ts';

const [groupId, version] = ['0190abcd-0000-4000-8000-00000000000a', '0190abcd-0000-4000-8000-00000000000b'];

/** What a run that has asked for a decision comes to, as it crosses to the process that reports it. */
async function closingAfter(members: string) {
  const server = await startServer((response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(`{"id":"${groupId}","version":"${version}",${members}}`),
  );
  const session = sampleSession({ baseUrl: server.url });
  await session
    .api('renewals.edit')
    .call(
      'E4',
      { path: { group_id: groupId, renewal_decision_id: version }, json: {} },
      { name: 'none', header: undefined },
    );
  return structuredClone(closingOf(session));
}

const failureOf = ({ requirements }: { readonly requirements: readonly RequirementResult[] }, id: string) =>
  requirements.find((result) => result.id === id && result.outcome === 'fail')?.counterexample;

const nested = (levels: number): string => `${'{"a":['.repeat(levels)}1${']}'.repeat(levels)}`;

test('a member that is nested without end breaks what it breaks, and the report has it', async () => {
  const closing = await closingAfter(`"status":${nested(25_000)}`);
  expect(closing.suiteFaults).toEqual([]);
  const counterexample = failureOf(closing, 'renewals.status-values');
  const { pointer, actual, exchanges = [] } = counterexample ?? {};
  expect(pointer).toBe('/status');
  expect(JSON.stringify(actual)).toContain('"… nested deeper than 200 levels"');
  expect(JSON.parse(exchanges.at(-1)?.response?.body ?? '')).toMatchObject({
    id: groupId,
    status: { a: [{ a: [{}] }] },
  });
});

test('a text without end does not make a report without end', async () => {
  const closing = await closingAfter(`"status":"${'x'.repeat(1_000_000)}"`);
  const counterexample = failureOf(closing, 'renewals.status-values');
  expect(counterexample?.actual).toMatch(/^x+… \(995904 more characters\)$/);
  expect(JSON.stringify(counterexample).length).toBeLessThan(100_000);
});
