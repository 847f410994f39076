import * as fc from 'fast-check';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodeBody } from './content-encoding.ts';

const encoders = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, zstd: zstdCompressSync } as const;
const names = Object.keys(encoders) as (keyof typeof encoders)[];

describe('decodeBody', () => {
  test('undoes every chain of encodings, the last one first', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1 }),
        fc.array(fc.constantFrom(...names), { maxLength: 3 }),
        (bytes, chain) => {
          const encoded = chain.reduce((body, name) => encoders[name](body), Buffer.from(bytes));
          expect(decodeBody(encoded, chain.join(', '), 1_000_000)).toEqual(Buffer.from(bytes));
        },
      ),
    );
  });

  test('takes deflate without the header of zlib, as many servers send it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (bytes) => {
        expect(decodeBody(deflateRawSync(bytes), 'deflate', 1000)).toEqual(Buffer.from(bytes));
      }),
    );
  });

  test.for([undefined, '', 'identity', ' IDENTITY , '])('leaves a body as it is for %j', (encoding) => {
    expect(decodeBody(Buffer.from('{}'), encoding, 10).toString()).toBe('{}');
  });

  test('has nothing to decode in an empty body', () => {
    expect(decodeBody(Buffer.alloc(0), 'gzip', 10)).toHaveLength(0);
  });

  test('names an encoding that is not known', () => {
    expect(() => decodeBody(Buffer.from('x'), 'gzip, rot13', 10)).toThrow('unknown content encoding rot13');
  });

  test('stops at the bound', () => {
    expect(() => decodeBody(gzipSync('x'.repeat(10_000)), 'gzip', 9_999)).toThrow(
      expect.objectContaining({ code: 'ERR_BUFFER_TOO_LARGE' }),
    );
  });
});
