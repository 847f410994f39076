import { describe, expect, test } from 'vitest';
import { startServer } from '../target/sample-server.test-data.ts';
import { virtualClock } from '../target/virtual-clock.test-data.ts';
import { sampleTarget } from './engine/sample-session.test-data.ts';
import { preflight } from './preflight.ts';

const signal = new AbortController().signal;

describe('a target that turns everything away', () => {
  test.each([
    [429, {}],
    [429, { 'retry-after': '5' }],
    [503, {}],
  ])('with %i, %j, is given up within the time there is', async (status, headers) => {
    const server = await startServer((response) => response.writeHead(status, headers).end());
    const clock = virtualClock();
    const target = sampleTarget({ baseUrl: server.url, authUrl: server.url });
    const outcome = await preflight(target, { signal, deadline: 180_000, clock }).catch((error: unknown) => error);
    expect(outcome).toMatchObject({
      name: 'NoVerdictError',
      message: expect.stringMatching(`the target answered ${status} \\d+ times; try again later$`),
      sent: { tries: server.received.length },
    });
    expect(clock.now()).toBeLessThanOrEqual(180_000);
  });

  test('once it has given a token, is not asked again when the time is used up', async () => {
    const clock = virtualClock();
    const server = await startServer((response, position) => {
      clock.pass(position === 0 ? 200_000 : 0);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"access_token":"a.b.c"}');
    });
    const target = sampleTarget({ baseUrl: server.url, authUrl: server.url });
    await expect(preflight(target, { signal, deadline: 180_000, clock })).rejects.toThrow(
      /^the time budget was used up/,
    );
    expect(server.received).toHaveLength(1);
  });
});

test('a target that is well is told of by what was sent to it', async () => {
  const server = await startServer((response, position) =>
    response.writeHead(position === 0 ? 429 : 200, { 'content-type': 'application/json' }).end('{"access_token":"a"}'),
  );
  const target = sampleTarget({ baseUrl: server.url, authUrl: server.url });
  const options = { signal, deadline: 180_000, clock: virtualClock() };
  expect(await preflight(target, options)).toEqual({ tries: 3, throttled: { count: 1, unavailable: 0 } });
});
