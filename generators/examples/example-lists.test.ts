import { describe, expect, test } from 'vitest';
import { validator } from '../../spec/validator.ts';
import { defaultContext } from '../bodies/generation-context.ts';
import { contexts, kinds } from '../bodies/sample-bodies.test-data.ts';
import { snapshotReductions } from '../bodies/snapshot-edits.ts';
import { canonicalSnapshot } from '../bodies/snapshot-body.ts';
import { exampleBodies } from './example.ts';
import { snapshotExamples } from './example-lists.ts';

describe.each(Object.entries(contexts))('%s', (_, context) => {
  describe.each(kinds)('examples of $schema', ({ schema, canonical, examples, inconsistencies }) => {
    const body = canonical(context);
    const list = examples(context);

    test('have names of their own, and are other bodies where the context allows for them', () => {
      expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
      const bodies = exampleBodies(body, list);
      expect(bodies.length).toBeGreaterThan(list.length * 0.8);
      expect(bodies.filter(({ body: changed }) => JSON.stringify(changed) === JSON.stringify(body))).toEqual([]);
    });

    test.each(list)('fit the schema, make sense, keep the run tag and survive JSON: $name', ({ apply }) => {
      const before = structuredClone(body);
      const changed = apply(body);
      expect(validator.validate(schema, changed)).toEqual([]);
      expect(inconsistencies(changed)).toEqual([]);
      expect(JSON.parse(JSON.stringify(changed))).toEqual(changed);
      expect(apply(body)).toEqual(changed);
      expect(body).toEqual(before);
      // A decision has no name of ours in it.
      const tag = schema === 'renewal-decision-input' ? '' : context.runTag;
      expect(JSON.stringify(changed)).toContain(tag);
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

test('snapshots have none to five dependents, one to six coverages and enrolled members, one to four carriers', () => {
  const snapshots = exampleBodies(canonicalSnapshot(defaultContext()), snapshotExamples(defaultContext()));
  const seen = { dependents: new Set(), coverages: new Set(), carriers: new Set(), members: new Set() };
  for (const { dependents = [], coverages = [] } of snapshots.map(({ body }) => body)) {
    seen.dependents.add(dependents.length);
    seen.coverages.add(coverages.length);
    seen.carriers.add(new Set(coverages.map(({ carrier_id: id }) => id)).size);
    for (const { enrolled_members: list = [] } of coverages) seen.members.add(list.length);
  }
  expect(seen.dependents).toEqual(new Set([0, 1, 2, 3, 4, 5]));
  expect([...seen.coverages]).toEqual(expect.arrayContaining([1, 2, 3, 4, 5, 6]));
  expect([...seen.carriers]).toEqual(expect.arrayContaining([1, 2, 3, 4]));
  expect([...seen.members]).toEqual(expect.arrayContaining([1, 2, 3, 4, 5, 6]));
});
