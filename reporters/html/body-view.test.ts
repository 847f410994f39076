import { describe, expect, it } from 'vitest';
import { bodyView } from './evidence-view.ts';

const view = (text: string): string => bodyView({ text, label: 'a body', pointer: undefined }).text;
const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
const linesOf = (html: string): readonly string[] => plain(html).split('\n').slice(0, -1);

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
});
