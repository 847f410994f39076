const json = 'application/json';
const deep = 10_000;
const long = 1024 * 1024;

/** Members that may hold any text: a wrong identifier or day would be refused before it gets any further. */
const freeText = /("(?:group_name|name|first_name)":\s*)"(?:[^"\\]|\\.)*"/u;
const anyText = /(:\s*)"(?:[^"\\]|\\.)*"/u;

/** The body with its first free text replaced, or its first text if it has no free one. */
function withFirstText(text: string, replacement: string): string {
  return text.replace(freeText.test(text) ? freeText : anyText, (_, before: string) => `${before}${replacement}`);
}

function withMember(text: string, member: string): string {
  return text.replace('{', () => `{${member},`);
}

function withBadByte(text: string): Uint8Array {
  const [before = '', after = ''] = withFirstText(text, '"\u0000"').split('\u0000');
  return Buffer.concat([Buffer.from(before), Buffer.from([0xff, 0xc0, 0x80]), Buffer.from(after)]);
}

const inventedMembers: ReadonlySet<string> = new Set(['unknown', 'another', 'third', 'constructor', '__proto__']);

/** Whether a member was made up for these inputs: a service that answers with it returns what it was sent. */
export function isInventedMember(name: string): boolean {
  return inventedMembers.has(name) || /^unknown_\d+$/.test(name);
}

type Row = readonly [name: string, body: (valid: string) => string | Uint8Array, contentType?: string | null];

/** These must be answered with a 4xx: none of them is a JSON object of the right media type. */
const malformed: readonly Row[] = [
  ['truncated JSON', (valid) => valid.slice(0, Math.floor(valid.length / 2))],
  ['JSON without its last brace', (valid) => valid.slice(0, -1)],
  ['an empty body', () => ''],
  ['blanks only', () => ' \n\t '],
  ['text that is not JSON', () => 'this is not JSON'],
  ['two JSON objects in a row', (valid) => valid + valid],
  ['text after the object', (valid) => `${valid} and more`],
  ['an array at the top', (valid) => `[${valid}]`],
  ['an empty array at the top', () => '[]'],
  ['a string at the top', () => '"text"'],
  ['the object as text in a string', (valid) => JSON.stringify(valid)],
  ['null at the top', () => 'null'],
  ['a number at the top', () => '12345'],
  ['a good body as plain text', (valid) => valid, 'text/plain'],
  ['a good body as a form', (valid) => valid, 'application/x-www-form-urlencoded'],
  ['XML', () => '<?xml version="1.0"?><body/>', 'application/xml'],
];

/** These may be accepted or refused, as long as the service neither fails nor hangs. */
const extreme: readonly Row[] = [
  ['arrays nested deeply', (valid) => withFirstText(valid, '['.repeat(deep) + ']'.repeat(deep))],
  ['objects nested deeply', (valid) => withFirstText(valid, '{"a":'.repeat(deep) + '1' + '}'.repeat(deep))],
  ['unclosed arrays nested deeply', () => '['.repeat(deep * 10)],
  ['a text of a megabyte', (valid) => withFirstText(valid, JSON.stringify('x'.repeat(long)))],
  ['an unknown member of a megabyte', (valid) => withMember(valid, `"unknown":"${'x'.repeat(long)}"`)],
  [
    'ten thousand unknown members',
    (valid) => withMember(valid, Array.from({ length: deep }, (_, at) => `"unknown_${at}":1`).join(',')),
  ],
  ['a lone high surrogate', (valid) => withFirstText(valid, '"x\\ud800x"')],
  ['a lone low surrogate', (valid) => withFirstText(valid, '"\\udc00"')],
  ['a NUL character', (valid) => withFirstText(valid, '"x\\u0000x"')],
  ['control characters', (valid) => withFirstText(valid, '"\\u0001\\u0007\\u001b[31m\\u007f"')],
  ['bytes that are no UTF-8', withBadByte],
  ['a byte order mark', (valid) => `\ufeff${valid}`],
  ['every member twice', (valid) => `${valid.slice(0, -1)},${valid.slice(1)}`],
  [
    'members named like those of every object',
    (valid) => withMember(valid, '"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}'),
  ],
  [
    'numbers past the range of exact integers',
    // No infinity: what a parser makes of 1e400 can't be written back as JSON, which would count as a violation.
    (valid) => withMember(valid, '"unknown":1e300,"another":-1e300,"third":123456789012345678901234567890'),
  ],
  ['UTF-16', (valid) => Buffer.from(`\ufeff${valid}`, 'utf16le'), 'application/json; charset=utf-16'],
  ['no media type', (valid) => valid, null],
  ['an unknown charset', (valid) => valid, 'application/json; charset=unknown-8'],
];

