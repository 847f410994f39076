import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { shellQuote } from '../invocation.ts';
import { replayCommand } from './replay-command.ts';
import type { RunFlags } from './run-flags.ts';

const flags: RunFlags = {
  level: 'required',
  skip: [],
  cases: 100,
  timeBudget: 1,
  out: 'my reports',
  format: ['json', 'html'],
};
const given: RunFlags = {
  ...flags,
  baseUrl: 'https://example.com/a?b',
  clientSecretEnv: 'NAMED',
  rate: 5,
  cases: 20,
  level: 'expected',
  allowWrites: true,
  seed: 4,
  only: ['token.issue'],
};
const lineOf = (flags: RunFlags): string => {
  const { before, after } = replayCommand((command) => `bfc ${command}`, flags, 7);
  return `${before}token.issue${after}`;
};

it('replays the report that is written, and says no more than that when nothing else was given', () => {
  expect(lineOf(flags)).toBe("bfc replay 'my reports/report.json' token.issue");
});

it('holds what says which target and how hard: all else is in the report', () => {
  expect(lineOf(given)).toBe(
    "bfc replay 'my reports/report.json' token.issue --base-url 'https://example.com/a?b' --client-secret-env NAMED --rate 5 --allow-writes",
  );
});

it('runs the requirement alone with the same data where no report is written', () => {
  expect(lineOf({ ...flags, format: ['terminal'] })).toBe('bfc run --only token.issue --seed 7');
  expect(lineOf({ ...given, format: ['terminal'] })).toBe(
    "bfc run --base-url 'https://example.com/a?b' --client-secret-env NAMED --rate 5 --allow-writes --cases 20 --level expected --only token.issue --seed 7",
  );
});

it.each(['plain-1.2/3', "it's", '$HOME `x` "y" \\', '', 'a\nb', '*'])('a shell gets %j as it is', (text) => {
  expect(execFileSync('sh', ['-c', `printf %s ${shellQuote(text)}`], { encoding: 'utf8' })).toBe(text);
});
