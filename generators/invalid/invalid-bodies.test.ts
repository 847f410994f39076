import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validator } from '../../spec/validator.ts';
import { isObject, valueAt, type SchemaName } from '../../spec/index.ts';
import { defaultContext } from '../bodies/generation-context.ts';
import { canonicalConnection } from '../bodies/connection-body.ts';
import { canonicalDecision } from '../bodies/decision-body.ts';
import { kinds } from '../bodies/sample-bodies.test-data.ts';
import { canonicalSnapshot } from '../bodies/snapshot-body.ts';
import {
  arbitraryInvalid,
  convertedBodies,
  invalidBodies,
  laterItemsInvalid,
  type InvalidCase,
} from './invalid-bodies.ts';
import { malformedInputs, malformedRequests } from './malformed.ts';

const context = defaultContext();
const seed = Math.floor(Math.random() * 2 ** 31);

function pointersIn(value: unknown, pointer: string): string[] {
  const within = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [pointer, ...within.flatMap(([name, member]) => pointersIn(member, `${pointer}/${name}`))];
}

/** A pointer that is the same for every item of a list, and for every line of coverage. */
function anyItem(pointer: string): string {
  return pointer.replaceAll(/\/(?:\d+|medical|dental)(?=\/|$)/gu, '/*');
}

describe.each(kinds)('invalid bodies of $schema', ({ schema, canonical, arbitrary }) => {
  const cases = invalidBodies(schema, canonical(context));
  const placesOf = ({ value }: InvalidCase) => new Set(validator.validate(schema, value).map(({ pointer }) => pointer));

  test('each break one rule at the pointer they name, every pointer and rule once, and cover every member', () => {
    for (const one of cases) expect(placesOf(one)).toEqual(new Set([one.pointer]));
    const keys = cases.map(({ pointer, rule }) => `${pointer} ${rule}`);
    expect(new Set(keys).size).toBe(keys.length);
    const broken = new Set(cases.map(({ pointer }) => anyItem(pointer)));
    expect(pointersIn(canonical(context), '').filter((pointer) => !broken.has(anyItem(pointer)))).toEqual([]);
  });

  test('with a converted value each break a rule at the pointer they name', () => {
    for (const one of convertedBodies(schema, canonical(context)))
      expect(placesOf(one)).toEqual(new Set([one.pointer]));
  });

  test(`each break one rule when generated, seed ${seed}`, () => {
    fc.assert(
      fc.property(arbitraryInvalid(schema, arbitrary(context)), (one) => {
        expect(placesOf(one)).toEqual(new Set([one.pointer]));
      }),
      { seed, numRuns: 60 },
    );
  });
});

