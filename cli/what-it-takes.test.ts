import { describe, expect, it } from 'vitest';
import type { RuleName } from '../reference/index.ts';
import type { RequirementId } from '../spec/index.ts';
import { judged, servedTarget } from './judged-reference.test-data.ts';

describe('what a run learns that a target accepts', () => {
  // Slow enough for a busy machine to meet a snapshot in process.
  const taken = async (rules: readonly RuleName[], ...only: readonly RequirementId[]) =>
    (await judged(await servedTarget({ rules, pace: 80 }), only)).accepts;

  it.each([
    [
      'ssn-without-dashes',
      'snapshots.create',
      'member snapshots',
      'social security numbers as digits alone',
      expect.stringMatching(/^422 .*a social security number is nine digits without dashes/),
    ],
    [
      'renewal-first-of-month',
      'renewals.create',
      'renewal dates',
      'firsts of months, many years ahead too',
      expect.stringMatching(/^422 .*the first day of a month/),
    ],
    [
      'renewal-date-fixed',
      'renewals.edit',
      'edits',
      'of the enrollment, not of the renewal date with the enrollment',
      expect.stringMatching(/^4\d\d .*an edit keeps the renewal_date/),
    ],
    ['lists-lag', 'renewals.create', 'reads', expect.stringMatching(/^a decision is listed \d+\.\d s/), undefined],
    [
      'one-snapshot-in-process',
      'snapshots.list',
      'member snapshots',
      'of a known employee after a wait for the one before',
      expect.stringMatching(/^409 .*one snapshot in process/),
    ],
  ] as const)('with the rule %s', async (rule, id, about, value, refusal) => {
    expect(await taken([rule], id)).toEqual([{ about, value, refusal }]);
  });

  it('is nothing if everything was accepted at once', async () => {
    expect(await taken([], 'connections.create', 'renewals.edit', 'snapshots.list')).toBeUndefined();
  });
});
