import { describe, expect, test } from 'vitest';
import { createValidator, type SchemaName } from '../../spec/index.ts';
import { canonicalConnection } from '../bodies/connection.ts';
import { defaultContext, type GenerationContext } from '../bodies/context.ts';
import { canonicalDecision } from '../bodies/decision.ts';
import { snapshotReductions } from '../bodies/snapshot-reductions.ts';
import { canonicalSnapshot } from '../bodies/snapshot.ts';
import { exampleBodies, type Example } from './example.ts';
import { connectionExamples, decisionExamples, snapshotExamples } from './examples.ts';

const validator = createValidator();

const contexts: Readonly<Record<string, GenerationContext>> = {
  'without fixtures': defaultContext(),
  'with fixtures': {
    ...defaultContext(),
    carrierIds: ['0193f0c1-0000-7000-8000-000000000001', '0193f0c1-0000-7000-8000-000000000002'],
    planIds: ['0193F0C1-0000-7000-8000-0000000000AA', '0193f0c1-0000-7000-8000-0000000000bb'],
    planNames: ['Silver Sample'],
    linesOfCoverage: ['dental', 'medical', 'vision'],
    runTag: 'run-7',
    employeeId: '0193f0c1-0000-7000-8000-0000000000ee',
  },
  'with one carrier and one plan': {
    ...defaultContext(),
    carrierIds: ['0193f0c1-0000-7000-8000-000000000001'],
    planIds: ['0193f0c1-0000-7000-8000-0000000000bb'],
  },
};

interface Kind {
  readonly schema: SchemaName;
  readonly canonical: (context: GenerationContext) => object;
  readonly examples: (context: GenerationContext) => readonly Example<object>[];
}

/** Forgets what the bodies are of; each example gets a body of its own kind all the same. */
function kindOf<T extends object>(
  schema: SchemaName,
  canonical: (context: GenerationContext) => T,
  examples: (context: GenerationContext) => readonly Example<T>[],
): Kind {
  return {
    schema,
    canonical,
    examples: (context) => examples(context).map((one) => ({ ...one, apply: (body) => one.apply(body as T) })),
  };
}

const kinds = [
  kindOf('member-snapshot-input', canonicalSnapshot, snapshotExamples),
  kindOf('renewal-decision-input', canonicalDecision, decisionExamples),
  kindOf('group-connection-input', canonicalConnection, connectionExamples),
];

describe.each(Object.entries(contexts))('%s', (_, context) => {
  describe.each(kinds)('examples of $schema', ({ schema, canonical, examples }) => {
    const body = canonical(context);
    const list = examples(context);

    test('have names of their own', () => {
      expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
    });

    test.each(list)('fit the schema and survive JSON: $name', ({ apply }) => {
      const before = structuredClone(body);
      const departed = apply(body);
      expect(validator.validate(schema, departed)).toEqual([]);
      expect(JSON.parse(JSON.stringify(departed))).toEqual(departed);
      expect(apply(body)).toEqual(departed);
      expect(body).toEqual(before);
    });

    test('are each another departure from the canonical body, where its context allows for them', () => {
      const bodies = exampleBodies(body, list);
      expect(bodies.length).toBeGreaterThan(list.length * 0.8);
      for (const { body: departed } of bodies) expect(JSON.stringify(departed)).not.toBe(JSON.stringify(body));
    });

    test('keep the run tag', () => {
      if (schema === 'renewal-decision-input') return;
      for (const { apply } of list) expect(JSON.stringify(apply(body))).toContain(context.runTag);
    });
  });
});

describe('a target of which nothing is known', () => {
  test.each(kinds)('is sent every example of $schema as another body', ({ canonical, examples }) => {
    const body = canonical(defaultContext());
    const list = examples(defaultContext());
    const sent = exampleBodies(body, list).map(({ name }) => name);
    expect(list.map(({ name }) => name).filter((name) => !sent.includes(name))).toEqual([]);
  });
});

describe('a reduced snapshot', () => {
  test.each(snapshotReductions)('has examples that fit the schema: $name', ({ apply }) => {
    const body = apply(canonicalSnapshot(defaultContext()));
    for (const { body: departed } of exampleBodies(body, snapshotExamples(defaultContext()))) {
      expect(validator.validate('member-snapshot-input', departed)).toEqual([]);
    }
  });
});
