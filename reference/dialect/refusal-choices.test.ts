import { describe, expect, it } from 'vitest';
import { failureMessages } from '../auth/failures.ts';
import { connectionBody, decisionBody } from '../testing/bodies.ts';
import { expectSchema, type ReferenceClient, type Reply } from '../testing/client.ts';
import { spoken } from '../testing/walk.ts';
import { choices } from './choices.ts';
import type { Dialect } from './dialect.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';

/** One refusal of each kind. */
async function refusals(client: ReferenceClient): Promise<readonly Reply[]> {
  const path = { group_id: client.fixtures.groupId };
  return [
    await client.call('E2', { body: { ...connectionBody(client.fixtures), carrier_id: '<x>' } }),
    await client.call('E3', { path, body: '{"broken":' }),
    await client.call('E3', { path, body: 'a=b', headers: { 'content-type': 'text/plain' } }),
    await client.call('E5', { path: { group_id: unknownId } }),
    await client.call('E5', { path: { group_id: 'none' } }),
    await client.send('DELETE', '/api/v1/groups'),
    await client.send('GET', '/api/v1/nothing'),
  ];
}

const statuses = (replies: readonly Reply[]): readonly number[] => replies.map(({ status }) => status);

describe('refusals', () => {
  it('have statuses of the dialect', async () => {
    await spoken({}, async (_walked, client) => {
      expect(statuses(await refusals(client))).toEqual([422, 400, 415, 404, 404, 405, 404]);
    });
    const others = {
      invalidBodyStatus: 400,
      malformedBodyStatus: 422,
      mediaTypeStatus: 400,
      unknownIdStatus: 410,
      badIdStatus: 422,
      methodStatus: 404,
    } as const;
    await spoken(others, async (_walked, client) => {
      expect(statuses(await refusals(client))).toEqual([400, 422, 400, 410, 422, 404, 404]);
    });
  });

  const shapes: Readonly<Record<Dialect['errorShape'], readonly [type: string | null, text: unknown]>> = {
    structured: ['application/json; charset=utf-8', expect.stringMatching(/^\{"error":/)],
    problem: ['application/problem+json', expect.stringMatching(/"status":422/)],
    flat: ['application/json; charset=utf-8', expect.stringMatching(/^\{"message":".*\/carrier_id/)],
    empty: ['application/json; charset=utf-8', '{}'],
    text: ['text/plain; charset=utf-8', expect.stringContaining('/carrier_id')],
    html: ['text/html; charset=utf-8', expect.stringMatching(/^<!doctype html>[^]*422/)],
    none: [null, ''],
  };

  it.each(choices.errorShape.values)('have the shape %s, and 401s the documented one', (errorShape) =>
    spoken({ errorShape }, async (_walked, client) => {
      const [type, text] = shapes[errorShape];
      const replies = await refusals(client);
      expect(replies[0]).toMatchObject({ text });
      for (const { headers } of replies) expect(headers.get('content-type')).toBe(type);
      expectSchema('unauthorized', (await client.call('E1', { authorization: null })).json);
    }),
  );
});

describe('401s', () => {
  const message = async (client: ReferenceClient, authorization: string): Promise<unknown> => {
    const { status, json } = await client.call('E1', { authorization });
    return status === 200 ? 'taken' : expectSchema('unauthorized', json).message;
  };
  const [first, second] = [failureMessages.credentials, failureMessages.signature];

  it.each<[Partial<Dialect>, readonly unknown[]]>([
    [{}, [first, first, first, first, first, 'taken']],
    [{ brokenToken: 'signature' }, [second, first, first, first, first, 'taken']],
    [{ cutToken: 'signature' }, [first, second, first, first, first, 'taken']],
    [{ schemeCase: 'exact' }, [first, first, first, first, first, first]],
  ])('name what is wrong with a header as %o has it', (dialect, expected) =>
    spoken(dialect, async (_walked, client) => {
      const [head = '', claims = ''] = client.bearer.split('.');
      const found = ['Bearer a.b.c', `${head}.${claims}`, head, 'Bearer a.b', 'Bearer a.b.c.d'];
      const messages = [...found, client.bearer.replace('Bearer', 'bearer')].map((header) => message(client, header));
      expect(await Promise.all(messages)).toEqual(expected);
    }),
  );

  it('may lack a challenge, and have more members', async () => {
    await spoken({ challenge: false, unauthorizedExtras: true }, async (_walked, client) => {
      const { headers, json } = await client.call('E1', { authorization: null });
      expect(headers.get('www-authenticate')).toBeNull();
      expect(expectSchema('unauthorized', json)).toMatchObject({
        status: 'UNAUTHENTICATED',
        details: [{ metadata: {} }],
      });
    });
  });

  it('are for known paths alone where the dialect says so', async () => {
    await spoken({ strangerStatus: 404 }, async (_walked, client) => {
      const ask = async (path: string) => (await client.send('GET', path, { authorization: null })).status;
      expect([await ask('/api/v1/nothing'), await ask('/api/v1/groups')]).toEqual([404, 401]);
      expect(await ask(`/api/v1/groups/none/renewal_decisions`)).toBe(401);
    });
  });
});

describe('stale edits', () => {
  it.each(choices.staleEdit.values)('are met with %s', (staleEdit) =>
    spoken({ staleEdit }, ({ statuses: walked, decisions }) => {
      expect(walked[3]).toBe(staleEdit === 'accept' ? 200 : staleEdit);
      expect(decisions.response[0]?.renewal_date).toBe(staleEdit === 'accept' ? '2029-01-01' : '2028-01-01');
    }),
  );

  it('of a version that never was may be not found', async () => {
    for (const [unknownVersion, expected] of [
      ['stale', [409, 409]],
      ['not-found', [409, 404]],
    ] as const) {
      await spoken({ unknownVersion }, async ({ decision }, client) => {
        const edit = async (version: string) =>
          (
            await client.call('E4', {
              path: { renewal_decision_id: decision.id, version },
              body: decisionBody(client.fixtures),
            })
          ).status;
        expect([await edit(decision.version), await edit(unknownId)]).toEqual(expected);
      });
    }
  });
});
