import type { RecordedExchange } from '../../reporters/report.ts';

/** Headers that curl sets by itself or that only matter to the suite. */
const leftOut: ReadonlySet<string> = new Set(['user-agent', 'accept', 'content-length', 'host']);

/**
 * A shell line that repeats a recorded request. A valid token is taken from `$BFC_TOKEN`; an altered one, which a
 * record never holds, is named in its place.
 */
export function curlLine({ request: { method, url, headers, body } }: RecordedExchange): string {
  const shown = Object.entries(headers).filter(([name]) => !leftOut.has(name.toLowerCase()));
  return [
    'curl -sS -i',
    method === 'GET' ? '' : `-X ${method}`,
    quoted(url),
    ...shown.map(
      ([name, value]) =>
        `-H ${name === 'authorization' ? withVariables(`${name}: ${value}`) : quoted(`${name}: ${value}`)}`,
    ),
    body === undefined ? '' : `--data-binary ${quoted(body)}`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Double quotes, in which the shell replaces `$BFC_TOKEN` and nothing else. */
function withVariables(text: string): string {
  return `"${text.replaceAll(/[\\"`]/g, String.raw`\$&`).replaceAll(/\$(?!BFC_)/g, String.raw`\$`)}"`;
}
