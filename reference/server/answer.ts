import type { FastifyReply } from 'fastify';
import { unauthorizedBody } from '../auth/failures.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { Problem, type ProblemKind } from '../operations/problem.ts';
import { writeJson } from '../render/json-text.ts';
import { refusalOf } from '../render/refusal.ts';

/** Sends a text as bytes: to the type of a text the framework would add a charset. */
function sendText(reply: FastifyReply, contentType: string, text: string): FastifyReply {
  return reply.type(contentType).send(Buffer.from(text));
}

/** Answers with JSON. */
export function sendJson(reply: FastifyReply, status: number, body: object, dialect: Dialect): FastifyReply {
  return sendText(reply.code(status), dialect.contentType, writeJson(body, dialect));
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

const kindsByStatus = new Map<number, ProblemKind>([
  [404, 'not-found'],
  [405, 'method'],
  [413, 'too-large'],
  [415, 'media-type'],
]);

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return undefined;
  return typeof error.statusCode === 'number' ? error.statusCode : undefined;
}

/** Whatever was thrown, as a refusal: the framework's own by their status, anything unknown as our fault. */
function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const status = statusOf(error);
  if (status !== undefined && status >= 400 && status < 500) {
    const kind = kindsByStatus.get(status);
    return kind === undefined ? new Problem('malformed', undefined, [], status) : new Problem(kind);
  }
  console.error(error);
  return new Problem('fault');
}

/** Answers with a refusal, in the dialect's shape. */
export function sendProblem(reply: FastifyReply, error: unknown, dialect: Dialect): FastifyReply {
  const { status, contentType, text } = refusalOf(toProblem(error), dialect);
  void reply.code(status);
  // Text without a type would be called plain text; nothing at all is not.
  return contentType === undefined ? reply.send() : sendText(reply, contentType, text);
}
