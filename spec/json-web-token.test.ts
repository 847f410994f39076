import { expect, test } from 'vitest';
import { readJwt } from './json-web-token.ts';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (header: unknown, payload: unknown, signature = 'c2ln'): string =>
  `${part(header)}.${part(payload)}.${signature}`;

test.for([
  ['an empty text', ''],
  ['two parts', `${part({})}.${part({})}`],
  ['four parts', `${jwt({}, {})}.x`],
  ['an empty signature', jwt({}, {}, '')],
  ['a header that is an array', jwt([], {})],
  ['a payload that is null', jwt({}, null)],
  ['a payload that is a number', jwt({}, 1)],
  ['a part that is not base64url', jwt({}, {}, 'a+b')],
  ['a padded part', jwt({}, {}, 'YQ==')],
  ['a header that is not JSON', `${Buffer.from('{').toString('base64url')}.${part({})}.c2ln`],
  ['a header that is not UTF-8', `${Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url')}.${part({})}.c2ln`],
] as const)('%s is not a JWT', ([, text]) => {
  expect(readJwt(text)).toBeUndefined();
});
