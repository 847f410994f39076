import { expect, it } from 'vitest';
import type { Target } from '../target/configuration/index.ts';
import { judgeDirectly } from './judge-reference.ts';
import { servedTarget } from './judged-reference.test-data.ts';

/** A service whose tokens live for so many seconds, as a target without an expired token. */
async function withTokensOf(tokenLifetime: number): Promise<Target> {
  const { expiredToken: _, ...target } = await servedTarget({ dialect: { tokenLifetime } });
  return target;
}

/** What comes of the requirement, and the phases that the run went through. */
async function runOf(target: Target, options: { readonly waitForExpiry?: boolean; readonly timeBudgetMs?: number }) {
  const phases = new Set<string>();
  const report = await judgeDirectly(target, {
    seed: 1,
    cases: 1,
    profile: 'gate',
    only: ['unauthorized.expired'],
    onProgress: ({ phase }) => void phases.add(phase.replace(/, \d+ s$/, '')),
    ...options,
  });
  return { result: report.requirements.find(({ id }) => id === 'unauthorized.expired'), phases };
}

it('a run that waits for it tries a token of its own that has expired', async () => {
  const { result, phases } = await runOf(await withTokensOf(2), { waitForExpiry: true });
  expect(result).toMatchObject({ outcome: 'pass' });
  expect(result?.cases).toBeGreaterThanOrEqual(8);
  expect(phases).toContain('waiting for a token to expire');
}, 60_000);

it.each([
  ['is not told to wait', {}, { reason: 'not-configured', detail: expect.stringContaining('--wait-for-expiry') }],
  [
    'has less time than that takes',
    { waitForExpiry: true, timeBudgetMs: 60_000 },
    {
      reason: 'not-reached',
      detail: expect.stringMatching(/expires too late, by \d+ s; allow more with --time-budget$/),
    },
  ],
])('a run that %s leaves expired tokens undecided at once', async (_what, options, expected) => {
  const { result, phases } = await runOf(await withTokensOf(600), options);
  expect(result).toMatchObject({ outcome: 'inconclusive', ...expected });
  expect(phases).not.toContain('waiting for a token to expire');
});
