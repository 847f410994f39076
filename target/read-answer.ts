import type { Dispatcher } from 'undici';
import { decodeBody } from './content-encoding.ts';
import type { Answer, TransportFailure } from './exchange.ts';
import { readJson } from './read-json.ts';

/** The head of an answer had come, and the rest of it did not. */
export class TornAnswer extends Error {
  readonly began: NonNullable<TransportFailure['began']>;
  constructor(began: TornAnswer['began'], cause: unknown) {
    super('the answer broke off', { cause });
    this.name = 'TornAnswer';
    this.began = began;
  }
}

/**
 * The whole of an answer, its body decoded.
 *
 * @param longest - bytes of the body, after decompression
 * @returns a failure when it is longer, or cannot be decoded
 * @throws TornAnswer when the connection breaks, or is given up, in the middle of it
 */
export async function readAnswer(
  response: Dispatcher.ResponseData,
  longest: number,
): Promise<Answer | TransportFailure> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > longest) return tooLarge(longest);
      chunks.push(chunk);
    }
  } catch (error) {
    const announced = Number(response.headers['content-length']);
    const length = Number.isInteger(announced) ? { announced } : {};
    throw new TornAnswer({ status: response.statusCode, received: size, ...length }, error);
  }
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  try {
    const text = decodeBody(Buffer.concat(chunks), headers['content-encoding'], longest).toString('utf8');
    return { status: response.statusCode, headers, text, ...readJson(text) };
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    return code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(longest) : { kind: 'undecodable', message: message ?? '' };
  }
}

function tooLarge(longest: number): TransportFailure {
  return { kind: 'too-large', message: `the answer is larger than ${longest} bytes` };
}
