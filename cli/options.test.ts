import { describe, expect, it } from 'vitest';
import { reporters } from '../reporters/index.ts';
import { register } from '../spec/index.ts';
import { day, duration, formatList, formatNames, path, requirementList, wholeNumber } from './options.ts';

const otherFormats = Object.keys(reporters).filter((name) => name !== 'github');
const ids = register.map(({ id }) => id);
const formats = formatList('--format');
const requirements = requirementList('--only');

it.each<[string, unknown, unknown]>([
  ['a number', [1, 10].map((value) => wholeNumber('--cases', 1, 10)(String(value))), [1, 10]],
  ['seconds', duration('--time-budget')('90s'), 90_000],
  ['minutes', duration('--time-budget')('10m'), 600_000],
  ['hours', duration('--time-budget')('24h'), 86_400_000],
  ['days', ['2027-01-31', '2028-02-29'].map(day('--today')), ['2027-01-31', '2028-02-29']],
  ['a path', path('--out')('a b/c'), 'a b/c'],
  ['formats, each once', formats('json, junit,json'), ['json', 'junit']],
  ['all formats, without annotations where nothing reads them', formats('all'), otherFormats],
  [
    'all formats in GitHub Actions',
    formatList('--format', { GITHUB_ACTIONS: 'true' })('all'),
    [...otherFormats, 'github'],
  ],
  ['all formats and a named one', formats('all,github'), [...otherFormats, 'github']],
  ['the names of formats', formatNames, ['all', ...Object.keys(reporters)].join(', ')],
  [
    'ids and beginnings of ids, in document order, each once',
    requirements('renewals.*, token.issue,renewals.edit'),
    ids.filter((id) => id === 'token.issue' || id.startsWith('renewals.')),
  ],
  ['a beginning', requirements('renewals.edit*'), ids.filter((id) => id.startsWith('renewals.edit'))],
  ['every requirement', requirements('*'), ids],
])('reads %s', (_what, read, value) => {
  expect(read).toEqual(value);
});

describe('refuses, naming the flag,', () => {
  it.each(['0', '11', '-1', '1.0', '1e1', ' 1', '', '0x1', '99999999999999999999'])('%j as a number', (text) => {
    expect(() => wholeNumber('--cases', 1, 10)(text)).toThrow(/^--cases: ".*" is not a whole number from 1 to 10$/);
  });

  it.each(['10', '0s', '-1m', '1.5h', '10 m', 'm', '25h', '1d', ''])('%j as a duration', (text) => {
    expect(() => duration('--time-budget')(text)).toThrow(/^--time-budget: ".*" is not a duration/);
  });

  it.each([
    '2027-02-29',
    '2027-13-01',
    '27-01-01',
    '2027-1-1',
    'today',
    '1999-12-31',
    '2027-01-31T00:00:00Z',
    ' 2027-01-31',
    '',
  ])('%j as a day', (text) => {
    expect(() => day('--today')(text)).toThrow(/^--today: ".*" is no day of the years 2000 to 2099; write it like /);
  });

  it.each<[string, () => unknown, string]>([
    ['an empty path', () => path('--out')(' '), '--out: its value is empty'],
    ['a mistyped format', () => formats('junti'), '--format: no report is called "junti"; did you mean "junit"?'],
    ['an empty format', () => formats('json,'), '--format: no report is called ""'],
    ['a name of every object', () => formats('toString'), '--format: no report is called "toString"'],
    [
      'a mistyped id',
      () => requirements('token.isue'),
      '--only: no requirement is called "token.isue"; did you mean "token.issue"?',
    ],
    ['a bare part', () => requirements('token'), '--only: no requirement is called "token"; did you mean "token.*"?'],
    [
      'an unknown part',
      () => requirements('renewal.*'),
      '--only: no requirement is called "renewal.*"; did you mean "renewals.*"?',
    ],
    ['a missing id', () => requirements('token.issue,'), '--only: an id is missing; write ids separated by commas'],
  ])('%s', (_what, read, message) => {
    expect(read).toThrow(message);
  });
});
