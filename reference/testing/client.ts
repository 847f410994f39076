import {
  createValidator,
  endpoints,
  schemas,
  type EndpointId,
  type SchemaName,
  type SchemaTypes,
} from '../../spec/index.ts';
import {
  startReference,
  type ReferenceCredentials,
  type ReferenceOptions,
  type RunningReference,
} from '../start-reference.ts';
import { steppedClock, type SteppedClock } from './stepped-clock.ts';

/** An answer, read whole. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined when it is no JSON. */
  readonly json: unknown;
}

/** What may be said in a request. */
export interface Said {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is text or bytes already. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The whole Authorization header; null: none. Default: a good token of the first organization. */
  readonly authorization?: string | null;
}

/** A reference service under test, with a client at hand. */
export interface ReferenceClient extends RunningReference {
  readonly clock: SteppedClock;
  /** Steps the clock, and gets new tokens should the old ones have expired. */
  later(milliseconds: number): Promise<void>;
  /** `Bearer` and a good token. */
  readonly bearer: string;
  readonly secondBearer: string;
  token(credentials: ReferenceCredentials): Promise<string>;
  call(endpoint: EndpointId, said?: Said): Promise<Reply>;
  send(method: string, path: string, said?: Said): Promise<Reply>;
}

const validator = createValidator();

/** A value as its schema has it; throws with what is wrong when it isn't so. */
export function expectSchema<Name extends SchemaName>(name: Name, value: unknown): SchemaTypes[Name] {
  if (validator.accepts(name, value)) return value;
  throw new TypeError(`not a ${schemas[name].title ?? name}: ${JSON.stringify(validator.validate(name, value))}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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

const basic = ({ clientId, clientSecret }: ReferenceCredentials): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

/** Starts a reference service on a stepped clock, and gets a token for each organization. */
export async function startClient(options: ReferenceOptions = {}): Promise<ReferenceClient> {
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
  const send: ReferenceClient['send'] = (method, path, said = {}) => {
    const { authorization = current.first, headers, body, query } = said;
    const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
    const all = { ...(authorization === null ? {} : { authorization }), ...headers };
    return request(`${reference.baseUrl}${path}${search}`, method, all, body);
  };
  return {
    ...reference,
    clock,
    get bearer() {
      return current.first;
    },
    get secondBearer() {
      return current.second;
    },
    async later(milliseconds) {
      clock.step(milliseconds);
      current = await bearers();
    },
    token,
    send,
    call(endpoint, said = {}) {
      const { method, path } = endpoints[endpoint];
      const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => said.path?.[name] ?? '');
      return send(method, filled, said);
    },
  };
}
