import { expect, it, onTestFinished } from 'vitest';
import { startReference } from '../../reference/index.ts';
import { asTarget, judgeDirectly } from '../judge-reference.ts';

const gone = '5b0c2f3e-6f0a-4c5e-9d0e-1f6f2a7b3cff';

it('accuses a target of nothing but its list where the configured group is not there', async () => {
  const reference = await startReference({ seed: 3 });
  onTestFinished(() => reference.close());
  const target = await asTarget(reference);
  const elsewhere = { ...target, fixtures: { ...target.fixtures, groupId: gone } };
  const { requirements, observations } = await judgeDirectly(elsewhere, { seed: 3, cases: 2, profile: 'full' });
  const results = new Map(requirements.map((result) => [result.id, result]));
  expect(requirements.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toEqual([
    'groups.fixture-listed',
  ]);
  const detail = expect.stringContaining(
    `fixtures.groupId ${gone} is not listed by the target: remove it, or name one`,
  );
  for (const id of ['renewals.filters-optional', 'renewals.create', 'snapshots.create'] as const)
    expect(results.get(id)).toMatchObject({ outcome: 'inconclusive', reason: 'blocked', detail });
  for (const id of ['wire.path-prefix', 'paging.bounds'] as const)
    expect(results.get(id)).toMatchObject({ outcome: 'pass', partly: true, detail });
  expect(observations.find(({ id }) => id === 'input.error-shape')?.value).not.toMatch(/malformed|validation/);
});
