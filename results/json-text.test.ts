import { expect, it } from 'vitest';
import { jsonText } from './json-text.ts';

it.each([
  ['a pair', '😀', '😀'],
  ['half a pair', 'a\uD83Db', 'a\uFFFDb'],
  ['the other half', '\uDE00', '\uFFFD'],
  ['an escape that is text', String.raw`\ud83d`, String.raw`\ud83d`],
  ['a backslash before half a pair', '\\\uD83D', '\\\uFFFD'],
  ['what an older CI takes for a command', '##[error]', '##[error]'],
])('holds %s such that every reader takes it', (_, text, read) => {
  expect(JSON.parse(jsonText({ [text]: [text] }))).toEqual({ [read]: [read] });
  expect(jsonText(text)).not.toMatch(/##/);
});
