import type { Socket } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector, Pool, ProxyAgent, type Dispatcher } from 'undici';
import { isSuccessStatus } from './exchange.ts';
import { isLoopback, type ProxySettings, type Target } from './configuration/target.ts';

/** What the configuration and the environment say about connections to a target. */
export type ConnectionSettings = Pick<Target, 'headers' | 'tls' | 'proxy'>;

export const plainConnections: ConnectionSettings = { headers: {}, tls: {}, proxy: { except: [] } };

/** The proxy could not be reached or did not connect, so the target was not reached either. */
class ProxyError extends Error {
  readonly code = 'ECONNREFUSED';
}

export function proxyFor({ http, https, except }: ProxySettings, address: string): string | undefined {
  const through = address.startsWith('https:') ? https : http;
  if (through === undefined || isLoopback(address)) return undefined;
  const { protocol, hostname, port } = new URL(address);
  const ownPort = portOf({ protocol, port });
  const isExcepted = except.some((entry) => {
    const [, name = '', at] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    const isNamed = entry.startsWith('*.') ? false : hostname === name;
    return (name === '' || isNamed || hostname.endsWith(`.${name}`)) && (at === undefined || at === ownPort);
  });
  return isExcepted ? undefined : through;
}

const portOf = ({ protocol, port }: { readonly protocol: string; readonly port: string }): string =>
  port === '' ? (protocol === 'https:' ? '443' : '80') : port;

const written = (hostname: string): string => (hostname.includes(':') ? `[${hostname}]` : hostname);

/** The start of an interim response that undici takes for a broken one if the request did not ask for it. */
const interim = Buffer.from('HTTP/1.1 100 ');
const endOfHead = '\r\n\r\n';

/** Skips that response: a client has to expect it before any other (RFC 9110, section 15.2). */
function skipInterim(socket: Socket): void {
  const read = socket.read.bind(socket);
  socket.read = (size?: number): unknown => {
    const chunk: unknown = read(size);
    if (!Buffer.isBuffer(chunk) || !chunk.subarray(0, interim.length).equals(interim)) return chunk;
    const end = chunk.indexOf(endOfHead);
    if (end < 0) return chunk;
    const rest = chunk.subarray(end + endOfHead.length);
    return rest.length > 0 ? rest : socket.read();
  };
}

/** The error code of a handshake that fails because the service supports none of the protocols offered. */
const noSharedProtocol = 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL';

/** Opens each connection to a target: through its proxy, with its certificates, over HTTP/2 if it speaks only that. */
export function createConnector({ tls, proxy }: Pick<ConnectionSettings, 'tls' | 'proxy'>, timeout: number) {
  const viaHttp1 = buildConnector({ ...tls, timeout, allowH2: false });
  const viaHttp2 = buildConnector({ ...tls, timeout, allowH2: true, preferH2: true });
  const onlyHttp2 = new Set<string>();
  const proxies = new Map<string, Pool>();
  const forwarding = new Map<string, ProxyAgent>();

  /** Opens a connection through the proxy to a host and port. @throws ProxyError */
  const tunnel = async (address: string, options: buildConnector.Options): Promise<Socket> => {
    const { origin, host, username, password } = new URL(address);
    const pool =
      proxies.get(address) ?? new Pool(origin, { connect: { timeout, allowH2: false }, headersTimeout: timeout });
    proxies.set(address, pool);
    const path = `${written(options.hostname)}:${portOf(options)}`;
    const user = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
    const headers = { host: path, ...(username === '' ? {} : { 'proxy-authorization': `Basic ${user}` }) };
    const { statusCode, socket } = await pool.connect({ path, headers }).catch((error: unknown) => {
      const words = error instanceof Error ? error.message : String(error);
      throw new ProxyError(`the proxy ${host} gives no answer: ${words}`, { cause: error });
    });
    if (isSuccessStatus(statusCode)) return socket as Socket;
    socket.destroy();
    throw new ProxyError(`the proxy ${host} answered ${statusCode} instead of connecting`);
  };

  const connectBy = async (connector: buildConnector.connector, options: buildConnector.Options): Promise<Socket> => {
    const { protocol, hostname, port } = options;
    const through = proxyFor(proxy, `${protocol}//${written(hostname)}${port === '' ? '' : `:${port}`}`);
    const httpSocket = through === undefined ? undefined : await tunnel(through, options);
    if (httpSocket !== undefined && protocol !== 'https:') return httpSocket;
    return new Promise((resolve, reject) => {
      connector({ ...options, ...(httpSocket === undefined ? {} : { httpSocket }) }, (error, socket) =>
        error === null ? resolve(socket) : reject(error),
      );
    });
  };

  const open = async (options: buildConnector.Options): Promise<Socket> => {
    const host = `${options.hostname}:${options.port}`;
    if (onlyHttp2.has(host)) return connectBy(viaHttp2, options);
    try {
      return await connectBy(viaHttp1, options);
    } catch (error) {
      if ((error as { code?: string }).code !== noSharedProtocol) throw error;
      onlyHttp2.add(host);
      return connectBy(viaHttp2, options);
    }
  };

  const opening = callbackify(open);
  let dropped = 0;
  return {
    /** How many connections of dispatchers were closed before anything was received over them. */
    get dropped() {
      return dropped;
    },
    connect(options: buildConnector.Options, callback: buildConnector.Callback): void {
      opening(options, (error: Error | null, socket) => {
        if (error !== null) return callback(error, null);
        skipInterim(socket);
        socket.once('close', () => {
          if (socket.bytesRead === 0) dropped += 1;
        });
        return callback(null, socket);
      });
    },
    /** Opens a separate connection to the host of an address, for raw bytes. */
    async socketTo(address: string): Promise<Socket> {
      const { protocol, hostname, host, port } = new URL(address);
      return connectBy(viaHttp1, { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), host, port });
    },
    /** The dispatcher for an address: a proxy gets unencrypted requests with their whole address. */
    dispatcherFor(address: string, usual: Dispatcher): Dispatcher {
      const through = address.startsWith('http:') ? proxyFor(proxy, address) : undefined;
      if (through === undefined) return usual;
      const agent = forwarding.get(through) ?? new ProxyAgent({ uri: through, connectTimeout: timeout });
      forwarding.set(through, agent);
      return agent;
    },
    async close(): Promise<void> {
      await Promise.all([...proxies.values(), ...forwarding.values()].map((one) => one.destroy()));
    },
  };
}
