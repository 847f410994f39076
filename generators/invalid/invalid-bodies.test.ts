import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createValidator, type SchemaName } from '../../spec/index.ts';
import { arbitraryConnection, canonicalConnection } from '../bodies/connection.ts';
import { defaultContext } from '../bodies/context.ts';
import { arbitraryDecision, canonicalDecision } from '../bodies/decision.ts';
import { arbitrarySnapshot, canonicalSnapshot } from '../bodies/snapshot.ts';
import { arbitraryInvalid, invalidBodies } from './invalid-bodies.ts';

const validator = createValidator();
const context = defaultContext();
const seed = Math.floor(Math.random() * 2 ** 31);

interface Kind {
  readonly schema: SchemaName;
  readonly canonical: unknown;
  readonly valid: fc.Arbitrary<unknown>;
}

const kinds: readonly Kind[] = [
  {
    schema: 'group-connection-input',
    canonical: canonicalConnection(context),
    valid: arbitraryConnection(context),
  },
  {
    schema: 'renewal-decision-input',
    canonical: canonicalDecision(context),
    valid: arbitraryDecision(context),
  },
  {
    schema: 'member-snapshot-input',
    canonical: canonicalSnapshot(context),
    valid: arbitrarySnapshot(context),
  },
];

/** Pointers to a value and all within it. */
function pointersIn(value: unknown, pointer: string): string[] {
  const within = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [pointer, ...within.flatMap(([name, member]) => pointersIn(member, `${pointer}/${name}`))];
}

/** A pointer that is the same for every item of a list, and for every line of coverage. */
function anyItem(pointer: string): string {
  return pointer.replaceAll(/\/(?:\d+|medical|dental)(?=\/|$)/gu, '/*');
}

describe.each(kinds)('invalid bodies of $schema', ({ schema, canonical, valid }) => {
  const cases = invalidBodies(schema, canonical);

  test('break one rule each at the place they name, and nothing elsewhere', () => {
    for (const { pointer, value } of cases) {
      const places = validator.validate(schema, value).map((error) => error.pointer);
      expect(new Set(places)).toEqual(new Set([pointer]));
    }
  });

  test('come in a fixed order, every place and rule once', () => {
    expect(invalidBodies(schema, canonical)).toEqual(cases);
    const keys = cases.map(({ pointer, rule }) => `${pointer} ${rule}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('leave out no member', () => {
    const broken = new Set(cases.map(({ pointer }) => anyItem(pointer)));
    expect(pointersIn(canonical, '').filter((pointer) => !broken.has(anyItem(pointer)))).toEqual([]);
  });

  test(`break one rule each at random too, seed ${String(seed)}`, () => {
    fc.assert(
      fc.property(arbitraryInvalid(schema, valid), ({ pointer, value }) => {
        const places = validator.validate(schema, value).map((error) => error.pointer);
        expect(new Set(places)).toEqual(new Set([pointer]));
      }),
      { seed, numRuns: 500 },
    );
  });
});

describe('the rules of a snapshot', () => {
  const cases = invalidBodies('member-snapshot-input', canonicalSnapshot(context));
  const rulesAt = (pointer: string) => cases.filter((one) => one.pointer === pointer).map(({ rule }) => rule);

  test.each([
    ['', ['type']],
    ['/employee/id', ['type', 'uuid']],
    ['/employee/person/date_of_birth', ['type', 'date', 'calendar-date']],
    ['/employee/classifications/group', ['type']],
    ['/employee/employment/salary/amount', ['type']],
    ['/dependents', ['type']],
    ['/dependents/0', ['type']],
    ['/coverages/0/plan_id', ['type', 'uuid']],
    ['/coverages/1/plan_name', ['type']],
    ['/coverages/2/enrolled_members/0/volume', ['type']],
    ['/coverages/0/enrolled_members/0/individual_type', ['value-list']],
    ['/coverages/1/carrier_id', []],
  ])('at %s are %j', (pointer, rules) => {
    expect(rulesAt(pointer)).toEqual(rules);
  });

  test('a list that needs an entry is emptied', () => {
    const empty = invalidBodies('renewal-decision-input', canonicalDecision(context)).find(
      ({ rule }) => rule === 'min-items',
    );
    expect(empty).toMatchObject({ pointer: '/body/carriers', value: { body: { carriers: [] } } });
  });

  test('the day that a year lacks is 2021-02-29', () => {
    const noDay = cases.find(({ rule }) => rule === 'calendar-date');
    expect(JSON.stringify(noDay?.value)).toContain('2021-02-29');
  });
});
