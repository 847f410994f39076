import {
  createServer,
  ServerResponse,
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
} from 'node:http';
import { isUtf8 } from 'node:buffer';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { objectOf, type Unauthorized } from '../../spec/index.ts';
import { skewed, type Clock } from '../clock-and-chance.ts';
import type { Dialect } from '../dialects.ts';
import type { FaultProxy } from '../faults/fault.ts';
import { measure, parsed, writeJson } from '../json-values.ts';
import { Problem, refusalOf, type ProblemKind } from './problems.ts';
import { shapeTraffic, type Handler } from './traffic-shaping.ts';

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

const titled = (name: string): string => name.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());

const letterCases: Readonly<Record<Dialect['headerCase'], (name: string) => string>> = {
  lower: (name) => name,
  title: titled,
  upper: (name) => name.toUpperCase(),
};

const encoders: Readonly<Record<Dialect['contentEncoding'], ((body: Buffer) => Buffer) | undefined>> = {
  identity: undefined,
  gzip: (body) => gzipSync(body, { level: 1 }),
  deflate: (body) => deflateSync(body, { level: 1 }),
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
};

/** Whether a client accepts an encoding: one that names no encodings accepts any (RFC 9110, 12.5.3). */
function accepts(header: string | undefined, encoding: string): boolean {
  if (header === undefined) return true;
  const named = header.split(',').map((part) => part.trim().toLowerCase());
  const rules = new Map(named.map((part) => [part.split(';')[0]?.trim() ?? '', !/;\s*q=0(?:\.0*)?$/.test(part)]));
  return rules.get(encoding) ?? rules.get('*') ?? false;
}

/** Responses with headers, encoding and framing as the dialect writes them; undefined: as Node does. */
function responseClass(dialect: Dialect): typeof ServerResponse | undefined {
  const { headerCase, contentEncoding, framing } = dialect;
  if (headerCase === 'lower' && contentEncoding === 'identity' && framing === 'content-length') return undefined;
  const inCase = letterCases[headerCase];
  const encode = encoders[contentEncoding];

  return class<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    #head: { readonly status: number; readonly headers: OutgoingHttpHeaders } | undefined;

    /** Keeps the head until the body, which it depends on, is known. */
    override writeHead(status: number, message?: string | Headers, headers?: Headers): this {
      const given = typeof message === 'object' ? message : headers;
      if (given === undefined || Array.isArray(given)) return super.writeHead(status, given);
      this.#head = { status, headers: given };
      return this;
    }

    override end(chunk?: unknown, _encoding?: unknown, _callback?: unknown): this {
      const body = typeof chunk === 'string' || chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.alloc(0);
      if (this.#head === undefined) return super.end(body);
      const { status, headers } = this.#head;
      const { 'content-length': _length, 'transfer-encoding': _framing, ...others } = headers;
      const hasBody = body.length > 0 && this.req.method !== 'HEAD';
      const isEncoded =
        hasBody && encode !== undefined && accepts(this.req.headers['accept-encoding'], contentEncoding);
      const sent = isEncoded ? encode(body) : body;
      const written = Object.entries({
        ...(hasBody ? others : headers),
        ...(isEncoded ? { 'content-encoding': contentEncoding, vary: 'accept-encoding' } : {}),
        ...(hasBody && framing === 'content-length' ? { 'content-length': sent.length } : {}),
      });
      super.writeHead(status, Object.fromEntries(written.map(([name, value]) => [inCase(name), value])));
      return super.end(sent);
    }
  };
}

/** Maximum nesting of objects and arrays: no documented body comes near. */
const maxDepth = 64;

/** Maximum number of items and members in a body, over all levels: checking a body takes time for each of them. */
const maxValues = 20_000;

/** Parses a request body; of a member given twice the last counts. @throws Problem if the bytes are not usable JSON */
function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new Problem('malformed', 'a JSON body is needed, and it is empty');
  if (!isUtf8(bytes)) throw new Problem('malformed', 'the body is not UTF-8');
  const value = parsed(bytes.toString('utf8'));
  if (value === undefined) throw new Problem('malformed', 'the body is not JSON');
  const { depth, values, isFinite } = measure(value);
  if (depth > maxDepth) throw new Problem('malformed', `the body nests more than ${maxDepth} levels deep`);
  if (values > maxValues) throw new Problem('too-large', `the body holds more than ${maxValues} values`);
  // A number past the range of a double is read as infinite, which JSON cannot express.
  if (!isFinite) throw new Problem('malformed', 'a number is outside the range kept');
  return value;
}

/** Longer than any request line that Node accepts, so that an overlong id is an unknown one, not a routing failure. */
const maxPathParameter = 65_536;

const keepAliveTimeout = 72_000;

/** Sends a text as bytes: the framework would add a charset to the type of a text. */
function sendText(reply: FastifyReply, contentType: string, text: string): FastifyReply {
  return reply.type(contentType).send(Buffer.from(text));
}

export function sendJson(reply: FastifyReply, status: number, body: object, dialect: Dialect): FastifyReply {
  return sendText(reply.code(status), dialect.contentType, writeJson(body, dialect));
}

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

/** Turns anything thrown into a refusal: the framework's own errors by their status, anything unknown as our fault. */
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
  const { status, retryAfter, contentType, text } = refusalOf(toProblem(error), dialect);
  void reply.code(status);
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
  // Text without a type would be sent as plain text; an empty body is not.
  return contentType === undefined ? reply.send() : sendText(reply, contentType, text);
}

export const unknownPath = (): Problem => new Problem('not-found', 'no such path', [], 404);

/** Examines a request before anything else does; it may answer. */
export type Look = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/**
 * A Fastify application that reads JSON as this service does, and answers every failure with a refusal.
 *
 * @param onBadPath examines requests whose paths are not URLs: the router refuses these before any hook
 */
export function createApplication(
  dialect: Dialect,
  clock: Clock,
  faultProxy?: FaultProxy,
  onBadPath: Look = () => Promise.resolve(),
): FastifyInstance {
  const ServerResponse = responseClass(dialect);
  const app: FastifyInstance = fastify({
    serverFactory(handler) {
      const handle: Handler =
        faultProxy === undefined ? handler : (incoming, outgoing) => faultProxy(incoming, outgoing, app);
      const options = { keepAliveTimeout, ...(ServerResponse === undefined ? {} : { ServerResponse }) };
      const server = createServer(options, shapeTraffic(handle, dialect, clock));
      if (dialect.mostConnections !== 'any') server.maxConnections = dialect.mostConnections;
      return server;
    },
    keepAliveTimeout,
    bodyLimit: dialect.bodyLimit,
    routerOptions: { maxParamLength: maxPathParameter },
    async frameworkErrors(_error, request, reply) {
      await onBadPath(request, reply);
      if (!reply.sent) void sendProblem(reply, new Problem('malformed', 'the path is not well encoded'), dialect);
    },
  });
  const ownClock = skewed(clock, dialect.clockSkew);
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('date', new Date(ownClock.now()).toUTCString());
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) =>
    parseJsonBody(body),
  );
  app.setErrorHandler((error, _request, reply) => sendProblem(reply, error, dialect));
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, unknownPath(), dialect));
  return app;
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Answers 405 to every other method of a path, before its body is read. */
export function refuseOtherMethods(
  app: FastifyInstance,
  url: string,
  dialect: Dialect,
  ...allowed: readonly string[]
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
