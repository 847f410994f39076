import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpointIds, endpoints } from '../../spec/index.ts';
import { failureMessages } from '../auth/failures.ts';
import type { Authentication, Tokens } from '../auth/tokens.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Operations } from '../operations/call.ts';
import { Problem } from '../operations/problem.ts';
import { embellisherOf } from '../render/embellish.ts';
import { refuseOtherMethods, type BadPathHandler } from './application.ts';
import { sendJson, sendProblem, sendUnauthorized } from './answer.ts';

/** Whom each request was found to come from; set before anything else of it is looked at. */
type Callers = WeakMap<FastifyRequest, string>;

const unknownPath = (): Problem => new Problem('not-found', 'no such path', [], 404);

/** Calls `proceed` for an authenticated request and answers any other with its 401. */
function authenticating(tokens: Tokens, callers: Callers, dialect: Dialect) {
  return (request: FastifyRequest, reply: FastifyReply, proceed: (error?: Error) => void): void => {
    const settle = ({ failure, organizationId }: Authentication): void => {
      if (failure !== undefined) {
        if (request.is404 && dialect.strangerStatus === 404) void sendProblem(reply, unknownPath(), dialect);
        else void sendUnauthorized(reply, failureMessages[failure], dialect);
        return;
      }
      callers.set(request, organizationId);
      proceed();
    };
    const found = tokens.authenticate(request.headers.authorization);
    if (found instanceof Promise) found.then(settle).catch(proceed);
    else settle(found);
  };
}

/**
 * For paths that are no URLs, which the router refuses before any hook: here too the token is looked at first.
 */
export function refusingStrangers(tokens: Tokens, dialect: Dialect): BadPathHandler {
  const authenticate = authenticating(tokens, new WeakMap(), dialect);
  return (request, reply, refusal) => {
    authenticate(request, reply, (error) => void sendProblem(reply, error ?? refusal, dialect));
  };
}

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

function pathTexts(params: unknown): Readonly<Record<string, string>> {
  const texts = Object.entries(record(params)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts);
}

/** What every documented path starts with (`spec/documents/9-versioning.md`). */
const prefix = '/api/v1';

/** `/api/v1/groups/{group_id}` as the router writes it below the prefix: `/groups/:group_id`. */
function routerPath(path: string): string {
  if (!path.startsWith(`${prefix}/`)) throw new TypeError(`${path} is not below ${prefix}`);
  return path.slice(prefix.length).replaceAll(/\{(\w+)\}/g, ':$1');
}

/**
 * Serves E1 to E8 below the base path. The hook makes authentication come first: a request without a good token
 * learns nothing of paths, ids or bodies, not even whether they exist.
 */
export async function serveApi(
  app: FastifyInstance,
  { operations, tokens, dialect }: { operations: Operations; tokens: Tokens; dialect: Dialect },
): Promise<void> {
  await app.register(
    (api, _options, done) => {
      const callers: Callers = new WeakMap();
      api.addHook('onRequest', authenticating(tokens, callers, dialect));
      api.setNotFoundHandler((_request, reply) => sendProblem(reply, unknownPath(), dialect));
      const methodsOf = new Map<string, string[]>();
      for (const id of endpointIds) {
        const { method, path, response } = endpoints[id];
        const embellish = embellisherOf(response, dialect);
        const url = routerPath(path);
        methodsOf.set(url, [...(methodsOf.get(url) ?? []), method]);
        api.route({
          method,
          url,
          handler(request, reply) {
            const { status, body } = operations[id]({
              organizationId: callers.get(request) ?? '',
              path: pathTexts(request.params),
              query: record(request.query),
              body: request.body,
            });
            return sendJson(reply, status, embellish(body), dialect);
          },
        });
      }
      for (const [url, methods] of methodsOf) refuseOtherMethods(api, url, methods, dialect);
      done();
    },
    { prefix: `${dialect.basePath}${prefix}` },
  );
}
