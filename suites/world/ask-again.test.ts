import { expect, test } from 'vitest';
import { startServer } from '../../target/sample-server.test-data.ts';
import { resultOf } from '../engine/result.ts';
import { sampleSession } from '../engine/sample-session.test-data.ts';
import type { Session } from '../engine/session.ts';
import { askAgain } from './ask-again.ts';

const id = 'groups.list';

/** A session with a target whose groups lists are answered with these statuses, one after the other. */
async function asked(statuses: readonly number[]): Promise<Session> {
  let lists = 0;
  const { url } = await startServer((response, _, request) => {
    const isToken = request.url === '/auth/public/token';
    const status = isToken ? 200 : (statuses[lists++] ?? 200);
    const body = isToken
      ? { access_token: 'a.b.c', expires_in: 600, token_type: 'Bearer' }
      : { meta: { offset: 0, page_num: 1, page_size: 20, total_records: 0 }, response: [] };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const session = sampleSession({ baseUrl: url, authUrl: url });
  await session.api('setup').call('E1');
  await askAgain(session, id);
  return session;
}

test('what shows again when the same is asked again is confirmed', async () => {
  const { outcome, counterexample } = resultOf(await asked([206, 206]), id);
  expect(outcome).toBe('fail');
  expect(counterexample).not.toHaveProperty('passedAgain');
});

test('what does not show again is told with both answers', async () => {
  const { outcome, counterexample } = resultOf(await asked([206]), id);
  expect(outcome).toBe('fail');
  expect(counterexample).toMatchObject({
    exchanges: [{ response: { status: 206 } }],
    passedAgain: { response: { status: 200 } },
  });
});

test('what has passed at one record is shown by another one, where it shows each time', async () => {
  const others = ['of another group', 'that has passed as well'];
  const session = await asked([206, 200, 206, 200, 206, 206]);
  const { passedAgain: _, ...finding } = session.ledger.entry(id).finding ?? { exchanges: [] };
  for (const name of others) {
    const exchanges = finding.exchanges.map((exchange) => ({
      ...exchange,
      request: { ...exchange.request, pathParameters: { group_id: name } },
    }));
    session.ledger.broken(id, { pointer: '#status', expected: 200, actual: 206, exchanges, message: name });
  }
  await askAgain(session, id);
  expect(resultOf(session, id).counterexample).toMatchObject({ message: 'that has passed as well' });
  expect(resultOf(session, id).counterexample).not.toHaveProperty('passedAgain');
});

test('what was never broken is not asked again', async () => {
  const session = await asked([]);
  expect(session.ledger.entry(id)).toMatchObject({ cases: 1, confirmed: false });
});