const inputs = (rows: readonly Row[], requirement: 'input.malformed-json' | 'input.extreme') =>
  rows.map(([name, body, contentType = json]) => ({
    name,
    contentType: contentType ?? undefined,
    /** Makes the input from a valid object, so that nothing else is wrong. */
    bodyOf: (valid: object) => body(JSON.stringify(valid)),
    requirement,
  }));

export type MalformedInput = (typeof malformedInputs)[number];

/** Request bodies that are not JSON, or edge cases of JSON. */
export const malformedInputs = [...inputs(malformed, 'input.malformed-json'), ...inputs(extreme, 'input.extreme')];

interface SoundRequest {
  readonly method: string;
  readonly target: string;
  readonly host: string;
  readonly headers: readonly string[];
  readonly body: string;
}

/** The request as it goes over the wire, with other header lines in place of its Content-Length. */
function written({ method, target, host, headers, body }: SoundRequest, ...lengths: readonly string[]): string {
  const start = [`${method} ${target} HTTP/1.1`, `Host: ${host}`];
  return [...start, ...headers, ...lengths, 'Connection: close', '', body].join('\r\n');
}

const lengthOf = ({ body }: SoundRequest): string => `Content-Length: ${body.length}`;

const withLine = (line: string) => (request: SoundRequest) => written(request, line, lengthOf(request));

const brokenRequests: readonly (readonly [
  name: string,
  write: (request: SoundRequest) => string,
  end?: 'cut short',
])[] = [
  [
    'a body that ends before its length',
    (request) => written({ ...request, body: request.body.slice(0, -10) }, lengthOf(request)),
    'cut short',
  ],
  ['a length that is no number', (request) => written(request, 'Content-Length: many')],
  ['a negative length', (request) => written(request, 'Content-Length: -1')],
  ['two lengths that differ', (request) => written(request, lengthOf(request), 'Content-Length: 1')],
  [
    'a chunk whose size is no number',
    (request) => written({ ...request, body: `xyz\r\n${request.body}\r\n0\r\n\r\n` }, 'Transfer-Encoding: chunked'),
  ],
  [
    'chunks that end before the last one',
    (request) => {
      const chunk = `${request.body.length.toString(16)}\r\n${request.body}\r\n`;
      return written({ ...request, body: chunk }, 'Transfer-Encoding: chunked');
    },
    'cut short',
  ],
  ['a header line without a colon', withLine('no colon in here')],
  ['a NUL in a header', withLine('X-Sample: a\u0000b')],
  ['a header name with a blank', withLine('X Sample: value')],
  ['a header of a hundred kilobytes', withLine(`X-Sample: ${'x'.repeat(100_000)}`)],
  ['bytes beyond ASCII in a header', withLine('X-Sample: \u00ff\u00c0\u0080')],
  ['a blank in the path', (request) => written({ ...request, target: `${request.target}/a b` }, lengthOf(request))],
  [
    'wrong percent-encoding in the path',
    (request) => written({ ...request, target: `${request.target}/%zz` }, lengthOf(request)),
  ],
  ['no host', (request) => written(request, lengthOf(request)).replace(/Host: .*\r\n/, '')],
];

/**
 * Requests that each break the grammar of HTTP/1.1 (RFC 9112) in one way, one character per byte. How they are
 * answered, or whether they are, is open, as long as the service neither fails nor goes down.
 */
export function malformedRequests(sound: SoundRequest) {
  return brokenRequests.map(([name, write, end]) => ({ name, text: write(sound), isCutShort: end === 'cut short' }));
}
