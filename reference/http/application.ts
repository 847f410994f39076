import { createServer } from 'node:http';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { objectOf, type Unauthorized } from '../../spec/index.ts';
import { skewed, type Clock } from '../clock.ts';
import type { Dialect } from '../dialects.ts';
import type { FaultProxy } from '../faults/fault-proxy.ts';
import { parseJsonBody } from './json-body.ts';
import { writeJson } from './json-writer.ts';
import { Problem, refusalOf, type ProblemKind } from './problems.ts';
import { responseClass } from './response-encoding.ts';
import { shapeTraffic, type Handler } from './traffic-shaping.ts';

/** Longer than any request line that Node lets through: an overlong id is an unknown one, not a routing failure. */
const maxPathParameter = 65_536;

const keepAliveTimeout = 72_000;

/** Sends a text as bytes: to the type of a text the framework would add a charset. */
function sendText(reply: FastifyReply, contentType: string, text: string): FastifyReply {
  return reply.type(contentType).send(Buffer.from(text));
}

export function sendJson(reply: FastifyReply, status: number, body: object, dialect: Dialect): FastifyReply {
  return sendText(reply.code(status), dialect.contentType, writeJson(body, dialect));
}

/** The body of every 401 (`spec/documents/7-errors.md`); the `@type` is this service's own. */
function unauthorizedBody(message: string, { unauthorizedExtras }: Dialect): Unauthorized {
  const type = 'urn:benefits-fulfillment-reference:debug-info';
  const [inner, outer] = unauthorizedExtras
    ? [
        { domain: 'gateway', metadata: {} },
        { status: 'UNAUTHENTICATED', trace: null },
      ]
    : [];
  return { code: 16, message, details: [{ '@type': type, stackEntries: [], detail: 'auth', ...inner }], ...outer };
}

/** Answers with a 401 of the documented shape (`spec/documents/7-errors.md`). */
export function sendUnauthorized(
  reply: FastifyReply,
  message: string,
  dialect: Dialect,
  { challenge = 'Bearer', status = 401 }: { readonly challenge?: 'Bearer' | 'Basic'; readonly status?: number } = {},
): FastifyReply {
  if (dialect.challenge && status === 401) void reply.header('www-authenticate', challenge);
  return sendJson(reply, status, unauthorizedBody(message, dialect), dialect);
}

const kindsByStatus = new Map<unknown, ProblemKind>([
  [404, 'not-found'],
  [405, 'method'],
  [413, 'too-large'],
  [415, 'media-type'],
]);

/** Whatever was thrown, as a refusal: the framework's own by their status, anything unknown as our fault. */
function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { statusCode: status } = objectOf(error);
  if (typeof status === 'number' && status >= 400 && status < 500) {
    const kind = kindsByStatus.get(status);
    return kind === undefined ? new Problem('malformed', undefined, [], status) : new Problem(kind);
  }
  console.error(error);
  return new Problem('fault');
}

export function sendProblem(reply: FastifyReply, error: unknown, dialect: Dialect): FastifyReply {
  const { status, contentType, text } = refusalOf(toProblem(error), dialect);
  void reply.code(status);
  // Text without a type would be called plain text; nothing at all is not.
  return contentType === undefined ? reply.send() : sendText(reply, contentType, text);
}

export const unknownPath = (): Problem => new Problem('not-found', 'no such path', [], 404);

export type BadPathHandler = (request: FastifyRequest, reply: FastifyReply, refusal: Problem) => void;

interface ApplicationOptions {
  readonly onBadPath?: BadPathHandler | undefined;
  readonly faultProxy?: FaultProxy | undefined;
}

/** A Fastify application that reads JSON as this service does, and answers every failure with a refusal. */
export function createApplication(
  dialect: Dialect,
  clock: Clock,
  { onBadPath, faultProxy }: ApplicationOptions = {},
): FastifyInstance {
  const ServerResponse = responseClass(dialect);
  const app: FastifyInstance = fastify({
    serverFactory(handler) {
      const handle: Handler =
        faultProxy === undefined ? handler : (incoming, outgoing) => faultProxy(incoming, outgoing, app);
      const options = { keepAliveTimeout, ...(ServerResponse === undefined ? {} : { ServerResponse }) };
      return createServer(options, shapeTraffic(handle, dialect, clock));
    },
    keepAliveTimeout,
    bodyLimit: dialect.bodyLimit,
    routerOptions: { maxParamLength: maxPathParameter },
    frameworkErrors(_error, request, reply) {
      const refusal = new Problem('malformed', 'the path is not well encoded');
      if (onBadPath === undefined) void sendProblem(reply, refusal, dialect);
      else onBadPath(request, reply, refusal);
    },
  });
  const ownClock = skewed(clock, dialect.clockSkew);
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.header('date', new Date(ownClock.now()).toUTCString());
    done();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(Buffer.isBuffer(body) ? body : Buffer.from(body)));
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)), undefined);
    }
  });
  app.setErrorHandler((error, _request, reply) => sendProblem(reply, error, dialect));
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, unknownPath(), dialect));
  return app;
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Answers 405 to every other method of a path, before its body is looked at.
 *
 * @param allowed the methods the path has
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  url: string,
  allowed: readonly string[],
  dialect: Dialect,
): void {
  const present = new Set(allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed);
  const refuse = (_request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendProblem(reply.header('allow', [...present].join(', ')), new Problem('method'), dialect);
  app.route({
    method: methods.filter((method) => !present.has(method)),
    url,
    onRequest: (request, reply, _done) => void refuse(request, reply),
    handler: refuse,
  });
}
