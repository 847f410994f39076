import { describe, expect, test } from 'vitest';
import type { RequirementResult } from '../../results/report.ts';
import { sampleObservation } from '../../results/sample-reports.test-data.ts';
import type { RequirementId } from '../../spec/index.ts';
import { createRedactor } from '../../target/redaction.ts';
import { startServer } from '../../target/sample-server.test-data.ts';
import { items } from '../rules/exchange-samples.test-data.ts';
import { createLedger } from './ledger.ts';
import { observationOf, resultOf, resultsOf } from './result.ts';
import { anExchange, sampleSession } from './sample-session.test-data.ts';
import { wordsOf } from './verdicts.ts';

function observed(count: number) {
  const ledger = createLedger();
  for (let at = 0; at < count; at += 1) ledger.observed('paging.order', `value ${at + 100}`, 'E8');
  return observationOf({ ledger, redactor: createRedactor() }, 'paging.order');
}

test('what was observed is one line, which lists no more values than anybody reads, and all of these as data', () => {
  expect(observed(0)).toBeUndefined();
  expect(observed(2)).toEqual({
    id: 'paging.order',
    value: 'value 100; value 101',
    cases: 2,
    seen: [
      { topic: 'E8', value: 'value 100', cases: 1 },
      { topic: 'E8', value: 'value 101', cases: 1 },
    ],
  });
  expect(observed(50)?.value.split('; ')).toHaveLength(50);
  expect(observed(52)?.value).toMatch(/; value 149; … and 2 more$/);
});

test('what a target said is quoted on one line, and a cut is marked as one', () => {
  const said = (text: string): string => wordsOf(anExchange(items([], { status: 422, text })));
  expect(said('{"rule":\n  "carrier"}')).toBe('422 {"rule": "carrier"}');
  expect(said(`{"rule":"${'x'.repeat(600)}"}`)).toMatch(/x… \(111 more characters\)$/);
});

test('of a long refusal the reason comes first, and what repeats the request is left out', () => {
  const text = JSON.stringify({ request: 'x'.repeat(600), Errors: [{ path: 'body', reason: 'no such carrier' }] });
  expect(wordsOf(anExchange(items([], { status: 422, text })))).toBe(
    '422 {"Errors":[{"path":"body","reason":"no such carrier"}]}',
  );
});

type Profile = 'full' | 'health';

const saying = (words: RegExp): unknown => expect.stringMatching(words);

describe('a pinned open point', () => {
  const openPoint = 'renewals.edit-stale';
  const page = 'E5: page_size 20 by default';
  const sawNothing = `pinned by expect to "page_size 20", of which the run saw nothing; observed "${page}"`;
  const cannotHold = saying(/^this pin cannot be held \(.*"answers 429".*"no 429"\): .*how fast it asks/);

  test.each<[Profile, RequirementId, string, string, object]>([
    ['full', openPoint, 'a; b', 'a; b', { outcome: 'pass' }],
    ['health', openPoint, 'a; b', 'a; b', { outcome: 'pass' }],
    ['full', openPoint, 'a; b', 'a', { outcome: 'fail' }],
    ['health', openPoint, 'a; b', 'a', { outcome: 'pass' }],
    ['health', openPoint, 'a; b', 'a; c', { outcome: 'fail' }],
    ['full', 'paging.defaults', 'page_size 20', page, { outcome: 'fail', detail: sawNothing }],
    ['health', 'paging.defaults', 'page_size 20', page, { outcome: 'inconclusive', reason: 'not-reached' }],
    ['full', 'wire.rate-limits', 'answers 429', 'no 429', { outcome: 'inconclusive', detail: cannotHold }],
  ])('in the profile %s: %s pinned to "%s", where "%s" is seen', (profile, id, pin, seen, result) => {
    const session = sampleSession({ expect: { [id]: pin } }, { profile });
    for (const { value, topic, words } of sampleObservation(id, seen).seen ?? [])
      session.ledger.observed(id, value, topic, words);
    expect(resultOf(session, id)).toMatchObject(result);
  });

  test('is reported with its result, judged or not', () => {
    const [unseen, lines] = ['paging.order', 'renewals.lines'] as const;
    const session = sampleSession(
      { expect: { [openPoint]: 'a; b', [unseen]: 'x', [lines]: 'y' } },
      { profile: 'health' },
    );
    session.ledger.observed(openPoint, 'a');
    expect(resultOf(session, openPoint)).toMatchObject({ outcome: 'pass', pin: { to: 'a; b', unseen: ['b'] } });
    expect(resultOf(session, unseen)).toMatchObject({ outcome: 'inconclusive', pin: { to: 'x' } });
    expect(resultOf(session, lines)).toMatchObject({ outcome: 'skipped', pin: { to: 'y' } });
    expect(resultOf(session, 'renewals.transitions')).not.toHaveProperty('pin');
  });

  test('does not fail for a value that part of its check got no answer to', () => {
    const session = sampleSession({ expect: { 'renewals.lines': 'dental taken; medical taken' } });
    session.ledger.observed('renewals.lines', 'medical taken');
    session.ledger.undecided('renewals.lines', 'blocked', 'no answer to POST');
    expect(resultOf(session, 'renewals.lines')).toMatchObject({ outcome: 'pass', partly: true });
    session.ledger.observed('renewals.lines', 'vision taken');
    expect(resultOf(session, 'renewals.lines').outcome).toBe('fail');
  });
});

