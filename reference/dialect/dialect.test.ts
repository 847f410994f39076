import { describe, expect, it } from 'vitest';
import { connectionBody } from '../testing/bodies.ts';
import { expectSchema } from '../testing/client.ts';
import { spoken } from '../testing/walk.ts';
import type { Dialect } from './dialect.ts';
import { randomDialect } from './resolve-dialect.ts';

describe('each choice', () => {
  it('answers creates with its own success status', async () => {
    await spoken({}, ({ statuses }) => expect(statuses).toEqual([201, 201, 200, 409, 201]));
    await spoken({ connectionStatus: 200, decisionStatus: 202 }, ({ statuses }) =>
      expect(statuses).toEqual([200, 202, 200, 409, 201]),
    );
  });

  it('meets stale edits its own way', async () => {
    await spoken({ staleEdit: 412 }, ({ statuses }) => expect(statuses[3]).toBe(412));
    await spoken({ staleEdit: 'accept' }, ({ statuses, decisions }) => {
      expect(statuses[3]).toBe(200);
      expect(decisions.response[0]?.renewal_date).toBe('2029-01-01');
    });
  });

  it('orders and pages lists its own way', async () => {
    await spoken(
      { listOrder: 'newest-first', defaultPageSize: 1, maxPageSize: 20 },
      async ({ again, snapshots, groups }, client) => {
        expect(snapshots).toMatchObject({ meta: { page_size: 1 }, response: [{ id: again.id }] });
        expect(groups.response).toHaveLength(1);
        expect((await client.call('E1', { query: { page_size: '21' } })).json).toMatchObject({
          meta: { page_size: 20 },
        });
      },
    );
    await spoken({ listOrder: 'by-id', pageSizeOverMax: 'refused' }, async ({ snapshots, groups }, client) => {
      const ids = groups.response.map(({ id }) => id);
      expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? -1 : 1)));
      expect(snapshots.response).toHaveLength(2);
      expect((await client.call('E1', { query: { page_size: '101' } })).status).toBe(400);
    });
  });

  it('shows ids, times and members its own way', async () => {
    await spoken(
      { idCase: 'upper', timestampUnit: 'milliseconds', extraFields: true },
      ({ snapshot, connection, snapshots }) => {
        for (const id of [snapshot.id, snapshot.version, connection.group_id]) expect(id).toBe(id.toUpperCase());
        expect(snapshot.created).toBe(Date.UTC(2026, 0, 15, 12));
        expect(snapshot).toHaveProperty('object', 'member_snapshot');
        expect(Object.keys(snapshots.response[0] ?? {})).toHaveLength(7);
      },
    );
    await spoken({}, ({ snapshot }) => {
      expect(snapshot.created).toBe(Date.UTC(2026, 0, 15, 12) / 1000);
      expect(snapshot).not.toHaveProperty('object');
    });
  });

  it('lists created members and replacements its own way', async () => {
    await spoken({ createdMembers: 'all', replacedByUnset: 'absent' }, ({ again, got }) => {
      expect(again.created_members).toHaveLength(2);
      expect(got).not.toHaveProperty('replaced_by');
    });
    await spoken({}, ({ again, got }) => {
      expect(again.created_members).toHaveLength(0);
      expect(got.replaced_by).toBeNull();
    });
  });

  it('has addresses of its own', async () => {
    await spoken({ basePath: '/gateway/fulfillment', origins: 'two' }, (_walked, { baseUrl, authUrl }) => {
      expect(new URL(baseUrl).pathname).toBe('/gateway/fulfillment');
      expect(new URL(authUrl).origin).not.toBe(new URL(baseUrl).origin);
    });
  });

  it('refuses with bodies and statuses of its own, and the documented 401 all the same', async () => {
    const bodies: readonly (readonly [Dialect['errorShape'], unknown])[] = [
      ['structured', { error: { code: 'invalid', message: expect.any(String), errors: [expect.any(Object)] } }],
      [
        'problem',
        expect.objectContaining({ status: 400, title: expect.any(String), violations: [expect.any(Object)] }),
      ],
      ['flat', { message: expect.stringContaining('/carrier_id') }],
      ['empty', {}],
    ];
    for (const [errorShape, body] of bodies) {
      await spoken({ errorShape, invalidBodyStatus: 400 }, async (_walked, client) => {
        const refused = await client.call('E2', { body: { ...connectionBody(client.fixtures), carrier_id: 'x' } });
        expect(refused).toMatchObject({ status: 400, json: body });
        expectSchema('unauthorized', (await client.call('E1', { authorization: null })).json);
      });
    }
  });

  it('reads only HTTP dates when told so', async () => {
    await spoken({ filterDates: 'http-date' }, async (_walked, client) => {
      const said = (date: string) => ({ path: { group_id: client.fixtures.groupId }, query: { renewal_date: date } });
      expect((await client.call('E5', said('2028-01-01'))).status).toBe(400);
      expect((await client.call('E5', said('Sat, 01 Jan 2028 00:00:00 GMT'))).json).toMatchObject({
        meta: { total_records: 1 },
      });
    });
  });

  it('issues tokens its own way', async () => {
    for (const tokenAlgorithm of ['RS256', 'EdDSA'] as const) {
      await spoken({ tokenAlgorithm, tokenStatus: 201, expiresInUnit: 'seconds' }, async (_walked, client) => {
        const { clientId, clientSecret } = client.credentials;
        const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
        const body = { grant_type: 'client_credentials' };
        const { status, json } = await client.send('POST', '/auth/public/token', { authorization, body });
        expect([status, json]).toEqual([
          201,
          { access_token: expect.any(String), expires_in: 600, token_type: 'Bearer' },
        ]);
      });
    }
  });
});

describe('random dialects', () => {
  it.each(Array.from({ length: 12 }, (_unused, seed) => seed))(
    'seed %i serves every endpoint as documented',
    async (seed) => {
      await spoken(randomDialect(seed), ({ statuses }) => {
        expect(statuses.map((status) => Math.floor(status / 100)).with(3, 2)).toEqual([2, 2, 2, 2, 2]);
      });
    },
  );
});
