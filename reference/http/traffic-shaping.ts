import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import type { Dialect } from '../dialects.ts';
import { Problem, refusalOf } from './problems.ts';

export type Handler = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

const idleMs = 4;

/** Milliseconds of jitter at most, and the step that makes it jump about. */
const jitter = { most: 10, step: 7 } as const;

type Headers = Readonly<Record<string, string>>;

interface Hold {
  readonly problem: Problem;
  readonly until: number;
}

const waitingHeaders: Readonly<Record<Dialect['retryAfter'], (until: number, now: number) => Headers>> = {
  seconds: (until, now) => ({ 'retry-after': String(Math.ceil((until - now) / 1000)) }),
  'http-date': (until) => ({ 'retry-after': new Date(until).toUTCString() }),
  absent: () => ({}),
};

function rateLimiter(limit: Dialect['rateLimit']): (now: number) => Hold | undefined {
  let second = 0;
  let count = 0;
  return (now) => {
    if (limit === 'none') return undefined;
    const current = Math.floor(now / 1000);
    count = current === second ? count + 1 : 1;
    second = current;
    return count > limit ? { problem: new Problem('too-many'), until: (current + 1) * 1000 } : undefined;
  };
}

/** Fails one request in so many; the same one succeeds when it comes again. */
function outages(every: Dialect['unavailable']): (now: number) => Hold | undefined {
  let count = 0;
  return (now) => {
    count += 1;
    if (every === 'never' || count % every !== 0) return undefined;
    return { problem: new Problem('unavailable'), until: now };
  };
}

function delays(latency: Dialect['latency']): () => number {
  let count = 0;
  return () => (latency === 'jitter' ? (count++ * jitter.step) % (jitter.most + 1) : latency);
}

/** Closes connections on which nothing has come for a moment, also when a client is about to use them. */
function idleClosing(): (socket: Socket, outgoing: ServerResponse) => void {
  const timers = new WeakMap<Socket, NodeJS.Timeout>();
  return (socket, outgoing) => {
    clearTimeout(timers.get(socket));
    outgoing.once('finish', () => {
      timers.set(socket, setTimeout(() => socket.destroySoon(), idleMs).unref());
    });
  };
}

/**
 * Puts before a handler what the dialect decides about traffic: latency, limits, outages and the life of connections.
 *
 * @returns the handler itself when the dialect decides nothing
 */
export function shapeTraffic(handle: Handler, dialect: Dialect, clock: Clock): Handler {
  const { latency, rateLimit, unavailable, connections, retryAfter } = dialect;
  if (latency === 0 && rateLimit === 'none' && unavailable === 'never' && connections === 'kept') return handle;
  const [limited, out, delay, closeIdle] = [
    rateLimiter(rateLimit),
    outages(unavailable),
    delays(latency),
    idleClosing(),
  ];

  function refuse({ problem, until }: Hold, now: number, outgoing: ServerResponse): void {
    const { status, contentType, text } = refusalOf(problem, dialect);
    outgoing.writeHead(status, {
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
      'content-length': Buffer.byteLength(text),
      ...waitingHeaders[retryAfter](until, now),
    });
    outgoing.end(text);
  }

  return (incoming, outgoing) => {
    if (connections === 'closed') outgoing.shouldKeepAlive = false;
    if (connections === 'idle-closed') closeIdle(incoming.socket, outgoing);
    const now = clock.now();
    const hold = limited(now) ?? out(now);
    if (hold !== undefined) {
      refuse(hold, now, outgoing);
      return;
    }
    const milliseconds = delay();
    if (milliseconds === 0) handle(incoming, outgoing);
    else setTimeout(handle, milliseconds, incoming, outgoing);
  };
}
