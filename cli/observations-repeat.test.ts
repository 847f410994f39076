import { expect, it } from 'vitest';
import { randomDialect } from '../reference/index.ts';
import { compareReports } from '../reporters/index.ts';
import type { RequirementId } from '../spec/index.ts';
import { judgeReference } from './judge-reference.ts';

/** Open points that take no drive to observe, so that looking at them is quick. */
const open: readonly RequirementId[] = [
  'token.expires-in-unit',
  'connections.new-group',
  'renewals.edit-stale',
  'renewals.lines',
  'input.error-shape',
  'paging.defaults',
  'unauthorized.challenge',
];

it.each([
  ['E5 has no pages', 4],
  ['tokens are issued again', 8],
])(
  'runs with other data against a dialect in which %s observe the same',
  async (_, seed) => {
    const dialect = randomDialect(seed);
    const first = await judgeReference({ dialect }, { seed: 1, cases: 4, only: open });
    const second = await judgeReference({ dialect }, { seed: 2, cases: 8, only: open });
    expect(first.observations.length).toBeGreaterThanOrEqual(open.length - 1);
    expect(compareReports(first, second).observations).toEqual([]);
  },
  60_000,
);
