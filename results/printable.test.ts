import { describe, expect, it } from 'vitest';
import { bounded, jsonText, printable } from './printable.ts';

describe('text of a target', () => {
  it.each([
    ['an escape sequence', '\u001B[2Jgone', String.raw`\u001b[2Jgone`],
    ['a title change', '\u001B]0;x\u0007', String.raw`\u001b]0;x\u0007`],
    ['an escape sequence of one control character', '\u009B31m', String.raw`\u009b31m`],
    ['line breaks and tabs', 'a\r\n\tb', String.raw`a\r\n\tb`],
    ['a NUL', 'a\0b', String.raw`a\u0000b`],
    ['a change of text direction', 'a\u202Eb\u2066', String.raw`a\u202eb\u2066`],
    ['invisible characters', 'a\u200Bb\uFEFF\u{E0041}', String.raw`a\u200bb\ufeff\u{e0041}`],
    ['line separators', 'a\u2028b\u2029', String.raw`a\u2028b\u2029`],
    ['a lone surrogate', 'a\uD800b', String.raw`a\ud800b`],
    ['a workflow command', '::error::x', String.raw`\u003a:error::x`],
    ['a workflow command that a line break may move to the start', 'a ::add-mask::x', String.raw`a \u003a:add-mask::x`],
    [
      'an older workflow command, anywhere',
      'a##[error]x ##vso[task.complete]',
      String.raw`a\u0023#[error]x \u0023#vso[task.complete]`,
    ],
  ])('has %s escaped', (_what, text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it('is otherwise unchanged', () => {
    const text = 'Zoë 😀 日本 e\u0301 "quoted" \\ ## a[1] http://[::1]/x::y :: 5';
    expect(printable(text)).toBe(text);
  });

  it('is cut when it is long, but not inside a character', () => {
    expect(bounded('ab😀cd', 3)).toBe('ab… (4 more characters)');
    expect(printable('x'.repeat(5000))).toHaveLength(2000 + '… (3000 more characters)'.length);
  });
});

it.each([
  ['a surrogate pair', '😀', '😀'],
  ['a lone surrogate', 'a\uD83Db', 'a\uFFFDb'],
  ['a lone low surrogate', '\uDE00', '\uFFFD'],
  ['a literal escape', String.raw`\ud83d`, String.raw`\ud83d`],
  ['a backslash before a lone surrogate', '\\\uD83D', '\\\uFFFD'],
  ['an older workflow command', '##[error]', '##[error]'],
])('JSON holds %s so that every parser reads it alike', (_, text, read) => {
  expect(JSON.parse(jsonText({ [text]: [text] }))).toEqual({ [read]: [read] });
  expect(jsonText(text)).not.toMatch(/##/);
});
