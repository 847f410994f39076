import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lifetimeOf, readJwt } from './access-tokens.ts';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (header: unknown, payload: unknown, signature = 'c2ln'): string =>
  `${part(header)}.${part(payload)}.${signature}`;

describe('readJwt', () => {
  test('reads header and payload of any algorithm, whatever the signature', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (header, payload) => {
          const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;
          expect(readJwt(token(header, payload))).toEqual({ header: json(header), payload: json(payload) });
        },
      ),
    );
  });

  test.for([
    ['an empty text', ''],
    ['two parts', `${part({})}.${part({})}`],
    ['four parts', `${token({}, {})}.x`],
    ['an empty signature', token({}, {}, '')],
    ['a header that is an array', token([], {})],
    ['a payload that is null', token({}, null)],
    ['a payload that is a number', token({}, 1)],
    ['a part that is no base64url', token({}, {}, 'a+b')],
    ['a padded part', token({}, {}, 'YQ==')],
    ['a header that is no JSON', `${Buffer.from('{').toString('base64url')}.${part({})}.c2ln`],
    ['a header that is no UTF-8', `${Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url')}.${part({})}.c2ln`],
  ] as const)('takes %s for no JWT', ([, text]) => {
    expect(readJwt(text)).toBeUndefined();
  });

  test('takes any text, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(() => readJwt(text)).not.toThrow();
      }),
    );
  });
});

describe('lifetimeOf', () => {
  test('is the seconds between iat and exp', () => {
    expect(lifetimeOf({ header: {}, payload: { iat: 1000, exp: 1600 } })).toBe(600);
  });

  test.for([{ exp: 1600 }, { iat: 1000 }, { iat: '1000', exp: 1600 }, {}])('is not known from %j', (payload) => {
    expect(lifetimeOf({ header: {}, payload })).toBeUndefined();
  });
});
