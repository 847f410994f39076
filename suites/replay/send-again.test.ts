import { expect, test } from 'vitest';
import { sampleEvidence } from '../../results/sample-reports.test-data.ts';
import { placeholders } from '../../target/redaction.ts';
import { startServer } from '../../target/sample-server.test-data.ts';
import { sampleSession } from '../engine/sample-session.test-data.ts';
import { sendAgain, type ExchangesReplay, type Recorded } from './send-again.ts';

const employee = '0190abcd-0000-4000-8000-00000000000a';
const meta = { offset: 4, page_num: 3, page_size: 2, total_records: 5 };
const page = (records: number): object => ({ meta, response: Array.from({ length: records }, () => ({})) });

/** Sends a GET again that was answered with a page, to a target that answers it with this. */
async function replayed(
  path: string,
  [status, body]: readonly [number, object],
  { id, ...changes }: Partial<Recorded['counterexample']> & Pick<Recorded, 'id'>,
): Promise<ExchangesReplay> {
  const server = await startServer((response, _, { url = '' }) => {
    const isToken = url === '/auth/public/token';
    const isGroups = url === '/api/v1/groups';
    const token = { access_token: 'a.b.c', expires_in: 600, token_type: 'Bearer' };
    const groups = { meta: { offset: 0, page_num: 1, page_size: 20, total_records: 0 }, response: [] };
    const answer = isToken ? token : isGroups ? groups : body;
    const isPlain = isToken || isGroups;
    response.writeHead(isPlain ? 200 : status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  const request = {
    method: 'GET',
    url: `${server.url}${path}?offset=4`,
    headers: { authorization: `Bearer ${placeholders.token}` },
  };
  const response = { status: 200, headers: {}, body: JSON.stringify(page(2)) };
  return sendAgain(sampleSession({ baseUrl: server.url, authUrl: server.url }), {
    id,
    counterexample: sampleEvidence({ exchanges: [{ request, response, durationMs: 1 }], ...changes }),
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
] as const)('a page that held too many is answered with %s', async ([, path, answer, showing, note]) => {
  const broken = { pointer: '/response', property: 'employee', expected: 'at most 1 record', actual: '2 records' };
  const replay = await replayed(path, answer, { id: 'paging.bounds', ...broken });
  expect(replay.showing).toBe(showing);
  expect(replay.note ?? '').toMatch(note);
});

test('a place in a list shows nothing, as the list has changed since', async () => {
  const replay = await replayed(ofGroup, [200, page(1)], { id: 'unauthorized.no-effect', pointer: '/response/0' });
  expect(replay).toMatchObject({ showing: 'open', note: expect.stringContaining('records of that run') });
});
