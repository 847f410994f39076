import { validator } from '../spec/validator.ts';
import { endpoints, schemas, type EndpointId, type SchemaName, type SchemaTypes } from '../spec/index.ts';
import { startReference, type ReferenceCredentials, type ReferenceOptions } from './start-reference.ts';
import type { Dialect } from './dialects.ts';
import { parsed } from './json-values.ts';
import { snapshotBody, connectionBody, decisionBody } from './sample-bodies.test-data.ts';

/** A clock that starts on 15 January 2026, at noon. */
export function steppedClock() {
  let now = Date.UTC(2026, 0, 15, 12);
  return {
    now: () => now,
    step(milliseconds: number): void {
      now += milliseconds;
    },
  };
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
}

export interface Said {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is text or bytes already. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The whole Authorization header; null: none. Default: a good token of the first organization. */
  readonly authorization?: string | null;
}

/** A value as its schema has it; throws with what is wrong when it isn't so. */
export function expectSchema<Name extends SchemaName>(name: Name, value: unknown): SchemaTypes[Name] {
  if (validator.accepts(name, value)) return value;
  throw new TypeError(`not a ${schemas[name].title ?? name}: ${JSON.stringify(validator.validate(name, value))}`);
}

async function request(url: string, method: string, headers: Record<string, string>, body: unknown): Promise<Reply> {
  const raw = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  const response = await fetch(url, {
    method,
    // A service may close connections that idle, and one that is kept would then fail the next request.
    headers: { connection: 'close', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: raw }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

export const basic = ({ clientId, clientSecret }: ReferenceCredentials): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

/** Starts a reference service on a stepped clock, and gets a token for each organization. */
export async function startClient(options: ReferenceOptions = {}) {
  const clock = steppedClock();
  const dialect = { tokenAlgorithm: 'ES256', ...options.dialect } as const;
  const reference = await startReference({ clock, ...options, dialect });
  const token = async (credentials: ReferenceCredentials): Promise<string> => {
    const headers = { authorization: basic(credentials) };
    const { json } = await request(`${reference.authUrl}/auth/public/token`, 'POST', headers, {
      grant_type: 'client_credentials',
    });
    return expectSchema('token-response', json).access_token;
  };
  const bearers = async () => ({
    first: `Bearer ${await token(reference.credentials)}`,
    second: `Bearer ${await token(reference.secondCredentials)}`,
  });
  let current = await bearers();
  const send = (method: string, path: string, said: Said = {}): Promise<Reply> => {
    const { authorization = current.first, headers, body, query } = said;
    const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
    const all = { ...(authorization === null ? {} : { authorization }), ...headers };
    return request(`${reference.baseUrl}${path}${search}`, method, all, body);
  };
  return {
    ...reference,
    clock,
    get bearer(): string {
      return current.first;
    },
    get secondBearer(): string {
      return current.second;
    },
    /** Steps the clock, and gets new tokens should the old ones have expired. */
    async later(milliseconds: number): Promise<void> {
      clock.step(milliseconds);
      current = await bearers();
    },
    send,
    call(endpoint: EndpointId, said: Said = {}): Promise<Reply> {
      const { method, path } = endpoints[endpoint];
      const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => said.path?.[name] ?? '');
      return send(method, filled, said);
    },
  };
}

export type ReferenceClient = Awaited<ReturnType<typeof startClient>>;

export async function withDialect(
  dialect: Partial<Dialect>,
  check: (client: ReferenceClient) => Promise<void>,
): Promise<void> {
  const client = await startClient({ dialect });
  try {
    await check(client);
  } finally {
    await client.close();
  }
}

export async function listGroups(client: ReferenceClient, query: Record<string, string> = {}) {
  return expectSchema('group-page', (await client.call('E1', { query })).json);
}

/** A group of the second organization. */
export async function foreignGroup(client: ReferenceClient): Promise<string> {
  const { json } = await client.call('E1', { authorization: client.secondBearer });
  return expectSchema('group-page', json).response[0]?.id ?? '';
}

export const postConnection = (client: ReferenceClient, more: object = {}): Promise<Reply> =>
  client.call('E2', { body: { ...connectionBody(client.fixtures), ...more } });

export async function connection(client: ReferenceClient, more: object = {}) {
  return expectSchema('group-connection', (await postConnection(client, more)).json);
}

/** Creates a decision; default: of the first plan, in the first group. */
export const postDecision = (
  client: ReferenceClient,
  body: unknown = decisionBody(client.fixtures),
  groupId = client.fixtures.groupId,
): Promise<Reply> => client.call('E3', { path: { group_id: groupId }, body });

export async function decision(client: ReferenceClient, body?: unknown, groupId?: string) {
  return expectSchema('renewal-decision', (await postDecision(client, body, groupId)).json);
}

export async function listDecisions(
  client: ReferenceClient,
  groupId = client.fixtures.groupId,
  query: Record<string, string> = {},
) {
  const { json } = await client.call('E5', { path: { group_id: groupId }, query });
  return expectSchema('renewal-decision-page', json);
}

/** The employee of snapshots where no other is given. */
export const employeeId = '00000000-0000-4000-8000-0000000000e1';

/** Submits a snapshot; default: with every documented member, in the first group. */
export const postSnapshot = (
  client: ReferenceClient,
  body: unknown = snapshotBody(client.fixtures, employeeId),
  groupId = client.fixtures.groupId,
): Promise<Reply> => client.call('E6', { path: { group_id: groupId }, body });

export async function snapshot(client: ReferenceClient, body?: unknown, groupId?: string) {
  return expectSchema('snapshot', (await postSnapshot(client, body, groupId)).json);
}

export async function readSnapshot(client: ReferenceClient, id: string) {
  return expectSchema('snapshot', (await client.call('E7', { path: { snapshot_id: id } })).json);
}

export async function listSnapshots(
  client: ReferenceClient,
  employee = employeeId,
  query: Record<string, string> = {},
) {
  return expectSchema('snapshot-page', (await client.call('E8', { path: { employee_id: employee }, query })).json);
}
