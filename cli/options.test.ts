import { Command } from 'commander';
import { expect, it } from 'vitest';
import { reporters } from '../reporters/index.ts';
import { register } from '../spec/index.ts';
import { duration, formatList, requirementList, selectionOptions, type Reader } from './options.ts';

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

it('takes a list that is repeated as one, in the order of the documents', () => {
  const command = new Command();
  for (const option of selectionOptions('', '')) command.addOption(option);
  command.parse(['--only', 'token.type', '--skip', 'wire.json', '--only', 'groups.list,token.type'], { from: 'user' });
  const wanted = ids.filter((id) => ['groups.list', 'token.type'].includes(id));
  expect(command.opts()).toMatchObject({ only: wanted, skip: ['wire.json'] });
});