describe('the rules', () => {
  test.each<[SchemaName, object, readonly string[]]>([
    ['token-request', { grant_type: 'client_credentials' }, ['/grant_type value-list']],
    ['renewal-issue', { message: 'x' }, ['/message type', '/message min-length']],
    ['snapshot', { replaced_by: null }, ['/replaced_by type', '/replaced_by uuid']],
    ['renewal-body', { carriers: [] }, ['/carriers type', '/carriers min-items']],
    [
      'renewal-decision-input',
      { renewal_date: '' },
      ['type', 'date', 'calendar-date'].map((rule) => `/renewal_date ${rule}`),
    ],
  ])('of %s follow from the keywords of its schema', (schema, body, rules) => {
    expect(invalidBodies(schema, body).map(({ pointer, rule }) => `${pointer} ${rule}`)).toEqual([' type', ...rules]);
  });

  test('are broken once by each form of value that parsers convert', () => {
    const converted = convertedBodies('member-snapshot-input', canonicalSnapshot(context));
    const values = converted.map(({ pointer, value }) => valueAt(value, pointer));
    expect(values).toEqual([
      [expect.any(String)],
      '',
      expect.stringMatching(/^\{[\da-f-]{36}\}$/),
      expect.stringMatching(/^\d{8}$/),
      expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
      expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00Z$/),
      '',
      expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00$/),
      expect.toSatisfy((value) => Number(value) % 86_400 === 0),
      expect.stringMatching(/^\d+$/),
      '',
      expect.objectContaining({ relationship: expect.any(String) }),
      expect.stringMatching(/^(?:true|false)$/),
      expect.toBeOneOf([0, 1]),
    ]);
  });

  test('of lists, identifiers and dates are broken a second time by what many parsers take for the right value', () => {
    const second = invalidBodies('member-snapshot-input', canonicalSnapshot(context), 2).flatMap((one, at, all) =>
      all[at - 1]?.pointer === one.pointer && all[at - 1]?.rule === one.rule ? one : [],
    );
    const valuesAt = (end: string, of: string) =>
      second
        .filter(({ pointer, rule }) => pointer.endsWith(end) && rule === of)
        .map(({ pointer, value }) => valueAt(value, pointer));
    expect(valuesAt('/dependents', 'type')).toEqual([{}]);
    expect(valuesAt('/plan_id', 'uuid')).toEqual([expect.stringMatching(/^[\da-f]{32}$/)]);
    expect(valuesAt('/date_of_birth', 'date')).toEqual(['1986-4-12', '2015-9-30']);
    expect(valuesAt('/effective_end_date', 'date')).toEqual(['2022-1-2']);
  });

  test.each([
    [
      'member-snapshot-input',
      canonicalSnapshot(context),
      ['/coverages/2/plan_name', '/coverages/2/enrolled_members/1/volume'],
    ],
    [
      'renewal-decision-input',
      canonicalDecision(context),
      [
        '/body/carriers/0/lines_of_coverage/dental/plans',
        '/body/carriers/0/lines_of_coverage/dental/plans/0/plan_type',
      ],
    ],
  ] as const)('are broken once at the last item of each list and map with several: %s', (schema, body, places) => {
    expect(laterItemsInvalid(schema, body).map(({ pointer }) => pointer)).toEqual(places);
  });
});

const sound = canonicalConnection(context);
const byName = new Map(malformedInputs.map((one) => [one.name, one]));

function parsed(body: string | Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
}

const bytesOf = (name: string) => Buffer.from(byName.get(name)?.bodyOf(sound) ?? '');
const textOf = (name: string) => bytesOf(name).toString();

test.each(malformedInputs.filter(({ requirement }) => requirement === 'input.malformed-json'))(
  '$name is not a JSON object of the right media type',
  ({ contentType, bodyOf }) => {
    expect(isObject(parsed(bodyOf(sound))) && contentType === 'application/json').toBe(false);
  },
);

test('extreme inputs are what their names say', () => {
  expect(byName.size).toBe(malformedInputs.length);
  for (const name of ['an unknown member of a megabyte', 'every member twice', 'arrays nested deeply'])
    expect(parsed(textOf(name))).toBeTypeOf('object');
  expect(bytesOf('a text of a megabyte').byteLength).toBeGreaterThan(2 ** 20);
  expect(JSON.stringify(parsed(textOf('a lone high surrogate')))).toContain('\\ud800');
  expect(JSON.stringify(parsed(textOf('a NUL character')))).toContain('\\u0000');
  const decode = () => new TextDecoder('utf-8', { fatal: true }).decode(bytesOf('bytes that are no UTF-8'));
  expect(decode).toThrow(TypeError);
  expect(byName.get('no media type')?.contentType).toBeUndefined();
});

test('malformed requests are each broken in a different way, with one byte per character', () => {
  const requests = malformedRequests({
    method: 'POST',
    target: '/api/v1/groups',
    host: '127.0.0.1:80',
    headers: ['Content-Type: application/json'],
    body: '{"a":"0123456789"}',
  });
  expect(new Set(requests.map(({ name }) => name)).size).toBe(requests.length);
  expect(new Set(requests.map(({ text }) => text)).size).toBe(requests.length);
  for (const { text } of requests) {
    expect(text).toMatch(/^POST \/api\/v1\/groups/);
    expect(Buffer.from(text, 'latin1').toString('latin1')).toBe(text);
  }
  const cut = requests.find(({ name }) => name === 'a body that ends before its length');
  const [head = '', body = ''] = cut?.text.split('\r\n\r\n') ?? [];
  expect(Number(/Content-Length: (\d+)/.exec(head)?.[1])).toBe(body.length + 10);
  expect(requests.filter(({ isCutShort }) => isCutShort)).toHaveLength(2);
});
