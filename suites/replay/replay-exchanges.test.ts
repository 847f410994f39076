import { expect, test } from 'vitest';
import { sampleEvidence } from '../../results/sample-reports.test-data.ts';
import { startServer } from '../../target/sample-server.test-data.ts';
import { placeholders } from '../../target/redaction.ts';
import { sampleSession } from '../engine/sample-session.test-data.ts';
import { replayExchanges, type ExchangesReplay } from './replay-exchanges.ts';

const employee = '0190abcd-0000-4000-8000-00000000000a';
const meta = { offset: 4, page_num: 3, page_size: 2, total_records: 5 };
const page = (records: number): object => ({ meta, response: Array.from({ length: records }, () => ({})) });

/** Replays a page that held too many, at a target whose lists are answered with this. */
async function replayed(path: string, [status, body]: readonly [number, object]): Promise<ExchangesReplay> {
  const server = await startServer((response, _, { url = '' }) => {
    const isToken = url === '/auth/public/token';
    const isGroups = url === '/api/v1/groups';
    const token = { access_token: 'a.b.c', expires_in: 600, token_type: 'Bearer' };
    const groups = { meta: { offset: 0, page_num: 1, page_size: 20, total_records: 0 }, response: [] };
    const answer = isToken ? token : isGroups ? groups : body;
    const isPlain = isToken || isGroups;
    response.writeHead(isPlain ? 200 : status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  const session = sampleSession({ baseUrl: server.url, authUrl: server.url });
  const request = {
    method: 'GET',
    url: `${server.url}${path}?offset=4`,
    headers: { authorization: `Bearer ${placeholders.token}` },
  };
  const response = { status: 200, headers: {}, body: JSON.stringify(page(2)) };
  const evidence = { exchanges: [{ request, response, durationMs: 1 }], pointer: '/response', property: 'employee' };
  return replayExchanges(session, {
    id: 'paging.bounds',
    counterexample: sampleEvidence({ ...evidence, expected: 'at most 1 record', actual: '2 records' }),
    baseUrl: server.url,
  });
}

const [ofEmployee, ofGroup] = [
  `/api/v1/employees/${employee}/member_snapshots`,
  `/api/v1/groups/${employee}/renewal_decisions`,
];

test.for([
  ['too many again', ofEmployee, [200, page(2)], 'shows again', /^$/],
  ['as many as are left', ofEmployee, [200, page(1)], 'in order', /^$/],
  ['a refusal, of a record of that run', ofEmployee, [400, {}], 'open', /the record is gone/],
  ['a refusal, of a list that is there', ofGroup, [400, {}], 'open', /answered with 200 is refused now/],
] as const)('the answer to a recorded request is %s', async ([, path, answer, showing, note]) => {
  const told = await replayed(path, answer);
  expect(told.showing).toBe(showing);
  expect(told.note ?? '').toMatch(note);
});
