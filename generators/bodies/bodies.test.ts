import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createValidator, type SchemaName } from '../../spec/index.ts';
import { arbitraryConnection, canonicalConnection } from './connection.ts';
import { defaultContext, type GenerationContext } from './context.ts';
import { arbitraryDecision, canonicalDecision } from './decision.ts';
import { arbitrarySnapshot, canonicalSnapshot } from './snapshot.ts';

const validator = createValidator();
const seed = Number(process.env['BFC_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

const fixtures: GenerationContext = {
  ...defaultContext(),
  carrierIds: ['0193f0c1-0000-7000-8000-000000000001'],
  planIds: ['0193F0C1-0000-7000-8000-0000000000AA', '0193f0c1-0000-7000-8000-0000000000bb'],
  planNames: ['Silver Sample'],
  linesOfCoverage: ['dental', 'medical', 'vision'],
  runTag: 'run-7',
  employeeId: '0193f0c1-0000-7000-8000-0000000000ee',
  groupName: 'Sample Bakery',
};
const contexts: Readonly<Record<string, GenerationContext>> = {
  'without fixtures': defaultContext(),
  'with fixtures': fixtures,
};

interface Kind {
  readonly schema: SchemaName;
  readonly canonical: (context: GenerationContext) => object;
  readonly arbitrary: (context: GenerationContext) => fc.Arbitrary<object>;
}

const kinds: readonly Kind[] = [
  { schema: 'group-connection-input', canonical: canonicalConnection, arbitrary: arbitraryConnection },
  { schema: 'renewal-decision-input', canonical: canonicalDecision, arbitrary: arbitraryDecision },
  { schema: 'member-snapshot-input', canonical: canonicalSnapshot, arbitrary: arbitrarySnapshot },
];

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null
    ? [...Object.keys(value), ...Object.values(value).flatMap(texts)]
    : [];
}

describe.each(Object.entries(contexts))(`%s, seed ${String(seed)}`, (_, context) => {
  describe.each(kinds)('bodies of $schema', ({ schema, canonical, arbitrary }) => {
    const bodies = arbitrary(context);

    test('fit the schema, the canonical one too', () => {
      expect(validator.validate(schema, canonical(context))).toEqual([]);
      fc.assert(
        fc.property(bodies, (body) => {
          expect(validator.validate(schema, body)).toEqual([]);
        }),
        { seed, numRuns: 500 },
      );
    });

    test('are the same for the same seed', () => {
      expect(fc.sample(bodies, { seed, numRuns: 50 })).toEqual(fc.sample(arbitrary(context), { seed, numRuns: 50 }));
    });

    test('shrink to the canonical one', () => {
      for (let run = 0; run < 25; run += 1) {
        const { counterexample } = fc.check(
          fc.property(bodies, () => false),
          { seed: seed + run },
        );
        expect(counterexample).toEqual([canonical(context)]);
      }
    });

    test('survive JSON, with no control character and no half of a pair', () => {
      fc.assert(
        fc.property(bodies, (body) => {
          expect(JSON.parse(JSON.stringify(body))).toEqual(body);
          expect(texts(body).every((text) => text.isWellFormed() && !/\p{Cc}/u.test(text))).toBe(true);
        }),
        { seed, numRuns: 300 },
      );
    });

    test('differ from each other', () => {
      const all = fc.sample(bodies, { seed, numRuns: 50 }).map((body) => JSON.stringify(body));
      expect(new Set(all).size).toBeGreaterThan(10);
    });
  });
});

describe('a body that fails for one member', () => {
  test('shrinks to the canonical one but for that member', () => {
    const context = defaultContext();
    const canonical = canonicalSnapshot(context);
    const fails = fc.property(arbitrarySnapshot(context), (body) => body.employee?.person?.last_name === 'Example');
    const { counterexample } = fc.check(fails, { seed });
    const lastName = counterexample?.[0].employee?.person?.last_name;
    const expected = structuredClone(canonical);
    if (expected.employee?.person && lastName !== undefined) expected.employee.person.last_name = lastName;
    expect(counterexample).toEqual([expected]);
  });
});

describe('a connection', () => {
  test('has the run tag in its name, and a number that is never issued', () => {
    fc.assert(
      fc.property(arbitraryConnection(fixtures), (body) => {
        expect(body.group_data?.group_name).toContain('run-7');
        expect(body.federal_ein).toMatch(/^00-\d{7}$/u);
        expect(body.carrier_id).toBe(fixtures.carrierIds[0]);
      }),
      { seed },
    );
    expect(canonicalConnection(fixtures).group_data?.group_name).toBe('Sample Bakery run-7');
  });
});
