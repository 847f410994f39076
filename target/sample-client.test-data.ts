import type { ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { createClient, type Client, type ClientOptions } from './client.ts';
import type { Limits } from './configuration/target.ts';
import type { Exchange, OutgoingRequest } from './exchange.ts';
import { sampleRequest } from './sample-exchange.test-data.ts';
import { virtualClock } from './virtual-clock.test-data.ts';

/** A purpose like any other. */
export const purpose = { purpose: 'setup', access: 'first' } as const;

/** A client of the test's own on a virtual clock, and what it was handed; closed when the test is over. */
export function clientFor(
  options: ClientOptions = {},
  limits: Limits = { concurrency: 4 },
): { client: Client; seen: Exchange[] } {
  const seen: Exchange[] = [];
  const client = createClient(limits, (exchange) => seen.push(exchange), { clock: virtualClock(), ...options });
  onTestFinished(() => client.close());
  return { client, seen };
}

/** A request to the server. */
export function to({ url }: { readonly url: string }, parts: Partial<OutgoingRequest> = {}): OutgoingRequest {
  return sampleRequest({ url: `${url}/api/v1/groups`, ...parts });
}

/** Answers in JSON. */
export function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
