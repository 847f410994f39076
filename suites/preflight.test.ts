import { describe, expect, test } from 'vitest';
import type { Target } from '../target/configuration/target.ts';
import { startServer, type SampleServer } from '../target/sample-server.test-data.ts';
import { virtualClock } from '../target/virtual-clock.test-data.ts';
import { sampleTarget } from './engine/sample-session.test-data.ts';
import { preflight } from './preflight.ts';

const signal = new AbortController().signal;

/** Runs the preflight on a target whose two services are both at this server. */
function lookAt(
  { url }: SampleServer,
  more: Partial<Parameters<typeof preflight>[1]> = {},
  parts: Partial<Target> = {},
) {
  const options = { signal, deadline: 180_000, clock: virtualClock(), ...more };
  return preflight(sampleTarget({ baseUrl: url, authUrl: url, ...parts }), options);
}

/** Why nothing can be judged, or `judged`. */
const outcomeOf = (looking: ReturnType<typeof lookAt>): Promise<string> =>
  looking.then(
    () => 'judged',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

describe('a target that cannot be judged', () => {
  test.each([
    [429, {}],
    [429, { 'retry-after': '5' }],
    [503, {}],
  ])('because it turns everything away with %i, %j, is given up within the time budget', async (status, headers) => {
    const server = await startServer((response) => response.writeHead(status, headers).end());
    const clock = virtualClock();
    const outcome = await lookAt(server, { clock }).catch((error: unknown) => error);
    expect(outcome).toMatchObject({
      name: 'NoVerdictError',
      message: expect.stringMatching(`the target answered ${status} \\d+ times; try again later$`),
      sent: { tries: server.received.length },
    });
    expect(clock.now()).toBeLessThanOrEqual(180_000);
  });

  test('because the time was used up by the token request is not asked again', async () => {
    const clock = virtualClock();
    const server = await startServer((response, position) => {
      clock.pass(position === 0 ? 200_000 : 0);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"access_token":"a.b.c"}');
    });
    await expect(lookAt(server, { clock })).rejects.toThrow(/^the time budget was used up/);
    expect(server.received).toHaveLength(1);
  });
});

test('returns the exchanges with a target that answers, and counts every try', async () => {
  const server = await startServer((response, position) =>
    response.writeHead(position === 0 ? 429 : 200, { 'content-type': 'application/json' }).end('{"access_token":"a"}'),
  );
  expect(await lookAt(server)).toMatchObject({
    sent: { tries: 3, throttled: { count: 1, unavailable: 0 } },
    exchanges: [
      { number: 2, request: { endpoint: 'token' }, answer: { status: 200 } },
      { number: 3, request: { endpoint: 'E1' }, access: 'first' },
    ],
  });
});

test.each([
  ['is refused if a new token ends the earlier ones', 'newest', /^a new token ends the others .* without --shard$/],
  ['is refused if tokens of other shards end the one in use as well', 'last', /^a new token ends the others /],
  ['may run if all tokens are good', 'all', /^judged$/],
  ['may run if no token is good, which is left to the suites', 'none', /^judged$/],
] as const)('a shard of a run %s', async (_what, good, message) => {
  let issued = 0;
  const server = await startServer((response, _position, request) => {
    const isToken = request.method === 'POST';
    if (isToken) issued += 1;
    const used = Number(request.headers['authorization']?.split('.')[2]);
    const isGood = { newest: used === issued, last: used === issued && issued > 2, all: true, none: false }[good];
    response.writeHead(isToken || isGood ? 200 : 401, { 'content-type': 'application/json' });
    response.end(isToken ? `{"access_token":"a.b.${issued}"}` : '{}');
  });
  expect(await outcomeOf(lookAt(server, { sharesKey: true }))).toMatch(message);
});

test('requests the token that is kept unused before the one that is used', async () => {
  const server = await startServer((response, position) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(`{"access_token":"a.b.${position}"}`),
  );
  expect(await lookAt(server, { keepsToken: true })).toMatchObject({
    unused: { answer: { json: { access_token: 'a.b.0' } } },
  });
  expect(server.received.at(-1)?.headers['authorization']).toBe('Bearer a.b.1');
});

