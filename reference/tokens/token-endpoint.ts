import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock-and-chance.ts';
import type { Dialect } from '../dialects.ts';
import { refuseOtherMethods, sendJson, sendUnauthorized } from '../http/application.ts';
import { Problem } from '../http/problems.ts';
import { objectOf } from '../../spec/index.ts';
import type { OrganizationRecord } from '../store/store.ts';
import type { KeyRing, Tokens } from './issued-tokens.ts';

const tokenPath = '/auth/public/token';
const keySetPath = '/.well-known/jwks.json';
const perSecond: Readonly<Record<Dialect['expiresInUnit'], number>> = {
  milliseconds: 1000,
  seconds: 1,
  microseconds: 1_000_000,
};

const extras = { scope: 'groups members', issued_token_type: 'urn:ietf:params:oauth:token-type:access_token' };

/** The client id and secret of an `Authorization: Basic` header (RFC 7617): base64 of the id, a colon and the secret. */
function basicCredentials(header = ''): readonly [clientId: string | undefined, clientSecret: string] {
  const encoded = /^basic +([\w+/-]+={0,2})$/i.exec(header.trim())?.[1] ?? '';
  const [, clientId, clientSecret = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  return [clientId, clientSecret];
}

const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Milliseconds for which a client gets no token after too many wrong secrets. */
const lockedMs = 60_000;

/** Finds the client whose API key a header proves, unless too many wrong secrets came before; counts these. */
function authenticating(organizations: readonly OrganizationRecord[], clock: Clock, { secretTries }: Dialect) {
  const wrong = new Map<string, { readonly count: number; readonly last: number }>();
  return (header: string | undefined): OrganizationRecord | undefined => {
    const [clientId, clientSecret] = basicCredentials(header);
    const known = organizations.find((each) => each.clientId === clientId);
    // Compared in constant time, even for an unknown client: the time taken says nothing about either half.
    const isRight = timingSafeEqual(digest(clientSecret), digest(known?.clientSecret ?? ''));
    if (known === undefined) return undefined;
    const client = isRight ? known : undefined;
    if (secretTries === 'any') return client;
    const { count, last } = wrong.get(known.id) ?? { count: 0, last: 0 };
    if (count >= secretTries && clock.now() - last < lockedMs) return undefined;
    if (isRight) wrong.delete(known.id);
    else wrong.set(known.id, { count: count >= secretTries ? 1 : count + 1, last: clock.now() });
    return client;
  };
}

function refuseClient(reply: FastifyReply, dialect: Dialect): FastifyReply {
  const message = 'Missing or invalid client credentials';
  const status = dialect.tokenRefusal;
  if (dialect.tokenRefusalBody === 'documented') {
    return sendUnauthorized(reply, message, dialect, { challenge: 'Basic', status });
  }
  return sendJson(reply, status, { error: 'invalid_client', error_description: message }, dialect);
}

/** Issues tokens, or hands out a client's last one again during the first half of its lifetime. */
function issuing(tokens: Tokens, clock: Clock, { tokenLifetime, tokenReuse }: Dialect) {
  const last = new Map<string, { readonly token: string; readonly issuedAt: number }>();
  return async (client: OrganizationRecord) => {
    const now = Math.floor(clock.now() / 1000);
    const held = last.get(client.id);
    if (tokenReuse === 'the-same' && held !== undefined && now - held.issuedAt < tokenLifetime / 2) {
      return { token: held.token, secondsLeft: held.issuedAt + tokenLifetime - now };
    }
    const token = await tokens.issue(client, now);
    last.set(client.id, { token, issuedAt: now });
    return { token, secondsLeft: tokenLifetime };
  };
}

interface TokenService {
  readonly organizations: readonly OrganizationRecord[];
  readonly clock: Clock;
  readonly dialect: Dialect;
  readonly keys: KeyRing;
  readonly tokens: Tokens;
}

/** Serves the token request (`spec/documents/5-authentication.md`) and the key set that tokens verify against. */
export function serveTokens(app: FastifyInstance, { organizations, clock, dialect, keys, tokens }: TokenService): void {
  const issue = issuing(tokens, clock, dialect);
  const authenticate = authenticating(organizations, clock, dialect);
  const clients = new WeakMap<FastifyRequest, OrganizationRecord>();
  app.route({
    method: 'POST',
    url: tokenPath,
    // The client is checked before its body is read.
    async onRequest(request, reply) {
      const client = authenticate(request.headers.authorization);
      if (client === undefined) return refuseClient(reply, dialect);
      clients.set(request, client);
      return undefined;
    },
    async handler(request, reply) {
      const client = clients.get(request);
      if (client === undefined) return refuseClient(reply, dialect);
      if (objectOf(request.body)['grant_type'] !== 'client_credentials') throw new Problem('unsupported-grant');
      const { token, secondsLeft } = await issue(client);
      const answer = {
        access_token: token,
        expires_in: secondsLeft * perSecond[dialect.expiresInUnit],
        token_type: 'Bearer',
        ...(dialect.tokenExtras ? extras : {}),
      };
      return sendJson(reply.header('cache-control', 'no-store'), dialect.tokenStatus, answer, dialect);
    },
  });
  app.get(keySetPath, (_request, reply) => sendJson(reply, 200, keys.published(), dialect));
  refuseOtherMethods(app, tokenPath, dialect, 'POST');
  refuseOtherMethods(app, keySetPath, dialect, 'GET');
}
