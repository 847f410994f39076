import { describe, expect, test } from 'vitest';
import type { Target } from '../../target/configuration/target.ts';
import { renewedToken } from '../../target/exchange.ts';
import { sampleAnswer, sampleExchange, sampleRequest } from '../../target/sample-exchange.test-data.ts';
import { sendJson, startServer, type SampleServer } from '../../target/sample-server.test-data.ts';
import type { RunPlan } from './plan.ts';
import { sampleSession } from './sample-session.test-data.ts';

/** A service that issues `t1`, `t2` and so on, and accepts those in `good`. */
async function service(good: readonly string[]): Promise<SampleServer> {
  let issued = 0;
  return startServer((response, _, request) => {
    if (request.url === '/auth/public/token') {
      issued += 1;
      sendJson(response, { access_token: `t${issued}`, expires_in: 600, token_type: 'Bearer' });
    } else {
      const known = good.some((token) => request.headers.authorization === `Bearer ${token}`);
      sendJson(response, {}, known ? 200 : 401);
    }
  });
}

/** A session with a service that also issues its tokens. */
const sessionOf = ({ url }: SampleServer, target: Partial<Target> = {}, plan: Partial<RunPlan> = {}) =>
  sampleSession({ baseUrl: url, authUrl: url, ...target }, plan);

/** The Authorization headers of the requests that a service got, shortened. */
const authorizations = ({ received }: SampleServer) =>
  received.map(({ headers }) => headers.authorization?.slice(0, 9));

describe('a call', () => {
  test('goes to a path below the base address, with its parameters encoded', async () => {
    const server = await service(['t1']);
    const session = sessionOf(server, { baseUrl: `${server.url}/gateway/benefits` });
    await session.api('groups.list').call('E5', { path: { group_id: "a/b ?'" }, query: { 'a&b': '=, 0' } });
    expect(server.received.at(-1)).toMatchObject({
      method: 'GET',
      url: "/gateway/benefits/api/v1/groups/a%2Fb%20%3F'/renewal_decisions?a%26b=%3D%2C%200",
      headers: { authorization: 'Bearer t1' },
    });
  });

  test('is repeated with other path parameters, except that an empty one stays empty', async () => {
    const server = await service(['t1']);
    const api = sessionOf(server).api('groups.list');
    for (const id of ['one', '', ':', '1', 'a/b'])
      await api.repeat(await api.call('E7', { path: { snapshot_id: id } }), { snapshot_id: 'two' });
    const paths = server.received.map(({ url }) => url).filter((url) => url.startsWith('/api'));
    const [empty, two, ...others] = ['', 'two', 'one', '%3A', '1', 'a%2Fb'].map(
      (id) => `/api/v1/member_snapshots/${id}`,
    );
    expect(paths.filter((path) => path !== two)).toEqual([others[0], empty, empty, ...others.slice(1)]);
    expect(paths.filter((path) => path === two)).toHaveLength(others.length);
  });

  test.for([
    ['accepted at the first retry', 't2', 200, 2],
    ['accepted at the second retry', 't3', 200, 3],
    ['still refused', 'another', 401, 3],
  ] as const)('is retried with a new token after a 401, at most twice: %s', async ([, good, status, tokens]) => {
    const server = await service([good]);
    const exchange = await sessionOf(server).api('groups.list').call('E1');
    const accessCase = tokens === 3 ? renewedToken : undefined;
    expect(exchange).toMatchObject({ access: 'first', answer: { status } });
    expect(exchange.accessCase).toBe(accessCase);
    const sent = Array.from({ length: tokens }, (_, at) => ['Basic c2F', `Bearer t${at + 1}`]);
    expect(authorizations(server)).toEqual(sent.flat());
  });

  test('is retried only once no token request is pending, as a further token may invalidate its own', async () => {
    let newest = 0;
    let refuse = (): void => undefined;
    const server = await startServer((response, _, request) => {
      if (request.url === '/auth/public/token') {
        newest += 1;
        refuse();
        // A token may invalidate the others long before it is returned.
        setTimeout(sendJson, newest === 3 ? 50 : 0, response, { access_token: `t${newest}` });
      } else if (request.headers.authorization === `Bearer t${newest}`) sendJson(response, {});
      else {
        refuse = () => {
          sendJson(response, {}, 401);
        };
        void api.token({ name: 'basic' });
      }
    });
    const api = sessionOf(server).api('groups.list');
    await api.call('E1');
    await api.token({ name: 'basic' });
    await expect(api.call('E1')).resolves.toMatchObject({ answer: { status: 200 } });
    expect(server.received.at(-1)).toMatchObject({ headers: { authorization: 'Bearer t3' } });
  });

  test('with its own header or query parameters carries no token, and is not retried', async () => {
    const server = await service([]);
    const api = sessionOf(server).api('unauthorized.missing');
    const odd = await api.call('E1', {}, { name: 'odd', header: 'Digest x' });
    expect([odd.access, odd.accessCase]).toEqual(['case', 'odd']);
    const authorization = { name: 'query', header: undefined, query: { access_token: 'a.b.c' } };
    const { request, access } = await api.call('E1', { query: { offset: '1' } }, authorization);
    expect([new URL(request.url).search, access]).toEqual(['?offset=1&access_token=a.b.c', 'none']);
    expect(authorizations(server)).toEqual(['Digest x', undefined]);
  });
});

