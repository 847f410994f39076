import { expect, test } from 'vitest';
import { defaultBounds } from './client.ts';
import type { OutgoingRequest } from './exchange.ts';
import { clientFor, write } from './sample-client.test-data.ts';
import { sendJson, startServer } from './sample-server.test-data.ts';
import { virtualClock } from './virtual-clock.test-data.ts';

/** A client, and a service that is unavailable for a while from the second request on, or only to some requests. */
async function away(status: number, milliseconds: number, isConcerned: (url: string) => boolean = () => true) {
  const clock = virtualClock();
  let answered = 0;
  let from = Number.POSITIVE_INFINITY;
  const server = await startServer((response, _position, { url = '' }) => {
    if (answered > 0 && isConcerned(url)) {
      from = Math.min(from, clock.now());
      if (clock.now() - from < milliseconds) return void response.writeHead(status).end();
    }
    answered += 1;
    return sendJson(response, {});
  });
  const { client, send: sendTo } = clientFor({ clock });
  const send = (parts: Partial<OutgoingRequest> = {}, path = 'groups') =>
    sendTo(server, { url: `${server.url}/api/v1/${path}`, ...parts });
  await send();
  return { client, clock, send };
}

test.for([
  [503, 'GET', true],
  [502, 'GET', true],
  [503, 'POST', true],
  [504, 'POST', false],
] as const)('an outage of twelve seconds with %i is waited for by %s: %s', async ([status, method, isAnswered]) => {
  const { send } = await away(status, 12_000);
  const sent = await Promise.all([1, 2, 3].map(() => send(method === 'POST' ? write : {})));
  expect(sent.map(({ answer }) => answer?.status)).toEqual(sent.map(() => (isAnswered ? 200 : undefined)));
});

test('a target that stays unavailable is waited for half a minute in total', async () => {
  const { client, clock, send } = await away(503, Number.POSITIVE_INFINITY);
  expect((await send()).failure).toMatchObject({ kind: 'unavailable' });
  expect(clock.now()).toBeGreaterThan(30_000);
  expect(clock.now()).toBeLessThan(40_000);
  const [before, { tries }] = [clock.now(), client];
  const later = await Promise.all(Array.from({ length: 50 }, () => send()));
  expect(later.map(({ failure }) => failure?.message)).toEqual(later.map(() => 'the target answered 503 once'));
  expect(client.tries).toBe(tries + 50);
  expect(clock.now() - before).toBeLessThan(5_000);
});

test('a single endpoint that stays unavailable is not waited for', async () => {
  const { client, clock, send } = await away(503, Number.POSITIVE_INFINITY, (url) => url.includes('employees'));
  for (let times = 0; times < 3; times += 1)
    expect((await send({}, 'employees')).failure?.message).toContain(`${defaultBounds.tries} times`);
  expect(clock.now()).toBeLessThan(15_000);
  // Each time, the answered read is sent once more to find that out.
  expect(client.tries).toBe(1 + 3 * (defaultBounds.tries + 1));
});
