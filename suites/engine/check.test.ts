import { describe, expect, test } from 'vitest';
import { archiveInMemory } from '../../target/exchange-archive.ts';
import { startService } from '../../target/sample-server.test-data.ts';
import { NoTokenError } from '../../target/access-tokens.ts';
import { noteExchangeInCase } from './case-scope.ts';
import type { Scenario } from './definition.ts';
import { decide } from './check.ts';
import { resultOf, resultsOf } from './result.ts';
import { anExchange, findingOf, sampleSession } from './sample-session.test-data.ts';
import { Undecided, AssertionFailure } from './verdicts.ts';
import type { Session } from './session.ts';

const id = 'groups.fixture-listed';

async function decided(run: Scenario, session: Session = sampleSession()): Promise<Session> {
  await decide(session, { id, run });
  return session;
}

const failing: Scenario = async ({ that }) => that(false, () => findingOf('wrong', anExchange()));

/** A scenario that fails the first time, and then ends like `again`. */
function failingFirst(again: Scenario, exchange = anExchange()): Scenario {
  let runs = 0;
  return async (check) => {
    runs += 1;
    const sent = { ...exchange, number: runs };
    noteExchangeInCase(sent, archiveInMemory());
    if (runs > 1) await again(check);
    check.that(runs > 1, () => findingOf('wrong', sent));
  };
}

describe('a check', () => {
  test('that leaves a part undecided passes in part, with the reason', async () => {
    const session = await decided(async ({ that, undecided }) => {
      that(true, () => findingOf(1));
      undecided('blocked', 'refused');
    });
    expect(resultOf(session, id)).toMatchObject({ outcome: 'pass', cases: 1, partly: true, detail: 'refused' });
    const whole = await decided(async ({ that }) => that(true, () => findingOf(1)));
    expect(resultOf(whole, id)).not.toHaveProperty('partly');
  });

  test('with an unanswered request passes in part, and names the operation', async () => {
    const server = await startService((response) => response.destroy());
    const check: Scenario = async ({ api, that }) => {
      await api.call('E1').catch(() => undefined);
      that(true, () => findingOf(1));
    };
    const address = { baseUrl: server.url, authUrl: server.url };
    const session = await decided(check, sampleSession(address, { timeBudgetMs: 2_000 }));
    const detail = expect.stringContaining('no answer to GET /api/v1/groups');
    const unanswered = 'GET /api/v1/groups';
    expect(resultOf(session, id)).toMatchObject({ outcome: 'pass', partly: true, unanswered, detail });
  });

  test('that asserts nothing does not pass', async () => {
    const session = await decided(async () => undefined);
    expect(resultOf(session, id)).toMatchObject({ outcome: 'inconclusive', reason: 'not-reached', cases: 0 });
  });

  test('that fails is rerun alone, on its own records, and is reported as a failure of the target', async () => {
    const tags: string[] = [];
    const session = await decided(async ({ that, session: { plan } }) => {
      tags.push(plan.runId);
      that(false, () => findingOf(tags.length, anExchange()));
    });
    expect(tags).toEqual(['0000abcd', '0000abcdr']);
    expect(resultOf(session, id)).toMatchObject({
      outcome: 'fail',
      // The second run counts as well.
      cases: 2,
      counterexample: {
        message: 'found 2',
        pointer: '/x',
        occurrences: 1,
        seed: 7,
        replay: `bfc replay report.json ${id}`,
        curl: "curl -sS -i 'http://127.0.0.1:9/E1'",
      },
    });
    expect(resultOf(session, id).counterexample).not.toHaveProperty('passedAgain');
  });

  test.for([
    ['replaces a finding made outside any property', undefined, 'found wrong'],
    ['keeps the finding of a property', 'connections', 'found before'],
  ] as const)('that fails %s', async ([, foundIn, message]) => {
    const session = sampleSession();
    session.ledger.confirmed(id, { ...findingOf('before', anExchange()), ...(foundIn && { foundIn }) });
    await decided(failing, session);
    expect(resultOf(session, id).counterexample?.message).toBe(message);
  });

  const undecided: Scenario = async (check) => check.undecided('blocked', 'refused');
  const unconfirmed = 'found wrong (a second run could not be decided: refused)';

  test('whose rerun is undecided is reported as not confirmed', async () => {
    const { outcome, counterexample } = resultOf(await decided(failingFirst(undecided)), id);
    expect({ outcome, message: counterexample?.message }).toEqual({ outcome: 'fail', message: unconfirmed });
    // The same failure does not count as another way of failing.
    expect(counterexample).not.toHaveProperty('also');
  });

  test('that fails because of a refusal is undecided if its rerun is', async () => {
    const exchange = anExchange();
    const refused = { ...exchange, answer: { ...exchange.answer, status: 404 } };
    const result = resultOf(await decided(failingFirst(undecided, refused)), id);
    expect(result).toMatchObject({ outcome: 'inconclusive', reason: 'blocked', detail: unconfirmed, cases: 0 });
  });

  test('that passes when rerun is reported with both answers', async () => {
    const { outcome, counterexample } = resultOf(await decided(failingFirst(async () => undefined)), id);
    expect(outcome).toBe('fail');
    expect(counterexample).toMatchObject({ actual: 'wrong', passedAgain: { request: { method: 'GET' } } });
  });

  test.for([
    ['without a token', new NoTokenError(anExchange()), 'blocked'],
    ['after an interruption', new DOMException('stopped', 'AbortError'), 'not-reached'],
    ['without an answer', new Undecided('blocked', 'no answer'), 'blocked'],
  ] as const)('that ends %s is inconclusive', async ([, error, reason]) => {
    const session = await decided(() => Promise.reject(error));
    expect(resultOf(session, id)).toMatchObject({ outcome: 'inconclusive', reason });
    expect(session.ledger.faults).toEqual([]);
  });

  test.for([new TypeError('no member'), 'thrown text'])('that throws %s is a fault of the suite', async (thrown) => {
    const session = await decided(() => Promise.reject(thrown));
    expect(resultOf(session, id).outcome).toBe('inconclusive');
    expect(resultsOf(session).suiteFaults).toMatchObject([{ id, message: expect.stringContaining(String(thrown)) }]);
  });
});

