import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpointIds, endpoints, objectOf, type EndpointId, type UnauthorizedMessage } from '../../spec/index.ts';
import type { Dialect } from '../dialects.ts';
import { createDecision, editDecision, listDecisions } from '../resources/decision-operations.ts';
import { createConnection, listGroups } from '../resources/group-operations.ts';
import type { Context, Operation } from '../resources/operation.ts';
import { refuseOtherParameters } from '../resources/page-request.ts';
import { embellisherOf } from '../resources/schema-members.ts';
import { createSnapshot, getSnapshot, listSnapshots } from '../resources/snapshot-operations.ts';
import type { AuthFailure, Authentication, Tokens } from '../tokens/issued-tokens.ts';
import {
  refuseOtherMethods,
  sendJson,
  sendProblem,
  sendUnauthorized,
  unknownPath,
  type BadPathHandler,
} from './application.ts';

const operations: Readonly<Record<EndpointId, (context: Context) => Operation>> = {
  E1: listGroups,
  E2: createConnection,
  E3: createDecision,
  E4: editDecision,
  E5: listDecisions,
  E6: createSnapshot,
  E7: getSnapshot,
  E8: listSnapshots,
};

/** The message of each failure, letter by letter (`spec/documents/7-errors.md`). */
export const failureMessages: Readonly<Record<AuthFailure, UnauthorizedMessage>> = {
  credentials: 'JWT validation failed: Missing or invalid credentials',
  signature: 'JWT validation failed: The JWT cannot be validated with any of the public keys.',
  expired: 'JWT validation failed: TIME_CONSTRAINT_FAILURE',
};

/** The organization that each request comes from; set before anything else of it is looked at. */
type Callers = WeakMap<FastifyRequest, string>;

function authenticating(tokens: Tokens, callers: Callers, dialect: Dialect) {
  return (request: FastifyRequest, reply: FastifyReply, proceed: (error?: Error) => void): void => {
    const settle = ({ failure, organizationId }: Authentication): void => {
      if (failure === undefined) {
        callers.set(request, organizationId);
        proceed();
      } else if (request.is404 && dialect.strangerStatus === 404) void sendProblem(reply, unknownPath(), dialect);
      else void sendUnauthorized(reply, failureMessages[failure], dialect);
    };
    const found = tokens.authenticate(request.headers.authorization);
    if (found instanceof Promise) found.then(settle).catch(proceed);
    else settle(found);
  };
}

/** For paths that are no URLs, which the router refuses before any hook: here too the token is looked at first. */
export function authenticateBadPaths(tokens: Tokens, dialect: Dialect): BadPathHandler {
  const authenticate = authenticating(tokens, new WeakMap(), dialect);
  return (request, reply, refusal) => {
    authenticate(request, reply, (error) => void sendProblem(reply, error ?? refusal, dialect));
  };
}

/** What every documented path starts with (`spec/documents/9-versioning.md`). */
const prefix = '/api/v1';

/** `/api/v1/groups/{group_id}` as the router writes it below the prefix: `/groups/:group_id`. */
function routerPath(path: string): string {
  if (!path.startsWith(`${prefix}/`)) throw new TypeError(`${path} is not below ${prefix}`);
  return path.slice(prefix.length).replaceAll(/\{(\w+)\}/g, ':$1');
}

const lists: ReadonlySet<EndpointId> = new Set(['E1', 'E5', 'E8']);

/** A list whose answers are given again for a while, as by a gateway that keeps them by address and caller. */
function keptFor(milliseconds: number, operate: Operation, { clock }: Context): Operation {
  const kept = new Map<string, { readonly until: number; readonly answer: ReturnType<Operation> }>();
  return (call) => {
    const address = JSON.stringify([call.organizationId, call.path, call.query]);
    const known = kept.get(address);
    if (known !== undefined && clock.now() < known.until) return known.answer;
    const answer = operate(call);
    kept.set(address, { until: clock.now() + milliseconds, answer });
    return answer;
  };
}

/**
 * Serves E1 to E8 below the base path. The hook makes authentication come first: a request without a good token
 * learns nothing of paths, ids or bodies, not even whether they exist.
 */
export async function serveApi(app: FastifyInstance, context: Context, tokens: Tokens): Promise<void> {
  const { dialect } = context;
  await app.register(
    (api, _options, done) => {
      const callers: Callers = new WeakMap();
      api.addHook('onRequest', authenticating(tokens, callers, dialect));
      api.setNotFoundHandler((_request, reply) => sendProblem(reply, unknownPath(), dialect));
      for (const id of endpointIds) {
        const { method, path, response, queryParameters } = endpoints[id];
        const known = queryParameters.map(({ name }) => name);
        const own = operations[id](context);
        const operate = lists.has(id) && dialect.listCache > 0 ? keptFor(dialect.listCache, own, context) : own;
        const embellish = embellisherOf(response, dialect);
        api.route({
          method,
          url: routerPath(path),
          handler(request, reply) {
            const query = objectOf(request.query);
            if (dialect.unknownParameters === 'refused') refuseOtherParameters(query, known);
            const { status, body } = operate({
              organizationId: callers.get(request) ?? '',
              path: objectOf(request.params),
              query,
              body: request.body,
            });
            return sendJson(reply, status, embellish(body), dialect);
          },
        });
      }
      const methodsByPath = Map.groupBy(Object.values(endpoints), ({ path }) => routerPath(path));
      for (const [url, served] of methodsByPath) {
        refuseOtherMethods(
          api,
          url,
          served.map(({ method }) => method),
          dialect,
        );
      }
      done();
    },
    { prefix: `${dialect.basePath}${prefix}` },
  );
}
