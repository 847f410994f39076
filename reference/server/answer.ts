import type { FastifyReply } from 'fastify';
import { unauthorizedBody } from '../auth/failures.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { Problem } from '../operations/problem.ts';
import type { ProblemKind } from '../operations/problem.ts';
import { problemBody } from '../render/problem-body.ts';

/** Answers with JSON. */
export function sendJson(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** Answers with a 401 of the documented shape (`spec/documents/7-errors.md`). */
export function sendUnauthorized(reply: FastifyReply, message: string, challenge: 'Bearer' | 'Basic'): FastifyReply {
  return sendJson(reply.header('www-authenticate', challenge), 401, unauthorizedBody(message));
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
    return new Problem(kindsByStatus.get(status) ?? 'malformed', undefined, [], status);
  }
  console.error(error);
  return new Problem('fault');
}

/** Answers with a refusal, in the dialect's shape. */
export function sendProblem(reply: FastifyReply, error: unknown, dialect: Dialect): FastifyReply {
  const problem = toProblem(error);
  return sendJson(reply, problem.status, problemBody(problem, dialect.errorShape));
}
