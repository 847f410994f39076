import { onTestFinished } from 'vitest';
import { createClient, type Client, type ClientOptions } from './client.ts';
import type { Pace } from './configuration/target.ts';
import type { Exchange, OutgoingRequest } from './exchange.ts';
import { sampleRequest } from './sample-exchange.test-data.ts';
import { virtualClock } from './virtual-clock.test-data.ts';

/** What requests are sent for. */
export const purpose = { purpose: 'setup', access: 'first' } as const;

export const write = { method: 'POST', body: '{}' } as const;

/** A request for a service's groups list, with parts of it replaced. */
export const requestTo = ({ url }: { readonly url: string }, parts: Partial<OutgoingRequest> = {}): OutgoingRequest =>
  sampleRequest({ url: `${url}/api/v1/groups`, ...parts });

/** A client, on a virtual clock by default, and the exchanges that it handed over; closed when the test is over. */
export function clientFor(
  options: ClientOptions = {},
  limits: Pace = { concurrency: 4 },
): {
  client: Client;
  seen: Exchange[];
  send: (server: { readonly url: string }, parts?: Partial<OutgoingRequest>) => Promise<Exchange>;
} {
  const seen: Exchange[] = [];
  const client = createClient(limits, (exchange) => seen.push(exchange), { clock: virtualClock(), ...options });
  onTestFinished(() => client.close());
  return { client, seen, send: (server, parts) => client.send(requestTo(server, parts), purpose) };
}
