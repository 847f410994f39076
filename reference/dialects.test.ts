import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { endpoints, type MemberSnapshotInput, type RenewalDecision } from '../spec/index.ts';
import { choices, defaultDialect, randomDialect, resolveDialect, type Choice, type Dialect } from './dialects.ts';
import { failureMessages } from './http/api-routes.ts';
import { objectOf } from './json-values.ts';
import {
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
  withDialect,
  type ReferenceClient,
  type Reply,
} from './reference-client.test-data.ts';
import { completeSnapshotBody, decisionBody, firstOf } from './sample-bodies.test-data.ts';

const points = Object.entries<Choice<unknown>>(choices);

describe('dialects', () => {
  it('take the first value of each choice unless another is given', () => {
    for (const [name, { values }] of points) expect(defaultDialect).toHaveProperty(name, values[0]);
    expect(resolveDialect({ pace: 3 })).toEqual({ ...defaultDialect, pace: 3 });
  });

  it('are drawn the same from the same seed', () => {
    expect(randomDialect(7)).toEqual(randomDialect(7));
    expect(randomDialect(7)).not.toEqual(randomDialect(8));
  });

  it('are drawn with every value of every choice whose weight is not 0, and slow clients in one way at most', () => {
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

  it('have values that differ on a command line', () => {
    for (const [name, { values, about, weights = values }] of points) {
      expect({ name, values: new Set(values.map(String)).size }).toEqual({ name, values: values.length });
      expect({ name, weights: weights.length }).toEqual({ name, weights: values.length });
      expect(about).toMatch(/^[a-z]/i);
      expect(values.map(String).join('')).not.toContain(',');
    }
  });

  it.each(Array.from({ length: 12 }, (_unused, seed) => seed))(
    'of seed %i serve every endpoint as documented',
    (seed) =>
      withDialect(randomDialect(seed), async (client) => {
        await listGroups(client);
        await connection(client);
        const { id, version } = await decision(client);
        const path = { renewal_decision_id: id, version };
        const edited = await client.call('E4', { path, body: decisionBody(client.fixtures, [], '2028-01-01') });
        expect(expectSchema('renewal-decision', edited.json)).toMatchObject({ id, renewal_date: '2028-01-01' });
        await listDecisions(client);
        const made = await snapshot(client);
        await readSnapshot(client, made.id);
        await listSnapshots(client, made.employee_id);
      }),
  );
});

const noon = Date.UTC(2026, 0, 15, 12) / 1000;
const unknownId = '00000000-0000-4000-8000-000000000000';
const described = [{ name: 'No such plan', plan_type: 'ppo' }];

const complete = (client: ReferenceClient) => completeSnapshotBody(client.fixtures, employeeId);

/** The decision of an id as its list shows it. */
const listed = async (client: ReferenceClient, id: string): Promise<RenewalDecision | undefined> =>
  (await listDecisions(client)).response.find((each) => each.id === id);

const plansOf = ({ body }: RenewalDecision) => body.carriers[0]?.lines_of_coverage['medical']?.plans ?? [];
const statusesOf = async (replies: readonly Promise<Reply>[]): Promise<readonly number[]> =>
  (await Promise.all(replies)).map(({ status }) => status);

/** The statuses and first broken rules of snapshots with other members. */
const outcomes = (client: ReferenceClient, bodies: readonly object[]): Promise<readonly unknown[]> =>
  Promise.all(
    bodies.map(async (body) => {
      const { status, json } = await postSnapshot(client, { ...complete(client), ...body });
      return status === 201 ? status : objectOf((objectOf(objectOf(json)['error'])['errors'] as unknown[])[0])['rule'];
    }),
  );

const withPerson = (client: ReferenceClient, person: object): object => {
  const { employee } = complete(client);
  return { employee: { ...employee, person: { ...employee?.person, ...person } } };
};

function part(bearer: string, index: number): Readonly<Record<string, unknown>> {
  const text = bearer.slice('Bearer '.length).split('.')[index] ?? '';
  return objectOf(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
}

function requestToken(client: ReferenceClient, secret = client.credentials.clientSecret): Promise<Reply> {
  const authorization = `Basic ${Buffer.from(`${client.credentials.clientId}:${secret}`).toString('base64')}`;
  return client.send('POST', '/auth/public/token', { authorization, body: { grant_type: 'client_credentials' } });
}

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

/** How many connections it takes a client that keeps them to ask twice, a moment apart. */
async function connectionsUsed(client: ReferenceClient): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const { port: first } = await wired(client, undefined, agent);
  await sleep(40);
  const { port: second } = await wired(client, undefined, agent);
  agent.destroy();
  return first === second ? 1 : 2;
}

/** How many of so many requests get a status. */
async function counted(client: ReferenceClient, count: number, status: number): Promise<number> {
  const statuses = await statusesOf(Array.from({ length: count }, () => client.call('E1')));
  return statuses.filter((each) => each === status).length;
}

function caseOf(texts: readonly string[]): Dialect['idCase'] {
  const text = texts.join('');
  if (text === text.toLowerCase()) return 'lower';
  return text === text.toUpperCase() ? 'upper' : 'mixed';
}

/** How a choice shows: what a probe finds where it has each of its values. */
interface Effect<Value> {
  /** Other choices that the probe needs. */
  readonly given?: Partial<Dialect>;
  readonly probe: (client: ReferenceClient) => unknown;
  shows(value: Value): unknown;
}

const itself = (value: unknown): unknown => value;

/** What is found by value; a value that is not listed fails its test. */
const byValue =
  (found: Readonly<Record<string, unknown>>) =>
  (value: unknown): unknown => {
    if (!Object.hasOwn(found, String(value))) throw new TypeError(`nothing is said of the value ${String(value)}`);
    return found[String(value)];
  };

/** For choices that show in the status of one answer. */
const status = (send: (client: ReferenceClient) => Promise<Reply>, shows: Effect<unknown>['shows'] = itself) => ({
  probe: async (client: ReferenceClient) => (await send(client)).status,
  shows,
});

const jsonType = 'application/json; charset=utf-8';

const effects: { readonly [Name in keyof Dialect]: Effect<Dialect[Name]> } = {
  tokenStatus: status((client) => requestToken(client)),
  tokenAlgorithm: {
    async probe(client) {
      const [head = '', claims = '', signature = ''] = client.bearer.split('.');
      const bytes = Buffer.from(signature, 'base64url');
      bytes[3] = (bytes[3] ?? 0) ^ 1;
      const bad = [bytes, bytes.subarray(1), Buffer.alloc(0)].map((other) =>
        client.call('E1', { authorization: `${head}.${claims}.${other.toString('base64url')}` }),
      );
      const { text } = await client.send('GET', '/.well-known/jwks.json', { authorization: null });
      const { message } = await unauthorized(client, `Bearer ${client.expiredToken}`);
      const { status } = await client.call('E1');
      return [part(client.bearer, 0)['alg'], status, await statusesOf(bad), message, /"(?:k|d)":/.test(text)];
    },
    shows: (algorithm) => [algorithm, 200, [401, 401, 401], failureMessages.expired, false],
  },
  tokenHeader: {
    probe: (client) => Object.keys(part(client.bearer, 0)),
    shows: byValue({
      'kid-and-typ': ['alg', 'kid', 'typ'],
      kid: ['alg', 'kid'],
      typ: ['alg', 'typ'],
      nothing: ['alg'],
    }),
  },
  tokenIssuedAt: { probe: (client) => 'iat' in part(client.bearer, 1), shows: itself },
  tokenLifetime: {
    async probe(client) {
      const seconds = Number(part(client.bearer, 1)['exp']) - noon;
      client.clock.step(seconds * 1000 - 1000);
      const { status: before } = await client.call('E1');
      client.clock.step(1000);
      return [seconds, before, (await client.call('E1')).status];
    },
    shows: (seconds) => [seconds, 200, 401],
  },
  expiresInUnit: {
    probe: async (client) => (await tokenAnswer(client)).expires_in,
    shows: byValue({ milliseconds: 600_000, seconds: 600, microseconds: 600_000_000 }),
  },
  tokenReuse: {
    given: { expiresInUnit: 'seconds' },
    async probe(client) {
      const first = await tokenAnswer(client);
      client.clock.step(100_000);
      const second = await tokenAnswer(client);
      client.clock.step(200_000);
      const third = await tokenAnswer(client);
      return [second.access_token === first.access_token, second.expires_in, third.access_token === first.access_token];
    },
    shows: byValue({ another: [false, 600, false], 'the-same': [true, 500, false] }),
  },
  tokenExtras: { probe: async (client) => 'scope' in (await tokenAnswer(client)), shows: itself },
  tokenRefusal: status((client) => requestToken(client, 'wrong')),
  tokenRefusalBody: {
    probe: async (client) => Object.keys(objectOf((await requestToken(client, 'wrong')).json)),
    shows: byValue({ documented: ['code', 'message', 'details'], oauth: ['error', 'error_description'] }),
  },
  challenge: {
    async probe(client) {
      const replies = [await client.call('E1', { authorization: null }), await requestToken(client, 'wrong')];
      return replies.map(({ headers }) => headers.get('www-authenticate'));
    },
    shows: byValue({ true: ['Bearer', 'Basic'], false: [null, null] }),
  },
  unauthorizedExtras: { probe: async (client) => 'trace' in (await unauthorized(client, null)), shows: itself },
  brokenToken: {
    probe: async (client) => (await unauthorized(client, 'Bearer a.b.c')).message,
    shows: (failure) => failureMessages[failure],
  },
  cutToken: {
    async probe(client) {
      const found = [client.bearer.split('.').slice(0, 2).join('.'), client.bearer.split('.')[0] ?? '', 'Bearer a.b'];
      return Promise.all(found.map(async (header) => (await unauthorized(client, header)).message));
    },
    shows: (failure) => [failureMessages[failure], failureMessages.credentials, failureMessages.credentials],
  },
  schemeCase: status(
    (client) => client.call('E1', { authorization: client.bearer.replace('B', 'b') }),
    byValue({ any: 200, exact: 401 }),
  ),
  strangerStatus: {
    probe: (client) =>
      statusesOf(
        ['/api/v1/nothing', '/api/v1/groups', '/api/v1/groups/none/renewal_decisions'].map((path) =>
          client.send('GET', path, { authorization: null }),
        ),
      ),
    shows: (status) => [status, 401, 401],
  },
  errorShape: {
    async probe(client) {
      const replies = [
        await postConnection(client, { carrier_id: '<x>' }),
        await client.call('E5', { path: { group_id: unknownId } }),
        await client.send('GET', '/api/v1/nothing'),
      ];
      expect((await unauthorized(client, null)).code).toBe(16);
      return [replies[0]?.text, new Set(replies.map(({ headers }) => headers.get('content-type')))];
    },
    shows: byValue({
      structured: [
        expect.stringMatching(/^\{"error":\{"code":"invalid","message":.*"errors":\[\{/),
        new Set([jsonType]),
      ],
      problem: [expect.stringMatching(/"status":422.*"violations":\[\{/), new Set(['application/problem+json'])],
      flat: [expect.stringMatching(/^\{"message":".*\/carrier_id/), new Set([jsonType])],
      empty: ['{}', new Set([jsonType])],
      text: [expect.stringContaining('/carrier_id'), new Set(['text/plain; charset=utf-8'])],
      html: [expect.stringMatching(/^<!doctype html>[^]*422/), new Set(['text/html; charset=utf-8'])],
      none: ['', new Set([null])],
    }),
  },
  invalidBodyStatus: status((client) => postConnection(client, { carrier_id: 'x' })),
  malformedBodyStatus: status((client) => postDecision(client, '{"broken":')),
  mediaTypeStatus: status((client) => client.call('E2', { body: 'a=b', headers: { 'content-type': 'text/plain' } })),
  unknownIdStatus: status((client) => client.call('E5', { path: { group_id: unknownId } })),
  badIdStatus: status((client) => client.call('E5', { path: { group_id: 'none' } })),
  methodStatus: status((client) => client.send('DELETE', '/api/v1/groups')),
  basePath: {
    async probe(client) {
      const { pathname } = new URL(`${client.baseUrl}${endpoints.E1.path}`);
      return [pathname, (await client.call('E1')).status];
    },
    shows: (path) => [`${path}/api/v1/groups`, 200],
  },
  origins: {
    given: { basePath: '/benefits' },
    probe: ({ baseUrl, authUrl }) => (new URL(baseUrl).origin === new URL(authUrl).origin ? 'one' : 'two'),
    shows: itself,
  },
  contentType: { probe: async (client) => (await wired(client)).headers['content-type'], shows: itself },
  headerCase: {
    probe: async (client) => (await wired(client)).names.find((name) => name.toLowerCase() === 'content-type'),
    shows: byValue({ lower: 'content-type', title: 'Content-Type', upper: 'CONTENT-TYPE' }),
  },
  contentEncoding: {
    async probe(client) {
      const encodings = [undefined, 'identity, x', 'x, gzip;q=0.5, deflate, br', 'gzip;q=0, deflate;q=0, br;q=0'];
      const answers = await Promise.all(encodings.map((accepted) => wired(client, accepted)));
      // The client under test takes all of them.
      const { meta } = await listGroups(client);
      return [...answers.map(({ headers }) => headers['content-encoding'] ?? 'identity'), meta.total_records];
    },
    shows: (encoding) => [encoding, 'identity', encoding, 'identity', 3],
  },
  framing: {
    async probe(client) {
      const { headers } = await wired(client);
      return [
        'transfer-encoding' in headers,
        'content-length' in headers,
        (await listGroups(client)).meta.total_records,
      ];
    },
    shows: byValue({ 'content-length': [false, true, 3], chunked: [true, false, 3] }),
  },
  jsonText: {
    async probe(client) {
      const { text, json } = await postDecision(
        client,
        decisionBody(client.fixtures, [{ name: 'Zoë "𝄞" 1 \\ 2', plan_type: 'ppo' }]),
      );
      return [plansOf(expectSchema('renewal-decision', json))[0]?.name, text];
    },
    shows: byValue({
      compact: ['Zoë "𝄞" 1 \\ 2', expect.stringMatching(/^\{"id".*Zoë/)],
      pretty: ['Zoë "𝄞" 1 \\ 2', expect.stringMatching(/^\{\n {2}"id"/)],
      ascii: ['Zoë "𝄞" 1 \\ 2', expect.stringMatching(/^[ -~]*Zo\\u00eb \\"\\ud834\\udd1e\\" 1 \\\\ 2[ -~]*$/)],
    }),
  },
  integers: {
    async probe(client) {
      const { text, json } = await client.call('E1');
      return [/"created":([^,]+),/.exec(text)?.[1], expectSchema('group-page', json).response[0]?.created];
    },
    shows: byValue({
      plain: ['1768478400', noon],
      'point-zero': ['1768478400.0', noon],
      exponent: ['1.7684784e+9', noon],
    }),
  },
  memberOrder: {
    async probe(client) {
      const bodies = Array.from({ length: 20 }, (_unused, index) =>
        decisionBody(client.fixtures, [{ name: 'x'.repeat(index), plan_type: 'ppo' }]),
      );
      const firsts = bodies.map(async (body) => (await postDecision(client, body)).text.slice(0, 7));
      return new Set(await Promise.all(firsts));
    },
    shows: byValue({
      'as-it-comes': new Set(['{"id":"']),
      'by-name': new Set(['{"body"']),
      shifting: new Set(['{"id":"', '{"body"']),
    }),
  },
  clockSkew: {
    given: { rateLimit: 50 },
    async probe(client) {
      const [group] = (await listGroups(client)).response;
      const { message } = await unauthorized(client, `Bearer ${client.expiredToken}`);
      return [Number(part(client.bearer, 1)['iat']) - noon, Number(group?.created) - noon, message];
    },
    shows: (seconds) => [seconds, seconds, failureMessages.expired],
  },
  timestampUnit: {
    probe: async (client) => (await snapshot(client)).created,
    shows: byValue({ seconds: noon, milliseconds: noon * 1000, microseconds: noon * 1_000_000 }),
  },
  idCase: {
    async probe(client) {
      const made = await snapshot(client);
      const ids = [made.id, made.id.toLowerCase(), made.id.toUpperCase()];
      const found = await Promise.all(ids.map((id) => readSnapshot(client, id)));
      return [caseOf([made, await decision(client)].flatMap(({ id, version }) => [id, version])), found.length];
    },
    shows: (idCase) => [idCase, 3],
  },
  sentIds: {
    given: { idCase: 'upper' },
    async probe(client) {
      const [carrier] = (await decision(client)).body.carriers;
      const plan = carrier?.lines_of_coverage['medical']?.plans?.[0];
      const { fulfillment_summary: summary } = await snapshot(client);
      const carriers = [await connection(client), ...summary].map(({ carrier_id }) => carrier_id);
      return caseOf([...carriers, carrier?.carrier_id ?? '', plan?.plan_id ?? '']);
    },
    shows: byValue({ 'as-sent': 'lower', 'as-issued': 'upper' }),
  },
  uuidVersion: {
    async probe(client) {
      const made = await Promise.all(Array.from({ length: 12 }, () => decision(client)));
      const ids = made.flatMap(({ id, version }) => [id, version]);
      expect(new Set(ids).size).toBe(24);
      const versions = new Set(ids.map((id) => `${id.charAt(14)}${/[89ab]/.test(id.charAt(19)) ? '' : '?'}`));
      return versions.size === 1 ? [...versions][0] : 'any';
    },
    shows: String,
  },
  extraFields: {
    async probe(client) {
      const made = await snapshot(client);
      const { employee } = made.member_snapshot;
      const [item] = (await listSnapshots(client)).response;
      const objects = [made, (await listGroups(client)).meta, employee?.person, await decision(client)].map(objectOf);
      const extra = objects.map((object) => ['object' in object, 'external_id' in object]);
      return [extra, Object.keys(employee?.classifications ?? {}), Object.keys(item ?? {}).length];
    },
    shows: byValue({
      false: [Array.from({ length: 4 }, () => [false, false]), ['division'], 7],
      true: [[true, false, false, true].map((isRecord) => [isRecord, false]), ['division'], 7],
      everywhere: [[true, false, false, true].map((isRecord) => [isRecord, true]), ['division'], 7],
    }),
  },
  defaultPageSize: { probe: async (client) => (await listGroups(client)).meta.page_size, shows: itself },
  maxPageSize: {
    probe: async (client) => (await listGroups(client, { page_size: '9999' })).meta.page_size,
    shows: itself,
  },
  pageSizeOverMax: status(
    (client) => client.call('E1', { query: { page_size: '101' } }),
    byValue({ capped: 200, refused: 400 }),
  ),
  pagedLists: {
    given: { defaultPageSize: 1 },
    async probe(client) {
      const { meta, response } = await listGroups(client, { page_size: '2', offset: '1' });
      for (let count = 0; count < 2; count += 1) await snapshot(client);
      return [meta, response.length, (await listSnapshots(client)).response.length];
    },
    shows: byValue({
      all: [{ offset: 1, page_num: 1, page_size: 2, total_records: 3 }, 2, 1],
      snapshots: [{ offset: 0, page_num: 1, page_size: 3, total_records: 3 }, 3, 1],
    }),
  },
  offsetPastEnd: {
    probe: (client) => statusesOf(['2', '3', '99'].map((offset) => client.call('E1', { query: { offset } }))),
    shows: byValue({ empty: [200, 200, 200], refused: [200, 400, 400] }),
  },
  badPaging: {
    async probe(client) {
      const values = ['-1', '1.5', 'abc', ''];
      const queries = [{ page_size: '0' }, ...values.flatMap((value) => [{ page_size: value }, { offset: value }])];
      return new Set(await statusesOf(queries.map((query) => client.call('E1', { query }))));
    },
    shows: byValue({ refused: new Set([400]), ignored: new Set([200]) }),
  },
  emptyPageNum: {
    async probe(client) {
      return (await listDecisions(client)).meta.page_num;
    },
    shows: itself,
  },
  unalignedPageNum: {
    probe: (client) =>
      Promise.all(
        ['0', '1', '2', '3'].map(
          async (offset) => (await listGroups(client, { page_size: '2', offset })).meta.page_num,
        ),
      ),
    shows: byValue({ down: [1, 1, 2, 2], up: [1, 2, 2, 3] }),
  },
  listOrder: {
    async probe(client) {
      const made: string[] = [];
      for (let count = 0; count < 9; count += 1) made.push((await snapshot(client)).id);
      const offsets = ['0', '2', '4', '6', '8'];
      const pages = offsets.map(
        async (offset) => (await listSnapshots(client, employeeId, { page_size: '2', offset })).response,
      );
      const ids = (await Promise.all(pages)).flat().map(({ id }) => id);
      const tail = (id: string): string => id.slice(-9);
      const orders = {
        'oldest-first': made,
        'newest-first': made.toReversed(),
        'by-id': made.toSorted(),
        scattered: made.toSorted((one, other) => (tail(one) < tail(other) ? -1 : 1)),
      };
      return Object.entries(orders).find(([, order]) => order.join() === ids.join())?.[0];
    },
    shows: itself,
  },
  filterDates: {
    async probe(client) {
      await decision(client, decisionBody(client.fixtures, [], '2028-01-01'));
      const dates = ['2028-01-01', '1999-01-01', 'Sat, 01 Jan 2028 00:00:00 GMT', 'Sun, 02 Jan 2028 00:00:00 GMT', 'x'];
      const found = dates.map(async (renewal_date) => {
        const { status, json } = await client.call('E5', {
          path: { group_id: client.fixtures.groupId },
          query: { renewal_date },
        });
        return status === 200 ? expectSchema('renewal-decision-page', json).meta.total_records : status;
      });
      return Promise.all(found);
    },
    shows: byValue({
      'http-date-and-iso': [1, 0, 1, 0, 400],
      'http-date': [400, 400, 1, 0, 400],
      'http-date-iso-ignored': [1, 1, 1, 0, 400],
    }),
  },
  requiredMembers: {
    async probe(client) {
      const { carrierId } = firstOf(client.fixtures);
      const [coverage] = complete(client).coverages ?? [];
      const unsigned = [{ ...coverage, signature_date: undefined }];
      return statusesOf([
        client.call('E2', { body: {} }),
        client.call('E2', { body: { carrier_id: carrierId } }),
        postDecision(client, { renewal_date: '2028-01-01', body: { carriers: [{ carrier_id: carrierId }] } }),
        postSnapshot(client, {}),
        postSnapshot(client, { coverages: [{ plan_name: 'x' }] }),
        postSnapshot(client, { ...complete(client), coverages: unsigned }),
        postDecision(client, decisionBody(client.fixtures, [{ name: 'Any', plan_type: 'ppo' }])),
        postSnapshot(client),
      ]);
    },
    shows: byValue({
      few: [422, 422, 422, 422, 422, 201, 201, 201],
      fewest: [422, 201, 201, 201, 201, 201, 201, 201],
      sample: [422, 422, 422, 422, 422, 422, 201, 201],
    }),
  },
  codedValues: {
    probe: (client) =>
      outcomes(
        client,
        ['current_open', 'current', 'no_such_mode'].map((snapshot_mode) => ({ snapshot_mode })),
      ),
    shows: byValue({ any: [201, 201, 201], vocabulary: [201, 201, 'enum'], ordinary: [201, 'enum', 'enum'] }),
  },
  textLimit: {
    probe: (client) =>
      outcomes(
        client,
        [100, 101, 255, 256].map((length) => withPerson(client, { middle_name: '𝄞'.repeat(length) })),
      ),
    shows: byValue({
      none: [201, 201, 201, 201],
      255: [201, 201, 201, 'maxLength'],
      100: [201, 'maxLength', 'maxLength', 'maxLength'],
    }),
  },
  bodyLimit: {
    probe: (client) =>
      statusesOf(
        [100, 130, 1030].map((size) => postSnapshot(client, { ...complete(client), x: 'x'.repeat(size * 1024) })),
      ),
    shows: byValue({ 1048576: [201, 201, 413], 131072: [201, 413, 413] }),
  },
  businessRules: {
    probe(client) {
      const [coverage] = complete(client).coverages ?? [];
      const [member] = coverage?.enrolled_members ?? [];
      const backwards = { ...coverage, enrolled_members: [{ ...member, effective_end_date: '1999-12-31' }] };
      return outcomes(client, [
        {},
        withPerson(client, { last_name: ' ' }),
        { coverages: [coverage, coverage] },
        { coverages: [backwards] },
      ]);
    },
    shows: byValue({ few: [201, 201, 201, 201], many: [201, 'form', 'once', 'period'] }),
  },
  unknownMembers: {
    async probe(client) {
      const { employee, ...rest } = complete(client);
      const mentioned = { ...employee, group_id: client.fixtures.groupId, classifications: { free: 'yes' } };
      const body = { ...rest, employee: { ...mentioned, person: { ...employee?.person, nickname: 'x' } }, 'a/b': 1 };
      const { status, json } = await postSnapshot(client, body);
      const echo = objectOf(objectOf(json)['member_snapshot']) as MemberSnapshotInput;
      const plan = { plan_id: firstOf(client.fixtures).planId, deductible: 3 };
      const { text } = await postDecision(client, decisionBody(client.fixtures, [plan]));
      return {
        status: [
          status,
          await postConnection(client, { data_exchange: 'edi' }),
          await postSnapshot(client, { ...rest, employee: mentioned }),
        ].map((reply) => (typeof reply === 'number' ? reply : reply.status)),
        kept: ['a/b' in echo, 'nickname' in (echo.employee?.person ?? {}), text.includes('"deductible":3')],
        wrong: text.includes('/plans/0/deductible') && JSON.stringify(json).includes('"/a~1b"'),
      };
    },
    shows: byValue({
      kept: { status: [201, 201, 201], kept: [true, true, true], wrong: false },
      refused: { status: [422, 201, 201], kept: [false, false, false], wrong: true },
      dropped: { status: [201, 201, 201], kept: [false, false, false], wrong: false },
    }),
  },
  assignedIds: {
    async probe(client) {
      const { employee, dependents, events } = complete(client);
      const made = await snapshot(client, {
        employee: { ...employee, id: undefined },
        dependents: dependents?.map((dependent) => ({ ...dependent, id: undefined })),
        coverages: [],
        events,
      });
      const echo = made.member_snapshot;
      const shown = ['id' in (echo.employee ?? {}), 'id' in (echo.dependents?.[0] ?? {})];
      return [shown, made.created_members.length, echo.employee?.group_id === client.fixtures.groupId];
    },
    shows: (isShown) => [[isShown, isShown], 2, true],
  },
  absentMembers: {
    async probe(client) {
      const coverages = complete(client).coverages?.map((each) => ({ ...each, enrolled_members: [] }));
      const person = { first_name: 'Ada', last_name: 'Sample' };
      const { member_snapshot: echo } = await snapshot(client, { employee: { person }, coverages });
      const carriers = [{ carrier_id: firstOf(client.fixtures).carrierId, lines_of_coverage: { medical: {} } }];
      const decided = await decision(client, { renewal_date: '2028-01-01', body: { carriers } });
      const line = decided.body.carriers[0]?.lines_of_coverage['medical'];
      const values = [echo.events, echo.employee?.employment, echo.employee?.person?.middle_name];
      return [...values, objectOf(echo.coverages?.[0])['plan_name'], line?.open_enrollment_end_date];
    },
    shows: byValue({ absent: Array.from({ length: 5 }, () => undefined), null: Array.from({ length: 5 }, () => null) }),
  },
  connectionStatus: status((client) => postConnection(client)),
  connectionOutcome: {
    probe: async (client) => Object.keys(await connection(client)).slice(11),
    shows: byValue({ empty: ['result_details', 'completed_at'], renamed: ['outcome', 'done_on'], absent: [] }),
  },
  groupVersions: {
    async probe(client) {
      const versions = async () => (await listGroups(client)).response.map(({ version }) => version);
      const before = await versions();
      await decision(client);
      const between = await versions();
      await snapshot(client);
      const after = await versions();
      return before.map((version, index) => [version === between[index], between[index] === after[index]]);
    },
    shows: byValue({
      never: Array.from({ length: 3 }, () => [true, true]),
      'with-content': [
        [false, false],
        [true, true],
        [true, true],
      ],
    }),
  },
  newGroups: {
    async probe(client) {
      const { group_id } = await connection(client);
      const { status } = await client.call('E5', { path: { group_id } });
      return [(await listGroups(client)).meta.total_records, status];
    },
    shows: byValue({ listed: [4, 200], unlisted: [3, 200] }),
  },
  decisionStatus: status((client) => postDecision(client)),
  staleEdit: {
    async probe(client) {
      const { id, version } = await decision(client);
      const path = { renewal_decision_id: id, version };
      const dates = ['2028-01-01', '2029-01-01'];
      const edits = [];
      for (const date of dates)
        edits.push(await client.call('E4', { path, body: decisionBody(client.fixtures, [], date) }));
      return [...edits.map(({ status }) => status), (await listed(client, id))?.renewal_date];
    },
    shows: (status) => (status === 'accept' ? [200, 200, '2029-01-01'] : [200, status, '2028-01-01']),
  },
  unknownVersion: {
    async probe(client) {
      const { id, version } = await decision(client);
      const edit = (of: string) =>
        client.call('E4', { path: { renewal_decision_id: id, version: of }, body: decisionBody(client.fixtures) });
      return [(await edit(version)).status, (await edit(version)).status, (await edit(unknownId)).status];
    },
    shows: byValue({ stale: [200, 409, 409], 'not-found': [200, 409, 404] }),
  },
  recalculation: {
    async probe(client) {
      const { id, status, version } = await decision(client);
      client.clock.step(1);
      const moved = await listed(client, id);
      return [status, moved?.status, moved?.version === version];
    },
    shows: byValue({ paced: ['submitted', 'submitted', true], 'at-once': ['submitted', 'ready', false] }),
  },
  decisionCourse: {
    async probe(client) {
      const { id, status } = await decision(client, decisionBody(client.fixtures, described, '2026-01-01'));
      client.clock.step(1000);
      const soon = await listed(client, id);
      await client.later(400_000);
      const later = await listed(client, id);
      return [status, soon?.status, later?.status, later?.issues.length];
    },
    shows: byValue({
      'by-content': ['submitted', 'not_ready', 'not_ready', 1],
      'not-ready': ['submitted', 'not_ready', 'not_ready', 1],
      ready: ['submitted', 'ready', 'done', 0],
      done: ['submitted', 'done', 'done', 0],
      'catching-up': ['submitted', 'not_ready', 'done', 0],
    }),
  },
  issueLine: {
    async probe(client) {
      const { id } = await decision(client, decisionBody(client.fixtures, described));
      client.clock.step(1000);
      return Object.keys((await listed(client, id))?.issues[0] ?? {}).slice(3);
    },
    shows: byValue({ line_of_coverage: ['line_of_coverage'], coverage_line: ['coverage_line'], absent: [] }),
  },
  planDetails: {
    probe: async (client) =>
      Object.keys(plansOf(await decision(client, decisionBody(client.fixtures, described)))[0] ?? {}).toSorted(),
    shows: byValue({ 'as-sent': ['name', 'plan_id', 'plan_type'], nothing: ['name', 'plan_id'] }),
  },
  carrierOrder: {
    async probe(client) {
      const { body, ...rest } = decisionBody(client.fixtures);
      const ids = client.fixtures.carrierIds.toSorted().slice(0, 3);
      const [low = '', middle = '', high = ''] = ids;
      const carriers = [middle, high, low].map((carrier_id) => ({ ...body.carriers?.[0], carrier_id }));
      const made = await decision(client, { ...rest, body: { carriers } });
      return made.body.carriers.map(({ carrier_id }) => ids.indexOf(carrier_id));
    },
    shows: byValue({ 'as-sent': [1, 2, 0], 'by-id': [0, 1, 2], reversed: [0, 2, 1] }),
  },
  describedPlanIds: {
    async probe(client) {
      const [first, second] = [
        plansOf(await decision(client, decisionBody(client.fixtures, described)))[0],
        plansOf(await decision(client, decisionBody(client.fixtures, described)))[0],
      ];
      const byId = await decision(client, decisionBody(client.fixtures, [{ plan_id: first?.plan_id ?? '' }]));
      return [first?.plan_id === second?.plan_id, plansOf(byId)[0]?.name];
    },
    shows: byValue({ 'per-name': [true, 'No such plan'], fresh: [false, 'No such plan'] }),
  },
  decisionLines: {
    probe(client) {
      const { carrierId } = firstOf(client.fixtures);
      const bodies = ['dental', 'medical', 'vision'].map((line) => ({
        renewal_date: '2027-01-01',
        body: { carriers: [{ carrier_id: carrierId, lines_of_coverage: { [line]: {} } }] },
      }));
      return statusesOf(bodies.map((body) => postDecision(client, body)));
    },
    shows: byValue({ any: [201, 201, 201], shown: [201, 201, 422] }),
  },
  pace: {
    async probe(client) {
      const made = await snapshot(client);
      let milliseconds = 0;
      for (const step of [1, 1, 48, 50, 200, 200, 1500, 172_798_000]) {
        await client.later(step);
        milliseconds += step;
        if ((await readSnapshot(client, made.id)).status === 'completed') break;
      }
      return [made.status, milliseconds];
    },
    shows: byValue({
      1: ['processing', 2],
      50: ['processing', 100],
      250: ['processing', 500],
      1000: ['processing', 2000],
      86400000: ['processing', 172_800_000],
    }),
  },
  snapshotCourse: {
    async probe(client) {
      const made = await snapshot(client);
      client.clock.step(1000);
      const sent = await readSnapshot(client, made.id);
      client.clock.step(1000);
      const [item] = (await listSnapshots(client)).response;
      const done = await readSnapshot(client, made.id);
      expect(item?.fulfillment_summary).toEqual(done.fulfillment_summary);
      const carriers = [made, sent, done].map((each) => each.fulfillment_summary.map(({ status }) => status).join());
      return [done.status, carriers, done.fulfillment_summary[0]?.errors.length, done.warnings.length];
    },
    shows: byValue({
      completed: ['completed', ['processing,processing', 'sent,sent', 'sent,sent'], 0, 0],
      'one-by-one': ['partially_completed', ['processing,processing', 'sent,processing', 'sent,acknowledged'], 0, 0],
      failed: ['action_required', ['processing,processing', 'sent,sent', 'rejected,rejected'], 2, 1],
    }),
  },
  employeeIds: {
    async probe(client) {
      const [first, second] = [await snapshot(client), await snapshot(client)];
      const third = await snapshot(client, completeSnapshotBody(client.fixtures, first.employee_id));
      const isSent = first.employee_id === employeeId;
      return [isSent, first.employee_id === second.employee_id, third.employee_id === first.employee_id];
    },
    shows: byValue({ sent: [true, true, true], assigned: [false, false, true] }),
  },
  createdMembers: {
    probe: async (client) => [
      (await snapshot(client)).created_members.length,
      (await snapshot(client)).created_members.length,
    ],
    shows: byValue({ new: [2, 0], all: [2, 2], none: [0, 0] }),
  },
  summaryOrder: {
    async probe(client) {
      const [low, high] = client.fixtures.carrierIds.slice(0, 2).toSorted();
      const [coverage] = complete(client).coverages ?? [];
      const coverages = [high, low].map((carrier_id) => ({ ...coverage, carrier_id }));
      const { fulfillment_summary: summary } = await snapshot(client, { ...complete(client), coverages });
      return summary.map(({ carrier_id }) => (carrier_id === low ? 'low' : 'high'));
    },
    shows: byValue({ 'as-sent': ['high', 'low'], 'by-id': ['low', 'high'] }),
  },
  replacement: {
    async probe(client) {
      const [first, second] = [await snapshot(client), await snapshot(client)];
      const { version, replaced_by } = await readSnapshot(client, first.id);
      return [version === first.version, replaced_by === second.id];
    },
    shows: byValue({ newest: [false, true], never: [true, false] }),
  },
  replacedByUnset: {
    probe: async (client) => objectOf(await snapshot(client))['replaced_by'],
    shows: byValue({ null: null, absent: undefined }),
  },
  latency: { probe: async (client) => (await client.call('E1')).status, shows: () => 200 },
  rateLimit: {
    async probe(client) {
      // Two tokens were asked for in the first second.
      const beyond = await counted(client, 49, 429);
      client.clock.step(1000);
      return [beyond, await counted(client, 210, 429), await counted(client, 300, 429)];
    },
    shows: byValue({ none: [0, 0, 0], 500: [0, 0, 10], 200: [0, 10, 300], 50: [1, 160, 300] }),
  },
  unavailable: {
    // Two tokens were asked for before.
    probe: (client) => counted(client, 998, 503),
    shows: byValue({ never: 0, 1000: 1, 200: 5 }),
  },
  connections: { probe: connectionsUsed, shows: byValue({ kept: 1, 'idle-closed': 2, closed: 2 }) },
  retryAfter: {
    given: { rateLimit: 50, errorShape: 'text' },
    async probe(client) {
      await counted(client, 48, 200);
      const { status, headers, text } = await client.call('E1');
      return [status, headers.get('retry-after'), text.includes('too many')];
    },
    shows: byValue({
      seconds: [429, '1', true],
      'http-date': [429, 'Thu, 15 Jan 2026 12:00:01 GMT', true],
      absent: [429, null, true],
    }),
  },
};

describe('each choice has an effect', () => {
  const cases = Object.entries<Effect<unknown>>(effects).flatMap(([name, effect]) =>
    (points.find(([point]) => point === name)?.[1].values ?? []).map((value) => ({ name, value, effect })),
  );

  it.each(cases)('$name=$value', ({ name, value, effect }) =>
    withDialect({ ...effect.given, [name]: value }, async (client) => {
      expect(await effect.probe(client)).toEqual(effect.shows(value));
    }),
  );

  it('chunked bodies without content, and answers to HEAD, have none', () =>
    withDialect({ framing: 'chunked', errorShape: 'none' }, async (client) => {
      expect(await client.send('GET', '/api/v1/nothing')).toMatchObject({ status: 404, text: '' });
      expect(await client.send('HEAD', '/api/v1/groups')).toMatchObject({ status: 200, text: '' });
    }));
});
