import { describe, expect, it } from 'vitest';
import { evidenceFacts, evidenceText } from './evidence.ts';
import type { Report } from '../results/report.ts';
import { renderTerminal } from './terminal/render-terminal.ts';
import { failed, recordedExchange, sampleEvidence, sampleReport } from '../results/sample-reports.test-data.ts';

const echo = (changes: Parameters<typeof sampleEvidence>[0]) => failed('snapshots.echo', changes);
const shown = (report: Report): string => renderTerminal(report, { width: 200, colour: false, written: [] });
const terminal = (changes: Parameters<typeof sampleEvidence>[0]): string => shown(sampleReport([echo(changes)]));

const factOf = (name: string, changes: Parameters<typeof sampleEvidence>[0]): string | undefined =>
  evidenceFacts(sampleEvidence(changes)).find(([one]) => one === name)?.[1];

const within = (text: string) => ({ n: [{ 'a/b': text }] });
const lastBlank = 'in character 5: U+0020 was expected, nothing came';
it.each([
  [
    'decomposed and composed characters',
    'A\u030Ang',
    '\u00C5ng',
    'in character 1: U+0041 U+030A was expected, U+00C5 came',
  ],
  ['a trailing space', 'Cruz ', 'Cruz', lastBlank],
  ['a letter of another alphabet', 'Anna', '\u0410nna', 'in character 1: U+0041 was expected, U+0410 came'],
  ['an invisible character', 'ab', 'a\u200Bb', 'in character 2: U+0062 was expected, U+200B came'],
  ['inside a nested value', within('Cruz '), within('Cruz'), `at /n/0/a~1b, ${lastBlank}`],
  ['not for other words', 'Anna', 'Bernd', undefined],
  ['not for a replacement character', '\u{20BB7}\u7530 a', '?\u7530 a', undefined],
  ['not for another type', '1', 1, undefined],
  ['not for equal values', 'Anna', 'Anna', undefined],
  ['not for an absent value', 'Anna', undefined, undefined],
])('names an invisible difference: %s', (_what, expected, actual, shown) => {
  expect(factOf('differs', { expected, actual })).toBe(shown);
});

describe('among several allowed values', () => {
  const expected = ['created', 'processing', 'completed', 'action_required', '200'];

  it.each([
    ['a capital letter', 'Created', 'created'],
    ['a trailing space', 'completed ', 'completed'],
    ['another separator between words', 'action-required', 'action_required'],
    ['another type', 200, '200'],
  ])('the one that was probably intended is named first: %s', (_what, actual, nearest) => {
    const compared = { expected, expectedOneOf: true, actual } as const;
    expect(factOf('nearest', compared)).toBe(JSON.stringify(nearest));
    const others = expected.filter((value) => value !== nearest);
    const values = [nearest, ...others].map((value) => JSON.stringify(value));
    expect(factOf('expected', compared)).toBe(`one of ${values.join(', ')}`);
  });

  it('none is suggested for a value unlike all of them, nor if the list itself is expected', () => {
    for (const actual of ['queued', undefined, { status: 'created' }, 'x'.repeat(100_000)])
      expect(factOf('nearest', { expected, expectedOneOf: true, actual })).toBeUndefined();
    expect(factOf('nearest', { expected, actual: 'created' })).toBeUndefined();
  });
});

it('names some of many allowed values', () => {
  const expected = Array.from({ length: 500 }, (_, index) => `value-${index}`);
  const text = terminal({ expectedOneOf: true, actual: 'queued', expected });
  expect(text).toMatch(/expected {2}one of ("value-\d+", )+… \d+ more\n/);
});

it('shows the other ways in which a requirement was broken', () => {
  const [message, pointer] = ['/status is not what was sent', '/status'];
  const also = [
    { message: '/amount is not what was sent', pointer: '/amount', endpoint: 'E6', occurrences: 10 },
    { message, pointer, endpoint: 'E7', occurrences: 2 },
    { message: '/volume is not what was sent', pointer: '/volume', occurrences: 1 },
  ];
  const evidence = { message, pointer, occurrences: 13, also };
  const text = evidenceText(echo(evidence));
  expect(text).toContain(
    'also      /amount is not what was sent (10 times at E6); the same (2 times at E7); /volume is not what was sent (1 time)',
  );
  expect(text).toContain(`${message} (seen 13 times, in 4 ways)`);
  expect(terminal(evidence)).toMatch(
    /\(seen 13 times, in 4 ways\)\n {6}also \/amount is not what was sent \(10 times at E6\); the same \(2 times at E7\);/,
  );
});

it('leaves out variants of a violation that only add to the count', () => {
  const [message, pointer, code] = ['a decision of 2027-01-02 is listed', '/response', 'listed'];
  const also = [
    { message: 'a decision of 2027-01-09 is listed', pointer, code, occurrences: 1 },
    { message, pointer: '/response/1/renewal_date', code: 'renewal_date', endpoint: 'E5', occurrences: 94 },
  ];
  const exchanges = [recordedExchange('{}', { url: 'http://127.0.0.1:8080/api/v1/groups/G/renewal_decisions' })];
  const text = evidenceText(echo({ message, pointer, code, occurrences: 95, also, exchanges }));
  expect(text).toContain(`${message} (seen 95 times)\n`);
  expect(text).not.toContain('also');
});

it('names what differs in lists, and keeps it when they are cut', () => {
  const expected = Array.from({ length: 87 }, (_, index) => `0b9f1c2d-1111-4222-8333-4444555566${index + 10}`);
  const [, missing, ...others] = expected;
  const text = terminal({ expected, actual: [expected[0], ...others] });
  expect(text).toContain(`expected  ["${missing}", … 86 in both]\n    actual    [… 86 in both]\n`);
  expect(text).toContain(`differs   missing "${missing}"\n`);
});

it('prints a command in full or not at all, and only whole items of a long list', () => {
  const curl = `curl '${'x'.repeat(7000)}'`;
  expect(terminal({ curl })).toContain('by hand   (7007 characters, which report.json and report.html have whole)');
  expect(evidenceText(echo({ curl }))).toContain(curl);
  const actual = Array.from({ length: 87 }, (_, index) => `0b9f1c2d-1111-4222-8333-4444555566${index + 10}`);
  expect(terminal({ actual })).toMatch(/actual {4}\["[\w-]+"(,"[\w-]+")*, … \d+ more\]\n/);
});

it('says what is left out of a long answer', () => {
  const response = { status: 200, headers: {}, body: '[]', leftOut: [{ at: '/response', index: 3, count: 90 }] };
  const exchanges = [{ ...recordedExchange('[]'), response }];
  expect(terminal({ exchanges })).toContain('(90 more items of /response before 3, left out of the report)');
});

it('an answer with a wrong status is shown with the beginning of its body', () => {
  const body = `{"error":"renewal_date is ${'x'.repeat(300)}"}`;
  const exchanges = [recordedExchange(body, { method: 'PUT', body: '{}' }, 400)];
  const text = shown(
    sampleReport([failed('renewals.edit', { exchanges, pointer: '#status', expected: 200, actual: 400 })]),
  );
  expect(text).toMatch(/answered 400 in 1 ms\n {6}\{"error":"renewal_date is x+/);
  expect(text).not.toContain('x'.repeat(200));
});
