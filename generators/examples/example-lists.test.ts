import { describe, expect, test } from 'vitest';
import { validator } from '../../spec/validator.ts';
import { defaultContext } from '../bodies/generation-context.ts';
import { contexts, kinds, problemsOf } from '../bodies/sample-bodies.test-data.ts';
import { snapshotReductions } from '../bodies/snapshot-edits.ts';
import { canonicalSnapshot } from '../bodies/snapshot-body.ts';
import { exampleBodies } from './example.ts';
import { snapshotExamples } from './example-lists.ts';

describe.each(Object.entries(contexts))('%s', (_, context) => {
  describe.each(kinds)('examples of $schema', ({ schema, canonical, examples }) => {
    const body = canonical(context);
    const list = examples(context);

    test('have names of their own, and are other bodies where the context allows for them', () => {
      expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
      const bodies = exampleBodies(body, list);
      expect(bodies.length).toBeGreaterThan(list.length * 0.8);
      expect(bodies.filter(({ body: changed }) => JSON.stringify(changed) === JSON.stringify(body))).toEqual([]);
    });

    test('fit the schema, make sense, keep the run tag, survive JSON and leave the body as it was', () => {
      const before = structuredClone(body);
      // A decision has no name of ours in it.
      const tag = schema === 'renewal-decision-input' ? '' : context.runTag;
      for (const { name, apply } of list) {
        const changed = apply(body);
        expect([name, problemsOf(schema, changed)]).toEqual([name, []]);
        expect(JSON.parse(JSON.stringify(changed))).toEqual(changed);
        expect(apply(body)).toEqual(changed);
        expect(JSON.stringify(changed)).toContain(tag);
      }
      expect(body).toEqual(before);
    });
  });
});

test.each(kinds)('a target of which nothing is known is sent every example of $schema', ({ canonical, examples }) => {
  const list = examples(defaultContext());
  const sent = exampleBodies(canonical(defaultContext()), list).map(({ name }) => name);
  expect(list.map(({ name }) => name).filter((name) => !sent.includes(name))).toEqual([]);
});

test.each(snapshotReductions)('a reduced snapshot has examples that fit the schema: $name', ({ apply }) => {
  const body = apply(canonicalSnapshot(defaultContext()));
  for (const { body: changed } of exampleBodies(body, snapshotExamples(defaultContext()))) {
    expect(validator.validate('member-snapshot-input', changed)).toEqual([]);
  }
});