describe('a call that cannot be completed', () => {
  const other = { name: 'x', header: undefined };

  test.for([
    ['without an answer', { timeBudgetMs: 2_000 }, other, 'blocked'],
    ['without a second key', {}, 'second', 'not-configured'],
    ['when out of time', { timeBudgetMs: -1 }, other, 'not-reached'],
  ] as const)('is undecided %s', async ([, plan, authorization, reason]) => {
    const mute = await startServer((_, __, request) => request.socket.destroy());
    const call = sessionOf(mute, {}, plan).api('groups.list').call('E1', {}, authorization);
    await expect(call).rejects.toMatchObject({ name: 'Undecided', reason });
  });

  test('is undecided and sends nothing if it would write where writes are not allowed', async () => {
    const server = await service(['t1']);
    const api = sessionOf(server, { writesAllowed: false }).api('groups.list');
    const wire = { text: 'POST / HTTP/1.1\r\n\r\n', isCutShort: false };
    for (const endpoint of ['E2', 'E3', 'E4', 'E6'] as const) {
      await expect(api.call(endpoint, { json: {} })).rejects.toMatchObject({ reason: 'not-configured' });
      await expect(api.raw(endpoint, wire)).rejects.toMatchObject({ reason: 'not-configured' });
    }
    expect(server.received).toEqual([]);
    await expect(api.call('E1')).resolves.toMatchObject({ answer: { status: 200 } });
  });
});

test('a session reuses the token issued before it, and counts that request', async () => {
  const server = await service(['t1']);
  const target = { baseUrl: server.url, authUrl: server.url };
  const first = sampleSession(target);
  const issued = await first.api('token.issue').token({ name: 'basic' });
  const begun = { tookMs: 0, sent: first.sent, exchanges: [issued] };
  const session = sampleSession(target, {}, { begun });
  expect(await session.api('groups.list').call('E1')).toMatchObject({ number: 2, answer: { status: 200 } });
  expect(server.received.map(({ url }) => url)).toEqual(['/auth/public/token', '/api/v1/groups']);
  expect([...session.timings.keys()]).toEqual(['token', 'E1']);
});

test('redacts the value of a configured header that the target echoes', async () => {
  const server = await startServer((response, _, { headers }) =>
    sendJson(response, { access_token: 'a.b.c', headers }),
  );
  const headers = { 'x-tenant': 'gate-key-of-our-own' };
  const session = sessionOf(server, { headers });
  const exchange = await session.api('groups.list').call('E1');
  expect(JSON.stringify(exchange)).toContain('gate-key');
  expect(JSON.stringify(session.redactor.exchange(exchange))).not.toContain('gate-key');
});

test('learns a longer lag from a read that shows its write too late, even if others were written since', async () => {
  const session = sessionOf(await service(['t1']));
  session.lag.learn('E8', 100);
  const waited = session.lag.of('E8');
  const request = sampleRequest({ endpoint: 'E6', method: 'POST' });
  session.lag.noteWrite({ ...sampleExchange({ request, endedAt: performance.now() }), answer: sampleAnswer({}) });
  let looks = 0;
  const shown = session.api('setup').untilShown(
    'E8',
    async () => (looks += 1),
    (seen) => seen > 1,
  );
  expect(await shown).toBe(2);
  expect(session.lag.of('E8')).toBeGreaterThan(waited);
});
