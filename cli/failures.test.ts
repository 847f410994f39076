import { expect, it } from 'vitest';
import { ConfigurationError } from '../target/configuration/index.ts';
import { UsageError, describeFailure } from './failures.ts';

class NoVerdictError extends Error {
  override readonly name = 'NoVerdictError';
}

it.each([
  ['wrong usage', new UsageError('--x: y'), 2, '--x: y'],
  ['a wrong configuration', new ConfigurationError('CONFIG_INVALID', 'c.json: y'), 2, 'c.json: y'],
  ['no verdict', new NoVerdictError('cannot be reached'), 3, 'no verdict: cannot be reached'],
  [
    'a port in use',
    Object.assign(new Error('listen'), { code: 'EADDRINUSE', port: 80 }),
    2,
    'port 80 is in use by another process; choose another --port, or end that process',
  ],
  [
    'a full disk',
    Object.assign(new Error('write'), { code: 'ENOSPC', path: '/x' }),
    2,
    '/x has no space left; make room on the disk',
  ],
  [
    'anything else',
    new TypeError('x is undefined\n  at y'),
    3,
    'fault of the suite: x is undefined; BFC_DEBUG=1 shows where, please report it',
  ],
  ['what is no error', 'thrown', 3, 'fault of the suite: thrown'],
])('%s has its exit code and one line', (_what, error, exitCode, message) => {
  expect(describeFailure(error)).toEqual({ exitCode, message });
});
