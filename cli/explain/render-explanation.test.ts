import { expect, it } from 'vitest';
import { createPage } from '../../reporters/terminal/page.ts';
import type { Explanation } from './explanation.ts';
import { renderExplanation } from './render-explanation.ts';

const sample: Explanation = {
  id: 'groups.list',
  level: 'required',
  part: 'groups',
  statement: 'The list is answered with 200 and a page of groups.',
  endpoints: ['E1', 'E2'],
  operations: [
    { id: 'E1', method: 'GET', path: '/api/v1/groups' },
    { id: 'E2', method: 'POST', path: '/api/v1/group_connections' },
  ],
  source: 'spec/documents/4-endpoints.md:21',
  method: 'Every answer of the run has its status looked at.',
  notes: ['Whether it is paged is open, and so is the order of it.', 'It may be empty.'],
  faults: [
    { name: 'groups-teapot', description: 'the list is answered with 418' },
    { name: 'groups-torn', description: 'a group lacks its end', when: 'the third of a list' },
  ],
  command: 'npm start -- --only groups.list',
};

it('lays out an explanation within the width', () => {
  expect(renderExplanation(sample, createPage(44, false)).join('\n')).toBe(`groups.list
  required · E1, E2 ·
  spec/documents/4-endpoints.md:21
  The list is answered with 200 and a page
  of groups.

  Where it shows
    E1  GET /api/v1/groups
    E2  POST /api/v1/group_connections

  How it is checked
    Every answer of the run has its status
    looked at.

  How it is to be read
    - Whether it is paged is open, and so is
      the order of it.
    - It may be empty.

  Faults that prove the check
    - groups-teapot: the list is answered
      with 418
    - groups-torn: a group lacks its end
      (when: the third of a list)

  To check it alone
    npm start -- --only groups.list`);
});

it('leaves out how to read it where there is nothing to say, and says that an open point needs no fault', () => {
  const text = renderExplanation({ ...sample, level: 'open', notes: [], faults: [] }, createPage(80, false)).join('\n');
  expect(text).not.toContain('How it is to be read');
  expect(text).toContain('    none: an open point is observed, and never fails');
  expect(renderExplanation({ ...sample, faults: [] }, createPage(80, false))).toContain('    none in the catalogue');
});
