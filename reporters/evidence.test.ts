import { expect, it } from 'vitest';
import { evidenceFacts, evidenceText } from './evidence.ts';
import { seedOf, volumeOf } from '../results/run-scope.ts';
import { renderTerminal } from './terminal/render-terminal.ts';
import { renderMarkdown } from './markdown.ts';
import { failed, sampleEvidence, sampleReport } from '../results/sample-reports.test-data.ts';

const [, answer] = sampleEvidence().exchanges;
const echo = (changes: Parameters<typeof sampleEvidence>[0]) => failed('snapshots.echo', changes);
const terminal = (changes: Parameters<typeof sampleEvidence>[0]): string =>
  renderTerminal(sampleReport([echo(changes)]), { width: 100, colour: false, written: [] });

it('shows what makes two texts differ that look alike', () => {
  const differing = { expected: 'Cruz ', actual: 'Cruz' };
  const line = 'differs   in character 5: U+0020 was expected, nothing came';
  expect(terminal(differing)).toContain(line);
  expect(evidenceText(echo(differing))).toContain(line);
  expect(renderMarkdown(sampleReport([echo(differing)]))).toContain(line);
});

it('says of several values that one is asked for, and which was probably meant', () => {
  const oneOf = { pointer: '/status', expected: ['done', 'created'], expectedOneOf: true } as const;
  const text = evidenceText(echo({ ...oneOf, actual: 'created ' }));
  expect(text).toContain('expected  one of "created", "done"');
  expect(text).toContain('nearest   "created"');
  expect(text).toContain('differs   in character 8: nothing was expected, U+0020 came');
  expect(terminal({ ...oneOf, actual: 'queued' })).toContain('expected  one of "done", "created"');
  expect(terminal({ ...oneOf, actual: 'queued' })).not.toContain('nearest');
  const many = Array.from({ length: 500 }, (_, index) => `value-${index}`);
  expect(terminal({ ...oneOf, expected: many, actual: 'x' })).toMatch(
    /expected {2}one of ("value-\d+", )+… \d+ more\n/,
  );
});

it('shows the other ways in which a requirement was broken', () => {
  const [message, pointer] = ['/status is not what was sent', '/status'];
  const also = [
    { message: '/amount is not what was sent', pointer: '/amount', endpoint: 'E6', occurrences: 10 },
    { message, pointer, endpoint: 'E7', occurrences: 2 },
    { message: '/volume is not what was sent', pointer: '/volume', occurrences: 1 },
  ];
  const evidence = { message, pointer, occurrences: 13, also };
  const line = 'also      /amount is not what was sent (E6, 10); the same (E7, 2); /volume is not what was sent (1)';
  expect(evidenceText(echo(evidence))).toContain(line);
  expect(evidenceText(echo(evidence))).toContain(`${message} (seen 13 times, in 4 ways)`);
  expect(renderMarkdown(sampleReport([echo(evidence)]))).toContain(line);
  const [first = '', ...rest] = terminal(evidence).split('→ ')[1]?.split('\n') ?? [];
  expect(first).toBe(`${message} (seen 13 times, in 4 ways)`);
  expect(rest[0]).toMatch(/^ {6}also \/amount is not what was sent \(E6, 10\); the same \(E7, 2\);/);
  expect(rest.join('\n').match(/also /g)).toEqual(['also ']);
});

it('gives the line of the write before that of the read that shows it', () => {
  const facts = evidenceFacts(sampleEvidence({ curlOfWrite: 'curl -X PUT x', curl: 'curl x' }));
  expect(facts).toContainEqual(['by hand', 'curl -X PUT x']);
  expect(facts).toContainEqual(['then', 'curl x']);
});

it('prints a line whole or not at all', () => {
  const curl = `curl '${'x'.repeat(7000)}'`;
  expect(terminal({ curl })).toContain('by hand   (7007 characters, which report.json and report.html have whole)');
  expect(evidenceText(echo({ curl }))).toContain(curl);
});

it('keeps whole items of a long list', () => {
  const ids = Array.from({ length: 87 }, (_, index) => `0b9f1c2d-1111-4222-8333-4444555566${index + 10}`);
  expect(terminal({ actual: ids })).toMatch(/actual {4}\["[\w-]+"(,"[\w-]+")*, … \d+ more\]\n/);
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
