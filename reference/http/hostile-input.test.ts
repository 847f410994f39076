import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointIds, endpoints, type EndpointId } from '../../spec/index.ts';
import { connectionBody, decisionBody, put, snapshotBody } from '../sample-bodies.test-data.ts';
import { startClient, type ReferenceClient } from '../reference-client.test-data.ts';

let client: ReferenceClient;
beforeAll(async () => {
  client = await startClient();
});
afterAll(() => client.close());

const runs = { numRuns: 150 };
const endpoint = fc.constantFrom(...endpointIds);
const withBody = fc.constantFrom(...endpointIds.filter((id) => endpoints[id].request !== undefined));
const anyText = fc.string({ unit: 'binary', maxLength: 60 });
const anyJson = fc.jsonValue({ stringUnit: 'binary', maxDepth: 4 });

const valid = (id: EndpointId): unknown => {
  if (id === 'E2') return connectionBody(client.fixtures);
  return id === 'E6'
    ? snapshotBody(client.fixtures, '00000000-0000-4000-8000-0000000000e1')
    : decisionBody(client.fixtures);
};

/** Every place in a value, as JSON pointers; no name in these bodies has a slash. */
function places(value: unknown, pointer = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [pointer];
  return [pointer, ...Object.entries(value).flatMap(([name, member]) => places(member, `${pointer}/${name}`))];
}

const path = () => ({ group_id: client.fixtures.groupId });

/** A decision with as many plans as wanted. */
function withPlans(length: number, plan: (index: number) => object): string {
  const plans = Array.from({ length }, (_unused, index) => plan(index));
  const carrier = { carrier_id: client.fixtures.carrierIds[0], lines_of_coverage: { medical: { plans } } };
  return JSON.stringify({ renewal_date: '2027-01-01', body: { carriers: [carrier] } });
}

describe('whatever is sent', () => {
  it('never makes the service fail: bodies with anything anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(withBody, fc.nat(), anyJson, async (id, index, other) => {
        const all = places(valid(id));
        const { status, json } = await client.call(id, {
          path: path(),
          body: JSON.stringify(put(valid(id), all[index % all.length] ?? '', other)),
        });
        expect(status).toBeLessThan(500);
        expect(json).toBeTypeOf('object');
      }),
      { ...runs, numRuns: 400 },
    );
  });

  it('never makes the service fail: bytes instead of bodies', async () => {
    await fc.assert(
      fc.asyncProperty(withBody, fc.oneof(fc.uint8Array(), anyText), async (id, body) => {
        const { status, json } = await client.call(id, { path: path(), body });
        expect(status).toBeGreaterThanOrEqual(400);
        expect(status).toBeLessThan(500);
        expect(json).toBeTypeOf('object');
      }),
      runs,
    );
  });

  it('never makes the service fail: paths and queries', async () => {
    const name = fc.oneof(
      fc.constantFrom('page_size', 'offset', 'renewal_date', 'start_date', 'end_date', '__proto__'),
      anyText,
    );
    const encoded = fc.oneof(
      anyText.map((text) => encodeURIComponent(text.toWellFormed())),
      fc.constantFrom('%', '%zz', '%c3', '..', '%2e%2e', '%00'),
    );
    await fc.assert(
      fc.asyncProperty(endpoint, encoded, fc.dictionary(name, anyText), async (id, segment, query) => {
        const filled = endpoints[id].path.replaceAll(/\{\w+\}/g, segment);
        const { status, json } = await client.send(endpoints[id].method, filled, { query });
        expect(status).toBeLessThan(500);
        expect(json).toBeTypeOf('object');
      }),
      runs,
    );
  });

  it('never makes the service fail: tokens', async () => {
    const token = client.bearer.slice('Bearer '.length);
    const mutated = fc
      .tuple(fc.nat(token.length), fc.nat(8), fc.string({ maxLength: 8 }))
      .map(([at, length, text]) => `Bearer ${token.slice(0, at)}${text}${token.slice(at + length)}`)
      // A lenient reader of spaces takes these for the token itself.
      .filter((header) => header.replaceAll(/ +/g, ' ').trim() !== `Bearer ${token}`);
    await fc.assert(
      fc.asyncProperty(endpoint, mutated, async (id, authorization) => {
        const { status, json } = await client.call(id, { path: path(), authorization });
        expect(status).toBe(401);
        expect(json).toMatchObject({ code: 16 });
      }),
      runs,
    );
  });

  it.each<[string, () => string]>([
    ['very many wrong plans', () => withPlans(18_000, () => ({}))],
    ['very many described plans', () => withPlans(9000, (index) => ({ name: `p${index}`, plan_type: 'x' }))],
    ['very many wrong carriers', () => JSON.stringify({ body: { carriers: Array.from({ length: 19_000 }, () => 0) } })],
    ['a megabyte of text', () => JSON.stringify({ ...decisionBody(client.fixtures), note: '\u0000'.repeat(170_000) })],
    ['more values than are looked at', () => `[${'0,'.repeat(500_000)}0]`],
    ['deep nesting', () => `${'{"body":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ])('is answered, however much it is: %s', async (_name, body) => {
    const { status } = await client.call('E3', { path: path(), body: body() });
    expect(status).toBeLessThan(500);
  });
});
