import { describe, expect, test } from 'vitest';
import type { ClientOptions } from './client.ts';
import type { Exchange } from './exchange.ts';
import { clientFor, write } from './sample-client.test-data.ts';
import { sendJson, startServer } from './sample-server.test-data.ts';
import { virtualClock } from './virtual-clock.test-data.ts';

describe('a gateway that blocks requests for a while', () => {
  /** A client of a service whose gateway answers the requests at some positions with 403 and an error page. */
  async function askerBehind(isBlocked: (position: number, url: string) => boolean, options?: ClientOptions) {
    const server = await startServer((response, position, { url = '' }) => {
      if (isBlocked(position, url)) response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Forbidden</h1>');
      else sendJson(response, {});
    });
    const { send } = clientFor(options);
    const ask = (endpoint: 'E1' | 'E5' | 'E7', path = '/groups'): Promise<Exchange> =>
      send(server, { endpoint, url: `${server.url}/api/v1${path}` });
    return { server, ask, askBoth: () => Promise.all([ask('E1'), ask('E5')]) };
  }
  const statusesOf = (exchanges: readonly Exchange[]) => exchanges.map(({ answer }) => answer?.status);

  test('is waited for while a read that was answered before gets the error page as well', async () => {
    const { askBoth } = await askerBehind((position) => position >= 2 && position < 10);
    await askBoth();
    expect(statusesOf(await askBoth())).toEqual([200, 200]);
  });

  test('makes the target unavailable if it does not stop', async () => {
    const deadline = { at: 60_000, passed: () => new Error('late') };
    const { askBoth } = await askerBehind((position) => position >= 2, { deadline });
    await askBoth();
    const unavailable = { failure: { kind: 'unavailable' } };
    expect(await askBoth()).toMatchObject([unavailable, unavailable]);
  });

  test('is not assumed if there was no other answer before', async () => {
    const { server, ask } = await askerBehind(() => true);
    expect(statusesOf([await ask('E1'), await ask('E1')])).toEqual([403, 403]);
    expect(server.received).toHaveLength(6);
  });

  test('is not waited for if other requests get through: then the page is the answer', async () => {
    const clock = virtualClock();
    const { ask } = await askerBehind((_position, url) => url.includes('unknown'), { clock });
    await ask('E1');
    for (const endpoint of ['E5', 'E7'] as const) {
      const begun = clock.now();
      expect(statusesOf([await ask(endpoint, '/unknown'), await ask(endpoint, '/unknown')])).toEqual([403, 403]);
      expect(clock.now() - begun).toBeLessThan(2_000);
    }
  });

  test('is not assumed if the same request is also refused in other ways, which slows nothing down', async () => {
    const clock = virtualClock();
    const server = await startServer((response, position, { method }) => {
      const isPage = method === 'POST' && position % 2 === 1;
      if (isPage) response.writeHead(403, { 'content-type': 'text/plain' }).end('the body breaks a rule');
      else if (method === 'POST') response.writeHead(422).end('the body breaks a rule');
      else sendJson(response, {});
    });
    const { client, send } = clientFor({ clock });
    await send(server);
    const begun = clock.now();
    for (let sent = 0; sent < 20; sent += 1) await send(server, write);
    expect(clock.now() - begun).toBeLessThan(2_000);
    expect(client.requestsPerSecond()).toBe(Number.POSITIVE_INFINITY);
  });

  test('is waited for if it blocks only some of many requests', async () => {
    const { ask } = await askerBehind((position) => position >= 1 && position % 2 === 0 && position < 12);
    await ask('E1');
    const all = await Promise.all(Array.from({ length: 12 }, () => ask('E5')));
    expect(statusesOf(all)).toEqual(all.map(() => 200));
  });
});