test.each([
  ['answers everything', () => 200, 6, Infinity, Infinity],
  ['asks to slow down', (position: number) => (position % 2 === 0 ? 429 : 200), 12, 0, 7],
  ['accepts two requests at a time', (_position: number, inFlight: number) => (inFlight > 2 ? 429 : 200), 12, 20, 1e6],
])('measures with a few requests how fast a target answers that %s', async (_what, status, probes, least, most) => {
  let inFlight = 0;
  const server = await startServer((response, position) => {
    inFlight += 1;
    const head = { 'content-type': 'application/json', 'retry-after': '1' };
    response.writeHead(position < 2 ? 200 : status(position, inFlight), head);
    setTimeout(() => {
      inFlight -= 1;
      response.end('{"access_token":"a"}');
    }, 5);
  });
  const { pace, sent } = await lookAt(server, { probes: 6 });
  expect(sent.tries - sent.throttled.count).toBe(2 + probes);
  expect(pace?.latencyMs).toBeGreaterThan(0);
  expect(pace?.requestsPerSecond).toBeGreaterThanOrEqual(least);
  expect(pace?.requestsPerSecond).toBeLessThanOrEqual(most);
});

test.each([
  ['serves one connection at a time', Infinity, 1],
  ['is slow only while it starts', 3, undefined],
])('finds out how many requests may be in flight at a target that %s', async (_what, mostSlow, concurrency) => {
  const clock = virtualClock();
  let inFlight = 0;
  let slow = 0;
  const server = await startServer((response) => {
    inFlight += 1;
    setTimeout(() => {
      if (inFlight > 1 && (slow += 1) <= mostSlow) clock.pass(900);
      inFlight -= 1;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"access_token":"a"}');
    }, 2);
  });
  const { pace } = await lookAt(server, { clock, probes: 6 });
  expect(pace?.concurrency).toBe(concurrency);
});

interface Answered {
  readonly status?: number;
  readonly type?: string;
  readonly body?: string;
}

const page: Answered = { type: 'text/html; charset=utf-8', body: '<!-- x -->\n<!DOCTYPE html><title>Sign in</title>' };

/** The outcome for a target that answers the token service, the groups list and everything else like this. */
async function preflightOf(tokens: Answered, groups: Answered, others: Answered = {}, groupId?: string) {
  const server = await startServer((response, _, { url = '' }) => {
    const answered = url.endsWith('/token') ? tokens : url.endsWith('/groups') ? groups : others;
    const { status = 200, type = 'application/json', body = '{"access_token":"a.b.c"}' } = answered;
    response.writeHead(status, { 'content-type': type, location: '/login?hush' }).end(body);
  });
  const fixtures = { carrierIds: [], planIds: [], plans: [], ...(groupId === undefined ? {} : { groupId }) };
  return outcomeOf(lookAt(server, {}, { fixtures }));
}

describe('a service at the given address', () => {
  test.each<[string, Answered, Answered, RegExp]>([
    ['a web page for a token', page, {}, /^the token service at .*\/token answered 200 with a web page .*login/],
    ['a redirect for a token', { status: 302 }, {}, /\/token answered 302, a redirect to .*\/login, .*login/],
    ['a web page for the groups', {}, page, /^the API at .*\/groups answered 200 with a web page .*check --base-url/],
    ['a redirect for the groups', {}, { status: 307 }, /\/groups answered 307, a redirect to .*check --base-url/],
    ['404 for the groups', {}, { status: 404, body: '{}' }, /\/groups answered 404; check --base-url: .* below it$/],
    [
      'a token of two lines',
      { body: '{"access_token":"a\\r\\nx-evil: 1"}' },
      {},
      /^the token service gave a token that no header can carry; check what answers at http/,
    ],
    ['a token beyond Latin-1', { body: '{"access_token":"tok\u{1f600}é"}' }, {}, /that no header can carry/],
    ['an extremely long token', { body: `{"access_token":"${'x'.repeat(70_000)}"}` }, {}, /that no header can carry/],
    ['401 for a token', { status: 401 }, {}, /\/token answered 401; check the client id .* and its secret/],
  ])('is not judged if it answers with %s', async (_what, tokens, groups, message) => {
    expect(await preflightOf(tokens, groups)).toMatch(message);
  });

  test.each<[string, Answered, Answered]>([
    ['JSON declared as HTML', { type: 'text/html' }, { type: 'text/html' }],
    ['HTML declared as JSON', {}, { body: '<html></html>' }],
    ['a refusal for the groups', {}, { status: 403 }],
    ['an error page for the groups', {}, { status: 500, type: 'text/html', body: '<html></html>' }],
    ['no token', { body: '{}' }, { status: 401 }],
  ])('is judged if it answers with %s', async (_what, tokens, groups) => {
    expect(await preflightOf(tokens, groups)).toBe('judged');
  });

  test('is judged if it lacks only the groups list', async () => {
    const missing: Answered = { status: 404, body: '{}' };
    expect(await preflightOf({}, missing, {}, '0190abcd-0000-4000-8000-00000000000f')).toBe('judged');
    expect(await preflightOf({}, missing, missing, '0190abcd-0000-4000-8000-00000000000f')).toMatch(/answered 404/);
  });
});
