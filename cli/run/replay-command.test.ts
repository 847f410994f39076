import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { shellQuote } from '../arguments/shell-quote.ts';
import { replayCommand } from './replay-command.ts';
import type { RunFlags } from './run-flags.ts';

const flags: RunFlags = { level: 'required', skip: [], cases: 100, timeBudget: 1, out: 'x', format: ['json'] };

it('is the bare command when nothing but defaults was given', () => {
  expect(replayCommand('npm start --', flags)).toBe('npm start --');
});

it('holds what says which target and how hard, but neither seed nor selection', () => {
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
  expect(replayCommand('bfc run', given)).toBe(
    "bfc run --base-url 'https://example.com/a?b' --client-secret-env NAMED --rate 5 --cases 20 --level expected --allow-writes",
  );
});

it.each(['plain-1.2/3', "it's", '$HOME `x` "y" \\', '', 'a\nb', '*'])('a shell gets %j as it is', (text) => {
  expect(execFileSync('sh', ['-c', `printf %s ${shellQuote(text)}`], { encoding: 'utf8' })).toBe(text);
});
