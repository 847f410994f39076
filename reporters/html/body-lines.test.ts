import { describe, expect, it } from 'vitest';
import { foldLines, jsonLines } from './body-lines.ts';

describe('a JSON text in lines', () => {
  it.each([
    [
      'a value in each, with the pointer to it',
      '{"a":[1,{"b":null}],"c":{}, "d":[]}',
      [
        '|{',
        '/a|  "a": [',
        '/a/0|    1,',
        '/a/1|    {',
        '/a/1/b|      "b": null',
        '/a/1|    }',
        '/a|  ],',
        '/c|  "c": {},',
        '/d|  "d": []',
        '|}',
      ],
    ],
    [
      'what a parser would lose',
      String.raw`{"n":1.0,"n":12345678901234567890,"t":"é\/\" :,{"}`,
      ['|{', '/n|  "n": 1.0,', '/n|  "n": 12345678901234567890,', String.raw`/t|  "t": "é\/\" :,{"`, '|}'],
    ],
    [
      'escaped and empty names',
      '{"a/b~":{"":1}}',
      ['|{', '/a~1b~0|  "a/b~": {', '/a~1b~0/|    "": 1', '/a~1b~0|  }', '|}'],
    ],
    ['a scalar', ' "x" ', ['|"x"']],
    ['an empty list', '[]', ['|[]']],
  ])('has %s', (_, text, lines) => {
    const shown = jsonLines(text)?.map(
      ({ indent, key, value, tail, pointer }) => `${pointer}|${indent}${key}${value}${tail}`,
    );
    expect(shown).toEqual(lines);
  });

  it('is undefined when the text is no JSON, and may have any depth and length', () => {
    expect(jsonLines('<html>')).toBeUndefined();
    expect(jsonLines('')).toBeUndefined();
    expect(jsonLines(`${'['.repeat(3000)}${']'.repeat(3000)}`)).toHaveLength(5999);
    expect(jsonLines(`"${'x'.repeat(1_000_000)}"`)).toHaveLength(1);
  });
});

describe('folding', () => {
  it.each([
    ['a short body whole', 40, [], ['0-40']],
    ['the beginning of a long one', 100, [], ['0-24', '24-100 folded']],
    ['what is marked, with what is around it', 100, [50], ['0-3', '3-44 folded', '44-57', '57-98 folded', '98-100']],
    ['a mark near the beginning', 100, [5], ['0-12', '12-98 folded', '98-100']],
    ['a mark at the end', 100, [99], ['0-3', '3-93 folded', '93-100']],
  ])('shows %s', (_, count, marked, ranges) => {
    expect(foldLines(count, marked).map(({ from, to, shown }) => `${from}-${to}${shown ? '' : ' folded'}`)).toEqual(
      ranges,
    );
  });
});
