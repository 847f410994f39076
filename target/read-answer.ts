import type { Dispatcher } from 'undici';
import { decodeBody } from './content-encoding.ts';
import type { Answer, TransportFailure } from './exchange.ts';

/**
 * The whole of an answer, its body decoded.
 *
 * @param longest - bytes of the body, after decompression
 * @returns a failure when it is longer, or cannot be decoded
 * @throws what breaks the connection in the middle of it
 */
export async function readAnswer(
  response: Dispatcher.ResponseData,
  longest: number,
): Promise<Answer | TransportFailure> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > longest) return tooLarge(longest);
    chunks.push(chunk);
  }
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  try {
    const text = decodeBody(Buffer.concat(chunks), headers['content-encoding'], longest).toString('utf8');
    return { status: response.statusCode, headers, text, ...parse(text) };
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    return code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(longest) : { kind: 'undecodable', message: message ?? '' };
  }
}

function tooLarge(longest: number): TransportFailure {
  return { kind: 'too-large', message: `the answer is larger than ${longest} bytes` };
}

function parse(text: string): Pick<Answer, 'isJson' | 'json'> {
  try {
    return { isJson: true, json: JSON.parse(text) as unknown };
  } catch {
    return { isJson: false, json: undefined };
  }
}
