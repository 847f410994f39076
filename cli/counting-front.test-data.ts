import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A front before a service that counts what goes through it. */
export interface CountingFront {
  readonly url: string;
  /** Requests so far, by method and path: identifiers are left out of it. */
  readonly counts: ReadonlyMap<string, number>;
  readonly requests: number;
}

const identifier = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Starts a front before the service of that address; closed when the test is over. */
export async function countingFront(service: string): Promise<CountingFront> {
  const counts = new Map<string, number>();
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    const path = url.split('?')[0]?.replaceAll(identifier, '*') ?? '';
    counts.set(`${method} ${path}`, (counts.get(`${method} ${path}`) ?? 0) + 1);
    const passed = forward(new URL(url, service), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    get requests() {
      return [...counts.values()].reduce((sum, count) => sum + count, 0);
    },
  };
}
