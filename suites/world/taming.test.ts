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
import { isObject } from '../invariants/reading.ts';
import { tamingsLike } from './taming.ts';

const context = defaultContext();
const validator = createValidator();
const snapshot = canonicalSnapshot(context);
const tamings = tamingsLike(snapshot);
const tamed = (body: unknown, ...names: readonly string[]): unknown =>
  tamings
    .filter(({ name }) => names.length === 0 || names.includes(name))
    .reduce((from, { apply }) => apply(from), body);

const ties = ['id', 'individual_id', 'event_id', 'custom_individual_id', 'individual_type', 'group_id'];

/** The values of the members that tie a body together, in order. */
function tiesOf(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body.flatMap(tiesOf);
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([name, member]) => (ties.includes(name) ? [member] : tiesOf(member)));
}

/** A body with every scalar put to the same: what is left is its shape. */
function shapeOf(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(shapeOf);
  if (!isObject(body)) return null;
  return Object.fromEntries(
    Object.entries(body).map(([name, member]) => [name, name === 'classifications' ? null : shapeOf(member)]),
  );
}

describe('a tamed body', () => {
  test('keeps its shape, its ties and its type, whichever kinds are put back', () => {
    fc.assert(
      fc.property(
        arbitrarySnapshot(context),
        fc.subarray(
          tamings.map(({ name }) => name),
          { minLength: 1 },
        ),
        (body, names) => {
          const tame = tamed(body, ...names);
          expect(shapeOf(tame)).toEqual(shapeOf(body));
          expect(tiesOf(tame)).toEqual(tiesOf(body));
          expect(validator.validate('member-snapshot-input', tame)).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('holds no date, number or text of its own when all is put back', () => {
    const scalars = (value: unknown): readonly unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value).flatMap(scalars) : [value];
    const known = new Set(scalars(snapshot));
    fc.assert(
      fc.property(arbitrarySnapshot(context), (body) => {
        const own = new Set(tiesOf(body));
        const strange = scalars(tamed(body)).filter((value) => !known.has(value) && !own.has(value));
        expect(strange.filter((value) => typeof value !== 'boolean')).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('of a decision keeps its carriers’ lines', () => {
    const decision = canonicalDecision(context);
    fc.assert(
      fc.property(arbitraryDecision(context), (body) => {
        const tame = tamingsLike(decision).reduce<unknown>((from, { apply }) => apply(from), body);
        expect(shapeOf(tame)).toEqual(shapeOf(body));
        expect(validator.validate('renewal-decision-input', tame)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('is left as it is when it is tamed again', () => {
    fc.assert(
      fc.property(arbitrarySnapshot(context), (body) => {
        expect(tamed(tamed(body))).toEqual(tamed(body));
      }),
      { numRuns: 30 },
    );
  });

  test.for([
    ['values of coded members', { snapshot_mode: 'other' }, { snapshot_mode: snapshot.snapshot_mode }],
    [
      'dates',
      { events: [{ id: 'x', date: '2024-02-29' }] },
      { events: [{ id: 'x', date: snapshot.events?.[0]?.date }] },
    ],
    [
      'numbers',
      { employee: { employment: { hours_worked: 1e6 } } },
      { employee: { employment: { hours_worked: snapshot.employee?.employment?.hours_worked } } },
    ],
  ] as const)('has %s as they were taken', ([name, body, expected]) => {
    expect(tamed(body, name)).toEqual(expected);
  });

  test('keeps what the taken one does not have', () => {
    expect(tamed({ unknown: 'text', more: [{ date: '2024-02-29' }] })).toEqual({
      unknown: 'text',
      more: [{ date: '2024-02-29' }],
    });
  });
});
