import { expect, test } from 'vitest';
import { evidenceLines } from './evidence.ts';
import { renderHtml } from './html/write-html.ts';
import type { Counterexample } from '../results/report.ts';
import { sameRequest } from './outcomes.ts';
import { sampleEvidence, sampleReport, sampleResult } from '../results/sample-reports.test-data.ts';
import { renderTerminal } from './terminal/render-terminal.ts';

const ids = ['7d22eedf-2a97-42ad-9dce-996b7010e065', '433ca04e-2dba-4623-b3fa-0d01a375ce92'] as const;
const failing = (id: Parameters<typeof sampleResult>[0], counterexample: Partial<Counterexample>) =>
  sampleResult(id, { outcome: 'fail', counterexample: sampleEvidence(counterexample) });
const exchange = (method: string, url: string, status: number, answer: string, body?: string) => ({
  request: { method, url: `http://127.0.0.1:8080${url}`, headers: {}, ...(body === undefined ? {} : { body }) },
  response: { status, headers: {}, body: answer },
  durationMs: 1,
});
const shown = (text: ReturnType<typeof sampleReport>): string =>
  renderTerminal(text, { width: 200, colour: false, written: [] });

test('requirements that fail by the same request are told with each other, whatever the records are called', () => {
  const [one, other] = ids.map((id) => [exchange('PUT', `/renewal_decisions/${id}/v`, 200, '{}', '{"a":1}')]);
  const report = sampleReport([
    failing('renewals.edit', { exchanges: one ?? [] }),
    failing('renewals.plans', { exchanges: other ?? [] }),
    failing('versions.change-on-edit', {
      exchanges: [exchange('PUT', `/renewal_decisions/${ids[0]}/v`, 200, '{}', '{}')],
    }),
  ]);
  expect([...sameRequest(report).keys()]).toEqual(['renewals.edit', 'renewals.plans']);
  expect(shown(report)).toContain('The same request also fails renewals.plans.');
  expect(renderHtml(report)).toContain('<p>The same request also fails renewals.plans.</p>');
});

test('an actual value that an edit left as it was is told as such, in the answer and in the list', () => {
  const made = exchange('POST', '/groups/g/renewal_decisions', 201, '{"id":"D","renewal_date":"2036-02-01"}');
  const edit = exchange('PUT', '/renewal_decisions/D/v', 200, '{"id":"D","renewal_date":"2036-02-01"}', '{}');
  const list = exchange(
    'GET',
    '/groups/g/renewal_decisions',
    200,
    '{"response":[{"id":"D","renewal_date":"2036-02-01"}]}',
  );
  const dates = { expected: '2036-01-31', actual: '2036-02-01' };
  const line = 'before    what it was before the edit: it kept that value';
  const inAnswer = failing('renewals.edit', { exchanges: [made, edit], pointer: '/renewal_date', ...dates });
  const inList = failing('renewals.edit', {
    exchanges: [made, edit, list],
    pointer: '/response/0/renewal_date',
    ...dates,
  });
  const shifted = failing('renewals.edit', {
    exchanges: [made, edit],
    pointer: '/renewal_date',
    ...dates,
    actual: '2036-01-30',
  });
  expect(evidenceLines(inAnswer)).toContain(line);
  expect(shown(sampleReport([inList]))).toContain(line);
  expect(renderHtml(sampleReport([inList]))).toContain('what it was before the edit: it kept that value.</p>');
  expect(evidenceLines(shifted).join()).not.toContain('it kept that value');
});

test('an answer of a wrong status is told with what it says', () => {
  const refused = exchange(
    'PUT',
    '/renewal_decisions/D/v',
    400,
    `{"error":"renewal_date is ${'x'.repeat(300)}"}`,
    '{}',
  );
  const text = shown(
    sampleReport([failing('renewals.edit', { exchanges: [refused], pointer: '#status', expected: 200, actual: 400 })]),
  );
  expect(text).toMatch(/answered 400 in 1 ms\n {6}\{"error":"renewal_date is x+/);
  expect(text).not.toContain('x'.repeat(200));
});
