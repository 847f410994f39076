import { expect, it } from 'vitest';
import { reporters } from '../reporters/index.ts';
import { register } from '../spec/index.ts';
import { day, duration, formatList, path, requirementList, wholeNumber, type Reader } from './options.ts';

const otherFormats = Object.keys(reporters).filter((name) => name !== 'github');
const ids = register.map(({ id }) => id);
const formats = formatList();
const inActions = formatList({ GITHUB_ACTIONS: 'true' });
const few = wholeNumber(1, 10);

it.each<[Reader<unknown>, string, unknown]>([
  [few, '1', 1],
  [few, '10', 10],
  [duration, '90s', 90_000],
  [duration, '10m', 600_000],
  [duration, '24h', 86_400_000],
  [day, '2028-02-29', '2028-02-29'],
  [path, 'a b/c', 'a b/c'],
  [formats, 'json, junit,json', ['json', 'junit']],
  [formats, 'all', otherFormats],
  [formats, 'all,github', [...otherFormats, 'github']],
  [inActions, 'all', [...otherFormats, 'github']],
  [requirementList, '*', ids],
  [requirementList, 'renewals.edit*', ids.filter((id) => id.startsWith('renewals.edit'))],
  [
    requirementList,
    'renewals.*, token.issue,renewals.edit',
    ids.filter((id) => id === 'token.issue' || id.startsWith('renewals.')),
  ],
])('%o reads "%s"', (read, text, value) => {
  expect(read(text, '--x')).toEqual(value);
});

const noDay = /^--x: ".*" is no day of the years 2000 to 2099; write it like /;

it.each<[Reader<unknown>, RegExp, readonly string[]]>([
  [
    few,
    /^--x: ".*" is not a whole number from 1 to 10$/,
    ['0', '11', '-1', '1.0', '1e1', ' 1', '', '0x1', '99999999999999999999'],
  ],
  [duration, /^--x: ".*" is not a duration/, ['10', '0s', '-1m', '1.5h', '10 m', 'm', '25h', '1d', '']],
  [day, noDay, ['2027-02-29', '2027-13-01', '27-01-01', '2027-1-1', 'today', '1999-12-31', ' 2027-01-31', '']],
  [path, /^--x: its value is empty/, [' ']],
  [formats, /^--x: no report is called "junti"; did you mean "junit"\?/, ['junti']],
  [formats, /^--x: no report is called /, ['json,', 'toString']],
  [requirementList, /^--x: no requirement is called "token.isue"; did you mean "token.issue"\?/, ['token.isue']],
  [requirementList, /^--x: no requirement is called .*; did you mean "renewals.\*"\?/, ['renewals', 'renewal.*']],
  [requirementList, /^--x: an id is missing; write ids separated by commas/, ['token.issue,']],
])('%o refuses, naming the flag: %s', (read, message, texts) => {
  for (const text of texts) expect(() => read(text, '--x')).toThrow(message);
});
