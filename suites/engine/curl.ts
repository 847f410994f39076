import type { RecordedExchange } from '../../reporters/report.ts';

/** Headers that curl sets by itself or that only matter to the suite. */
const leftOut: ReadonlySet<string> = new Set(['user-agent', 'accept', 'content-length', 'host']);

/**
 * A shell line that repeats a recorded request. A valid token is taken from `$BFC_TOKEN`, an expired one from
 * `$BFC_EXPIRED_TOKEN`; an altered one, which a record never holds, is named in its place.
 */
export function curlLine({ request: { method, url, headers, body, wire } }: RecordedExchange): string {
  if (wire !== undefined) return socketLine(url, wire);
  const shown = Object.entries(headers).filter(([name]) => !leftOut.has(name.toLowerCase()));
  const [before = '', data = ''] = body === undefined ? [] : bodyParts(body);
  return [
    `${before}curl -sS -i`,
    method === 'GET' ? '' : `-X ${method}`,
    quoted(url),
    ...shown.map(([name, value]) => `-H ${headerPart(name, value)}`),
    data,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** What is no HTTP goes over a socket: netcat for one in the clear, openssl for a secure one. */
function socketLine(url: string, wire: string): string {
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === 'https:';
  const at = [hostname, port === '' ? (isSecure ? '443' : '80') : port];
  // What printf takes for a format of its own first, then what the shell would take for something in double quotes.
  const bytes = withVariables(wire.replaceAll('\\', '\\\\').replaceAll('%', '%%')).replaceAll(
    /[^\x20-\x7e]/g,
    (character) => `\\${(character.codePointAt(0) ?? 0).toString(8).padStart(3, '0')}`,
  );
  const peer = isSecure ? `openssl s_client -quiet -connect ${at.join(':')}` : `nc ${at.join(' ')}`;
  return `printf ${bytes} | ${peer}`;
}

/** curl sends a header without a value only when it is written with a semicolon. */
function headerPart(name: string, value: string): string {
  const line = value === '' ? `${name};` : `${name}: ${value}`;
  return name.toLowerCase() === 'authorization' ? withVariables(line) : quoted(line);
}

/** What goes before curl and what goes behind: no argument can hold a NUL, so that such a body comes through a pipe. */
function bodyParts(body: string): readonly [before: string, data: string] {
  if (!body.includes('\0')) return ['', `--data-raw ${quoted(body)}`];
  const escaped = body.replaceAll('\\', '\\\\').replaceAll('%', '%%').replaceAll('\0', '\\000');
  const format = escaped.replace(/^-/, '\\055');
  return [`printf ${quoted(format)} | `, '--data-binary @-'];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Double quotes, in which the shell replaces the two variables of tokens and nothing else. */
function withVariables(text: string): string {
  const escaped = text
    .replaceAll(/[\\"`]/g, String.raw`\$&`)
    .replaceAll(/\$(BFC_(?:EXPIRED_)?TOKEN)?(?=(\w)?)/g, (_, name?: string, more?: string) => {
      if (name === undefined) return String.raw`\$`;
      return more === undefined ? `$${name}` : `\${${name}}`;
    });
  return `"${escaped}"`;
}
