import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionBody, put } from '../sample-bodies.test-data.ts';
import {
  connection,
  expectSchema,
  listGroups,
  startClient,
  type ReferenceClient,
} from '../reference-client.test-data.ts';

let client: ReferenceClient;
beforeAll(async () => {
  client = await startClient();
});
afterAll(() => client.close());

const groups = () => listGroups(client, { page_size: '100' });

describe('connecting a new group', () => {
  it('answers the connection and adds the group to the list', async () => {
    const before = await groups();
    const body = connectionBody(client.fixtures);
    const { status, json } = await client.call('E2', { body });
    expect(status).toBe(201);
    const connection = expectSchema('group-connection', json);
    expect(connection).toMatchObject({ ...body, status: 'created', request_type: 'initial' });
    const after = await groups();
    expect(after.meta.total_records).toBe(before.meta.total_records + 1);
    expect(after.response.at(-1)).toMatchObject({
      id: connection.group_id,
      organization_id: connection.organization_id,
      name: body.group_data.group_name,
      federal_ein: body.federal_ein,
    });
    expect(new Set(after.response.map(({ organization_id }) => organization_id)).size).toBe(1);
  });

  it('gives back text of any kind, to the code point', async () => {
    const name = '\u0000\ud800 𝒜é\u202e"\\/';
    const body = { ...connectionBody(client.fixtures), group_data: { carrier_group_id: '', group_name: name } };
    expect((await connection(client, body)).group_data).toEqual(body.group_data);
    expect((await groups()).response.at(-1)?.name).toBe(name);
  });

  it.each([
    ['/federal_ein', 1, 'type'],
    ['/carrier_id', 'x', 'format'],
    ['/carrier_id', '00000000-0000-4000-8000-000000000000', 'known-carrier'],
    ['/group_data/group_name', undefined, 'required'],
    ['/data_exchange', 'fax', 'enum'],
  ])('refuses for %s: %s, and adds nothing', async (pointer, value, rule) => {
    const before = await groups();
    const body = put(connectionBody(client.fixtures), pointer, value);
    const { status, json } = await client.call('E2', { body });
    expect(status).toBe(422);
    expect(json).toMatchObject({ error: { errors: [{ pointer, rule, message: expect.any(String) }] } });
    expect(await groups()).toEqual(before);
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

describe('the list of groups', () => {
  it('is empty past the end, in an envelope that adds up', async () => {
    const { total_records: total } = (await groups()).meta;
    for (const offset of [String(total), '1000000', '999999999999999']) {
      const { status, json } = await client.call('E1', { query: { offset } });
      expect(status).toBe(200);
      expect(expectSchema('group-page', json)).toMatchObject({ meta: { offset: total }, response: [] });
    }
  });

  it('says which number is none', async () => {
    for (const value of ['1e3', ' 1', '9999999999999999999999']) {
      const { status, json } = await client.call('E1', { query: { page_size: value } });
      expect(status).toBe(400);
      expect(json).toMatchObject({ error: { errors: [{ pointer: 'page_size' }] } });
    }
  });

  it('refuses a parameter given twice', async () => {
    expect(await client.send('GET', '/api/v1/groups?offset=1&offset=2')).toMatchObject({ status: 400 });
  });
});
