import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import type { Answer, Outcome, TransportFailure, Wire } from './exchange.ts';

/** Milliseconds without more of an answer after which it counts as whole: its own length may be anything here. */
const silenceMs = 150;

/**
 * Sends bytes as they are, over a connection of their own, and gives what came back. For requests that no client
 * library sends, because they are no HTTP.
 *
 * @param bounds - milliseconds until the answer, as a server may well wait for the rest of a request that never comes;
 *   and the most bytes of it that are read
 */
export function sendRaw(
  url: string,
  { text, isCutShort }: Wire,
  { answerMs, bodyBytes }: { readonly answerMs: number; readonly bodyBytes: number },
  signal?: AbortSignal,
): Promise<Outcome> {
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const at = { host, port: Number(port === '' ? (isSecure ? 443 : 80) : port) };
  return new Promise((resolve) => {
    const socket: Socket = isSecure ? connectSecure({ ...at, servername: host }) : connectPlain(at);
    const chunks: Buffer[] = [];
    let size = 0;
    let problem: Error | undefined;
    const finish = (): void => {
      socket.destroy();
      signal?.removeEventListener('abort', finish);
      resolve(answerIn(Buffer.concat(chunks)) ?? failureOf(problem, url));
    };
    signal?.addEventListener('abort', finish, { once: true });
    socket.setTimeout(answerMs, finish);
    const bytes = Buffer.from(text, 'latin1');
    // Some services take the end of sending for a client that has gone: only what is cut short ends so.
    socket.once(
      isSecure ? 'secureConnect' : 'connect',
      () => void (isCutShort ? socket.end(bytes) : socket.write(bytes)),
    );
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > bodyBytes) finish();
      else socket.setTimeout(silenceMs, finish);
    });
    socket.on('error', (error) => (problem = error));
    socket.once('close', finish);
  });
}

function answerIn(bytes: Buffer): Answer | undefined {
  const [head = '', ...rest] = bytes.toString('latin1').split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const status = Number(/^HTTP\/\d(?:\.\d)? (\d{3})/.exec(statusLine)?.[1]);
  if (Number.isNaN(status)) return undefined;
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = Buffer.from(rest.join('\r\n\r\n'), 'latin1').toString('utf8');
  return { status, headers, text: body, isJson: false, json: undefined };
}

function failureOf(problem: Error | undefined, url: string): TransportFailure {
  const { code } = (problem ?? {}) as NodeJS.ErrnoException;
  const kind = code === 'ECONNREFUSED' ? 'unreachable' : 'unanswered';
  return { kind, message: `${new URL(url).host}: ${problem?.message ?? 'the connection ended without an answer'}` };
}
