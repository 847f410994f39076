import { describe, expect, test } from 'vitest';
import { NoTokenError } from '../../target/token-service.ts';
import { runningCase } from './case-scope.ts';
import type { CheckFunction } from './requirement.ts';
import { decide } from './decide.ts';
import { closingOf } from './closing.ts';
import { resultOf } from './result.ts';
import { anExchange, findingOf, sampleSession } from './sample-session.test-data.ts';
import { Undecided, Violation } from './verdicts.ts';
import type { Session } from './session.ts';

const id = 'groups.fixture-listed';

async function decided(check: CheckFunction, session: Session = sampleSession()): Promise<Session> {
  await decide(session, { id, check });
  return session;
}

const failing: CheckFunction = async ({ that }) => that(false, () => findingOf('wrong', anExchange()));

describe('a check', () => {
  test('that asserts what holds passes, with its cases', async () => {
    const session = await decided(async ({ that }) => {
      that(true, () => findingOf(1));
      that(true, () => findingOf(2));
    });
    expect(resultOf(session, id)).toMatchObject({ outcome: 'pass', cases: 2, level: 'expected' });
  });

  test('that could not decide what is left passes in part, with the reason', async () => {
    const session = await decided(async ({ that, undecided }) => {
      that(true, () => findingOf(1));
      undecided('blocked', 'refused');
    });
    expect(resultOf(session, id)).toMatchObject({ outcome: 'pass', cases: 1, partly: true, detail: 'refused' });
    const whole = await decided(async ({ that }) => that(true, () => findingOf(1)));
    expect(resultOf(whole, id)).not.toHaveProperty('partly');
  });

  test('that asserts nothing does not pass', async () => {
    const session = await decided(async () => undefined);
    expect(resultOf(session, id)).toMatchObject({ outcome: 'inconclusive', reason: 'not-reached', cases: 0 });
  });

  test('that does not hold is run again alone, on records of its own, before it is reported', async () => {
    const tags: string[] = [];
    const session = await decided(async ({ that, session: { parameters } }) => {
      tags.push(parameters.runId);
      that(false, () => findingOf(tags.length, anExchange()));
    });
    expect(tags).toEqual(['0000abcd', '0000abcdr']);
    expect(resultOf(session, id)).toMatchObject({ outcome: 'fail', counterexample: { actual: 2 } });
    expect(resultOf(session, id).counterexample).not.toHaveProperty('passedAgain');
  });

  test('whose second run cannot be decided is reported as not confirmed', async () => {
    let runs = 0;
    const session = await decided(async ({ that, undecided }) => {
      runs += 1;
      if (runs > 1) undecided('blocked', 'refused');
      that(false, () => findingOf('wrong', anExchange()));
    });
    expect(resultOf(session, id)).toMatchObject({
      outcome: 'fail',
      counterexample: { message: 'found wrong (a second run could not be decided: refused)' },
    });
  });

  test('that holds when it is run again is reported with both answers', async () => {
    let runs = 0;
    const session = await decided(async ({ that }) => {
      runs += 1;
      const exchange = { ...anExchange(), number: runs };
      runningCase()?.exchanges.push(exchange);
      that(runs > 1, () => findingOf('wrong', exchange));
    });
    const { outcome, counterexample } = resultOf(session, id);
    expect(outcome).toBe('fail');
    expect(counterexample).toMatchObject({ actual: 'wrong', passedAgain: { request: { method: 'GET' } } });
  });

  test('that asserts what does not hold is a failure of the target', async () => {
    const session = await decided(failing);
    expect(resultOf(session, id)).toMatchObject({
      outcome: 'fail',
      // The second run counts as well.
      cases: 2,
      counterexample: {
        message: 'found wrong',
        pointer: '/x',
        expected: 'something else',
        actual: 'wrong',
        occurrences: 1,
        seed: 7,
        replay: `bfc replay report.json ${id}`,
        curl: "curl -sS -i 'http://127.0.0.1:9/E1'",
      },
    });
    expect(closingOf(session).suiteFaults).toEqual([]);
  });

  test('that cannot decide is inconclusive, with the reason', async () => {
    const session = await decided(async ({ undecided }) => undecided('not-configured', 'set fixtures.groupId'));
    expect(resultOf(session, id)).toMatchObject({
      outcome: 'inconclusive',
      reason: 'not-configured',
      detail: 'set fixtures.groupId',
    });
  });

  test.for([
    ['without a token', new NoTokenError(anExchange()), 'blocked'],
    ['after an interruption', new DOMException('stopped', 'AbortError'), 'not-reached'],
    ['for want of an answer', new Undecided('blocked', 'no answer'), 'blocked'],
  ] as const)('that ends %s is inconclusive', async ([, error, reason]) => {
    const session = await decided(() => Promise.reject(error));
    expect(resultOf(session, id)).toMatchObject({ outcome: 'inconclusive', reason });
    expect(session.ledger.faults).toEqual([]);
  });

  test.for([new TypeError('no such member'), 'thrown text'])(
    'that ends in %s is a fault of the suite, not a verdict',
    async (thrown) => {
      const session = await decided(() => Promise.reject(thrown));
      expect(resultOf(session, id).outcome).toBe('inconclusive');
      expect(closingOf(session).suiteFaults).toMatchObject([{ id, message: expect.stringContaining(String(thrown)) }]);
    },
  );

  test('that failed once is a failure, whatever other checks of the requirement say', async () => {
    const session = await decided(failing);
    await decided(async ({ that }) => that(true, () => findingOf(1)), session);
    await decided(async ({ undecided }) => undecided('blocked', 'no'), session);
    expect(resultOf(session, id).outcome).toBe('fail');
  });

  test('notes what it observes for the report', async () => {
    const session = await decided(async ({ observe }) => observe('sample-secret-0001 seen'));
    expect(closingOf(session).observations).toEqual([{ id, value: '<client secret> seen', cases: 1 }]);
  });

  test('uses a seed of its own for its properties', async () => {
    const { constant } = await import('fast-check');
    let cases = 0;
    const session = await decided(async ({ forAll, that }) =>
      forAll(constant(1), async () => {
        cases += 1;
        that(true, () => findingOf(1));
      }),
    );
    expect(cases).toBe(session.parameters.cases);
    expect(resultOf(session, id).cases).toBe(cases);
  });
});

