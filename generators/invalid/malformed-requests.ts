/** A request that a client library would refuse to send: the whole text of it, one character a byte. */
export interface MalformedRequest {
  readonly name: string;
  readonly text: string;
  /** Whether something is missing at its end. */
  readonly isCutShort: boolean;
}

/** What a request is made of before it is spoiled. */
export interface SoundRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly host: string;
  /** Further header lines, without their ends. */
  readonly headers: readonly string[];
  /** ASCII text. */
  readonly body: string;
}

type Spoil = (request: SoundRequest) => string;

/** The request as it goes over the wire, with header lines of its length in place of the sound one. */
function written({ method, target, host, headers, body }: SoundRequest, lengths: readonly string[]): string {
  return [`${method} ${target} HTTP/1.1`, `Host: ${host}`, ...headers, ...lengths, 'Connection: close', '', body].join(
    '\r\n',
  );
}

const lengthOf = ({ body }: SoundRequest): string => `Content-Length: ${String(body.length)}`;

const rows: readonly (readonly [name: string, spoil: Spoil])[] = [
  [
    'a body that ends before its length',
    (request) => written({ ...request, body: request.body.slice(0, -10) }, [lengthOf(request)]),
  ],
  ['a length that is no number', (request) => written(request, ['Content-Length: many'])],
  ['a negative length', (request) => written(request, ['Content-Length: -1'])],
  ['two lengths that differ', (request) => written(request, [lengthOf(request), 'Content-Length: 1'])],
  [
    'a chunk whose size is no number',
    (request) => written({ ...request, body: `xyz\r\n${request.body}\r\n0\r\n\r\n` }, ['Transfer-Encoding: chunked']),
  ],
  [
    'chunks that end before the last one',
    (request) =>
      written({ ...request, body: `${request.body.length.toString(16)}\r\n${request.body}\r\n` }, [
        'Transfer-Encoding: chunked',
      ]),
  ],
  ['a header line without a colon', (request) => written(request, ['no colon in here', lengthOf(request)])],
  ['a NUL in a header', (request) => written(request, ['X-Sample: a\u0000b', lengthOf(request)])],
  ['a header name with a blank', (request) => written(request, ['X Sample: value', lengthOf(request)])],
  [
    'a header of a hundred kilobytes',
    (request) => written(request, [`X-Sample: ${'x'.repeat(100_000)}`, lengthOf(request)]),
  ],
  [
    'bytes beyond ASCII in a header',
    (request) => written(request, ['X-Sample: \u00ff\u00c0\u0080', lengthOf(request)]),
  ],
  ['a blank in the path', (request) => written({ ...request, target: `${request.target}/a b` }, [lengthOf(request)])],
  ['no host', (request) => written(request, [lengthOf(request)]).replace(/Host: .*\r\n/, '')],
];

/** Those that lack something at their end. */
const cutShort: ReadonlySet<string> = new Set([
  'a body that ends before its length',
  'chunks that end before the last one',
]);

/**
 * Requests that break the grammar of HTTP/1.1 (RFC 9112) in one way each, made of a sound one. How they are answered,
 * or whether at all, is nobody's to demand, as long as the service neither fails nor goes down.
 */
export function malformedRequests(sound: SoundRequest): readonly MalformedRequest[] {
  return rows.map(([name, spoil]) => ({ name, text: spoil(sound), isCutShort: cutShort.has(name) }));
}
