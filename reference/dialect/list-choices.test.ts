import { describe, expect, it } from 'vitest';
import { expectSchema, type ReferenceClient } from '../testing/client.ts';
import { employeeId, spoken } from '../testing/walk.ts';
import { choices } from './choices.ts';

const listed = async (client: ReferenceClient, query: Record<string, string>, id = employeeId) =>
  client.call('E8', { path: { employee_id: id }, query });

describe('lists', () => {
  it('may be answered whole, but for the one whose pages are documented', async () => {
    await spoken({ pagedLists: 'snapshots', defaultPageSize: 1 }, async ({ groups, snapshots }, client) => {
      expect(groups.meta).toEqual({ offset: 0, page_num: 1, page_size: 3, total_records: 3 });
      expect(snapshots.response).toHaveLength(1);
      const asked = await client.call('E1', { query: { page_size: '2', offset: '1' } });
      expect(asked.json).toMatchObject({
        meta: { offset: 0, page_size: 4 },
        response: expect.arrayContaining(groups.response),
      });
    });
  });

  it('meet an offset past the end their own way', async () => {
    await spoken({ offsetPastEnd: 'refused' }, async (_walked, client) => {
      const statuses = ['0', '1', '2', '99'].map(async (offset) => (await listed(client, { offset })).status);
      expect(await Promise.all(statuses)).toEqual([200, 200, 400, 400]);
    });
    await spoken({}, async (_walked, client) => {
      expect((await listed(client, { offset: '99' })).json).toMatchObject({ meta: { offset: 2 }, response: [] });
    });
  });

  it('meet numbers that are none their own way', async () => {
    for (const [badPaging, status] of [
      ['refused', 400],
      ['ignored', 200],
    ] as const) {
      await spoken({ badPaging }, async (_walked, client) => {
        for (const value of ['-1', '1.5', 'abc', '']) {
          expect(await listed(client, { page_size: value })).toMatchObject({ status });
          expect(await listed(client, { offset: value })).toMatchObject({ status });
        }
        expect(await listed(client, { page_size: '0' })).toMatchObject({ status });
      });
    }
  });

  it('number their pages their own way where that is open', async () => {
    const group = async (client: ReferenceClient) =>
      expectSchema('group-page', (await client.call('E1')).json).response.at(-1)?.id ?? '';
    await spoken({ emptyPageNum: 0, unalignedPageNum: 'up' }, async (_walked, client) => {
      const path = { group_id: await group(client) };
      expect((await client.call('E5', { path })).json).toMatchObject({ meta: { page_num: 0, page_size: 20 } });
      const pages = ['0', '1', '2', '3'].map(async (offset) => {
        const { json } = await client.call('E1', { query: { page_size: '2', offset } });
        return expectSchema('group-page', json).meta.page_num;
      });
      expect(await Promise.all(pages)).toEqual([1, 2, 2, 3]);
    });
  });

  it.each(choices.listOrder.values)('walked in pages give every record once, %s', (listOrder) =>
    spoken({ listOrder }, async (_walked, client) => {
      const groups = expectSchema('group-page', (await client.call('E1')).json);
      const pages = groups.response.map(async (_group, offset) => {
        const { json } = await client.call('E1', { query: { page_size: '1', offset: String(offset) } });
        return expectSchema('group-page', json).response[0]?.id;
      });
      expect(await Promise.all(pages)).toEqual(groups.response.map(({ id }) => id));
    }),
  );

  it('read dates in filters as the dialect does', async () => {
    const iso = '2028-01-01';
    const http = 'Sat, 01 Jan 2028 00:00:00 GMT';
    const other = 'Sun, 02 Jan 2028 00:00:00 GMT';
    for (const [filterDates, expected] of [
      ['http-date-and-iso', [1, 0, 1, 0, undefined]],
      ['http-date', [undefined, undefined, 1, 0, undefined]],
      ['http-date-iso-ignored', [1, 1, 1, 0, undefined]],
    ] as const) {
      await spoken({ filterDates }, async (_walked, client) => {
        const path = { group_id: client.fixtures.groupId };
        const found = [iso, '1999-01-01', http, other, 'tomorrow'].map(async (renewal_date) => {
          const { status, json } = await client.call('E5', { path, query: { renewal_date } });
          return status === 200 ? expectSchema('renewal-decision-page', json).meta.total_records : undefined;
        });
        expect([filterDates, await Promise.all(found)]).toEqual([filterDates, expected]);
      });
    }
  });
});
