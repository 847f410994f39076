import { expect, test } from 'vitest';
import { closingOf } from './closing.ts';
import { startServer } from '../../target/sample-server.test-data.ts';
import { sampleSession } from './sample-session.test-data.ts';

test('every try at a request counts, and what was sent before the session', async () => {
  const server = await startServer((response, position) =>
    response.writeHead(position < 2 ? 503 : 200, { 'content-type': 'application/json', 'retry-after': '0' }).end('{}'),
  );
  const sent = { tries: 3, throttled: { count: 1, unavailable: 0 } };
  const begun = { tookMs: 0, sent, exchanges: [] };
  const session = sampleSession({ baseUrl: server.url }, {}, { begun });
  await session.api('groups.list').call('E1', {}, { name: 'none', header: undefined });
  expect(closingOf(session).sent).toEqual({ tries: 6, throttled: { count: 1, unavailable: 2 } });
});

test('a run is out of time once the target asks it to wait for longer than it has', async () => {
  const server = await startServer((response) => response.writeHead(429, { 'retry-after': '3600' }).end());
  const session = sampleSession({ baseUrl: server.url }, { timeBudgetMs: 30_000 });
  const ask = () => session.api('groups.list').call('E1', {}, { name: 'none', header: undefined });
  await expect(ask()).rejects.toMatchObject({ reason: 'blocked' });
  await expect(ask()).rejects.toMatchObject({ reason: 'not-reached' });
  expect([session.isCutShort, closingOf(session).outOfTime]).toEqual([true, true]);
  expect(server.received).toHaveLength(1);
});

test('the time of a run counts from its beginning, not from that of its session', () => {
  const sent = { tries: 0, throttled: { count: 0, unavailable: 0 } };
  const begun = { tookMs: 60_000, sent, exchanges: [] };
  expect(sampleSession({}, { timeBudgetMs: 30_000 }, { begun }).isOutOfTime).toBe(true);
});

test('running out of time shows while anything is undecided', () => {
  expect(closingOf(sampleSession({}, { timeBudgetMs: -1 })).outOfTime).toBe(true);
  expect(closingOf(sampleSession()).outOfTime).toBe(false);
});
