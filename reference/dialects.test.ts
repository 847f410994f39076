import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { arrayOf, endpoints, objectOf, valueAt, type RenewalDecision, type RenewalPlanInput } from '../spec/index.ts';
import { choices, randomDialect, type Choice, type Dialect } from './dialects.ts';
import { failureMessages } from './http/problems.ts';
import {
  basic,
  connection,
  decision,
  employeeId,
  expectSchema,
  listDecisions,
  listGroups,
  listSnapshots,
  postConnection,
  postDecision,
  postSnapshot,
  readSnapshot,
  snapshot,
  withClient,
  type ReferenceClient,
  type Reply,
  snapshotBody,
  decisionBody,
  firstOf,
} from './reference-client.test-data.ts';

const points = Object.entries<Choice<unknown>>(choices);

describe('dialects', () => {
  it('are reproducible from a seed, cover every value with a weight, and slow clients down in one way at most', () => {
    expect(randomDialect(7)).toEqual(randomDialect(7));
    const seeds = Array.from({ length: 600 }, (_unused, seed) => seed);
    const drawn = seeds.map((seed) => new Map<string, unknown>(Object.entries(randomDialect(seed))));
    for (const [name, { values, weights }] of points) {
      const expected = new Set<unknown>(values.filter((_value, index) => weights?.[index] !== 0));
      expect([name, new Set(drawn.map((dialect) => dialect.get(name)))]).toEqual([name, expected]);
    }
    const slowing = points.filter(([, { slows }]) => slows);
    for (const [seed, dialect] of drawn.entries()) {
      const ways = slowing.filter(([name, { values }]) => dialect.get(name) !== values[0]).map(([name]) => name);
      expect({ seed, ways }).toEqual({ seed, ways: ways.slice(0, 1) });
    }
  });

  it('have values that are distinct on a command line', () => {
    for (const [name, { values, about, weights = values }] of points) {
      expect({ name, values: new Set(values.map(String)).size }).toEqual({ name, values: values.length });
      expect({ name, weights: weights.length }).toEqual({ name, weights: values.length });
      expect(about).toMatch(/^[a-z]/i);
      expect(values.map(String).join('')).not.toContain(',');
    }
  });
});

const noon = Date.UTC(2026, 0, 15, 12) / 1000;
const unknownId = '00000000-0000-4000-8000-000000000000';
const described = [{ name: 'No such plan', plan_type: 'ppo' }];

const complete = (client: ReferenceClient) => snapshotBody(client.fixtures);
const firstCoverage = (client: ReferenceClient) => complete(client).coverages?.[0];
const read = (client: ReferenceClient, snapshot_id: string) => client.call('E7', { path: { snapshot_id } });
const ofCarriers = (carriers: readonly object[]) => ({ renewal_date: '2028-01-01', body: { carriers } });
const withLines = (client: ReferenceClient, lines_of_coverage: object) =>
  ofCarriers([{ carrier_id: firstOf(client.fixtures).carrierId, lines_of_coverage }]);
const groupOf = (group_id: string) => ({ path: { group_id } });
const decisionsBy = (client: ReferenceClient, query: Readonly<Record<string, string>>) =>
  client.call('E5', { ...groupOf(client.fixtures.groupId), query });
const times = <Value>(count: number, of: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_unused, index) => of(index));

const listed = async (client: ReferenceClient, id: string): Promise<RenewalDecision | undefined> =>
  (await listDecisions(client)).response.find((each) => each.id === id);

const lineOf = ({ body }: RenewalDecision) => body.carriers[0]?.lines_of_coverage['medical'];
const planOf = (made: RenewalDecision) => lineOf(made)?.plans?.[0];
const planned = (client: ReferenceClient, plans: RenewalPlanInput[] = described, day?: string) =>
  decision(client, decisionBody(client.fixtures, plans, day));
const edit = (client: ReferenceClient, id: string, version: string, day?: string) =>
  client.call('E4', {
    path: { renewal_decision_id: id, version },
    body: decisionBody(client.fixtures, undefined, day),
  });

/** What is found after each of these pauses (milliseconds), in sequence. */
async function after<Value>({ clock }: ReferenceClient, pauses: readonly number[], look: () => Promise<Value>) {
  const found: Value[] = [];
  for (const pause of pauses) {
    clock.step(pause);
    found.push(await look());
  }
  return found;
}

/** The status or first broken rule of snapshots with other members, made from each value. */
const outcomes = <Value>(client: ReferenceClient, values: readonly Value[], membersOf: (value: Value) => object) =>
  values.map(async (value) => {
    const { status, json } = await postSnapshot(client, { ...complete(client), ...membersOf(value) });
    return status === 201 ? status : valueAt(json, '/error/errors/0/rule');
  });

const withPerson = (client: ReferenceClient, person: object): object => {
  const { employee } = complete(client);
  return { employee: { ...employee, person: { ...employee?.person, ...person } } };
};

