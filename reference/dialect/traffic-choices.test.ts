import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startClient, type ReferenceClient } from '../testing/client.ts';
import { spoken } from '../testing/walk.ts';
import { choices } from './choices.ts';
import type { Dialect } from './dialect.ts';

async function statuses(client: ReferenceClient, count: number): Promise<readonly number[]> {
  const replies = await Promise.all(Array.from({ length: count }, () => client.call('E1')));
  return replies.map(({ status }) => status);
}

async function speaking(dialect: Partial<Dialect>, check: (client: ReferenceClient) => Promise<void>): Promise<void> {
  const client = await startClient({ dialect });
  try {
    await check(client);
  } finally {
    await client.close();
  }
}

/** How many connections it takes a client that keeps them to ask twice, a moment apart. */
async function connectionsUsed(client: ReferenceClient): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const ports = new Set<number | undefined>();
  for (const wait of [0, 40]) {
    await sleep(wait);
    await new Promise<void>((resolve, reject) => {
      const options = { agent, headers: { authorization: client.bearer } };
      const asked = request(`${client.baseUrl}/api/v1/groups`, options, (answer) => {
        ports.add(answer.socket.localPort);
        answer.resume().on('end', resolve);
      });
      asked.on('error', reject).end();
    });
  }
  agent.destroy();
  return ports.size;
}

describe('traffic', () => {
  it('may be limited to so many requests in a second', async () => {
    for (const [retryAfter, told] of [
      ['seconds', '1'],
      ['http-date', 'Thu, 15 Jan 2026 12:00:01 GMT'],
      ['absent', null],
    ] as const) {
      await speaking({ rateLimit: 50, retryAfter, errorShape: 'text' }, async (client) => {
        // Two tokens were asked for.
        expect((await statuses(client, 60)).filter((status) => status === 200)).toHaveLength(48);
        const { status, headers, text } = await client.call('E1');
        expect([status, headers.get('retry-after'), text]).toEqual([429, told, expect.stringContaining('too many')]);
        client.clock.step(1000);
        expect(await client.call('E1')).toMatchObject({ status: 200 });
      });
    }
  });

  it('may find the service out of order once in a while, and never twice in a row', async () => {
    await speaking({ unavailable: 200 }, async (client) => {
      const found = await statuses(client, 399);
      expect(found.filter((status) => status === 503)).toHaveLength(2);
      expect(found.filter((status) => status === 200)).toHaveLength(397);
    });
  });

  it.each(choices.latency.values)('may wait %s milliseconds for its answers', (latency) =>
    spoken({ latency }, ({ statuses: walked }) => expect(walked).toEqual([201, 201, 200, 409, 201])),
  );

  it.each([
    ['kept', 1],
    ['idle-closed', 2],
    ['closed', 2],
  ] as const)('finds connections %s', (connections, count) =>
    speaking({ connections }, async (client) => expect(await connectionsUsed(client)).toBe(count)),
  );
});
