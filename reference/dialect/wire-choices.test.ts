import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decisionBody } from '../testing/bodies.ts';
import type { ReferenceClient } from '../testing/client.ts';
import { spoken } from '../testing/walk.ts';
import { choices } from './choices.ts';

/** An answer to E1 as it comes over the wire. */
function wired(client: ReferenceClient, headers: Record<string, string> = {}) {
  return new Promise<{ names: readonly string[]; headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
    (resolve, reject) => {
      const all = { authorization: client.bearer, ...headers };
      const asked = request(`${client.baseUrl}/api/v1/groups`, { headers: all }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const names = answer.rawHeaders.filter((_text, index) => index % 2 === 0);
          resolve({ names, headers: answer.headers, body: Buffer.concat(chunks) });
        });
      });
      asked.on('error', reject).end();
    },
  );
}

describe('headers', () => {
  it.each([
    ['lower', 'content-type'],
    ['title', 'Content-Type'],
    ['upper', 'CONTENT-TYPE'],
  ] as const)('are written in %s case', (headerCase, name) =>
    spoken({ headerCase }, async (_walked, client) => {
      expect((await wired(client)).names).toContain(name);
      const { status, headers } = await client.call('E1', { authorization: null });
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    }),
  );

  it.each(choices.contentType.values)('say %s', (contentType) =>
    spoken({ contentType }, async (_walked, client) => {
      expect((await wired(client)).headers['content-type']).toBe(contentType);
    }),
  );
});

