import { expect, it } from 'vitest';
import { evidenceFacts, evidenceLines } from './evidence.ts';
import { seedOf, volumeOf } from './run-facts.ts';
import { renderTerminal } from './terminal/render-terminal.ts';
import { renderMarkdown } from './markdown/render-markdown.ts';
import { sampleEvidence, sampleReport, sampleResult } from './sample-reports.test-data.ts';

const [request, answer] = sampleEvidence().exchanges;
const failed = (changes: Parameters<typeof sampleEvidence>[0]) =>
  sampleResult('snapshots.echo', { outcome: 'fail', counterexample: sampleEvidence(changes) });
const terminal = (changes: Parameters<typeof sampleEvidence>[0]): string =>
  renderTerminal(sampleReport([failed(changes)]), { width: 100, colour: false, written: [] });

it('tells what makes two texts differ that look alike', () => {
  const differing = { expected: 'Cruz ', actual: 'Cruz' };
  const line = 'differs   in character 5: U+0020 was expected, nothing came';
  expect(terminal(differing)).toContain(line);
  expect(evidenceLines(failed(differing))).toContain(line);
  expect(renderMarkdown(sampleReport([failed(differing)]))).toContain(line);
});

it('gives the line of the write before that of the read that shows it', () => {
  const facts = evidenceFacts(sampleEvidence({ curlOfWrite: 'curl -X PUT x', curl: 'curl x' }));
  expect(facts).toContainEqual(['by hand', 'curl -X PUT x']);
  expect(facts).toContainEqual(['then', 'curl x']);
});

it('prints a line whole or not at all', () => {
  const curl = `curl '${'x'.repeat(7000)}'`;
  expect(terminal({ curl })).toContain('by hand   (7007 characters, which report.json and report.html have whole)');
  expect(evidenceLines(failed({ curl })).join('\n')).toContain(curl);
});

it('keeps whole items of a long list', () => {
  const ids = Array.from({ length: 87 }, (_, index) => `0b9f1c2d-1111-4222-8333-4444555566${index + 10}`);
  expect(terminal({ actual: ids })).toMatch(/actual {4}\["[\w-]+"(,"[\w-]+")*, … \d+ more\]\n/);
});

it('folds the body of a request around the member that came back otherwise', () => {
  const members = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`m${index}`, index]));
  const sent = { ...request, request: { ...request?.request, method: 'POST', url: 'x', headers: {} }, durationMs: 1 };
  const body = JSON.stringify({ dependents: [{ ...members, middle_name: 'A\u030A' }], ...members });
  const exchanges = [{ ...sent, request: { ...sent.request, body } }];
  const text = terminal({ exchanges, pointer: '/member_snapshot/dependents/0/middle_name' });
  expect(text).toContain('"middle_name": "A\u030A"');
  expect(text).toMatch(/… \(\d+ more lines\)/);
  expect(terminal({ exchanges, pointer: '/response' })).not.toContain('middle_name"');
});

it('says what is left out of a long answer', () => {
  const response = { status: 200, headers: {}, body: '[]', leftOut: [{ at: '/response', index: 3, count: 90 }] };
  const exchanges = [{ ...(answer ?? { durationMs: 1, request: { method: 'GET', url: 'x', headers: {} } }), response }];
  expect(terminal({ exchanges })).toContain('(90 more items of /response before 3, left out of the report)');
});

it('speaks of saved traffic as exchanges that no seed has drawn', () => {
  const run = { ...sampleReport([]).run, profile: 'judge', seed: 0 };
  const report = sampleReport([], { run });
  expect([volumeOf(report), seedOf(report)]).toEqual([{ count: 1234, unit: 'exchanges' }, undefined]);
  const texts = [renderTerminal(report, { width: 100, colour: false, written: [] }), renderMarkdown(report)];
  for (const text of texts) {
    expect(text).toContain('1234 exchanges');
    expect(text).not.toMatch(/seed|requests in/);
  }
});
