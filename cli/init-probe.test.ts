import { describe, expect, it } from 'vitest';
import { canonicalDecision, defaultContext } from '../generators/index.ts';
import { startServer } from '../target/sample-server.test-data.ts';
import { probe, seenInRecords } from './init-probe.ts';
import type { InitSettings } from './init-settings.ts';
import { lockedTarget } from './init.test-data.ts';

const group = '0190abcd-0000-4000-8000-00000000000f';
const carrier = '0190abcd-0000-4000-8000-0000000000c1';

/** Settings of a target that must not be written to. */
const settingsOf = (url: string): InitSettings => ({
  target: lockedTarget({ baseUrl: url, authUrl: url, credentials: { clientId: 'my-key', clientSecret: 'hush' } }),
  clientSecretEnv: 'BFC_CLIENT_SECRET',
  isSecretSet: true,
});

interface Answered {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const token: Answered = { body: { access_token: 'a.b.c' } };
const page = (...response: readonly unknown[]): Answered => ({
  body: { meta: { page_size: 7, total_records: 9 }, response },
});

/** A service that answers its token service, its groups list and all else like this. */
async function answering(tokens: Answered, groups: Answered = page(), others: Answered = page()) {
  return startServer((response, _, { url = '' }) => {
    const {
      status = 200,
      headers = {},
      body = {},
    } = url.endsWith('/token') ? tokens : url.endsWith('/groups') ? groups : others;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
}

async function probed(url: string) {
  const steps: { name: string; ok: boolean; text: string }[] = [];
  const learned = await probe(settingsOf(url), '0000abcd', undefined, (name, ok, text) =>
    steps.push({ name, ok, text }),
  );
  return { learned, steps };
}

it.each<[string, Answered, Answered | undefined, RegExp]>([
  [
    'a key that is refused',
    { status: 401 },
    undefined,
    /token answered 401; check the client id my-key and its secret in BFC_CLIENT_SECRET/,
  ],
  ['an answer without a token', {}, undefined, /answered without an access_token; check --auth-url/],
  [
    'no API there',
    token,
    { status: 404 },
    /\/api\/v1\/groups answered 404; check --base-url: \/api\/v1\/groups is expected below it$/,
  ],
])('%s makes a target unusable, reported in one line with what to check', async (_what, tokens, groups, message) => {
  const { url } = await answering(tokens, groups);
  const refused = probed(url);
  await expect(refused).rejects.toThrow(message);
  await expect(refused).rejects.toHaveProperty('name', 'NoVerdictError');
});

describe('a target that must not be written to', () => {
  it('is read, and nothing else', async () => {
    const plans = [{ plan_id: carrier.replace('c1', 'a1'), name: 'x', plan_type: 'indemnity' }];
    const line = { plans };
    const decision = {
      body: { carriers: [{ carrier_id: carrier, lines_of_coverage: { vision: line, dental: line } }] },
    };
    const { url, received } = await answering(
      token,
      page({ id: group, name: 'One' }),
      page(decision, 7, { body: 'x' }),
    );
    const { learned, steps } = await probed(url);
    expect(received.filter(({ method }) => method !== 'GET').map(({ url: path }) => path)).toEqual([
      '/auth/public/token',
    ]);
    expect(learned).toMatchObject({
      groupId: group,
      isDefaultGroup: true,
      carrierIds: [carrier],
      lines: ['vision', 'dental'],
      vocabulary: { plan_type: ['indemnity'] },
      trial: { notTried: expect.any(String) },
    });
    expect(steps.map(({ name }) => name)).toEqual(['token', 'groups', 'decisions', 'bodies']);
    expect(steps[1]?.text).toBe(`9 listed in pages of 7; One (${group}) is used`);
  });

  it('may have no groups, or hide its decisions', async () => {
    const none = await probed((await answering(token)).url);
    expect(none.learned).not.toHaveProperty('groupId');
    const hidden = await probed((await answering(token, page({ id: group }), { status: 403 })).url);
    expect(hidden.learned.groupId).toBe(group);
    expect(hidden.steps[2]).toMatchObject({ ok: false, text: 'their list was refused for 1 group' });
  });
});

const id = (end: string) => `0190abcd-0000-4000-8000-${end.padStart(12, '0')}`;

const decision = (carrier: unknown, plan: unknown, line = 'medical') => ({
  body: { carriers: [{ carrier_id: carrier, lines_of_coverage: { [line]: { plans: [{ plan_id: plan }] } } }] },
});

it('the most frequent come first, and what an earlier run left behind or is no id does not count', () => {
  const left = canonicalDecision(defaultContext());
  const seen = [decision(id('1'), id('a')), decision(id('2'), id('b')), decision(id('2'), id('b'))];
  expect(seenInRecords([left, decision('no id', 7, '\u0000'), ...seen])).toMatchObject({
    carrierIds: [id('2'), id('1')],
    planIds: [id('b'), id('a')],
    lines: ['medical', 'dental'],
  });
});

it('coded values are learned only where the built-in ones lack some', () => {
  const withTypes = (...types: readonly string[]) => {
    const plans = types.map((type) => ({ plan_type: type, metal_tier: 'bronze' }));
    return { body: { carriers: [{ lines_of_coverage: { medical: { plans } } }] } };
  };
  expect(seenInRecords([withTypes('ppo')]).vocabulary).toEqual({});
  expect(seenInRecords([withTypes('ppo', 'ppo', 'indemnity')]).vocabulary).toEqual({ plan_type: ['ppo', 'indemnity'] });
});

it('records of any other shape show nothing', () => {
  const records = [
    undefined,
    null,
    7,
    'x',
    [],
    { body: null },
    { body: { carriers: 'x' } },
    { body: { carriers: [null] } },
  ];
  expect(seenInRecords(records)).toEqual(seenInRecords([]));
});
