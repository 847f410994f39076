import { describe, expect, test } from 'vitest';
import { sampleObservation } from '../../results/sample-reports.test-data.ts';
import type { RequirementId } from '../../spec/index.ts';
import { createRedactor } from '../../target/redaction.ts';
import { startServer } from '../../target/sample-server.test-data.ts';
import { items } from '../judging/exchange-samples.test-data.ts';
import { createLedger } from './ledger.ts';
import { observationOf, resultOf, resultsOf } from './result.ts';
import { anExchange, sampleSession } from './sample-session.test-data.ts';
import { wordsOf } from './verdicts.ts';

test('gives observed values as one line of at most 50 values, and as data', () => {
  const observed = (count: number) => {
    const ledger = createLedger();
    for (let at = 0; at < count; at += 1) ledger.observed('paging.order', `value ${at + 100}`, { topic: 'E8' });
    return observationOf({ ledger, redactor: createRedactor() }, 'paging.order');
  };
  const seen = ['value 100', 'value 101'].map((value) => ({ topic: 'E8', value, cases: 1 }));
  expect(observed(0)).toBeUndefined();
  expect(observed(2)).toEqual({ id: 'paging.order', value: 'value 100; value 101', cases: 2, seen });
  expect(observed(52)?.value).toMatch(/; value 149; … and 2 more$/);
});

const twice = 'x'.repeat(600);

test.for([
  ['on one line', '{"rule":\n  "carrier"}', '422 {"rule": "carrier"}'],
  ['with a mark where it was cut', twice, `422 ${twice.slice(0, 500)}… (100 more characters)`],
  [
    'without members that repeat the request',
    `{"request":"${twice}","Errors":[{"reason":"no carrier"}]}`,
    '422 {"Errors":[{"reason":"no carrier"}]}',
  ],
] as const)('quotes an answer %s', ([, text, quoted]) => {
  expect(wordsOf(anExchange(items([], { status: 422, text })))).toBe(quoted);
});

describe('a pinned open point', () => {
  const openPoint = 'renewals.edit-stale';
  const page = 'E5: page_size 20 by default';
  const sawNothing = `pinned by expect to "page_size 20", of which the run saw nothing; observed "${page}"`;
  const cannotHold = expect.stringMatching(
    /^this pin cannot be held \(.*"answers 429".*"no 429"\): .*how fast it asks/,
  );

  test.each<['full' | 'health', RequirementId, string, string, object]>([
    ['full', openPoint, 'a; b', 'a; b', { outcome: 'pass' }],
    ['full', openPoint, 'a; b', 'a', { outcome: 'fail' }],
    ['health', openPoint, 'a; b', 'a', { outcome: 'pass' }],
    ['health', openPoint, 'a; b', 'a; c', { outcome: 'fail' }],
    ['full', 'paging.defaults', 'page_size 20', page, { outcome: 'fail', detail: sawNothing }],
    ['health', 'paging.defaults', 'page_size 20', page, { outcome: 'inconclusive', reason: 'not-reached' }],
    ['full', 'wire.rate-limits', 'answers 429', 'no 429', { outcome: 'inconclusive', detail: cannotHold }],
  ])('in the profile %s: %s pinned to "%s", observed "%s"', (profile, id, pin, seen, result) => {
    const session = sampleSession({ expect: { [id]: pin } }, { profile });
    for (const { value, topic, words } of sampleObservation(id, seen).seen ?? [])
      session.ledger.observed(id, value, { topic, words });
    expect(resultOf(session, id)).toMatchObject(result);
  });

  test('fails with the exchange that first showed a value outside the pin', () => {
    const session = sampleSession({ expect: { [openPoint]: 'refused with 409; accepted with 200' } });
    const [held, departing] = [anExchange(), anExchange()];
    session.ledger.observed(openPoint, 'refused with 409', { shownBy: () => held });
    session.ledger.observed(openPoint, 'refused with 412', { shownBy: () => departing });
    session.ledger.observed(openPoint, 'refused with 412', { shownBy: () => held });
    const { outcome, detail, counterexample } = resultOf(session, openPoint);
    expect([outcome, detail]).toEqual(['fail', undefined]);
    expect(counterexample).toMatchObject({
      code: 'pinned',
      message:
        'pinned by expect to "refused with 409; accepted with 200", observed "refused with 409; refused with 412"',
      expected: 'refused with 409; accepted with 200',
      actual: 'refused with 412',
      occurrences: 2,
    });
    expect(counterexample?.exchanges).toHaveLength(1);
  });

  test('is reported with its pin, whether it was judged or not', () => {
    const [unseen, lines] = ['paging.order', 'renewals.lines'] as const;
    const expected = { [openPoint]: 'a; b', [unseen]: 'x', [lines]: 'y' };
    const session = sampleSession({ expect: expected }, { profile: 'health' });
    session.ledger.observed(openPoint, 'a');
    expect(resultOf(session, openPoint)).toMatchObject({ outcome: 'pass', pin: { to: 'a; b', unseen: ['b'] } });
    expect(resultOf(session, unseen)).toMatchObject({ outcome: 'inconclusive', pin: { to: 'x' } });
    expect(resultOf(session, lines)).toMatchObject({ outcome: 'skipped', pin: { to: 'y' } });
    expect(resultOf(session, 'renewals.transitions')).not.toHaveProperty('pin');
  });

  test('does not fail for a pinned value that was not observed for lack of an answer', () => {
    const session = sampleSession({ expect: { 'renewals.lines': 'dental taken; medical taken' } });
    session.ledger.observed('renewals.lines', 'medical taken');
    session.ledger.undecided('renewals.lines', 'blocked', 'no answer to POST');
    expect(resultOf(session, 'renewals.lines')).toMatchObject({ outcome: 'pass', partly: true });
    session.ledger.observed('renewals.lines', 'vision taken');
    expect(resultOf(session, 'renewals.lines').outcome).toBe('fail');
  });
});

