import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../clock-and-chance.ts';
import type { Dialect } from '../dialects.ts';
import { Problem, refusalOf } from './problems.ts';

export type Handler = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

const idleMs = 4;

const minuteMs = 60_000;

/** Milliseconds for which everything is refused after too many 401 answers. */
const banMs = 1_000;

type Headers = Readonly<Record<string, string>>;

interface Hold {
  readonly problem: Problem;
  readonly until?: number;
}

const waitingHeaders: Readonly<Record<Dialect['retryAfter'], (until: number, now: number) => Headers>> = {
  seconds: (until, now) => ({ 'retry-after': String(Math.ceil((until - now) / 1000)) }),
  'http-date': (until) => ({ 'retry-after': new Date(until).toUTCString() }),
  absent: () => ({}),
};

type Gate = (now: number, incoming: IncomingMessage, outgoing: ServerResponse) => Hold | undefined;

const isPost = (path: string) => (incoming: IncomingMessage) =>
  incoming.method === 'POST' && incoming.url?.endsWith(path) === true;

/** Lets `limit` requests of a kind through per period; periods are counted from the epoch. */
function limiter(limit: number, periodMs: number, isCounted: (incoming: IncomingMessage) => boolean): Gate {
  let period = 0;
  let count = 0;
  return (now, incoming) => {
    if (!isCounted(incoming)) return undefined;
    const current = Math.floor(now / periodMs);
    count = current === period ? count + 1 : 1;
    period = current;
    return count > limit ? { problem: new Problem('too-many'), until: (current + 1) * periodMs } : undefined;
  };
}

function inFlight(most: number): Gate {
  let count = 0;
  return (now, _incoming, outgoing) => {
    if (count >= most) return { problem: new Problem('too-many'), until: now };
    count += 1;
    outgoing.once('close', () => (count -= 1));
    return undefined;
  };
}

function bans(most: number): Gate {
  let [count, until] = [0, 0];
  return (now, _incoming, outgoing) => {
    if (now < until) return { problem: new Problem('too-many'), until };
    outgoing.once('close', () => {
      if (outgoing.statusCode !== 401) return;
      count = (count + 1) % most;
      if (count === 0) until = now + banMs;
    });
    return undefined;
  };
}

const json = /[*]\/[*]|application\/(?:[*]|json)/i;

const acceptance: Gate = (_now, { headers: { accept = '*/*' } }) =>
  json.test(accept) ? undefined : { problem: new Problem('not-acceptable') };

/** Fails one in `every` requests; the same one succeeds when it is sent again. */
function outages(every: number): Gate {
  let count = 0;
  return (now) => {
    count += 1;
    if (count % every !== 0) return undefined;
    return { problem: new Problem('unavailable'), until: now };
  };
}

/** The milliseconds of each delay; jitter jumps about between zero and ten. */
function delays(latency: Dialect['latency']): () => number {
  let count = 0;
  return () => (latency === 'jitter' ? (count++ * 7) % 11 : latency);
}

/** Closes connections that have been idle for a moment, even if a client is about to use them. */
function idleClosing(): (socket: Socket, outgoing: ServerResponse) => void {
  const timers = new WeakMap<Socket, NodeJS.Timeout>();
  return (socket, outgoing) => {
    clearTimeout(timers.get(socket));
    outgoing.once('finish', () => {
      timers.set(socket, setTimeout(() => socket.destroySoon(), idleMs).unref());
    });
  };
}

/** Wraps a handler in what the dialect decides about traffic: latency, limits, outages, the life of connections. */
export function shapeTraffic(handle: Handler, dialect: Dialect, clock: Clock): Handler {
  const { rateLimit, tokenLimit, connectionLimit, denials, atOnce, unavailable, connections } = dialect;
  const gates: readonly Gate[] = [
    ...(rateLimit === 'none' ? [] : [limiter(rateLimit, 1000, () => true)]),
    ...(tokenLimit === 'none' ? [] : [limiter(tokenLimit, minuteMs, isPost('/token'))]),
    ...(connectionLimit === 'none' ? [] : [limiter(connectionLimit, minuteMs, isPost('/group_connections'))]),
    ...(denials === 'any' ? [] : [bans(denials)]),
    ...(atOnce === 'any' ? [] : [inFlight(atOnce)]),
    ...(unavailable === 'never' ? [] : [outages(unavailable)]),
    ...(dialect.accept === 'any' ? [] : [acceptance]),
  ];
  if (dialect.latency === 0 && gates.length === 0 && connections === 'kept') return handle;
  const [delay, closeIdle] = [delays(dialect.latency), idleClosing()];

  function refuse({ problem, until }: Hold, now: number, outgoing: ServerResponse): void {
    const { status: usual, contentType, text } = refusalOf(problem, dialect);
    const status = usual === 429 ? dialect.throttleStatus : usual;
    outgoing.writeHead(status, {
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
      'content-length': Buffer.byteLength(text),
      ...(until === undefined ? {} : waitingHeaders[dialect.retryAfter](until, now)),
      ...(status === 403 ? { 'x-ratelimit-remaining': '0' } : {}),
    });
    outgoing.end(text);
  }

  return (incoming, outgoing) => {
    if (connections === 'closed') outgoing.shouldKeepAlive = false;
    if (connections === 'idle-closed') closeIdle(incoming.socket, outgoing);
    const now = clock.now();
    for (const gate of gates) {
      const hold = gate(now, incoming, outgoing);
      if (hold !== undefined) return refuse(hold, now, outgoing);
    }
    const milliseconds = delay();
    return milliseconds === 0 ? handle(incoming, outgoing) : void setTimeout(handle, milliseconds, incoming, outgoing);
  };
}
