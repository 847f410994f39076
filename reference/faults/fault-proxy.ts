import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import {
  answerWith,
  readRequest,
  type Behaviour,
  type Serve,
  type ServiceAnswer,
  type ServiceRequest,
} from './fault.ts';

export type FaultProxy = (incoming: IncomingMessage, outgoing: ServerResponse, app: FastifyInstance) => void;

/** Headers that belong to a connection or follow from the body: each side sets its own. */
const ownHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'date',
]);

function headersOf(raw: Readonly<Record<string, unknown>>): Record<string, string> {
  const kept = Object.entries(raw).filter(
    ([name, value]) => value !== undefined && !ownHeaders.has(name.toLowerCase()),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

function serving(app: FastifyInstance): Serve {
  return async ({ method, url, headers, body }) => {
    const payload = body.length === 0 ? {} : { payload: body };
    const answer = await app.inject({ method: method as 'GET', url, headers: { ...headers }, ...payload });
    return { status: answer.statusCode, headers: headersOf(answer.headers), text: answer.rawPayload.toString('utf8') };
  };
}

async function receive(incoming: IncomingMessage): Promise<ServiceRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  return readRequest({
    method: incoming.method ?? 'GET',
    url: incoming.url ?? '/',
    headers: headersOf(incoming.headers),
    body: Buffer.concat(chunks),
  });
}

const failing: Readonly<
  Record<NonNullable<ServiceAnswer['delivery']>, (answer: ServiceAnswer, outgoing: ServerResponse) => void>
> = {
  torn({ status, headers, text }, outgoing) {
    outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) });
    outgoing.write(text.slice(0, text.length / 2), () => outgoing.destroy());
  },
  closed: (_, outgoing) => void outgoing.destroy(),
  never: () => undefined,
};

function send(answer: ServiceAnswer, outgoing: ServerResponse): void {
  const { status, headers, text, delivery } = answer;
  if (delivery !== undefined) return failing[delivery](answer, outgoing);
  outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text);
}

/** Whether a client went away, or the service was ended while it waited: no failure, as anything else is. */
const isGone = (code: string | undefined): boolean => code === 'ECONNRESET' || code === 'FST_ERR_REOPENED_CLOSE_SERVER';

/** Puts a behaviour before an application: it sees each request before the service does, and each answer after. */
export function createFaultProxy(behave: Behaviour): FaultProxy {
  return (incoming, outgoing, app) => {
    receive(incoming)
      .then((request) => behave(request, serving(app)))
      .catch((error: unknown) => {
        if (!isGone((error as NodeJS.ErrnoException).code)) console.error(error);
        return answerWith(500);
      })
      .then((answer) => send(answer, outgoing))
      .catch(console.error);
  };
}
