import { describe, expect, it } from 'vitest';
import { bodyView } from './body-view.ts';

const view = (text: string, pointer?: string): string => bodyView({ text, label: 'a body', pointer }).text;
const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
const linesOf = (html: string): readonly string[] => plain(html).split('\n').slice(0, -1);
const markedIn = (html: string): readonly string[] =>
  Array.from(html.matchAll(/<mark>(.*?)<\/mark>/g), ([, mark = '']) => plain(mark));

describe('a body', () => {
  const nested = '{"a":[1,{"b":null}],"c":{ }, "d":[]}';

  it.each([
    ['JSON with a value in each line', nested, JSON.stringify(JSON.parse(nested), undefined, 2).split('\n')],
    [
      'what a parser would lose',
      String.raw`{"n":1.0,"n":12345678901234567890,"t":"é\/\" :,{"}`,
      ['{', '  "n": 1.0,', '  "n": 12345678901234567890,', String.raw`  "t": "é\/\" :,{"`, '}'],
    ],
    ['a scalar', ' "x" ', ['"x"']],
    ['an empty list', '[]', ['[]']],
    ['what is no JSON as it came', '<html>\n</html>', ['<html>', '</html>']],
  ])('shows %s', (_, text, lines) => {
    expect(linesOf(view(text))).toEqual(lines);
  });

  it.each([
    [nested, '/a/0', ['1']],
    [nested, '/a/1', ['{', '"b": null', '}']],
    [nested, '/c', ['"c": {}']],
    ['{"a/b~":{"":1}}', '/a~1b~0/', ['"": 1']],
  ])('%s is marked at %s', (text, pointer, marked) => {
    expect(markedIn(view(text, pointer))).toEqual(marked);
  });

  it('may have any depth and length', () => {
    expect(view(`${'['.repeat(3000)}${']'.repeat(3000)}`)).toContain('5975 more lines');
    expect(linesOf(view(`"${'x'.repeat(1_000_000)}"`))).toHaveLength(1);
  });

  it.each([
    ['whole where it is short', 40, undefined, ['40']],
    ['from its beginning where it is long', 100, undefined, ['24', '76 folded']],
    ['around what is marked', 100, 49, ['3', '41 folded', '13', '41 folded', '2']],
    ['around a mark near the beginning', 100, 4, ['12', '86 folded', '2']],
    ['around a mark at the end', 100, 97, ['3', '89 folded', '8']],
  ])('is shown %s', (_, length, marked, ranges) => {
    const list = JSON.stringify(Array.from({ length: length - 2 }, (_item, index) => index));
    const html = view(list, marked === undefined ? undefined : `/${marked}`);
    const shown = Array.from(html.matchAll(/<summary>(\d+) more|<pre><code>(.*?)<\/code>/gs), ([, more, lines = '']) =>
      more === undefined ? String(lines.split('\n').length - 1) : `${more} folded`,
    );
    expect(shown).toEqual(ranges);
  });
});
