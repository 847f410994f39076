import { describe, expect, test } from 'vitest';
import { parseType } from './type-expression.ts';

const text = { kind: 'scalar', name: 'string' } as const;

describe('a type', () => {
  test.each([
    ['string', text],
    ['non-empty string', { kind: 'scalar', name: 'non-empty string' }],
    ['constant 16', { kind: 'constant', value: 16 }],
    ['constant -1.5', { kind: 'constant', value: -1.5 }],
    ['constant true', { kind: 'constant', value: true }],
    ['constant auth or null', { kind: 'constant', value: 'auth or null' }],
    ['array of string', { kind: 'array', items: text, atLeast: 0 }],
    ['non-empty array of Group', { kind: 'array', items: { kind: 'resource', title: 'Group' }, atLeast: 1 }],
    ['array of string or null', { kind: 'nullable', type: { kind: 'array', items: text, atLeast: 0 } }],
    [
      'map of string to array of string',
      { kind: 'map', keys: undefined, values: { kind: 'array', items: text, atLeast: 0 } },
    ],
    [
      'map of Line key to Renewal line',
      { kind: 'map', keys: 'Line key', values: { kind: 'resource', title: 'Renewal line' } },
    ],
    ['echo of Member snapshot input', { kind: 'echo', title: 'Member snapshot input' }],
    ['one of Issue level', { kind: 'closed', list: 'Issue level' }],
    ['seen Line key', { kind: 'seen', list: 'Line key' }],
    ['open marital_status', { kind: 'open', key: 'marital_status' }],
  ])('is read: %s', (written, meant) => {
    expect(parseType(written)).toEqual(meant);
  });

  test.each([
    '',
    'strin',
    'array of',
    'array of strin',
    'map of string',
    'map of number to string',
    'one of ',
    'one of lower',
    'open Sex',
    'constant ',
    'or null',
    'String!',
  ])('is refused: "%s"', (written) => {
    expect(parseType(written)).toBeUndefined();
  });
});
