import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { onTestFinished } from 'vitest';

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A server for one test, on a free loopback port; closed when the test is over. */
export interface SampleServer {
  readonly url: string;
  readonly received: readonly Received[];
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** Makes a server listen on a free loopback port, which it returns, until the test is over. */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

type Answer = (response: ServerResponse, position: number, request: IncomingMessage) => void;

/** Starts a server; `answer` gets the position of each request, from 0. */
export async function startServer(answer: Answer): Promise<SampleServer> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString('utf8') });
      answer(response, received.length - 1, request);
    });
  });
  const port = await listening(server);
  onTestFinished(() => server.closeAllConnections());
  return { url: `http://127.0.0.1:${port}`, received };
}

/** Starts a server that gives a token to anyone who asks; `answer` gets the position of each other request, from 0. */
export function startService(answer: Answer): Promise<SampleServer> {
  let position = 0;
  return startServer((response, _, request) => {
    if (request.url !== '/auth/public/token') answer(response, position++, request);
    else sendJson(response, { access_token: 'a.b.c', expires_in: 600, token_type: 'Bearer' });
  });
}
