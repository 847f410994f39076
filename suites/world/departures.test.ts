import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arbitraryDecision,
  arbitrarySnapshot,
  canonicalDecision,
  canonicalSnapshot,
  defaultContext,
} from '../../generators/index.ts';
import { createValidator } from '../../spec/index.ts';
import { departuresOf, keeping, keyOf } from './departures.ts';
import { mendDecision, mendSnapshot } from './mending.ts';

const context = defaultContext();
const validator = createValidator();
const seed = 3;
const snapshot = canonicalSnapshot(context);
const decision = canonicalDecision(context);

describe('departures from what was taken', () => {
  test('there are none of a body from itself', () => {
    expect(departuresOf(snapshot, snapshot)).toEqual([]);
    expect(departuresOf(decision, decision)).toEqual([]);
  });

  test('with all of them a body is what it was', () => {
    fc.assert(
      fc.property(arbitrarySnapshot(context), (body) => {
        expect(keeping(body, snapshot, () => true)).toEqual(body);
      }),
      { seed, numRuns: 50 },
    );
  });

  test('any of them make a sound body, with no other departures than those', () => {
    fc.assert(
      fc.property(arbitrarySnapshot(context), fc.func(fc.boolean()), (body, isKept) => {
        const kept = keeping(body, snapshot, (departure) => isKept(keyOf(departure)));
        expect(validator.validate('member-snapshot-input', mendSnapshot(kept))).toEqual([]);
        for (const departure of departuresOf(kept, snapshot)) expect(isKept(keyOf(departure))).toBe(true);
      }),
      { seed, numRuns: 50 },
    );
    fc.assert(
      fc.property(arbitraryDecision(context), fc.func(fc.boolean()), (body, isKept) => {
        const kept = keeping(body, decision, (departure) => isKept(keyOf(departure)));
        expect(validator.validate('renewal-decision-input', kept)).toEqual([]);
      }),
      { seed, numRuns: 50 },
    );
  });

  test('like ones at one member count once, and unlike ones each', () => {
    const body = { items: [{ a: 'x'.repeat(60) }, { a: 'y'.repeat(70) }, { a: '' }] };
    const taken = { items: [{ a: 'as it was' }, { a: 'as it was' }, { a: 'as it was' }] };
    expect(departuresOf(body, taken).map(keyOf)).toEqual([
      'items.a: a text: plain, longer than 50',
      'items.a: an empty text',
    ]);
  });

  test('are told from the item that is most like one, not from its neighbour', () => {
    const taken = { plans: [{ plan_id: '1' }, { name: 'one', plan_type: 'ppo' }] };
    expect(departuresOf({ plans: [{ name: 'one', plan_type: 'ppo' }, { plan_id: '1' }] }, taken)).toEqual([]);
  });

  test('members that stand in for others come and go with them', () => {
    const taken = { plans: [{ name: 'one', plan_type: 'ppo' }] };
    const body = { plans: [{ plan_id: '1' }] };
    expect(departuresOf(body, taken).map(keyOf)).toEqual(['plans: plan_id instead of name, plan_type']);
    expect(keeping(body, taken, () => false)).toEqual(taken);
  });

  test('keys that have nothing to do with each other come and go one by one', () => {
    const taken = { classifications: { Department: 'one' } };
    const body = { classifications: { payGroup: 'two', Location: 'three' } };
    const departures = departuresOf(body, taken);
    const alone = keeping(body, taken, ({ how }) => how === 'the key "payGroup"');
    expect(Object.keys(alone.classifications)).toEqual(['payGroup', 'Department']);
    expect(keeping(body, taken, () => false)).toEqual(taken);
    expect(departures.map(({ how }) => how)).toEqual(
      expect.arrayContaining(['the key "payGroup"', 'the key "Location"', 'without the key "Department"']),
    );
  });

  test('people and events that were taken out are not left behind where they were named', () => {
    const body = {
      employee: { id: 'e', event_id: 'gone' },
      dependents: [{ id: 'd1', event_id: 'kept' }],
      events: [{ id: 'kept' }],
      coverages: [{ enrolled_members: [{ individual_id: 'd1' }, { individual_id: 'd2', event_id: 'gone' }] }],
    };
    expect(mendSnapshot(body as never)).toEqual({
      ...body,
      employee: { id: 'e', event_id: 'kept' },
      coverages: [{ enrolled_members: [{ individual_id: 'd1' }] }],
    });
  });

  test('what nothing was taken for is kept as it is', () => {
    const body = { dependents: [{ id: 'd1' }, { id: 'd2' }] };
    const kept = keeping(body, { dependents: [] }, ({ isFrame }) => isFrame);
    expect(kept).toEqual(body);
  });

  test('a carrier that was put back twice is there once', () => {
    const [first] = decision.body?.carriers ?? [];
    const other = { ...first, carrier_id: 'other' };
    const mended = mendDecision({ ...decision, body: { carriers: [first ?? {}, other, { ...first }] } });
    expect(mended.body?.carriers).toEqual([first, other]);
  });
});
