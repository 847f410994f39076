import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Compared } from '../compared-lists.ts';
import { bodyView, differenceView } from './evidence-view.ts';

const entities: Readonly<Record<string, string>> = { quot: '"', '#39': "'", amp: '&', lt: '<', gt: '>' };

/** The texts of the elements that a pattern matches, with marked parts between « and ». */
function textsOf(html: string, pattern: RegExp): readonly string[] {
  return Array.from(html.matchAll(pattern), ([, content = '']) =>
    content
      .replaceAll('<mark>', '«')
      .replaceAll('</mark>', '»')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/&([#\w]+);/g, (_entity, name: string) => entities[name] ?? name),
  );
}

/** The lines of a view, with the two sides joined by a bar. */
function linesOf(compared: Compared): readonly string[] {
  const cells = textsOf(differenceView(compared).text, /role="cell">(.*?)<\/div>/gs);
  return cells.flatMap((cell, index) => (index % 2 === 0 ? [`${cell}|${cells[index + 1]}`] : []));
}

const notesOf = (compared: Compared): readonly string[] =>
  textsOf(differenceView(compared).text, /<p class="body-note">(.*?)<\/p>/gs);

const numbers = (length: number, change: (value: number) => unknown = (value) => value): readonly unknown[] =>
  Array.from({ length }, (_, index) => change(index));

describe('expected and actual', () => {
  it.each<[string, Compared, readonly string[]]>([
    ['the differing letters marked', { expected: 1.875, actual: 1.89 }, ['−1.8«75»|+1.8«9»']],
    ['the letters marked that one side lacks', { expected: 'a b c', actual: 'a c' }, ['−"a «b »c"|+"a c"']],
    ['whole characters marked', { expected: '𠮷田 bfc', actual: '?田 bfc' }, ['−"«𠮷»田 bfc"|+"«?»田 bfc"']],
    ['no marks if everything differs', { expected: 'a UUID', actual: 12345 }, ['−"a UUID"|+12345']],
    [
      'no difference for a comma, or for the order of members',
      { expected: { c: 1, d: 2 }, actual: { e: 3, d: 2, c: 1 } },
      [' {| {', '   "c": 1,|   "c": 1,', '   "d": 2|   "d": 2,', ' no such line|+  "e": 3', ' }| }'],
    ],
    [
      'lines that only one side has',
      { expected: [1, 2], actual: [2, 3] },
      [' [| [', '−  1,| no such line', '   2|   2,', ' no such line|+  3', ' ]| ]'],
    ],
    ['an absent value', { expected: 'x' }, ['−"x"|+«nothing»']],
    [
      'the nearest of several allowed values first',
      { expected: ['done', 'created'], expectedOneOf: true, actual: 'created ' },
      ['−"created"|+"created« »"', '−"done"| no such line'],
    ],
  ])('have %s', (_, compared, lines) => {
    expect(linesOf(compared)).toEqual(lines);
  });

  it('are cut where they are far from the difference', () => {
    const long = 'x'.repeat(5000);
    const [line = ''] = linesOf({ expected: `${long}a${long}`, actual: `${long}b${long}` });
    expect(line).toMatch(/^−"x+ … 4681 characters … x+«a»x+ … \d+ characters … x+"\|\+"x+ … .*«b»/);
    expect(line.length).toBeLessThan(1600);
    const changed = numbers(500, (value) => (value === 250 ? 'x' : value));
    expect(linesOf({ expected: numbers(500), actual: changed })).toHaveLength(7);
    expect(linesOf({ expected: numbers(5000), actual: numbers(5000, (value) => -1 - value) })).toHaveLength(80);
  });

  it('have notes on invisible differences, and on what is left out', () => {
    expect(notesOf({ expected: 'é', actual: 'e\u0301' })).toEqual([
      'What looks alike differs in character 1: U+00E9 was expected, U+0065 U+0301 came.',
    ]);
    expect(notesOf({ expected: 1, actual: 1 })).toEqual([
      'The two read the same; the message above says what was seen.',
    ]);
    expect(notesOf({ expected: numbers(100), actual: [] })).toEqual(['22 more lines, which report.json has.']);
  });

  it('never lose or change a character', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', ' ', ',', '1', 'é', 'e\u0301', '\u{20BB7}'), { maxLength: 30 })
      .map((parts) => parts.join(''));
    const list = fc.array(text, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(list, list, (expected, actual) => {
        const lines = linesOf({ expected, actual }).map((line) => line.replaceAll(/[«»]/g, '').split('|'));
        const sideOf = (index: number): string =>
          lines.flatMap((sides) => (sides[index] === ' no such line' ? [] : [sides[index]?.slice(1)])).join('\n');
        expect(sideOf(0)).toBe(JSON.stringify(expected, undefined, 2));
        expect(sideOf(1)).toBe(JSON.stringify(actual, undefined, 2));
      }),
      { numRuns: 200 },
    );
  });
});

describe('a body', () => {
  const nested = '{"a":[1,{"b":null}],"c":{ }, "d":[]}';

  it.each([
    ['JSON with one value per line', nested, JSON.stringify(JSON.parse(nested), undefined, 2).split('\n')],
    [
      'what a parser would not preserve',
      String.raw`{"n":1.0,"n":12345678901234567890,"t":"é\/\" :,{"}`,
      ['{', '  "n": 1.0,', '  "n": 12345678901234567890,', String.raw`  "t": "é\/\" :,{"`, '}'],
    ],
    ['a scalar', ' "x" ', ['"x"']],
    ['an empty list', '[]', ['[]']],
    ['other text unchanged', '<html>\n</html>', ['<html>', '</html>']],
  ])('shows %s', (_, text, lines) => {
    const [shown = ''] = textsOf(bodyView({ text, label: 'a body' }).text, /<code>(.*)<\/code>/gs);
    expect(shown.split('\n').slice(0, -1)).toEqual(lines);
  });
});
