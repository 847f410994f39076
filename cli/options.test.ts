import { expect, it } from 'vitest';
import { reporters } from '../reporters/index.ts';
import { register } from '../spec/index.ts';
import { duration, formatList, requirementList, type Reader } from './options.ts';

const otherFormats = Object.keys(reporters).filter((name) => name !== 'github');
const ids = register.map(({ id }) => id);
const formats = formatList();

it.each<[Reader<unknown>, string, unknown]>([
  [duration, '90s', 90_000],
  [duration, '24h', 86_400_000],
  [formats, 'json, junit,json', ['json', 'junit']],
  [formats, 'all,github', [...otherFormats, 'github']],
  [formatList({ GITHUB_ACTIONS: 'true' }), 'all', [...otherFormats, 'github']],
  [requirementList, '*', ids],
  [requirementList, 'renewals.edit*', ids.filter((id) => id.startsWith('renewals.edit'))],
])('%o reads "%s"', (read, text, value) => {
  expect(read(text, '--x')).toEqual(value);
});
