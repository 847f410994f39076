import { expect, it } from 'vitest';
import { failed, sampleReport, withRun } from '../results/sample-reports.test-data.ts';
import { sectionsBeside } from './report-sections.ts';

const demanding = `export BFC_TOKEN="$(: "\${BFC_CLIENT_SECRET:?has to be set}" && curl -K -)"`;

it.each([
  ['where the environment has the secret', 'export BFC_TOKEN="$(curl -K -)"', 'is read from the environment'],
  ['where it does not', demanding, 'first, which the environment did not have: export BFC_CLIENT_SECRET=…'],
])('says how the line for a token gets the secret, %s', (_where, tokenLine, words) => {
  const [item] = sectionsBeside(withRun(sampleReport([failed('groups.list')]), { tokenLine })).token.items;
  expect(item?.text).toContain(words);
  expect(item?.command).toBe(tokenLine);
});