describe('bodies', () => {
  it.each(choices.contentEncoding.values)(
    'are sent in the encoding %s, unless the client rules it out',
    (contentEncoding) =>
      spoken({ contentEncoding }, async (_walked, client) => {
        const plain = (await wired(client, { 'accept-encoding': `${contentEncoding};q=0` })).body.toString('utf8');
        const encoded = contentEncoding === 'identity' ? undefined : contentEncoding;
        expect((await wired(client)).headers['content-encoding']).toBe(encoded);
        expect((await wired(client, { 'accept-encoding': 'identity, unheard-of' })).body.toString('utf8')).toBe(plain);
        const wanted = {
          connection: 'close',
          authorization: client.bearer,
          'accept-encoding': `unheard-of, ${contentEncoding};q=0.5`,
        };
        const read = await fetch(`${client.baseUrl}/api/v1/groups`, { headers: wanted });
        expect(read.headers.get('content-encoding')).toBe(encoded ?? null);
        expect(await read.text()).toBe(plain);
      }),
  );

  it('may be sent in chunks, encoded or not', async () => {
    await spoken({ framing: 'chunked', contentEncoding: 'gzip' }, async (_walked, client) => {
      const { headers, body } = await wired(client);
      expect(headers).toMatchObject({ 'transfer-encoding': 'chunked', 'content-encoding': 'gzip' });
      expect(headers).not.toHaveProperty('content-length');
      expect(JSON.parse(gunzipSync(body).toString('utf8'))).toHaveProperty('meta');
    });
    await spoken({ framing: 'chunked', errorShape: 'none' }, async (_walked, client) => {
      expect((await wired(client)).headers).toMatchObject({ 'transfer-encoding': 'chunked' });
      expect(await client.send('GET', '/api/v1/nothing')).toMatchObject({ status: 404, text: '' });
      expect(await client.send('HEAD', '/api/v1/groups')).toMatchObject({ status: 200, text: '' });
    });
  });

  it('may have their members in any order, now this and now that', async () => {
    await spoken({ memberOrder: 'shifting' }, async (_walked, client) => {
      const firsts = Array.from({ length: 20 }, async (_unused, index) => {
        const plans = [{ name: 'x'.repeat(index), plan_type: 'ppo' }];
        const path = { group_id: client.fixtures.groupId };
        return (await client.call('E3', { path, body: decisionBody(client.fixtures, plans) })).text.slice(0, 7);
      });
      expect(new Set(await Promise.all(firsts))).toEqual(new Set(['{"id":"', '{"body"']));
    });
  });

  it('are other texts for the same values', async () => {
    const plans = [{ name: 'Zoë "𝄞" 1 \\ 2', plan_type: 'ppo' }];
    const texts = new Map<string, string>();
    for (const dialect of [
      {},
      { jsonText: 'pretty' },
      { jsonText: 'ascii', integers: 'exponent' },
      { integers: 'point-zero' },
      { memberOrder: 'by-name' },
    ] as const) {
      await spoken(dialect, async (_walked, client) => {
        const path = { group_id: client.fixtures.groupId };
        const { text, json } = await client.call('E3', { path, body: decisionBody(client.fixtures, plans) });
        expect(json).toMatchObject({
          created: Date.UTC(2026, 0, 15, 12) / 1000,
          body: { carriers: [{ lines_of_coverage: { medical: { plans: [{ name: plans[0]?.name }] } } }] },
        });
        texts.set(JSON.stringify(dialect), text);
      });
    }
    const [plain = '', pretty = '', ascii = '', pointed = '', sorted = ''] = texts.values();
    expect(plain).toMatch(/"created":1768478400,/);
    expect(pretty).toMatch(/^\{\n  "id"/);
    expect(ascii).toMatch(/^[\x20-\x7e]+$/);
    expect(ascii).toMatch(/"created":1\.7684784e\+9,/);
    expect(ascii).toContain(String.raw`Zo\u00eb \"\ud834\udd1e\" 1 \\ 2`);
    expect(sorted).toMatch(/^\{"body":\{"carriers":\[\{"carrier_id"/);
    expect(pointed).toMatch(/"created":1768478400\.0,/);
  });
});

describe('identifiers and times', () => {
  it.each([
    [4, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab]/],
    [7, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab]/],
    [1, /^[\da-f]{8}-[\da-f]{4}-1[\da-f]{3}-[89ab]/],
    ['any', /^[\da-f]{8}(?:-[\da-f]{4}){3}-/],
  ] as const)('are UUIDs of version %s', (uuidVersion, form) =>
    spoken({ uuidVersion }, ({ snapshot, again, connection, decision }) => {
      const ids = [snapshot, again, connection, decision].flatMap(({ id, version }) => [id, version]);
      expect(new Set(ids).size).toBe(8);
      for (const id of ids) expect(id).toMatch(form);
    }),
  );

  it('are written in any letter case, and read in any', async () => {
    await spoken({ idCase: 'mixed' }, async ({ snapshot, again, decision }, client) => {
      const ids = [snapshot, again, decision].flatMap(({ id, version }) => [id, version]).join('');
      expect(ids).toMatch(/[A-F]/);
      expect(ids).toMatch(/[a-f]/);
      for (const id of [snapshot.id, snapshot.id.toLowerCase(), snapshot.id.toUpperCase()]) {
        expect(await client.call('E7', { path: { snapshot_id: id } })).toMatchObject({
          status: 200,
          json: { id: snapshot.id },
        });
      }
    });
  });

  it('of carriers and plans may be written as issued, whatever was sent', async () => {
    await spoken({ idCase: 'upper', sentIds: 'as-issued' }, ({ connection, decision, got }) => {
      const [carrier] = decision.body.carriers;
      const plan = carrier?.lines_of_coverage['medical']?.plans?.[0];
      const summary = got.fulfillment_summary.map(({ carrier_id }) => carrier_id);
      const ids = [connection.carrier_id, carrier?.carrier_id, plan?.plan_id, ...summary].join('');
      expect(ids).toBe(ids.toUpperCase());
    });
  });

  it('count in the unit of the dialect', async () => {
    await spoken({ timestampUnit: 'microseconds' }, ({ snapshot }) => {
      expect(snapshot.created).toBe(Date.UTC(2026, 0, 15, 12) * 1000);
    });
  });
});

describe('members beyond the documented ones', () => {
  it('may be everywhere but among those of a snapshot in a list', async () => {
    await spoken({ extraFields: 'everywhere' }, ({ groups, decision, got, snapshots, connection }) => {
      const extra = { external_id: 'none' };
      expect(groups).toMatchObject({ ...extra, meta: extra, response: [extra, extra, extra] });
      expect(connection).toMatchObject({ ...extra, group_data: extra });
      expect(decision).toMatchObject({
        ...extra,
        body: { carriers: [{ lines_of_coverage: { medical: { ...extra, plans: [extra] } } }] },
      });
      expect(Object.keys(decision.body.carriers[0]?.lines_of_coverage ?? {})).toEqual(['medical']);
      expect(got).toMatchObject({ ...extra, member_snapshot: { ...extra, employee: { ...extra, person: extra } } });
      expect(got.member_snapshot.employee?.classifications).toEqual({ division: 'North' });
      for (const item of snapshots.response) expect(Object.keys(item)).toHaveLength(7);
      expect(snapshots.response.at(-1)?.fulfillment_summary).toEqual(got.fulfillment_summary);
    });
  });
});
