import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../sources.ts';
import type { Dialect } from '../dialects.ts';
import { refuseOtherMethods, sendJson, sendUnauthorized } from '../http/application.ts';
import { Problem } from '../http/problems.ts';
import { objectOf } from '../../spec/index.ts';
import type { OrganizationRecord } from '../store/store.ts';
import type { Tokens } from './issued-tokens.ts';
import type { KeyRing } from './key-ring.ts';

const tokenPath = '/auth/public/token';
const keySetPath = '/.well-known/jwks.json';
const perSecond: Readonly<Record<Dialect['expiresInUnit'], number>> = {
  milliseconds: 1000,
  seconds: 1,
  microseconds: 1_000_000,
};

const extras = { scope: 'groups members', issued_token_type: 'urn:ietf:params:oauth:token-type:access_token' };

const basicForm = /^basic +([\w+/-]+={0,2})$/i;

/** The client id and secret of an `Authorization: Basic` header (RFC 7617): base64 of the id, a colon and the secret. */
function basicCredentials(header = ''): readonly [clientId: string, clientSecret: string] | undefined {
  const encoded = basicForm.exec(header.trim())?.[1];
  const decoded = Buffer.from(encoded ?? '', 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 ? undefined : [decoded.slice(0, colon), decoded.slice(colon + 1)];
}

const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();

function clientOf(
  organizations: readonly OrganizationRecord[],
  header: string | undefined,
): OrganizationRecord | undefined {
  const [clientId, clientSecret] = basicCredentials(header) ?? [];
  if (clientId === undefined || clientSecret === undefined) return undefined;
  const organization = organizations.find((each) => each.clientId === clientId);
  // Compared in constant time, and also for an unknown client: the time taken says nothing about either half.
  const matches = timingSafeEqual(digest(clientSecret), digest(organization?.clientSecret ?? ''));
  return matches ? organization : undefined;
}

/** How long a client gets no token once too many secrets were wrong. */
const lockedMs = 60_000;

/** Finds the client of a request, unless too many wrong secrets came before; counts them. */
function authenticating(organizations: readonly OrganizationRecord[], clock: Clock, { secretTries }: Dialect) {
  const wrong = new Map<string, { readonly count: number; readonly last: number }>();
  return (header: string | undefined): OrganizationRecord | undefined => {
    const client = clientOf(organizations, header);
    const [id = ''] = basicCredentials(header) ?? [];
    if (secretTries === 'any' || !organizations.some(({ clientId }) => clientId === id)) return client;
    const { count, last } = wrong.get(id) ?? { count: 0, last: 0 };
    const isLocked = count >= secretTries && clock.now() - last < lockedMs;
    if (isLocked) return undefined;
    if (client === undefined) wrong.set(id, { count: count >= secretTries ? 1 : count + 1, last: clock.now() });
    else wrong.delete(id);
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

/** Issues tokens, or hands out the last one of a client again during the first half of its life. */
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
  app.route({
    method: 'POST',
    url: tokenPath,
    // The client is checked before its body is read, and again when it counts.
    onRequest(request, reply, proceed) {
      if (authenticate(request.headers.authorization) !== undefined) proceed();
      else void refuseClient(reply, dialect);
    },
    async handler(request, reply) {
      const client = clientOf(organizations, request.headers.authorization);
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
