import { expect, it } from 'vitest';
import { canonicalDecision, defaultContext } from '../../../generators/index.ts';
import { seenInRecords } from './seen-in-records.ts';

const id = (end: string) => `0190abcd-0000-4000-8000-${end.padStart(12, '0')}`;

const decision = (carrier: unknown, plan: unknown, line = 'medical') => ({
  body: { carriers: [{ carrier_id: carrier, lines_of_coverage: { [line]: { plans: [{ plan_id: plan }] } } }] },
});

it('what is seen most often comes first', () => {
  const seen = seenInRecords([decision(id('1'), id('a')), decision(id('2'), id('b')), decision(id('2'), id('b'))]);
  expect(seen).toMatchObject({ carrierIds: [id('2'), id('1')], planIds: [id('b'), id('a')], lines: ['medical'] });
});

it('what an earlier run left behind is not taken for something the target knows', () => {
  const left = canonicalDecision(defaultContext());
  const junk = decision('no id', 7, '\u0000');
  expect(seenInRecords([left, junk])).toMatchObject({ carrierIds: [], planIds: [], lines: ['medical', 'dental'] });
});

it.each([undefined, null, 7, 'x', [], { body: null }, { body: { carriers: 'x' } }, { body: { carriers: [null] } }])(
  'a record like %j tells nothing',
  (record) => {
    expect(Object.values(seenInRecords([record])).flat()).toEqual([]);
  },
);
