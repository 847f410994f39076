import { describe, expect, it } from 'vitest';
import { jsonLines } from './json-lines.ts';

const shown = (text: string): readonly string[] | undefined =>
  jsonLines(text)?.map(({ indent, key, value, tail, pointer }) => `${pointer}|${indent}${key}${value}${tail}`);

describe('a JSON text in lines', () => {
  it('has a value in each, with the pointer to it', () => {
    expect(shown('{"a":[1,{"b":null}],"c":{}, "d":[]}')).toEqual([
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
    ]);
  });

  it('keeps what a parser would lose', () => {
    expect(shown(String.raw`{"n":1.0,"n":12345678901234567890,"t":"é\/\" :,{"}`)).toEqual([
      '|{',
      '/n|  "n": 1.0,',
      '/n|  "n": 12345678901234567890,',
      String.raw`/t|  "t": "é\/\" :,{"`,
      '|}',
    ]);
  });

  it('escapes names in pointers, and takes scalars and empty names', () => {
    expect(shown('{"a/b~":{"":1}}')).toContain('/a~1b~0/|    "": 1');
    expect(shown(' "x" ')).toEqual(['|"x"']);
    expect(shown('[]')).toEqual(['|[]']);
  });

  it('is nothing when the text is no JSON, and takes any depth and length', () => {
    expect(jsonLines('<html>')).toBeUndefined();
    expect(jsonLines('')).toBeUndefined();
    expect(jsonLines(`${'['.repeat(3000)}${']'.repeat(3000)}`)).toHaveLength(5999);
    expect(jsonLines(`"${'x'.repeat(1_000_000)}"`)).toHaveLength(1);
  });
});
