import { expect, test } from 'vitest';
import { renderHtml } from './html/write-html.ts';
import { sameRequest } from './outcomes.ts';
import { failed, sampleReport } from '../results/sample-reports.test-data.ts';
import { renderTerminal } from './terminal/render-terminal.ts';

const ids = ['7d22eedf-2a97-42ad-9dce-996b7010e065', '433ca04e-2dba-4623-b3fa-0d01a375ce92'] as const;
const exchange = (method: string, url: string, status: number, answer: string, body?: string) => ({
  request: { method, url: `http://127.0.0.1:8080${url}`, headers: {}, ...(body === undefined ? {} : { body }) },
  response: { status, headers: {}, body: answer },
  durationMs: 1,
});
const shown = (text: ReturnType<typeof sampleReport>): string =>
  renderTerminal(text, { width: 200, colour: false, written: [] });

test('requirements that fail by the same request are named with each other, also when the ids of their records differ', () => {
  const [one, other] = ids.map((id) => [exchange('PUT', `/renewal_decisions/${id}/v`, 200, '{}', '{"a":1}')]);
  const report = sampleReport([
    failed('renewals.edit', { exchanges: one ?? [] }),
    failed('renewals.plans', { exchanges: other ?? [] }),
    failed('versions.change-on-edit', {
      exchanges: [exchange('PUT', `/renewal_decisions/${ids[0]}/v`, 200, '{}', '{}')],
    }),
  ]);
  expect([...sameRequest(report).keys()]).toEqual(['renewals.edit', 'renewals.plans']);
  expect(shown(report)).toContain('The same request also fails renewals.plans.');
  expect(renderHtml(report)).toContain('<p>The same request also fails renewals.plans.</p>');
});

test('an answer of a wrong status is shown with its beginning', () => {
  const refused = exchange(
    'PUT',
    '/renewal_decisions/D/v',
    400,
    `{"error":"renewal_date is ${'x'.repeat(300)}"}`,
    '{}',
  );
  const text = shown(
    sampleReport([failed('renewals.edit', { exchanges: [refused], pointer: '#status', expected: 200, actual: 400 })]),
  );
  expect(text).toMatch(/answered 400 in 1 ms\n {6}\{"error":"renewal_date is x+/);
  expect(text).not.toContain('x'.repeat(200));
});
