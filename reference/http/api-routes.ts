import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  endpointIds,
  endpoints,
  isList,
  objectOf,
  resolved,
  schemas,
  type EndpointId,
  type JsonSchema,
} from '../../spec/index.ts';
import type { Dialect } from '../dialects.ts';
import { isContainer } from '../json-values.ts';
import { createDecision, editDecision, listDecisions } from '../resources/decision-operations.ts';
import { createConnection, listGroups } from '../resources/group-operations.ts';
import type { Context, Operation } from '../resources/operation.ts';
import { refuseOtherParameters } from '../resources/list-request.ts';
import { createSnapshot, getSnapshot, listSnapshots } from '../resources/snapshot-operations.ts';
import type { Tokens } from '../tokens/issued-tokens.ts';
import { refuseOtherMethods, sendJson, sendProblem, sendUnauthorized, unknownPath, type Look } from './application.ts';
import { failureMessages } from './problems.ts';

const operations: Readonly<Record<EndpointId, Operation>> = {
  E1: listGroups,
  E2: createConnection,
  E3: createDecision,
  E4: editDecision,
  E5: listDecisions,
  E6: createSnapshot,
  E7: getSnapshot,
  E8: listSnapshots,
};

/** The organization that each request comes from; set before anything else about it is looked at. */
type Callers = WeakMap<FastifyRequest, string>;

/** Refuses requests without a good token, and notes the organization of all others. */
export function authenticating(tokens: Tokens, dialect: Dialect, callers: Callers = new WeakMap()): Look {
  return async (request, reply) => {
    const { failure, organizationId } = await tokens.authenticate(request.headers.authorization);
    if (failure !== undefined) {
      return request.is404 && dialect.strangerStatus === 404
        ? sendProblem(reply, unknownPath(), dialect)
        : sendUnauthorized(reply, failureMessages[failure], dialect);
    }
    callers.set(request, organizationId);
    return undefined;
  };
}

const prefix = '/api/v1';

/** `/api/v1/groups/{group_id}` as the router writes it below the prefix: `/groups/:group_id`. */
const routerPath = (path: string): string => path.slice(prefix.length).replaceAll(/\{(\w+)\}/g, ':$1');

const lists: ReadonlySet<EndpointId> = new Set(['E1', 'E5', 'E8']);

/** A list whose answers are repeated for a while, as by a gateway that caches them by address and caller. */
function kept(operate: Operation): Operation {
  const answers = new Map<string, { readonly until: number; readonly answer: ReturnType<Operation> }>();
  return (context, call) => {
    const { clock, dialect } = context;
    const address = JSON.stringify([call.organizationId, call.path, call.query]);
    const known = answers.get(address);
    if (known !== undefined && clock.now() < known.until) return known.answer;
    const answer = operate(context, call);
    answers.set(address, { until: clock.now() + dialect.listCache, answer });
    return answer;
  };
}

/** The replica that answers the next read: of two, the first shows at once what was written, the second late. */
function replicasOf(context: Context): () => Context {
  const { store, dialect } = context;
  if (dialect.replicas === 1) return () => context;
  const first: Context = { ...context, lists: store, dialect: { ...dialect, readLag: 0 } };
  let reads = 0;
  return () => {
    reads += 1;
    return reads % 2 === 1 ? first : context;
  };
}

/** Members of an answer beyond the documented ones; they look like identifiers and dates, and are neither. */
const extras = { external_id: 'none', updated_on: '11/20/2026', annotations: { notes: null, total: -1.5 } };

/** Objects whose members are listed completely. */
const exhaustive: ReadonlySet<JsonSchema> = new Set([schemas['snapshot-list-item']]);

const allowsNull = ({ type, anyOf = [] }: JsonSchema): boolean =>
  type === 'null' || (Array.isArray(type) && type.includes('null')) || anyOf.some(allowsNull);

/** The only way of a schema that isn't null; most schemas have no ways at all. */
function concrete(schema: JsonSchema): JsonSchema {
  const ways = schema.anyOf?.filter((way) => way.type !== 'null') ?? [];
  return ways.length === 1 && ways[0] !== undefined ? resolved(ways[0]) : resolved(schema);
}

function absentMembers(properties: Readonly<Record<string, JsonSchema>>, value: object): readonly [string, null][] {
  return Object.entries(properties)
    .filter(([name, member]) => !Object.hasOwn(value, name) && allowsNull(member))
    .map(([name]) => [name, null]);
}

/** An answer with what the dialect adds to the documented members (`spec/documents/2-resources.md`). */
function embellished(schema: JsonSchema, value: object, dialect: Dialect, isEcho = false): object {
  const { items = {}, properties, additionalProperties, $id = '' } = schema;
  const echo = isEcho || $id.endsWith('-echo.json') || $id === 'renewal-line.json';
  const within = (member: JsonSchema, held: unknown): unknown =>
    isContainer(held) ? embellished(concrete(member), held, dialect, echo) : held;
  if (isList(value)) return value.map((item) => within(items, item));
  const rest = typeof additionalProperties === 'object' ? additionalProperties : {};
  const documented = new Map(Object.entries(properties ?? {}));
  return Object.fromEntries([
    ...(dialect.extraFields === 'everywhere' && properties && !exhaustive.has(schema) ? Object.entries(extras) : []),
    ...(dialect.absentMembers === 'null' && properties && echo ? absentMembers(properties, value) : []),
    ...Object.entries(value).map(([name, held]) => [name, within(documented.get(name) ?? rest, held)] as const),
  ]);
}

/** Serves E1 to E8. The token is checked first: without a good one, nothing is learnt of paths, ids or bodies. */
export async function serveApi(app: FastifyInstance, context: Context, tokens: Tokens): Promise<void> {
  const { dialect } = context;
  const nextReplica = replicasOf(context);
  const isPlain = dialect.extraFields !== 'everywhere' && dialect.absentMembers !== 'null';
  await app.register(
    (api, _options, done) => {
      const callers: Callers = new WeakMap();
      api.addHook('onRequest', authenticating(tokens, dialect, callers));
      api.setNotFoundHandler((_request, reply) => sendProblem(reply, unknownPath(), dialect));
      for (const id of endpointIds) {
        const { method, path, response, queryParameters } = endpoints[id];
        const known = queryParameters.map(({ name }) => name);
        const operate = lists.has(id) && dialect.listCache > 0 ? kept(operations[id]) : operations[id];
        api.route({
          method,
          url: routerPath(path),
          handler(request, reply) {
            const query = objectOf(request.query);
            if (dialect.unknownParameters === 'refused') refuseOtherParameters(query, known);
            const { status, body } = operate(method === 'GET' ? nextReplica() : context, {
              organizationId: callers.get(request) ?? '',
              path: objectOf(request.params),
              query,
              body: request.body,
            });
            return sendJson(reply, status, isPlain ? body : embellished(schemas[response], body, dialect), dialect);
          },
        });
      }
      const methodsByPath = Map.groupBy(Object.values(endpoints), ({ path }) => routerPath(path));
      for (const [url, served] of methodsByPath) {
        refuseOtherMethods(api, url, dialect, ...served.map(({ method }) => method));
      }
      done();
    },
    { prefix: `${dialect.basePath}${prefix}` },
  );
}