describe('a waiver', () => {
  test.each([
    ['accepts a failure until its last day, and still shows it', '9999-12-31', 'skipped', 'until 9999-12-31: known'],
    [
      'that has ended accepts nothing, and the result says so',
      '2020-01-01',
      'fail',
      'its waiver (known) ended on 2020-01-01',
    ],
  ])('%s', async (_what, until, outcome, detail) => {
    const session = await decided(failing, sampleSession({ waive: [{ id, reason: 'known', until }] }));
    expect(resultOf(session, id)).toMatchObject({ outcome, detail, counterexample: { message: 'found wrong' } });
  });

  test('also accepts a change of a pinned open point', async () => {
    const open = 'renewals.edit-stale';
    const waivers = [{ id: open, reason: 'known', until: '9999-12-31' }];
    const session = sampleSession({ waive: waivers, expect: { [open]: 'refused with 409' } });
    await decide(session, { id: open, run: async ({ observe }) => observe('refused with 412') });
    const detail = expect.stringMatching(/^until 9999-12-31: known; pinned .*409.*412/);
    expect(resultOf(session, open)).toMatchObject({ outcome: 'skipped', reason: 'waived', detail });
  });
});

describe('a result', () => {
  test.for([{ only: ['groups.list'] as const }, { skip: [id] as const }])(
    'that was not selected (%j) is skipped',
    async (parts) => {
      const session = await decided(failing, sampleSession({}, parts));
      expect(resultOf(session, id)).toMatchObject({ outcome: 'skipped', reason: 'deselected' });
    },
  );

  test('shows no secret in any of its texts', async () => {
    const secret = 'sample-secret-0001';
    const found = findingOf({ access_token: 'opaque', list: [secret] }, anExchange());
    const finding = { ...found, message: `with ${secret}`, expected: secret };
    const session = await decided(() => Promise.reject(new AssertionFailure(finding)));
    const other = await decided(() => Promise.reject(new Undecided('blocked', `the target said ${secret}`)));
    const faulty = await decided(() => Promise.reject(new Error(`broke on ${secret}`)));
    const seeing = await decided(async ({ observe }) => observe(`${secret} seen`));
    expect(resultsOf(seeing).observations).toMatchObject([{ id, value: '<client secret> seen', cases: 1 }]);
    const written = JSON.stringify([resultOf(session, id), resultOf(other, id), resultsOf(faulty), resultsOf(seeing)]);
    expect(written).not.toContain(secret);
    expect(written).not.toContain('opaque');
    expect(written).toContain('<client secret>');
  });
});
