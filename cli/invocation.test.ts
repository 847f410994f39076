import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { invocation, shellQuote } from './invocation.ts';

const checkout = { root: '/home/us/suite', version: '0.1.0', checkout: true };

it.each([
  ['/home/us/suite', 'run', 'npm start --'],
  ['/home/us/suite', 'replay', 'npx node cli/bfc.js replay'],
  ['/home/us/suite/docs', 'run', 'npx node ../cli/bfc.js run'],
  ['/home/us', 'run', 'node suite/cli/bfc.js run'],
  ['/home/us/our service', 'replay', 'node ../suite/cli/bfc.js replay'],
])('from %s, %s is called as %s', (cwd, command, called) => {
  expect(invocation(command, cwd, checkout)).toBe(called);
});

it('an installed package is called through npx', () => {
  expect(invocation('run', '/home/us/service', { ...checkout, checkout: false })).toBe('npx bfc run');
});

it('a shell reads quoted words unchanged', () => {
  const words = ['plain-1.2/3', "it's", '$HOME `x` "y" \\', '', 'a\nb', '*'];
  const line = `printf '%s\\0' ${words.map(shellQuote).join(' ')}`;
  expect(execFileSync('sh', ['-c', line], { encoding: 'utf8' }).split('\0')).toEqual([...words, '']);
});
