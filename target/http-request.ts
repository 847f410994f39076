import { Agent } from 'undici';
import type { Bounds } from './client.ts';
import type { Connector } from './connector.ts';
import type { Outcome, OutgoingRequest, TransportFailure } from './exchange.ts';
import { dispatched, TornAnswer, type UnderWay } from './read-answer.ts';

interface Patience {
  /** Milliseconds until the whole answer is there. */
  readonly longestMs: number;
  /** Whether that is less than any other gets, as the run's time was used up: the target is not to blame. */
  readonly isHurried: boolean;
}

/**
 * Sends requests, each once, over a pool of connections per origin. Redirects are never followed, answers bounded in size
 * and time.
 *
 * @param headers - what every request carries beside its own
 */
export function createHttpSender(
  connections: number,
  connector: Pick<Connector, 'connect' | 'dispatcherFor'>,
  headers: Readonly<Record<string, string>>,
  bounds: Pick<Bounds, 'answerMs' | 'bodyBytes'>,
  signal?: AbortSignal,
) {
  const agentWith = (pipelining: 0 | 1): Agent =>
    new Agent({
      connections,
      connect: connector.connect,
      headersTimeout: bounds.answerMs,
      bodyTimeout: bounds.answerMs,
      pipelining,
      keepAliveTimeout: 900,
    });
  const agent = agentWith(1);
  const freshAgent = agentWith(0);
  let writeAgent = agent;
  const underWay = new Set<UnderWay>();
  signal?.addEventListener('abort', () => underWay.forEach((one) => one.giveUp()));
  return {
    /** @throws what is wrong with a request that cannot be sent */
    async send(request: OutgoingRequest, patience: Patience): Promise<Outcome> {
      const { origin } = new URL(request.url);
      const usual = request.method === 'GET' ? agent : writeAgent;
      const sent = dispatched(
        connector.dispatcherFor(request.url, usual),
        {
          origin,
          path: request.url.slice(origin.length),
          method: request.method,
          headers: { 'user-agent': 'benefits-fulfillment-conformance', ...headers, ...request.headers },
          body: request.body ?? null,
        },
        bounds.bodyBytes,
      );
      let isLate = false;
      // An answer that trickles in, a byte now and then, would never be too slow between two parts of it.
      const timer = setTimeout(() => {
        isLate = true;
        sent.giveUp();
      }, patience.longestMs);
      underWay.add(sent);
      try {
        return await sent.answer;
      } catch (error) {
        return isLate ? timeout(error, request.url, patience) : transportFailure(error, request.url);
      } finally {
        clearTimeout(timer);
        underWay.delete(sent);
      }
    },
    /** From now on each write gets a connection of its own: the target closes idle connections under them. */
    avoidIdleConnections(): void {
      writeAgent = freshAgent;
    },
    async close(): Promise<void> {
      await Promise.all([agent.destroy(), freshAgent.destroy()]);
    },
  };
}

/** Codes of connection errors by what they mean; anything else broke while under way. */
const failureKinds: Readonly<Record<string, TransportFailure['kind']>> = {
  ECONNREFUSED: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ETIMEDOUT: 'unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'unreachable',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
};

const notTls: ReadonlySet<string> = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG']);

/** The failure that an error stands for. @throws the error, where the request itself is at fault */
function transportFailure(error: unknown, url: string): TransportFailure {
  const { host } = new URL(url);
  if (error instanceof TornAnswer) {
    const { began, cause } = error;
    const kind = failureKinds[(cause as { code?: string } | undefined)?.code ?? ''] ?? 'broken';
    return { kind, message: `${host}: the answer broke off after ${extentOf(began)}`, began };
  }
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'UND_ERR_INVALID_ARG') throw error;
  const kind = failureKinds[code ?? ''] ?? 'broken';
  const words = notTls.has(code ?? '') ? 'does not speak TLS there; try http://' : message;
  return { kind, message: `${host}: ${words === undefined || words === '' ? (code ?? 'no answer') : words}` };
}

function timeout(error: unknown, url: string, { longestMs, isHurried }: Patience): TransportFailure {
  const message = `${new URL(url).host}: no whole answer in ${Number((longestMs / 1000).toPrecision(2))} s`;
  if (isHurried) return { kind: 'timeout', message, hurried: true };
  if (!(error instanceof TornAnswer)) return { kind: 'timeout', message };
  const { began } = error;
  return { kind: 'timeout', message: `${message}: it stopped after ${extentOf(began)}`, began };
}

function extentOf({ received, announced }: TornAnswer['began']): string {
  return `${received} ${announced === undefined ? '' : `of ${announced} `}bytes`;
}
