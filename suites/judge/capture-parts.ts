import { arrayOf, objectOf, type JsonObject } from '../rules/reading.ts';

/** Milliseconds that an entry took; undefined where it does not say. */
export function durationOf(entry: JsonObject): number | undefined {
  const { time } = entry;
  return typeof time === 'number' && Number.isFinite(time) && time >= 0 ? time : undefined;
}

/** The headers of a request or a response: names in lower case without HTTP/2's pseudo headers, repeated ones joined. */
export function headersOf(message: JsonObject): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const header of arrayOf(message['headers'])) {
    const { name, value } = objectOf(header);
    if (typeof name !== 'string' || typeof value !== 'string' || name.startsWith(':')) continue;
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  return headers;
}

/** The text of an answer, as it was sent; undefined where it was not kept. */
export function answerTextOf(response: JsonObject): string | undefined {
  const { text, encoding } = objectOf(response['content']);
  if (typeof text !== 'string') return undefined;
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8');
  // Proxies do so where a content type does not speak of JSON in the usual words.
  return isMisread(text) ? Buffer.from(text, 'latin1').toString('utf8') : text;
}

/** The text that was sent; undefined where it was not kept, or in another encoding than it was sent in. */
export function sentTextOf(request: JsonObject): string | undefined {
  const { text, encoding } = objectOf(request['postData']);
  if (typeof text !== 'string') return undefined;
  const sent = encoding === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text;
  return sent.includes('\u{FFFD}') || isMisread(sent) ? undefined : sent;
}

/** Whether a text looks like UTF-8 that was read as Latin-1, as some captures have it. */
function isMisread(text: string): boolean {
  if (!/[\u0080-\u00ff]/.test(text) || /[^\0-\u00ff]/.test(text)) return false;
  return !Buffer.from(text, 'latin1').toString('utf8').includes('\u{FFFD}');
}