test('counts every try, and the tries and the time before the session', async () => {
  const server = await startServer((response, position) =>
    response.writeHead(position < 2 ? 503 : 200, { 'content-type': 'application/json', 'retry-after': '0' }).end('{}'),
  );
  const begun = { tookMs: 60_000, sent: { tries: 3, throttled: { count: 1, unavailable: 0 } }, exchanges: [] };
  const session = sampleSession({ baseUrl: server.url }, { timeBudgetMs: 90_000 }, { begun });
  await session.api('groups.list').call('E1', {}, { name: 'none', header: undefined });
  expect(resultsOf(session)).toMatchObject({ requests: 6, turnedAway: { throttled: 1, unavailable: 2 } });
  expect(session.isOutOfTime).toBe(false);
  expect(sampleSession({}, { timeBudgetMs: 30_000 }, { begun }).isOutOfTime).toBe(true);
});

test('leaves an endpoint undecided that asks to wait for longer than the run has, and goes on', async () => {
  const server = await startServer((response) => response.writeHead(429, { 'retry-after': '3600' }).end());
  const session = sampleSession({ baseUrl: server.url }, { timeBudgetMs: 30_000 });
  const ask = () => session.api('groups.list').call('E1', {}, { name: 'none', header: undefined });
  await expect(ask()).rejects.toMatchObject({ reason: 'blocked' });
  const message = 'the target asks to wait for 60 min before another GET of E1';
  await expect(ask()).rejects.toMatchObject({ reason: 'blocked', message });
  expect(server.received).toHaveLength(1);
  expect(session.isCutShort).toBe(false);
});

test('reserves part of the time for what is sent last', () => {
  const session = sampleSession({}, { timeBudgetMs: 60_000 });
  const before = session.deadline - session.startedAt;
  session.releaseReserve();
  expect([before, session.deadline - session.startedAt].map(Math.round)).toEqual([58_800, 60_000]);
  expect(session.isOutOfTime).toBe(false);
  const begun = { tookMs: 60_000, sent: { tries: 0, throttled: { count: 0, unavailable: 0 } }, exchanges: [] };
  const late = sampleSession({}, { timeBudgetMs: 60_500 }, { begun });
  late.releaseReserve();
  expect(late.isOutOfTime).toBe(true);
});

test('says whether a run with undecided requirements ran out of time', () => {
  expect(resultsOf(sampleSession({}, { timeBudgetMs: -1 })).end?.outOfTime).toBe(true);
  expect(resultsOf(sampleSession()).end?.outOfTime).toBe(false);
});

/** The evidence about an edit whose answer has this status, cloned as for the process that reports it. */
async function evidenceOf(status: string) {
  const [id, version] = ['0190abcd-0000-4000-8000-00000000000a', '0190abcd-0000-4000-8000-00000000000b'];
  const server = await startServer((response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(`{"id":"${id}","version":"${version}","status":${status}}`),
  );
  const session = sampleSession({ baseUrl: server.url });
  const path = { renewal_decision_id: id, version };
  await session.api('renewals.edit').call('E4', { path, json: {} }, { name: 'none', header: undefined });
  const { suiteFaults, requirements } = structuredClone(resultsOf(session));
  expect(suiteFaults).toEqual([]);
  return requirements.find(({ id: one }) => one === 'renewals.status-values')?.counterexample;
}

test('reports the violation of a member that is nested extremely deep', async () => {
  const evidence = await evidenceOf(`${'{"a":['.repeat(25_000)}1${']}'.repeat(25_000)}`);
  expect(evidence?.pointer).toBe('/status');
  expect(JSON.stringify(evidence?.actual)).toContain('"… nested deeper than 200 levels"');
  const body: unknown = JSON.parse(evidence?.exchanges.at(-1)?.response?.body ?? '');
  expect(body).toMatchObject({ status: { a: [{ a: [{}] }] } });
});

test('bounds the evidence about an extremely long text', async () => {
  const evidence = await evidenceOf(`"${'x'.repeat(1_000_000)}"`);
  expect(evidence?.actual).toMatch(/^x+… \(995904 more characters\)$/);
  expect(JSON.stringify(evidence).length).toBeLessThan(100_000);
});
