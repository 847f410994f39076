import { describe, expect, test } from 'vitest';
import { canonicalConnection } from '../bodies/connection.ts';
import { defaultContext } from '../bodies/context.ts';
import { malformedInputs } from './malformed-inputs.ts';

const valid = canonicalConnection(defaultContext());
const inputs = malformedInputs(valid);
const malformed = inputs.filter(({ requirement }) => requirement === 'input.malformed-json');
const extreme = new Map(
  inputs.filter(({ requirement }) => requirement === 'input.extreme').map((one) => [one.name, one]),
);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const bytesOf = (name: string) => Buffer.from(extreme.get(name)?.body ?? '');
const textOf = (name: string) => bytesOf(name).toString();

describe('malformed inputs', () => {
  test.each(malformed)('$name is no JSON object of the right media type', ({ contentType, body }) => {
    const value = parsed(Buffer.from(body).toString());
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    expect(isObject && contentType === 'application/json').toBe(false);
  });

  test('are named once each', () => {
    expect(new Set(inputs.map(({ name }) => name)).size).toBe(inputs.length);
  });
});

describe('extreme inputs', () => {
  test.each(['an unknown member of a megabyte', 'a text of a megabyte', 'every member twice', 'arrays nested deeply'])(
    '%s is JSON',
    (name) => {
      expect(parsed(textOf(name))).toBeTypeOf('object');
    },
  );

  test('say what they are', () => {
    expect(bytesOf('a text of a megabyte').byteLength).toBeGreaterThan(2 ** 20);
    expect(JSON.stringify(parsed(textOf('a lone high surrogate')))).toContain('\\ud800');
    expect(JSON.stringify(parsed(textOf('a NUL character')))).toContain('\\u0000');
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytesOf('bytes that are no UTF-8'))).toThrow(
      TypeError,
    );
    expect(textOf('every member twice').match(/"carrier_id"/gu)).toHaveLength(2);
    expect(extreme.get('no media type')?.contentType).toBeUndefined();
  });
});