describe('a waiver', () => {
  const waive = (until: string) => [{ id, reason: 'known since spring', until }];

  test('accepts a failure until its day, and shows it all the same', async () => {
    const session = await decided(failing, sampleSession({ waive: waive('9999-12-31') }));
    expect(resultOf(session, id)).toMatchObject({
      outcome: 'skipped',
      reason: 'waived',
      detail: 'until 9999-12-31: known since spring',
      counterexample: { message: 'found wrong' },
    });
  });

  test('holds on its last day', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const session = await decided(failing, sampleSession({ waive: waive(today) }));
    expect(['waived', undefined]).toContain(resultOf(session, id).reason);
  });

  test('that has ended accepts nothing, and says so', async () => {
    const session = await decided(failing, sampleSession({ waive: waive('2020-01-01') }));
    expect(resultOf(session, id)).toMatchObject({
      outcome: 'fail',
      detail: 'its waiver (known since spring) ended on 2020-01-01',
    });
  });

  test('of another requirement accepts nothing', async () => {
    const waivers = waive('9999-12-31').map((one) => ({ ...one, id: 'groups.list' }));
    const session = await decided(failing, sampleSession({ waive: waivers }));
    expect(resultOf(session, id).outcome).toBe('fail');
  });

  test('accepts as well that a pinned open point has changed', async () => {
    const open = 'renewals.edit-stale';
    const waivers = waive('9999-12-31').map((one) => ({ ...one, id: open }));
    const session = sampleSession({ waive: waivers, expect: { [open]: 'refused with 409' } });
    await decide(session, { id: open, check: async ({ observe }) => observe('refused with 412') });
    expect(resultOf(session, open)).toMatchObject({
      outcome: 'skipped',
      reason: 'waived',
      detail: expect.stringMatching(/^until 9999-12-31: known since spring; pinned .*409.*412/),
    });
  });

  test('changes nothing about a requirement that holds', async () => {
    const session = await decided(
      async ({ that }) => that(true, () => findingOf(1)),
      sampleSession({ waive: waive('9999-12-31') }),
    );
    expect(resultOf(session, id).outcome).toBe('pass');
  });
});

describe('a result', () => {
  test.for([{ only: ['groups.list'] as const }, { skip: [id] as const }])(
    'of a requirement that was not asked for (%j) is skipped',
    async (parts) => {
      const session = await decided(failing, sampleSession({}, parts));
      expect(resultOf(session, id)).toMatchObject({ outcome: 'skipped', reason: 'deselected' });
    },
  );

  test('shows no secret in any of its texts', async () => {
    const secret = 'sample-secret-0001';
    const finding = {
      ...findingOf({ access_token: 'opaque', list: [secret] }, anExchange()),
      message: `with ${secret}`,
      expected: secret,
    };
    const session = await decided(() => Promise.reject(new Violation(finding)));
    const other = await decided(() => Promise.reject(new Undecided('blocked', `the target said ${secret}`)));
    const faulty = await decided(() => Promise.reject(new Error(`broke on ${secret}`)));
    const written = JSON.stringify([resultOf(session, id), resultOf(other, id), closingOf(faulty)]);
    expect(written).not.toContain(secret);
    expect(written).not.toContain('opaque');
    expect(written).toContain('<client secret>');
  });
});