test('every try at a request counts, and what was sent before the session', async () => {
  const server = await startServer((response, position) =>
    response.writeHead(position < 2 ? 503 : 200, { 'content-type': 'application/json', 'retry-after': '0' }).end('{}'),
  );
  const sent = { tries: 3, throttled: { count: 1, unavailable: 0 } };
  const begun = { tookMs: 0, sent, exchanges: [] };
  const session = sampleSession({ baseUrl: server.url }, {}, { begun });
  await session.api('groups.list').call('E1', {}, { name: 'none', header: undefined });
  expect(resultsOf(session)).toMatchObject({ requests: 6, turnedAway: { throttled: 1, unavailable: 2 } });
});

test('an endpoint that asks to wait for longer than a run has is sent no more, and others are', async () => {
  const server = await startServer((response) => response.writeHead(429, { 'retry-after': '3600' }).end());
  const session = sampleSession({ baseUrl: server.url }, { timeBudgetMs: 30_000 });
  const ask = (endpoint: 'E1' | 'E7') =>
    session
      .api('groups.list')
      .call(endpoint, { path: { member_snapshot_id: 'any' } }, { name: 'none', header: undefined });
  await expect(ask('E1')).rejects.toMatchObject({ reason: 'blocked' });
  await expect(ask('E1')).rejects.toMatchObject({
    reason: 'blocked',
    message: 'the target asks to wait for 60 min before another GET of E1',
  });
  expect(server.received).toHaveLength(1);
  await expect(ask('E7')).rejects.toMatchObject({ reason: 'blocked' });
  expect(server.received).toHaveLength(2);
  expect(session.isCutShort).toBe(false);
});

test('the time of a run counts from its beginning, not from that of its session', () => {
  const sent = { tries: 0, throttled: { count: 0, unavailable: 0 } };
  const begun = { tookMs: 60_000, sent, exchanges: [] };
  expect(sampleSession({}, { timeBudgetMs: 30_000 }, { begun }).isOutOfTime).toBe(true);
});

test('running out of time shows while anything is undecided', () => {
  expect(resultsOf(sampleSession({}, { timeBudgetMs: -1 })).end?.outOfTime).toBe(true);
  expect(resultsOf(sampleSession()).end?.outOfTime).toBe(false);
});

const [groupId, version] = ['0190abcd-0000-4000-8000-00000000000a', '0190abcd-0000-4000-8000-00000000000b'];

/** The results of a run that has asked for a decision, as they cross to the process that reports it. */
async function resultsAfter(members: string) {
  const server = await startServer((response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(`{"id":"${groupId}","version":"${version}",${members}}`),
  );
  const session = sampleSession({ baseUrl: server.url });
  await session
    .api('renewals.edit')
    .call(
      'E4',
      { path: { group_id: groupId, renewal_decision_id: version }, json: {} },
      { name: 'none', header: undefined },
    );
  return structuredClone(resultsOf(session));
}

const failureOf = ({ requirements }: { readonly requirements: readonly RequirementResult[] }, id: string) =>
  requirements.find((result) => result.id === id && result.outcome === 'fail')?.counterexample;

const nested = (levels: number): string => `${'{"a":['.repeat(levels)}1${']}'.repeat(levels)}`;

test('a member that is nested without end breaks what it breaks, and the report has it', async () => {
  const results = await resultsAfter(`"status":${nested(25_000)}`);
  expect(results.suiteFaults).toEqual([]);
  const counterexample = failureOf(results, 'renewals.status-values');
  const { pointer, actual, exchanges = [] } = counterexample ?? {};
  expect(pointer).toBe('/status');
  expect(JSON.stringify(actual)).toContain('"… nested deeper than 200 levels"');
  expect(JSON.parse(exchanges.at(-1)?.response?.body ?? '')).toMatchObject({
    id: groupId,
    status: { a: [{ a: [{}] }] },
  });
});

test('a text without end does not make a report without end', async () => {
  const results = await resultsAfter(`"status":"${'x'.repeat(1_000_000)}"`);
  const counterexample = failureOf(results, 'renewals.status-values');
  expect(counterexample?.actual).toMatch(/^x+… \(995904 more characters\)$/);
  expect(JSON.stringify(counterexample).length).toBeLessThan(100_000);
});
