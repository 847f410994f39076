import type { FastifyInstance } from 'fastify';
import { checkClient } from '../auth/check-client.ts';
import type { KeyRing } from '../auth/key-ring.ts';
import { lifetimeSeconds } from '../auth/tokens.ts';
import type { Tokens } from '../auth/tokens.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { Problem } from '../operations/problem.ts';
import type { OrganizationStore } from '../store/organizations.ts';
import { refuseOtherMethods } from './application.ts';
import { sendJson, sendUnauthorized } from './answer.ts';

const tokenPath = '/auth/public/token';
const keySetPath = '/.well-known/jwks.json';
const perSecond: Readonly<Record<Dialect['expiresInUnit'], number>> = { milliseconds: 1000, seconds: 1 };

function grantType(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'grant_type' in body ? body.grant_type : undefined;
}

/** Serves the token request (`spec/documents/5-authentication.md`) and the key set that tokens verify against. */
export function serveTokens(
  app: FastifyInstance,
  services: { organizations: OrganizationStore; tokens: Tokens; keys: KeyRing; dialect: Dialect },
): void {
  const { organizations, tokens, keys, dialect } = services;
  app.route({
    method: 'POST',
    url: tokenPath,
    // The client is checked before its body is read, and again when it counts.
    onRequest(request, reply, proceed) {
      if (checkClient(organizations, request.headers.authorization) !== undefined) proceed();
      else void sendUnauthorized(reply, 'Missing or invalid client credentials', 'Basic');
    },
    async handler(request, reply) {
      const client = checkClient(organizations, request.headers.authorization);
      if (client === undefined) return sendUnauthorized(reply, 'Missing or invalid client credentials', 'Basic');
      if (grantType(request.body) !== 'client_credentials') throw new Problem('unsupported-grant');
      return sendJson(reply.header('cache-control', 'no-store'), dialect.tokenStatus, {
        access_token: await tokens.issue(client),
        expires_in: lifetimeSeconds * perSecond[dialect.expiresInUnit],
        token_type: 'Bearer',
      });
    },
  });
  app.get(keySetPath, (_request, reply) => sendJson(reply, 200, keys.jwks()));
  refuseOtherMethods(app, tokenPath, ['POST'], dialect);
  refuseOtherMethods(app, keySetPath, ['GET'], dialect);
}
