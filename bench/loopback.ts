import { createServer } from 'node:http';

/** A server that does nothing but answer: what is measured against it is the client. */
export interface Loopback {
  readonly url: string;
  close(): void;
}

/** Starts a server on a free port of 127.0.0.1 that answers every request with this JSON text. */
export async function startLoopback(json: string): Promise<Loopback> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(json));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
