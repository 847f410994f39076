import { describe, expect, it } from 'vitest';
import type { RuleName } from '../reference/index.ts';
import type { RequirementId } from '../spec/index.ts';
import { judged, servedTarget } from './judged-reference.test-data.ts';

describe('what a run learns that a target takes', () => {
  const taken = async (rules: readonly RuleName[], ...only: readonly RequirementId[]) =>
    (await judged(await servedTarget({ rules }), only)).accepts;

  it.each([
    [
      'ssn-without-dashes',
      'snapshots.create',
      {
        about: 'member snapshots',
        value: 'social security numbers as digits alone',
        refusal: expect.stringMatching(/^422 .*a social security number is nine digits without dashes/),
      },
    ],
    [
      'ein-without-dash',
      'connections.create',
      {
        about: 'group connections',
        value: 'the employer number as digits alone',
        refusal: expect.stringMatching(/^422 .*nine digits without a dash/),
      },
    ],
    [
      'renewal-first-of-month',
      'renewals.create',
      {
        about: 'renewal dates',
        value: 'firsts of months, years ahead too',
        refusal: expect.stringMatching(/^422 .*the first day of a month/),
      },
    ],
    [
      'one-decision-of-date',
      'renewals.create',
      {
        about: 'renewal dates',
        value: 'one decision a day for a group',
        refusal: expect.stringMatching(/^409 .*one decision of a renewal_date/),
      },
    ],
    [
      'renewal-date-fixed',
      'renewals.edit',
      {
        about: 'edits',
        value: 'of the enrollment, not of the renewal date',
        refusal: expect.stringMatching(/^4\d\d .*an edit keeps the renewal_date/),
      },
    ],
    [
      'lists-lag',
      'renewals.create',
      { about: 'reads', value: expect.stringMatching(/^a decision is listed \d+\.\d s/) },
    ],
    [
      'one-snapshot-in-process',
      'snapshots.list',
      {
        about: 'member snapshots',
        value: 'of a known employee after a wait for the one before',
        refusal: expect.stringMatching(/^409 .*one snapshot in process/),
      },
    ],
  ] as const)('with the rule %s', async (rule, id, entry) => {
    expect(await taken([rule], id)).toEqual([entry]);
  });

  it('is nothing where all was taken at once', async () => {
    expect(await taken([], 'connections.create', 'renewals.edit', 'snapshots.list')).toBeUndefined();
  });
});
