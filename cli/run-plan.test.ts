import { expect, it } from 'vitest';
import { replayCommand, type RunFlags } from './run-plan.ts';

const flags: RunFlags = { level: 'required', skip: [], out: 'out', format: [] };

const ofTarget = { baseUrl: 'https://example.com/a?b', clientSecretEnv: 'NAMED', rate: 5, allowWrites: true };
const ofCases = { cases: 20, level: 'expected', seed: 4, only: ['token.issue'] } as const;
const target = "--base-url 'https://example.com/a?b' --client-secret-env NAMED --rate 5 --allow-writes";
const drawn = '--only token.issue --seed 7 --today 2027-01-31';

it.each([
  ['json', {}, "replay 'my reports/report.json' token.issue"],
  ['json', { ...ofTarget, ...ofCases }, `replay 'my reports/report.json' token.issue ${target}`],
  ['terminal', {}, `run ${drawn}`],
  ['terminal', { ...ofTarget, ...ofCases }, `run ${target} --cases 20 --level expected ${drawn}`],
] as const)('a failure reported as %s with %j is replayed by: %s', (format, given, line) => {
  const all = { ...flags, cases: 100, timeBudget: 1, out: 'my reports', format: [format], ...given };
  const { before, after } = replayCommand((command) => command, all, { seed: 7, today: '2027-01-31' });
  expect(`${before}token.issue${after}`).toBe(line);
});
