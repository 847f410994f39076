import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionBody, put } from '../sample-bodies.test-data.ts';
import { listGroups, startClient, type ReferenceClient } from '../reference-client.test-data.ts';

let client: ReferenceClient;
beforeAll(async () => {
  client = await startClient();
});
afterAll(() => client.close());

describe('connecting a new group', () => {
  it.each([
    ['/carrier_id', '00000000-0000-4000-8000-000000000000', 'known-carrier'],
    ['/group_data/group_name', undefined, 'required'],
    ['/data_exchange', 'fax', 'enum'],
  ])('refuses for %s: %s, and adds nothing', async (pointer, value, rule) => {
    const before = await listGroups(client, { page_size: '100' });
    const { status, json } = await client.call('E2', { body: put(connectionBody(client.fixtures), pointer, value) });
    expect(status).toBe(422);
    expect(json).toMatchObject({ error: { errors: [{ pointer, rule, message: expect.any(String) }] } });
    expect(await listGroups(client, { page_size: '100' })).toEqual(before);
  });

  it('says only that much of a body full of mistakes', async () => {
    const wrong = Object.fromEntries(Array.from({ length: 60 }, (_unused, index) => [`p${index}`, {}]));
    const small = { ...connectionBody(client.fixtures), data_exchange: 1, group_data: 1, ...wrong };
    expect((await client.call('E2', { body: small })).json).toMatchObject({
      error: { errors: [{ pointer: '/group_data' }] },
    });
    const large = { ...small, filler: Array.from({ length: 3000 }, () => 0) };
    expect((await client.call('E2', { body: large })).json).toMatchObject({
      error: { errors: [{ pointer: '', rule: 'schema' }] },
    });
  });
});

it.each(['1e3', ' 1', '9999999999999999999999'])('the list of groups says that %j is no number', async (page_size) => {
  const { status, json } = await client.call('E1', { query: { page_size } });
  expect(status).toBe(400);
  expect(json).toMatchObject({ error: { errors: [{ pointer: 'page_size' }] } });
});

it('the list of groups refuses a parameter given twice', async () => {
  expect(await client.send('GET', '/api/v1/groups?offset=1&offset=2')).toMatchObject({ status: 400 });
});
