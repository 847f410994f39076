import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validator } from '../../spec/validator.ts';
import { valueAt, type SchemaName } from '../../spec/index.ts';
import { defaultContext } from '../bodies/generation-context.ts';
import { canonicalDecision } from '../bodies/decision-body.ts';
import { kinds } from '../bodies/sample-bodies.test-data.ts';
import { canonicalSnapshot } from '../bodies/snapshot-body.ts';
import {
  arbitraryInvalid,
  convertedBodies,
  invalidBodies,
  laterItemsInvalid,
  type InvalidCase,
} from './invalid-bodies.ts';

const context = defaultContext();
const seed = Math.floor(Math.random() * 2 ** 31);

function pointersIn(value: unknown, pointer: string): string[] {
  const within = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [pointer, ...within.flatMap(([name, member]) => pointersIn(member, `${pointer}/${name}`))];
}

/** A pointer that is the same for every item of a list, and for every line of coverage. */
function anyItem(pointer: string): string {
  return pointer.replaceAll(/\/(?:\d+|medical|dental)(?=\/|$)/gu, '/*');
}

describe.each(kinds)('invalid bodies of $schema', ({ schema, canonical, arbitrary }) => {
  const cases = invalidBodies(schema, canonical(context));
  const placesOf = ({ value }: InvalidCase) => new Set(validator.validate(schema, value).map(({ pointer }) => pointer));

  test('break one rule each at the place they name, every place and rule once, and leave out no member', () => {
    for (const one of cases) expect(placesOf(one)).toEqual(new Set([one.pointer]));
    const keys = cases.map(({ pointer, rule }) => `${pointer} ${rule}`);
    expect(new Set(keys).size).toBe(keys.length);
    const broken = new Set(cases.map(({ pointer }) => anyItem(pointer)));
    expect(pointersIn(canonical(context), '').filter((pointer) => !broken.has(anyItem(pointer)))).toEqual([]);
  });

  test('break the rule that they name by a value in another form', () => {
    for (const one of convertedBodies(schema, canonical(context)))
      expect(placesOf(one)).toEqual(new Set([one.pointer]));
  });

  test(`break one rule each at random too, seed ${String(seed)}`, () => {
    fc.assert(
      fc.property(arbitraryInvalid(schema, arbitrary(context)), (one) => {
        expect(placesOf(one)).toEqual(new Set([one.pointer]));
      }),
      { seed, numRuns: 60 },
    );
  });
});

describe('the rules', () => {
  const cases = invalidBodies('member-snapshot-input', canonicalSnapshot(context));

  test.each<[SchemaName, object, readonly string[]]>([
    ['token-request', { grant_type: 'client_credentials' }, ['/grant_type value-list']],
    ['renewal-issue', { message: 'x' }, ['/message type', '/message min-length']],
    ['snapshot', { replaced_by: null }, ['/replaced_by type', '/replaced_by uuid']],
    ['renewal-body', { carriers: [] }, ['/carriers type', '/carriers min-items']],
  ])('of %s are those of its keywords', (schema, body, rules) => {
    expect(invalidBodies(schema, body).map(({ pointer, rule }) => `${pointer} ${rule}`)).toEqual([' type', ...rules]);
  });

  test('are broken by values in each form that parsers convert from, once', () => {
    const converted = convertedBodies('member-snapshot-input', canonicalSnapshot(context));
    const values = converted.map(({ pointer, value }) => valueAt(value, pointer));
    expect(values).toEqual([
      [expect.any(String)],
      expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00Z$/),
      expect.stringMatching(/^\d+$/),
      expect.objectContaining({ relationship: expect.any(String) }),
      expect.stringMatching(/^(?:true|false)$/),
      expect.toBeOneOf([0, 1]),
    ]);
  });

  test('are broken at the last item of each list that has several, once', () => {
    const places = laterItemsInvalid('member-snapshot-input', canonicalSnapshot(context)).map(({ pointer }) => pointer);
    expect(places).toEqual(['/coverages/2/plan_name', '/coverages/2/enrolled_members/1/volume']);
  });

  test('are broken by an empty list, and by a day that its year lacks', () => {
    const decisions = invalidBodies('renewal-decision-input', canonicalDecision(context));
    const empty = decisions.find(({ rule }) => rule === 'min-items');
    expect(empty).toMatchObject({ pointer: '/body/carriers', value: { body: { carriers: [] } } });
    expect(JSON.stringify(cases.find(({ rule }) => rule === 'calendar-date')?.value)).toContain('2021-02-29');
  });
});
