import { describe, expect, it } from 'vitest';
import { canonicalDecision, defaultContext } from '../generators/index.ts';
import { sendJson, startServer } from '../target/sample-server.test-data.ts';
import { probe, seenInRecords } from './init-probe.ts';
import { sampleTarget } from '../suites/engine/sample-session.test-data.ts';

interface Answered {
  readonly status?: number;
  readonly body?: unknown;
}

const token: Answered = { body: { access_token: 'a.b.c' } };
const page = (...response: readonly unknown[]): Answered => ({
  body: { meta: { page_size: 7, total_records: 9 }, response },
});

/**
 * Probes a target that must not be written to, with these answers for tokens, the list of groups, and everything else.
 */
async function probed(tokens: Answered, groups: Answered = page(), others: Answered = page()) {
  const { url, received } = await startServer((response, _, { url: path = '' }) => {
    const { status = 200, body = {} } = path.endsWith('/token') ? tokens : path.endsWith('/groups') ? groups : others;
    sendJson(response, body, status);
  });
  const credentials = { clientId: 'my-key', clientSecret: 'hush' };
  const target = sampleTarget({ baseUrl: url, authUrl: url, credentials, writesAllowed: false });
  const settings = { target, clientSecretEnv: 'BFC_CLIENT_SECRET', isSecretSet: true };
  const steps: { name: string; ok: boolean; text: string }[] = [];
  const note = (name: string, ok: boolean, text: string) => steps.push({ name, ok, text });
  const learned = await probe(settings, '0000abcd', note);
  return { learned, steps, received };
}

const keyRefused = /token answered 401; check the client id my-key and its secret in BFC_CLIENT_SECRET/;

it.each<[string, Answered, Answered | undefined, RegExp]>([
  ['a refused key', { status: 401 }, undefined, keyRefused],
  ['an answer without a token', {}, undefined, /answered without an access_token; check --auth-url/],
  [
    'a missing API',
    token,
    { status: 404 },
    /groups answered 404; check --base-url: \/api\/v1\/groups is expected below/,
  ],
])('%s makes a target unusable, with a message that says what to check', async (_what, tokens, groups, message) => {
  const expected = { name: 'NoVerdictError', message: expect.stringMatching(message) };
  await expect(probed(tokens, groups)).rejects.toMatchObject(expected);
});

const id = (end: string) => `0190abcd-0000-4000-8000-${end.padStart(12, '0')}`;
const decision = (carrier_id: unknown, lines_of_coverage: object) => ({
  body: { carriers: [{ carrier_id, lines_of_coverage }] },
});
const withPlans = (...plans: readonly object[]) => ({ medical: { plans } });

describe('a target that must not be written to', () => {
  it('is only read', async () => {
    const line = { plans: [{ plan_id: id('a'), name: 'x', plan_type: 'indemnity' }] };
    const odd = [7, null, 'x', [], ...['x', null, { carriers: 'x' }, { carriers: [null] }].map((body) => ({ body }))];
    const records = page(decision(id('1'), { vision: line, dental: line }), ...odd);
    const { learned, steps, received } = await probed(token, page({ id: id('f'), name: 'One' }), records);
    expect(received.filter(({ method }) => method !== 'GET').map(({ url }) => url)).toEqual(['/auth/public/token']);
    expect(learned).toMatchObject({
      target: {
        fixtures: { groupId: id('f'), carrierIds: [id('1')] },
        linesOfCoverage: ['vision'],
        vocabulary: { plan_type: ['indemnity'] },
      },
      isDefaultGroup: true,
      trial: { notTried: expect.any(String) },
    });
    expect(steps.map(({ name }) => name)).toEqual(['token', 'groups', 'decisions', 'bodies']);
    expect(steps[1]?.text).toBe(`9 listed in pages of 7; One (${id('f')}) is used`);
  });

  it('may have no groups, or refuse to list its decisions', async () => {
    expect((await probed(token)).learned.target.fixtures.groupId).toBeUndefined();
    const { learned, steps } = await probed(token, page({ id: id('f') }), { status: 403 });
    expect(learned.target.fixtures.groupId).toBe(id('f'));
    expect(steps[2]).toMatchObject({ ok: false, text: 'their list was refused for 1 group' });
  });
});

describe('what is learned from records', () => {
  it('has the most frequent first, and nothing from records of earlier runs or invalid ids', () => {
    const left = canonicalDecision(defaultContext());
    const often = decision(id('2'), withPlans({ plan_id: id('b') }));
    const seldom = decision(id('1'), withPlans({ plan_id: id('a') }));
    expect(seenInRecords([left, decision('no id', { '\u0000': 7 }), seldom, often, often])).toMatchObject({
      fixtures: { carrierIds: [id('2'), id('1')], planIds: [id('b'), id('a')] },
      lines: ['medical', 'dental'],
    });
  });

  it('has coded values only if the built-in ones lack some', () => {
    const ofTypes = (...types: readonly string[]) =>
      seenInRecords([decision(id('1'), withPlans(...types.map((plan_type) => ({ plan_type, metal_tier: 'bronze' }))))]);
    expect(ofTypes('ppo').vocabulary).toEqual({});
    expect(ofTypes('ppo', 'ppo', 'indemnity').vocabulary).toEqual({ plan_type: ['ppo', 'indemnity'] });
  });
});
