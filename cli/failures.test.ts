import { expect, it } from 'vitest';
import { describeFailure } from './failures.ts';

const noVerdict = Object.assign(new Error('cannot be reached'), { name: 'NoVerdictError' });
const fullDisk = Object.assign(new Error('write'), { code: 'ENOSPC', path: '/x' });
const broken = 'fault of the suite: x is undefined; BFC_DEBUG=1 shows where, please report it';

it.each([
  ['no verdict', noVerdict, 3, 'no verdict: cannot be reached'],
  ['a full disk', fullDisk, 2, '/x has no space left; make room on the disk'],
  ['anything else', new TypeError('x is undefined\n  at y'), 3, broken],
  ['what is no error', 'thrown', 3, 'fault of the suite: thrown'],
])('%s has its exit code and one line', (_what, error, exitCode, message) => {
  expect(describeFailure(error)).toEqual({ exitCode, message });
});
