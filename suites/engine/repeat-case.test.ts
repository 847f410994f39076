import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { pauseBeforeWrite } from './case-scope.ts';
import { forAll, type PropertyOptions } from './property.ts';
import { createLedger } from './ledger.ts';
import { findingOf } from './sample-session.test-data.ts';
import { AssertionFailure } from './verdicts.ts';

const options = (): Omit<PropertyOptions, 'examples'> => ({
  name: 'sample',
  window: 1,
  cases: 1,
  seed: 11,
  id: 'versions.change-with-record',
  ledger: createLedger(),
  shrinkTries: 10,
  deadline: Number.POSITIVE_INFINITY,
});

test('a failing case that takes a change of the clock is given time for one when it is run again', async () => {
  const pauses = async (finding: { isOfClock?: true }): Promise<readonly boolean[]> => {
    const waits: boolean[] = [];
    const predicate = async (): Promise<void> => {
      waits.push(pauseBeforeWrite() > 0);
      throw new AssertionFailure({ ...findingOf(1), ...finding });
    };
    await forAll(fc.constant(1), predicate, options());
    return waits.slice(0, 2);
  };
  expect(await pauses({ isOfClock: true })).toEqual([false, true]);
  expect(await pauses({})).toEqual([false, false]);
});