describe('a pinned open point', () => {
  const openPoint = 'renewals.edit-stale';

  test('passes while what is observed is the value it is pinned to', () => {
    const session = sampleSession({ expect: { [openPoint]: 'refused with 409' } });
    session.ledger.observed(openPoint, 'refused with 409');
    expect(resultOf(session, openPoint)).toMatchObject({ outcome: 'pass', cases: 1 });
  });

  test('fails when something else is observed, or something beside it', () => {
    const session = sampleSession({ expect: { [openPoint]: 'refused with 409' } });
    session.ledger.observed(openPoint, 'refused with 409');
    session.ledger.observed(openPoint, 'accepted with 200');
    expect(resultOf(session, openPoint)).toMatchObject({
      outcome: 'fail',
      detail: 'pinned by expect to "refused with 409", observed "accepted with 200; refused with 409"',
    });
  });

  test.each([
    ['renewals.transitions', 'statuses seen: done, ready, submitted', 'statuses seen: submitted'],
    ['input.error-shape', 'validation: 400; not found: 404', 'validation: 400'],
    ['paging.defaults', 'E5: page_size 20 by default', 'E5: the whole list by default (a list no longer than that)'],
    ['renewals.edit-stale', '409', '409'],
  ] as const)('passes where only the run is another: %s', (id, wanted, seen) => {
    const session = sampleSession({ expect: { [id]: wanted } });
    session.ledger.observed(id, seen);
    expect(resultOf(session, id).outcome).toBe('pass');
  });

  test.each([
    ['paging.defaults', 'page_size 20', 'E5: page_size 20 by default'],
    ['renewals.transitions', 'submitted to done', 'statuses seen: done, ready, submitted'],
  ] as const)(
    'fails, or stays undecided in a short run, when it tells of nothing that is observed: %s',
    (id, wanted, seen) => {
      const outcomes = (['full', 'health'] as const).map((profile) => {
        const session = sampleSession({ expect: { [id]: wanted } }, { profile });
        session.ledger.observed(id, seen);
        return resultOf(session, id);
      });
      const detail = `pinned by expect to "${wanted}", of which the run saw nothing; observed "${seen}"`;
      expect(outcomes).toMatchObject([
        { outcome: 'fail', detail },
        { outcome: 'inconclusive', reason: 'not-reached', detail },
      ]);
    },
  );

  test('does not fail for a value that part of its check got no answer to', () => {
    const session = sampleSession({ expect: { 'renewals.lines': 'dental taken; medical taken' } });
    session.ledger.observed('renewals.lines', 'medical taken');
    session.ledger.undecided('renewals.lines', 'blocked', 'no answer to POST');
    expect(resultOf(session, 'renewals.lines')).toMatchObject({ outcome: 'pass', partly: true });
    session.ledger.observed('renewals.lines', 'vision taken');
    expect(resultOf(session, 'renewals.lines').outcome).toBe('fail');
  });

  test('may be pinned to what is no text', () => {
    const session = sampleSession({ expect: { [openPoint]: 409 } });
    session.ledger.observed(openPoint, '409');
    expect(resultOf(session, openPoint).outcome).toBe('pass');
  });

  test.each([
    ['full', 'pass', 'fail'],
    ['health', 'pass', 'pass'],
  ] as const)(
    'in the profile %s: %s with all values, %s with one missing, and never with another',
    (profile, all, some) => {
      const outcomeOf = (...seen: readonly string[]) => {
        const session = sampleSession({ expect: { [openPoint]: 'a; b' } }, { profile });
        for (const value of seen) session.ledger.observed(openPoint, value);
        return resultOf(session, openPoint).outcome;
      };
      expect([outcomeOf('a', 'b'), outcomeOf('a'), outcomeOf('a', 'c')]).toEqual([all, some, 'fail']);
    },
  );

  test('does not fail for what a run did not come to that has ended before its end', () => {
    const session = sampleSession({ expect: { [openPoint]: 'a; b' } }, { timeBudgetMs: -1 });
    session.ledger.observed(openPoint, 'a');
    expect(resultOf(session, openPoint).outcome).toBe('pass');
  });

  test('stays undecided when nothing was observed', () => {
    expect(resultOf(sampleSession({ expect: { [openPoint]: 'x' } }), openPoint).outcome).toBe('inconclusive');
  });
});
