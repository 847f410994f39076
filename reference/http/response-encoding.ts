import { ServerResponse, type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders } from 'node:http';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import type { Dialect } from '../dialects.ts';

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

const titled = (name: string): string => name.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());

const letterCases: Readonly<Record<Dialect['headerCase'], (name: string) => string>> = {
  lower: (name) => name,
  title: titled,
  upper: (name) => name.toUpperCase(),
};

const encoders: Readonly<Record<Dialect['contentEncoding'], ((body: Buffer) => Buffer) | undefined>> = {
  identity: undefined,
  gzip: (body) => gzipSync(body, { level: 1 }),
  deflate: (body) => deflateSync(body, { level: 1 }),
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
};

/** Whether a client takes an encoding: one that names no encodings takes any (RFC 9110, 12.5.3). */
function accepts(header: string | undefined, encoding: string): boolean {
  if (header === undefined) return true;
  const named = header.split(',').map((part) => part.trim().toLowerCase());
  const rules = new Map(named.map((part) => [part.split(';')[0]?.trim() ?? '', !/;\s*q=0(?:\.0*)?$/.test(part)]));
  return rules.get(encoding) ?? rules.get('*') ?? false;
}

const bytesOf = (chunk: unknown): Buffer | undefined => {
  if (typeof chunk === 'string') return Buffer.from(chunk);
  return chunk instanceof Uint8Array ? Buffer.from(chunk) : undefined;
};

/**
 * The class of responses that a server of the dialect uses: the same answer with its headers, encoding and framing
 * written another way.
 *
 * @returns undefined when the dialect writes answers as Node does
 */
export function responseClass(dialect: Dialect): typeof ServerResponse | undefined {
  const { headerCase, contentEncoding, framing } = dialect;
  if (headerCase === 'lower' && contentEncoding === 'identity' && framing === 'content-length') return undefined;
  const inCase = letterCases[headerCase];
  const encode = encoders[contentEncoding];

  return class<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    #head: { readonly status: number; readonly headers: OutgoingHttpHeaders } | undefined;

    /** Keeps the head until the body is known, on which it depends. */
    override writeHead(status: number, message?: string | Headers, headers?: Headers): this {
      const given = typeof message === 'object' ? message : headers;
      if (given === undefined || Array.isArray(given)) return super.writeHead(status, given);
      this.#head = { status, headers: given };
      return this;
    }

    override end(chunk?: unknown, _encoding?: unknown, _callback?: unknown): this {
      const head = this.#head;
      const body = bytesOf(chunk);
      if (head === undefined) return body === undefined ? super.end() : super.end(body);
      const { method, headers } = this.req;
      const isEmpty = body === undefined || body.length === 0 || method === 'HEAD';
      const encoded =
        isEmpty || encode === undefined || !accepts(headers['accept-encoding'], contentEncoding)
          ? undefined
          : encode(body);
      const entries = Object.entries(head.headers).filter(
        ([name]) => isEmpty || (name !== 'content-length' && name !== 'transfer-encoding'),
      );
      if (encoded !== undefined) entries.push(['content-encoding', contentEncoding], ['vary', 'accept-encoding']);
      const sent = encoded ?? body;
      if (!isEmpty && framing === 'content-length') entries.push(['content-length', sent?.length ?? 0]);
      super.writeHead(head.status, Object.fromEntries(entries.map(([name, value]) => [inCase(name), value])));
      return sent === undefined ? super.end() : super.end(sent);
    }
  };
}