function part(bearer: string, index: number): Readonly<Record<string, unknown>> {
  const text = bearer.slice('Bearer '.length).split('.')[index] ?? '';
  return objectOf(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
}

const requestToken = (client: ReferenceClient, { credentials } = client): Promise<Reply> =>
  client.send('POST', '/auth/public/token', {
    authorization: basic(credentials),
    body: { grant_type: 'client_credentials' },
  });
const refusedToken = (client: ReferenceClient): Promise<Reply> =>
  requestToken(client, { ...client, credentials: { ...client.credentials, clientSecret: 'wrong' } });

const tokenAnswer = async (client: ReferenceClient) =>
  expectSchema('token-response', (await requestToken(client)).json);
const unauthorized = async (client: ReferenceClient, authorization: string | null) =>
  expectSchema('unauthorized', (await client.call('E1', { authorization })).json);

/** An answer to E1 as it comes over the wire, and the port that the client used for it. */
async function wired(client: ReferenceClient, acceptEncoding?: string, agent?: Agent) {
  const encoding = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding };
  const headers = { authorization: client.bearer, ...encoding };
  const sent = request(`${client.baseUrl}/api/v1/groups`, { headers, ...(agent && { agent }) }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const { localPort } = answer.socket;
  await once(answer.resume(), 'end');
  return { names: answer.rawHeaders.filter((_text, at) => at % 2 === 0), headers: answer.headers, port: localPort };
}

/** How many of `count` requests get a status, sent ten at a time over persistent connections. */
async function counted(client: ReferenceClient, count: number, status: number): Promise<number> {
  const headers = { connection: 'keep-alive' };
  let [left, found] = [count, 0];
  const send = async () => {
    while (left > 0) {
      left -= 1;
      if ((await client.call('E1', { headers })).status === status) found += 1;
    }
  };
  await Promise.all(times(10, send));
  return found;
}

function caseOf(texts: readonly string[]): Dialect['idCase'] {
  const text = texts.join('');
  if (text === text.toLowerCase()) return 'lower';
  return text === text.toUpperCase() ? 'upper' : 'mixed';
}

/** What a probe finds (of answers: the status), what to expect by value (default: the value), and what it needs. */
type Effect<Value = unknown> = readonly [
  probe: (client: ReferenceClient) => unknown,
  shows?: Readonly<Record<string, unknown>> | { of(value: Value): unknown }['of'],
  given?: Partial<Dialect>,
];

const isReply = (value: unknown): value is Reply => objectOf(value)['headers'] instanceof Headers;

async function found(probed: unknown): Promise<unknown> {
  const value = await probed;
  if (Array.isArray(value)) return Promise.all(value.map(found));
  return isReply(value) ? value.status : value;
}

function expectedOf(shows: Effect[1], value: unknown): unknown {
  if (shows === undefined) return value;
  if (typeof shows === 'function') return shows(value);
  expect(shows).toHaveProperty([String(value)]);
  return shows[String(value)];
}

const jsonType = 'application/json; charset=utf-8';

const effects: { readonly [Name in keyof Dialect]: Effect<Dialect[Name]> } = {
  tokenStatus: [(client) => requestToken(client)],
  tokenAlgorithm: [
    async (client) => {
      const [head = '', claims = '', signature = ''] = client.bearer.split('.');
      const bytes = Buffer.from(signature, 'base64url');
      bytes[3] = (bytes[3] ?? 0) ^ 1;
      const bad = `${head}.${claims}.${bytes.toString('base64url')}`;
      const { text } = await client.send('GET', '/.well-known/jwks.json', { authorization: null });
      const { message } = await unauthorized(client, `Bearer ${client.expiredToken}`);
      const statuses = [client.call('E1'), client.call('E1', { authorization: bad })];
      return [part(client.bearer, 0)['alg'], statuses, message, /"(?:k|d)":/.test(text)];
    },
    (algorithm) => [algorithm, [200, 401], failureMessages.expired, false],
  ],
  tokenHeader: [
    (client) => Object.keys(part(client.bearer, 0)),
    { 'kid-and-typ': ['alg', 'kid', 'typ'], kid: ['alg', 'kid'], typ: ['alg', 'typ'], nothing: ['alg'] },
  ],
  tokenIssuedAt: [(client) => 'iat' in part(client.bearer, 1)],
  tokenLifetime: [
    async (client) => {
      const seconds = Number(part(client.bearer, 1)['exp']) - noon;
      return [seconds, ...(await after(client, [seconds * 1000 - 1000, 1000], () => client.call('E1')))];
    },
    (seconds) => [seconds, 200, 401],
  ],
  expiresInUnit: [
    async (client) => (await tokenAnswer(client)).expires_in,
    { milliseconds: 600_000, seconds: 600, microseconds: 600_000_000 },
  ],
  tokenReuse: [
    async (client) => {
      const first = await tokenAnswer(client);
      return after(client, [100_000, 200_000], async () => {
        const { access_token, expires_in } = await tokenAnswer(client);
        return access_token === first.access_token ? expires_in : 'another';
      });
    },
    { another: ['another', 'another'], 'the-same': [500, 'another'] },
    { expiresInUnit: 'seconds' },
  ],
  liveTokens: [
    async (client) => {
      await requestToken(client);
      const first = await client.call('E1');
      await client.later(0);
      return [first, client.call('E1'), client.call('E1', { authorization: client.secondBearer })];
    },
    { all: [200, 200, 200], newest: [401, 200, 200] },
  ],
  secretTries: [
    async (client) => {
      await after(client, [0, 0, 0], () => refusedToken(client));
      return after(client, [0, 60_000], () => requestToken(client));
    },
    { any: [200, 200], 3: [401, 200] },
  ],
  tokenExtras: [async (client) => 'scope' in (await tokenAnswer(client))],
  tokenRefusal: [(client) => refusedToken(client)],
  tokenRefusalBody: [
    async (client) => Object.keys(objectOf((await refusedToken(client)).json)),
    { documented: ['code', 'message', 'details'], oauth: ['error', 'error_description'] },
  ],
  challenge: [
    async (client) => {
      const replies = [await client.call('E1', { authorization: null }), await refusedToken(client)];
      return replies.map(({ headers }) => headers.get('www-authenticate'));
    },
    { true: ['Bearer', 'Basic'], false: [null, null] },
  ],
  unauthorizedExtras: [async (client) => 'trace' in (await unauthorized(client, null))],
  brokenToken: [
    async (client) => (await unauthorized(client, 'Bearer a.b.c')).message,
    (failure) => failureMessages[failure],
  ],
  cutToken: [
    (client) => {
      const cut = [client.bearer.split('.').slice(0, 2).join('.'), client.bearer.split('.')[0] ?? ''];
      return cut.map(async (header) => (await unauthorized(client, header)).message);
    },
    (failure) => [failureMessages[failure], failureMessages.credentials],
  ],
  schemeCase: [
    (client) => client.call('E1', { authorization: client.bearer.replace('B', 'b') }),
    { any: 200, exact: 401 },
  ],
  strangerStatus: [
    (client) =>
      ['nothing', 'groups', 'groups/none/renewal_decisions'].map((path) =>
        client.send('GET', `/api/v1/${path}`, { authorization: null }),
      ),
    (status) => [status, 401, 401],
  ],
  errorShape: [
    async (client) => {
      const { headers, text } = await postConnection(client, { carrier_id: '<x>' });
      expect((await unauthorized(client, null)).code).toBe(16);
      return [headers.get('content-type'), text];
    },
    {
      structured: [jsonType, expect.stringMatching(/^\{"error":\{"code":"invalid","message":.*"errors":\[\{/)],
      problem: ['application/problem+json', expect.stringMatching(/"status":422.*"violations":\[\{/)],
      flat: [jsonType, expect.stringMatching(/^\{"message":".*\/carrier_id/)],
      empty: [jsonType, '{}'],
      text: ['text/plain; charset=utf-8', expect.stringContaining('/carrier_id')],
      html: ['text/html; charset=utf-8', expect.stringMatching(/^<!doctype html>[^]*422/)],
      none: [null, ''],
    },
  ],
  invalidBodyStatus: [(client) => postConnection(client, { carrier_id: 'x' })],
  malformedBodyStatus: [(client) => postDecision(client, '{"broken":')],
  mediaTypeStatus: [(client) => client.call('E2', { body: 'a=b', headers: { 'content-type': 'text/plain' } })],
  unknownIdStatus: [(client) => client.call('E5', groupOf(unknownId))],
  badIdStatus: [(client) => client.call('E5', groupOf('none'))],
  methodStatus: [(client) => client.send('DELETE', '/api/v1/groups')],
  basePath: [
    (client) => [new URL(`${client.baseUrl}${endpoints.E1.path}`).pathname, client.call('E1')],
    (path) => [`${path}/api/v1/groups`, 200],
  ],
  origins: [
    ({ baseUrl, authUrl }) => (new URL(baseUrl).origin === new URL(authUrl).origin ? 'one' : 'two'),
    (origins) => origins,
    { basePath: '/benefits' },
  ],
  contentType: [async (client) => (await wired(client)).headers['content-type']],
  headerCase: [
    async (client) => (await wired(client)).names.find((name) => name.toLowerCase() === 'content-type'),
    { lower: 'content-type', title: 'Content-Type', upper: 'CONTENT-TYPE' },
  ],
  contentEncoding: [
    async (client) => {
      const encodings = [undefined, 'identity, x', 'x, gzip;q=0.5, deflate, br', 'gzip;q=0, deflate;q=0, br;q=0'];
      const answers = await Promise.all(encodings.map((accepted) => wired(client, accepted)));
      await listGroups(client);
      return answers.map(({ headers }) => headers['content-encoding'] ?? 'identity');
    },
    (encoding) => [encoding, 'identity', encoding, 'identity'],
  ],
  framing: [
    async (client) => {
      const { headers } = await wired(client);
      await listGroups(client);
      return ['transfer-encoding', 'content-length'].filter((name) => name in headers).join();
    },
    { 'content-length': 'content-length', chunked: 'transfer-encoding' },
  ],
  jsonText: [
    async (client) => {
      const body = decisionBody(client.fixtures, [{ name: 'Zoë "𝄞" 1 \\ 2', plan_type: 'ppo' }]);
      const { text, json } = await postDecision(client, body);
      expect(planOf(expectSchema('renewal-decision', json))?.name).toBe('Zoë "𝄞" 1 \\ 2');
      return text;
    },
    {
      compact: expect.stringMatching(/^\{"id".*Zoë/),
      pretty: expect.stringMatching(/^\{\n {2}"id"/),
      ascii: expect.stringMatching(/^[ -~]*Zo\\u00eb \\"\\ud834\\udd1e\\" 1 \\\\ 2[ -~]*$/),
    },
  ],
  integers: [
    async (client) => {
      const { text, json } = await client.call('E1');
      return [/"created":([^,]+),/.exec(text)?.[1], expectSchema('group-page', json).response[0]?.created];
    },
    { plain: ['1768478400', noon], 'point-zero': ['1768478400.0', noon], exponent: ['1.7684784e+9', noon] },
  ],
  memberOrder: [
    async (client) => {
      const plans = times(20, (length) => [{ name: 'x'.repeat(length), plan_type: 'ppo' }]);
      const replies = await Promise.all(plans.map((each) => postDecision(client, decisionBody(client.fixtures, each))));
      return [...new Set(replies.map(({ text }) => text.slice(0, 7)))].toSorted();
    },
    { 'as-it-comes': ['{"id":"'], 'by-name': ['{"body"'], shifting: ['{"body"', '{"id":"'] },
  ],
  clockSkew: [
    async (client) => {
      const [group] = (await listGroups(client)).response;
      const { message } = await unauthorized(client, `Bearer ${client.expiredToken}`);
      return [Number(part(client.bearer, 1)['iat']) - noon, Number(group?.created) - noon, message];
    },
    (seconds) => [seconds, seconds, failureMessages.expired],
    { rateLimit: 50 },
  ],
  timestampUnit: [
    async (client) => (await snapshot(client)).created,
    {
      seconds: noon,
      milliseconds: noon * 1000,
      microseconds: noon * 1_000_000,
      nanoseconds: noon * 1_000_000_000,
    },
  ],
  idCase: [
    async (client) => {
      const made = await snapshot(client);
      for (const id of [made.id, made.id.toLowerCase(), made.id.toUpperCase()]) await readSnapshot(client, id);
      return caseOf([made, await decision(client)].flatMap(({ id, version }) => [id, version]));
    },
  ],
  idLookup: [
    async (client) => {
      const { id } = await snapshot(client);
      return [read(client, id), read(client, id.toLowerCase())];
    },
    { any: [200, 200], 'as-issued': [200, 404] },
    { idCase: 'upper' },
  ],
  sentIds: [
    async (client) => {
      const { fulfillment_summary: summary } = await snapshot(client);
      const { body } = await decision(client);
      return caseOf([await connection(client), ...summary, ...body.carriers].map(({ carrier_id }) => carrier_id));
    },
    { 'as-sent': 'lower', 'as-issued': 'upper' },
    { idCase: 'upper' },
  ],
  uuidVersion: [
    async (client) => {
      const made = await Promise.all(times(12, () => decision(client)));
      const ids = made.flatMap(({ id, version }) => [id, version]);
      expect(new Set(ids).size).toBe(24);
      const versions = new Set(ids.map((id) => (/[89ab]/.test(id.charAt(19)) ? id.charAt(14) : '?')));
      return versions.size === 1 ? [...versions][0] : 'any';
    },
    String,
  ],
  extraFields: [
    async (client) => {
      const made = await snapshot(client);
      const { employee } = made.member_snapshot;
      expect(Object.keys(employee?.classifications ?? {})).toEqual(['division']);
      const objects = [made, await decision(client), (await listGroups(client)).meta, employee?.person].map(objectOf);
      return ['object', 'external_id'].map((name) => objects.filter((object) => name in object).length);
    },
    { false: [0, 0], true: [2, 0], everywhere: [2, 4] },
  ],
  defaultPageSize: [async (client) => (await listGroups(client)).meta.page_size],
  maxPageSize: [async (client) => (await listGroups(client, { page_size: '9999' })).meta.page_size],
  pageSizeOverMax: [(client) => client.call('E1', { query: { page_size: '101' } }), { capped: 200, refused: 400 }],
  listLag: [
    async (client) => {
      const before = await decision(client);
      client.clock.step(1500);
      await edit(client, before.id, before.version, '2028-01-01');
      const later = await decision(client);
      return after(client, [0, 1500], async () => {
        const [edited, made] = [await listed(client, before.id), await listed(client, later.id)];
        return `${edited?.renewal_date} ${made !== undefined}`;
      });
    },
    { 0: ['2028-01-01 true', '2028-01-01 true'], 1500: ['2027-01-01 false', '2028-01-01 true'] },
    { pace: 100_000 },
  ],
  listUpdates: [
    async (client) => {
      client.clock.step(1000 - (client.clock.now() % 1000));
      const path = { employee_id: (await snapshot(client)).employee_id };
      return after(client, [0, 900, 100], () => client.call('E8', { path }));
    },
    { each: [200, 200, 200], together: [404, 404, 200] },
    { pace: 100_000 },
  ],
  listCache: [
    async (client) => {
      const total = async () => (await listDecisions(client)).meta.total_records;
      const before = await total();
      await decision(client);
      return after(client, [0, 1500], async () => (await total()) - before);
    },
    { 0: [1, 1], 1500: [0, 1] },
  ],
  pagedLists: [
    async (client) => {
      const { meta, response } = await listGroups(client, { page_size: '2', offset: '1' });
      await after(client, [0, 0], () => snapshot(client));
      return [meta, response.length, (await listSnapshots(client)).response.length];
    },
    {
      all: [{ offset: 1, page_num: 1, page_size: 2, total_records: 3 }, 2, 1],
      snapshots: [{ offset: 0, page_num: 1, page_size: 3, total_records: 3 }, 3, 1],
    },
    { defaultPageSize: 1 },
  ],
  offsetPastEnd: [
    (client) => ['2', '3', '99'].map((offset) => client.call('E1', { query: { offset } })),
    { empty: [200, 200, 200], refused: [200, 400, 400] },
  ],
  loneOffset: [
    (client) => [{ offset: '0' }, { offset: '0', page_size: '2' }].map((query) => client.call('E1', { query })),
    { taken: [200, 200], refused: [400, 200] },
  ],
  lonePageSize: [
    (client) => [{ page_size: '2' }, { offset: '0', page_size: '2' }].map((query) => client.call('E1', { query })),
    { taken: [200, 200], refused: [400, 200] },
  ],
  badPaging: [
    (client) =>
      ['page_size=0', 'page_size=-1', 'page_size=abc', 'page_size=', 'offset=-1', 'offset=1.5', 'offset='].map(
        (query) => client.send('GET', `/api/v1/groups?${query}`),
      ),
    { refused: times(7, () => 400), ignored: times(7, () => 200) },
  ],
  unknownParameters: [
    (client) =>
      [{ offset: '0' }, { renewal_date: 'Thu, 01 Jan 2026 00:00:00 GMT' }].map((query) => decisionsBy(client, query)),
    { ignored: [200, 200], refused: [400, 200] },
  ],
  emptyPageNum: [async (client) => (await listDecisions(client)).meta.page_num],
  unalignedPageNum: [
    (client) =>
      ['0', '1', '2', '3'].map(async (offset) => (await listGroups(client, { page_size: '2', offset })).meta.page_num),
    { down: [1, 1, 2, 2], up: [1, 2, 2, 3] },
  ],
  listOrder: [
    async (client) => {
      const nine = times(9, () => 0);
      const made = await after(client, nine, async () => (await snapshot(client)).id);
      const pages = ['0', '4', '8'].map((offset) => listSnapshots(client, employeeId, { page_size: '4', offset }));
      const ids = (await Promise.all(pages)).flatMap(({ response }) => response.map(({ id }) => id)).join();
      if (ids === made.join()) return 'oldest-first';
      if (ids === made.toReversed().join()) return 'newest-first';
      expect(ids.split(',').toSorted()).toEqual(made.toSorted());
      return ids === made.toSorted().join() ? 'by-id' : 'scattered';
    },
  ],
  filterDates: [
    async (client) => {
      await planned(client, [], '2028-01-01');
      const dates = ['2028-01-01', '1999-01-01', 'Sat, 01 Jan 2028 00:00:00 GMT', 'Sun, 02 Jan 2028 00:00:00 GMT', 'x'];
      return dates.map(async (renewal_date) => {
        const { status, json } = await decisionsBy(client, { renewal_date });
        return valueAt(json, '/meta/total_records') ?? status;
      });
    },
    {
      'http-date-and-iso': [1, 0, 1, 0, 400],
      'http-date': [400, 400, 1, 0, 400],
      'http-date-iso-ignored': [1, 1, 1, 0, 400],
    },
  ],
  catalogue: [
    (client) => {
      const coverages = [{ carrier_id: unknownId, plan_id: unknownId, line_of_coverage: 'medical' }];
      return [
        postConnection(client, { carrier_id: unknownId }),
        postDecision(client, decisionBody(client.fixtures, [{ plan_id: unknownId }])),
        postSnapshot(client, { ...complete(client), coverages }),
        decisionsBy(client, { end_date: 'Thu, 01 Jan 2026 00:00:00 GMT' }).then(({ json }) =>
          arrayOf(valueAt(json, '/response/0/body/carriers')).flatMap((carrier) =>
            Object.keys(objectOf(objectOf(carrier).lines_of_coverage)),
          ),
        ),
      ];
    },
    {
      own: [422, 422, 422, []],
      any: [201, 201, 201, []],
      shown: [422, 422, 422, ['dental', 'medical', 'vision', 'life']],
      'shown-vision': [422, 422, 422, ['vision']],
    },
  ],
  requiredMembers: [
    (client) => {
      const { carrierId } = firstOf(client.fixtures);
      return [
        client.call('E2', { body: {} }),
        client.call('E2', { body: { carrier_id: carrierId } }),
        postDecision(client, ofCarriers([{ carrier_id: carrierId }])),
        postSnapshot(client, { coverages: [{ plan_name: 'x' }] }),
        postSnapshot(client, {
          ...complete(client),
          coverages: [{ ...firstCoverage(client), signature_date: undefined }],
        }),
        postDecision(client, decisionBody(client.fixtures, described)),
        postSnapshot(client),
      ];
    },
    {
      few: [422, 422, 422, 422, 201, 201, 201],
      fewest: [422, 201, 201, 201, 201, 201, 201],
      sample: [422, 422, 422, 422, 422, 201, 201],
    },
  ],
  codedValues: [
    (client) => outcomes(client, ['current_open', 'current', 'unheard'], (snapshot_mode) => ({ snapshot_mode })),
    { any: [201, 201, 201], vocabulary: [201, 201, 'enum'], ordinary: [201, 'enum', 'enum'] },
  ],
  textLimit: [
    (client) =>
      outcomes(client, [100, 101, 255, 256], (length) => withPerson(client, { middle_name: '𝄞'.repeat(length) })),
    {
      none: [201, 201, 201, 201],
      255: [201, 201, 201, 'maxLength'],
      100: [201, 'maxLength', 'maxLength', 'maxLength'],
    },
  ],
  bodyLimit: [
    (client) =>
      [100, 130, 1030].map((size) => postSnapshot(client, { ...complete(client), x: 'x'.repeat(size * 1024) })),
    { 1048576: [201, 201, 413], 131072: [201, 413, 413] },
  ],
  businessRules: [
    (client) => {
      const coverage = firstCoverage(client);
      const backwards = { ...coverage?.enrolled_members?.[0], effective_end_date: '1999-12-31' };
      const coverages = [[coverage, coverage], [{ ...coverage, enrolled_members: [backwards] }]];
      const bodies = [{}, withPerson(client, { last_name: ' ' }), ...coverages.map((each) => ({ coverages: each }))];
      return outcomes(client, bodies, (body) => body);
    },
    { few: [201, 201, 201, 201], many: [201, 'texts-not-blank', 'one-coverage-of-carrier', 'periods-in-order'] },
  ],
  unknownMembers: [
    async (client) => {
      const { employee, ...rest } = complete(client);
      const mentioned = { ...employee, group_id: client.fixtures.groupId, classifications: { free: 'yes' } };
      const person = { ...employee?.person, nickname: 'x' };
      const made = await postSnapshot(client, { ...rest, employee: { ...mentioned, person }, 'a/b': 1 });
      const documented = [
        postConnection(client, { data_exchange: 'edi' }),
        postSnapshot(client, { ...rest, employee: mentioned }),
      ];
      return [made, ['"a/b":1', '"nickname"', '"/a~1b"'].map((text) => made.text.includes(text)), documented];
    },
    {
      kept: [201, [true, true, false], [201, 201]],
      refused: [422, [false, false, true], [201, 201]],
      dropped: [201, [false, false, false], [201, 201]],
    },
  ],
  assignedIds: [
    async (client) => {
      const { employee, dependents = [], events } = complete(client);
      const unnamed = dependents.map((dependent) => ({ ...dependent, id: undefined }));
      const body = { employee: { ...employee, id: undefined }, dependents: unnamed, coverages: [], events };
      const { member_snapshot: echo, created_members: members } = await snapshot(client, body);
      return [echo.employee, echo.dependents?.[0], ...members].map((person) => 'id' in objectOf(person));
    },
    (isShown) => [isShown, isShown, true, true],
  ],
  absentMembers: [
    async (client) => {
      const coverages = complete(client).coverages?.map((each) => ({ ...each, enrolled_members: [] }));
      const person = { first_name: 'Ada', last_name: 'Sample' };
      const { member_snapshot: echo } = await snapshot(client, { employee: { person }, coverages });
      const line = lineOf(await decision(client, withLines(client, { medical: {} })));
      const values = [echo.events, echo.employee?.employment, echo.employee?.person?.middle_name];
      return [...values, objectOf(echo.coverages?.[0])['plan_name'], line?.open_enrollment_end_date];
    },
    { absent: times(5, () => undefined), null: times(5, () => null) },
  ],
  connectionStatus: [(client) => postConnection(client)],
  connectionOutcome: [
    async (client) => Object.keys(await connection(client)).slice(11),
    { empty: ['result_details', 'completed_at'], renamed: ['outcome', 'done_on'], absent: [] },
  ],
  groupVersions: [
    async (client) => {
      const versions = async () => (await listGroups(client)).response.map(({ version }) => version);
      const before = await versions();
      await decision(client);
      return (await versions()).map((version, index) => version === before[index]);
    },
    { never: [true, true, true], 'with-content': [false, true, true] },
  ],
  newGroups: [
    async (client) => {
      const { group_id } = await connection(client);
      return [(await listGroups(client)).meta.total_records, client.call('E5', groupOf(group_id))];
    },
    { listed: [4, 200], unlisted: [3, 200] },
  ],
  decisionStatus: [(client) => postDecision(client)],
  staleEdit: [
    async (client) => {
      const { id, version } = await decision(client);
      const edits = [await edit(client, id, version, '2028-01-01'), await edit(client, id, version, '2029-01-01')];
      return [...edits, (await listed(client, id))?.renewal_date];
    },
    (choice) =>
      choice === 'accept' ? [200, 200, '2029-01-01'] : [200, choice === 'ignore' ? 200 : choice, '2028-01-01'],
  ],
  sameEdit: [
    async (client) => {
      const { id, version } = await decision(client);
      const same = await edit(client, id, version);
      return [same, (await listed(client, id))?.version === version];
    },
    { new: [200, false], none: [200, true] },
  ],
  unknownVersion: [
    async (client) => {
      const { id, version } = await decision(client);
      return [await edit(client, id, version), await edit(client, id, version), await edit(client, id, unknownId)];
    },
    { stale: [200, 409, 409], 'not-found': [200, 409, 404] },
  ],
  recalculation: [
    async (client) => {
      const { id, status, version } = await decision(client);
      client.clock.step(1);
      const moved = await listed(client, id);
      return [status, moved?.status, moved?.version === version];
    },
    { paced: ['submitted', 'submitted', true], 'at-once': ['submitted', 'ready', false] },
  ],
  decisionCourse: [
    async (client) => {
      const { id } = await planned(client, described, '2026-01-01');
      client.clock.step(1000);
      const soon = await listed(client, id);
      await client.later(400_000);
      const later = await listed(client, id);
      return [soon?.status, later?.status, later?.issues.length];
    },
    {
      'by-content': ['not_ready', 'not_ready', 1],
      'not-ready': ['not_ready', 'not_ready', 1],
      ready: ['ready', 'done', 0],
      done: ['done', 'done', 0],
      'catching-up': ['not_ready', 'done', 0],
    },
  ],
  issueLine: [
    async (client) => {
      const { id } = await planned(client);
      client.clock.step(1000);
      return Object.keys((await listed(client, id))?.issues[0] ?? {}).slice(3);
    },
    { line_of_coverage: ['line_of_coverage'], coverage_line: ['coverage_line'], absent: [] },
  ],
  planDetails: [
    async (client) => Object.keys(planOf(await planned(client)) ?? {}).toSorted(),
    { 'as-sent': ['name', 'plan_id', 'plan_type'], nothing: ['name', 'plan_id'] },
  ],
  carrierOrder: [
    async (client) => {
      const ids = client.fixtures.carrierIds.slice(0, 3).toSorted();
      const carriers = [1, 2, 0].map((at) => ({ carrier_id: ids[at], lines_of_coverage: {} }));
      const made = await decision(client, ofCarriers(carriers));
      return made.body.carriers.map(({ carrier_id }) => ids.indexOf(carrier_id));
    },
    { 'as-sent': [1, 2, 0], 'by-id': [0, 1, 2], reversed: [0, 2, 1] },
  ],
  describedPlanIds: [
    async (client) => {
      const [first, second] = [planOf(await planned(client)), planOf(await planned(client))];
      const byId = await planned(client, [{ plan_id: first?.plan_id ?? '' }]);
      return [first?.plan_id === second?.plan_id, planOf(byId)?.name];
    },
    { 'per-name': [true, 'No such plan'], fresh: [false, 'No such plan'] },
  ],
  furtherDecision: [
    async (client) => {
      const [one, other] = [await postDecision(client), await postDecision(client)];
      return objectOf(one.json)['id'] === objectOf(other.json)['id'];
    },
    { another: false, 'the same': true },
  ],
  decisionLines: [
    (client) => ['dental', 'medical', 'vision'].map((line) => postDecision(client, withLines(client, { [line]: {} }))),
    { any: [201, 201, 201], shown: [201, 201, 422] },
  ],
  pace: [
    async (client) => {
      const { id, status } = await snapshot(client);
      const steps = [1, 1, 48, 50, 200, 200, 1500, 172_798_000];
      const left: number[] = [];
      for (const step of steps) {
        await client.later(step);
        left.push(step);
        if ((await readSnapshot(client, id)).status === 'completed') break;
      }
      return [status, left.reduce((sum, step) => sum + step)];
    },
    (pace) => ['processing', 2 * pace],
  ],
  readLag: [
    async (client) => {
      const { id } = await snapshot(client);
      return after(client, [0, 800], () => read(client, id));
    },
    { 0: [200, 200], 800: [404, 200] },
  ],
  replicas: [
    async (client) => {
      const { id } = await snapshot(client);
      return after(client, [0, 0], () => read(client, id));
    },
    { 1: [404, 404], 2: [200, 404] },
    { readLag: 800 },
  ],
  snapshotCourse: [
    async (client) => {
      const { id } = await snapshot(client);
      const statuses = await after(client, [1000, 1000], async () => {
        const { fulfillment_summary: summary, status } = await readSnapshot(client, id);
        return `${status}: ${summary.map((each) => each.status).join()}`;
      });
      const [item] = (await listSnapshots(client)).response;
      const done = await readSnapshot(client, id);
      expect(item?.fulfillment_summary).toEqual(done.fulfillment_summary);
      return [...statuses, done.fulfillment_summary[0]?.errors.length, done.warnings.length];
    },
    {
      completed: ['processing: sent,sent', 'completed: sent,sent', 0, 0],
      'one-by-one': ['processing: sent,processing', 'partially_completed: sent,acknowledged', 0, 0],
      failed: ['processing: sent,sent', 'action_required: rejected,rejected', 2, 1],
    },
  ],
  employeeIds: [
    async (client) => {
      const { employee_id: first } = await snapshot(client);
      const others = [await snapshot(client), await snapshot(client, snapshotBody(client.fixtures, first))];
      return [employeeId, ...others.map(({ employee_id: id }) => id)].map((id) => id === first);
    },
    { sent: [true, true, true], assigned: [false, false, true] },
  ],
  createdMembers: [
    async (client) => [await snapshot(client), await snapshot(client)].map((made) => made.created_members.length),
    { new: [2, 0], all: [2, 2], none: [0, 0] },
  ],
  summaryCarriers: [
    async (client) => {
      const [id = ''] = client.fixtures.carrierIds;
      const ids = [id.toLowerCase(), id.toUpperCase()];
      const coverages = ids.map((carrier_id) => ({ ...firstCoverage(client), carrier_id }));
      return (await snapshot(client, { ...complete(client), coverages })).fulfillment_summary.length;
    },
    { one: 1, each: 2 },
  ],
  summaryOrder: [
    async (client) => {
      const ids = client.fixtures.carrierIds.slice(0, 2).toSorted();
      const coverages = ids.toReversed().map((carrier_id) => ({ ...firstCoverage(client), carrier_id }));
      const { fulfillment_summary: summary } = await snapshot(client, { ...complete(client), coverages });
      return summary.map(({ carrier_id }) => ids.indexOf(carrier_id));
    },
    { 'as-sent': [1, 0], 'by-id': [0, 1] },
  ],
  replacement: [
    async (client) => {
      const [first, second] = [await snapshot(client), await snapshot(client)];
      const { version, replaced_by } = await readSnapshot(client, first.id);
      return [version === first.version, replaced_by === second.id];
    },
    { newest: [false, true], never: [true, false] },
  ],
  replacedByUnset: [
    async (client) => objectOf(await snapshot(client))['replaced_by'],
    { null: null, absent: undefined },
  ],
  latency: [(client) => client.call('E1'), () => 200],
  rateLimit: [
    async (client) => {
      // Two tokens were requested in the first second.
      const beyond = await counted(client, 49, 429);
      client.clock.step(1000);
      return [beyond, await counted(client, 210, 429), await counted(client, 300, 429)];
    },
    { none: [0, 0, 0], 500: [0, 0, 10], 200: [0, 10, 300], 50: [1, 160, 300], 3: [48, 207, 300] },
  ],
  tokenLimit: [
    async (client) => {
      const replies = await after(client, [0, 0, 0, 0], () => requestToken(client));
      const listing = await client.call('E1');
      client.clock.step(60_000);
      return [replies, listing, await requestToken(client)];
    },
    { none: [[200, 200, 200, 200], 200, 200], 5: [[200, 200, 200, 429], 200, 200] },
  ],
  connectionLimit: [
    async (client) => {
      const replies = await Promise.all(times(62, () => postConnection(client)));
      client.clock.step(60_000);
      return [replies.filter(({ status }) => status === 429).length, await postConnection(client)];
    },
    { none: [0, 201], 60: [2, 201] },
  ],
  denials: [
    async (client) => {
      const pauses = times(21, () => 0);
      const replies = await after(client, pauses, () => client.call('E1', { authorization: null }));
      client.clock.step(1000);
      return [replies.slice(-2), await client.call('E1')];
    },
    { any: [[401, 401], 200], 20: [[401, 429], 200] },
  ],
  atOnce: [
    async (client) => {
      const replies = await Promise.all(times(6, () => client.call('E1')));
      return [replies.filter(({ status }) => status === 429).length, await client.call('E1')];
    },
    { any: [0, 200], 4: [2, 200], 1: [5, 200] },
    { latency: 300 },
  ],
  throttleStatus: [
    async (client) => {
      await counted(client, 48, 200);
      const { status, headers } = await client.call('E1');
      return [status, headers.get('retry-after'), headers.get('x-ratelimit-remaining')];
    },
    { 429: [429, '1', null], 403: [403, '1', '0'] },
    { rateLimit: 50 },
  ],
  accept: [
    (client) =>
      ['*/*', 'application/json;q=0.5', 'text/html'].map((accept) => client.call('E1', { headers: { accept } })),
    { any: [200, 200, 200], json: [200, 200, 406] },
  ],
  // Two tokens were requested before.
  unavailable: [(client) => counted(client, 998, 503), { never: 0, 1000: 1, 200: 5 }],
  connections: [
    async (client) => {
      const agent = new Agent({ keepAlive: true });
      const { port: first } = await wired(client, undefined, agent);
      await sleep(40);
      const { port: second } = await wired(client, undefined, agent);
      agent.destroy();
      return first === second;
    },
    { kept: true, 'idle-closed': false, closed: false },
  ],
  mostConnections: [
    async (client) => {
      const agent = new Agent({ keepAlive: true });
      const sent = await Promise.allSettled(times(20, () => wired(client, undefined, agent)));
      agent.destroy();
      return sent.some(({ status }) => status === 'rejected');
    },
    { any: false, 6: true },
    { latency: 300 },
  ],
  retryAfter: [
    async (client) => {
      await counted(client, 48, 200);
      const { status, headers, text } = await client.call('E1');
      return [status, headers.get('retry-after'), text.includes('too many')];
    },
    {
      seconds: [429, '1', true],
      'http-date': [429, 'Thu, 15 Jan 2026 12:00:01 GMT', true],
      absent: [429, null, true],
    },
    { rateLimit: 50, errorShape: 'text' },
  ],
};

describe('each choice has an effect', () => {
  const cases = Object.entries<Effect>(effects).flatMap(([name, effect]) =>
    (points.find(([point]) => point === name)?.[1].values ?? []).map((value) => ({ name, value, effect })),
  );

  it.each(cases)('$name=$value', ({ name, value, effect: [probe, shows, given] }) =>
    withClient({ dialect: { ...given, [name]: value } }, async (client) => {
      expect(await found(probe(client))).toEqual(expectedOf(shows, value));
    }),
  );

  it('chunked answers without content, and answers to HEAD, have no body', () =>
    withClient({ dialect: { framing: 'chunked', errorShape: 'none' } }, async (client) => {
      expect(await client.send('GET', '/api/v1/nothing')).toMatchObject({ status: 404, text: '' });
      expect(await client.send('HEAD', '/api/v1/groups')).toMatchObject({ status: 200, text: '' });
    }));
});
