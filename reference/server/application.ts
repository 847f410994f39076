import { createServer } from 'node:http';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Front } from '../faults/front.ts';
import { Problem } from '../operations/problem.ts';
import { sendProblem } from './answer.ts';
import { parseJsonBody } from './json-body.ts';
import { throughTraffic, type Handler } from './traffic.ts';
import { wordedResponse } from './worded-response.ts';

/** Longer than any request line that Node lets through: an overlong id is an unknown one, not a routing failure. */
const maxPathParameter = 65_536;

/** Milliseconds that an idle connection is kept open. */
const keepAliveTimeout = 72_000;

/** What to do with a request whose path is no URL; absent: refuse it. */
export type BadPathHandler = (request: FastifyRequest, reply: FastifyReply, refusal: Problem) => void;

/** What an application may be given beside its dialect. */
export interface ApplicationOptions {
  readonly onBadPath?: BadPathHandler | undefined;
  /** Takes the requests from the network in the application's place. */
  readonly front?: Front | undefined;
}

/** A Fastify application that reads JSON as this service does, and answers every failure with JSON. */
export function createApplication(
  dialect: Dialect,
  clock: Clock,
  { onBadPath, front }: ApplicationOptions = {},
): FastifyInstance {
  const response = wordedResponse(dialect);
  const app: FastifyInstance = fastify({
    serverFactory(handler) {
      const handle: Handler = front === undefined ? handler : (incoming, outgoing) => front(incoming, outgoing, app);
      const options = { keepAliveTimeout, ...(response === undefined ? {} : { ServerResponse: response }) };
      return createServer(options, throughTraffic(handle, dialect, clock));
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
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(Buffer.isBuffer(body) ? body : Buffer.from(body)));
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)), undefined);
    }
  });
  app.setErrorHandler((error, _request, reply) => sendProblem(reply, error, dialect));
  app.setNotFoundHandler((_request, reply) =>
    sendProblem(reply, new Problem('not-found', 'no such path', [], 404), dialect),
  );
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
    onRequest: (request, reply, _done) => {
      refuse(request, reply);
    },
    handler: refuse,
  });
}
