import type { FastifyInstance, FastifyReply } from 'fastify';
import { checkClient } from '../auth/check-client.ts';
import type { KeyRing } from '../auth/key-ring.ts';
import type { Tokens } from '../auth/tokens.ts';
import type { Clock } from '../clock.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { Problem } from '../operations/problem.ts';
import type { ApiKey, OrganizationStore } from '../store/organizations.ts';
import { refuseOtherMethods } from './application.ts';
import { sendJson, sendUnauthorized } from './answer.ts';

const tokenPath = '/auth/public/token';
const keySetPath = '/.well-known/jwks.json';
const perSecond: Readonly<Record<Dialect['expiresInUnit'], number>> = {
  milliseconds: 1000,
  seconds: 1,
  microseconds: 1_000_000,
};

/** Members that other token services add. */
const extras = { scope: 'groups members', issued_token_type: 'urn:ietf:params:oauth:token-type:access_token' };

function grantType(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'grant_type' in body ? body.grant_type : undefined;
}

/** Answers a request without good credentials. */
function refuseClient(reply: FastifyReply, dialect: Dialect): FastifyReply {
  const message = 'Missing or invalid client credentials';
  const status = dialect.tokenRefusal;
  if (dialect.tokenRefusalBody === 'documented') {
    return sendUnauthorized(reply, message, dialect, { challenge: 'Basic', status });
  }
  return sendJson(reply, status, { error: 'invalid_client', error_description: message }, dialect);
}

/** What the token service works with. */
export interface TokenServices {
  readonly organizations: OrganizationStore;
  readonly tokens: Tokens;
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly dialect: Dialect;
}

/** A token, and how long it still lives. */
interface Issued {
  readonly token: string;
  readonly secondsLeft: number;
}

/** Issues tokens, or hands out the last one of a client again during the first half of its life. */
function issuing({ tokens, clock, dialect }: TokenServices): (client: ApiKey) => Promise<Issued> {
  const { tokenLifetime, tokenReuse } = dialect;
  const last = new Map<string, { readonly token: string; readonly issuedAt: number }>();
  return async (client) => {
    const now = Math.floor(clock.now() / 1000);
    const held = last.get(client.clientId);
    if (tokenReuse === 'the-same' && held !== undefined && now - held.issuedAt < tokenLifetime / 2) {
      return { token: held.token, secondsLeft: held.issuedAt + tokenLifetime - now };
    }
    const token = await tokens.issue(client, now);
    last.set(client.clientId, { token, issuedAt: now });
    return { token, secondsLeft: tokenLifetime };
  };
}

/** Serves the token request (`spec/documents/5-authentication.md`) and the key set that tokens verify against. */
export function serveTokens(app: FastifyInstance, services: TokenServices): void {
  const { organizations, keys, dialect } = services;
  const issue = issuing(services);
  app.route({
    method: 'POST',
    url: tokenPath,
    // The client is checked before its body is read, and again when it counts.
    onRequest(request, reply, proceed) {
      if (checkClient(organizations, request.headers.authorization) !== undefined) proceed();
      else void refuseClient(reply, dialect);
    },
    async handler(request, reply) {
      const client = checkClient(organizations, request.headers.authorization);
      if (client === undefined) return refuseClient(reply, dialect);
      if (grantType(request.body) !== 'client_credentials') throw new Problem('unsupported-grant');
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
  app.get(keySetPath, (_request, reply) => sendJson(reply, 200, keys.jwks(), dialect));
  refuseOtherMethods(app, tokenPath, ['POST'], dialect);
  refuseOtherMethods(app, keySetPath, ['GET'], dialect);
}
