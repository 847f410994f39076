import type { Socket } from 'node:net';
import type { Answer, Outcome, TransportFailure, Wire } from './exchange.ts';

/** Milliseconds without more of an answer after which it counts as whole: its own length may be anything here. */
const silenceMs = 150;

/** A request that is no HTTP with header lines before its others, where it has a line to put them after. */
export function withHeaders(wire: Wire, headers: Readonly<Record<string, string>>): Wire {
  const lines = Object.entries(headers).map(([name, value]) => `\r\n${name}: ${value}`);
  const [, start, rest = ''] = /^([^\r\n]* HTTP\/1\.1)(\r\n.*)$/s.exec(wire.text) ?? [];
  return start === undefined ? wire : { ...wire, text: `${start}${lines.join('')}${rest}` };
}

/**
 * Sends bytes as they are, over a connection of their own, and gives what came back. For requests that no client
 * library sends, because they are no HTTP.
 *
 * @param connect - opens the connection
 * @param bounds - milliseconds until the answer, as a server may well wait for the rest of a request that never comes;
 *   and the most bytes of it that are read
 */
export async function sendRaw(
  connect: () => Promise<Socket>,
  url: string,
  { text, isCutShort }: Wire,
  { answerMs, bodyBytes }: { readonly answerMs: number; readonly bodyBytes: number },
  signal?: AbortSignal,
): Promise<Outcome> {
  let socket: Socket;
  try {
    socket = await connect();
  } catch (error) {
    return failureOf(error, url);
  }
  return new Promise((resolve) => {
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
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > bodyBytes) finish();
      else socket.setTimeout(silenceMs, finish);
    });
    socket.on('error', (error) => (problem = error));
    socket.once('close', finish);
    if (signal?.aborted === true) return finish();
    const bytes = Buffer.from(text, 'latin1');
    // Some services take the end of sending for a client that has gone: only what is cut short ends so.
    if (isCutShort) socket.end(bytes);
    else socket.write(bytes);
    return undefined;
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

function failureOf(problem: unknown, url: string): TransportFailure {
  const { code, message } = (problem ?? {}) as Partial<NodeJS.ErrnoException>;
  const kind = code === 'ECONNREFUSED' ? 'unreachable' : 'unanswered';
  return { kind, message: `${new URL(url).host}: ${message ?? 'the connection ended without an answer'}` };
}
