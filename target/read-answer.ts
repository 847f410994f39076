import type { IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import type { Dispatcher } from 'undici';
import type { Answer, TransportFailure } from './exchange.ts';

/** The head of an answer arrived, and the rest of it did not. */
export class TornAnswer extends Error {
  readonly began: NonNullable<TransportFailure['began']>;
  constructor(began: TornAnswer['began'], cause: unknown) {
    super('the answer broke off', { cause });
    this.name = 'TornAnswer';
    this.began = began;
  }
}

/** A request that has been given to undici. */
export interface UnderWay {
  /**
   * The answer, read to its end and decoded; a failure when its body is longer than allowed, or cannot be decoded.
   *
   * @throws TornAnswer when the connection breaks, or is given up, after the head of the answer; else undici's errors
   */
  readonly answer: Promise<Answer | TransportFailure>;
  giveUp(): void;
}

/**
 * Sends a request by undici's handler alone: a stream and a signal for each request take as long as all else about it.
 *
 * @param longest - bytes of the body, after decompression
 */
export function dispatched(dispatcher: Dispatcher, options: Dispatcher.DispatchOptions, longest: number): UnderWay {
  const { promise, resolve, reject } = Promise.withResolvers<Answer | TransportFailure>();
  const chunks: Buffer[] = [];
  let size = 0;
  let head: Head | undefined;
  let controller: Dispatcher.DispatchController | undefined;
  let reason: Error | undefined;
  const giveUp = (why: Error): void => {
    reason = why;
    controller?.abort(why);
  };
  const refuse = (): void => {
    resolve(tooLarge(longest));
    // What is not read would keep the connection.
    giveUp(new Error('the answer is too large'));
  };
  dispatcher.dispatch(options, {
    onRequestStart(one) {
      controller = one;
      if (reason !== undefined) one.abort(reason);
    },
    onResponseStart(_, status, headers) {
      if (status < 200) return;
      head = { status, headers };
      if (Number(headers['content-length']) > longest) refuse();
    },
    onResponseData(_, chunk) {
      size += chunk.length;
      if (size > longest) refuse();
      else chunks.push(chunk);
    },
    onResponseEnd() {
      if (head !== undefined) resolve(answerOf(head, Buffer.concat(chunks), longest));
    },
    onResponseError(_, error) {
      const announced = Number(head?.headers['content-length']);
      const length = Number.isInteger(announced) ? { announced } : {};
      reject(head === undefined ? error : new TornAnswer({ status: head.status, received: size, ...length }, error));
    },
  });
  return { answer: promise, giveUp: () => giveUp(new Error('given up')) };
}

/** Status and headers of an answer. */
interface Head {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

function answerOf({ status, headers: received }: Head, body: Buffer, longest: number): Answer | TransportFailure {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(received)) {
    if (value !== undefined) headers[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  try {
    const text = decodeBody(body, headers['content-encoding'], longest).toString('utf8');
    return { status, headers, text, ...readJson(text) };
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    return code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(longest) : { kind: 'undecodable', message: message ?? '' };
  }
}

function tooLarge(longest: number): TransportFailure {
  return { kind: 'too-large', message: `the answer is larger than ${longest} bytes` };
}

type Decoder = (body: Buffer, options: { readonly maxOutputLength: number }) => Buffer;

/** Many servers mean the bare format by `deflate`, not the one with zlib's header that RFC 9110 asks for. */
const inflate: Decoder = (body, options) => {
  const [method = 0, flags = 0] = body;
  const hasHeader = (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0;
  return hasHeader ? inflateSync(body, options) : inflateRawSync(body, options);
};

const decoders: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflate],
  ['br', brotliDecompressSync],
  ['zstd', zstdDecompressSync],
]);

/** Undoes the codings of `Content-Encoding`, the last one applied first. */
function decodeBody(body: Buffer, contentEncoding = '', longest: number): Buffer {
  if (body.length === 0) return body;
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  return codings.toReversed().reduce((bytes, name) => {
    const decode = decoders.get(name);
    if (decode === undefined) throw new Error(`the answer has the unknown content encoding ${name}`);
    return decode(bytes, { maxOutputLength: longest });
  }, body);
}

/** Levels of a JSON text that are read. No document nests a tenth as deep. */
const deepestRead = 500;

/**
 * Parses a text as JSON. Lists and objects nested deeper than `deepestRead` are left empty, so that code that recurses
 * through the value does not exhaust the stack.
 */
export function readJson(text: string): Pick<Answer, 'isJson' | 'json'> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { isJson: false, json: undefined };
  }
  if (text.length > 2 * deepestRead && isDeeper(json, deepestRead)) {
    for (const value of atDepth(json, deepestRead)) {
      for (const key of Object.keys(value)) Reflect.deleteProperty(value, key);
      if (Array.isArray(value)) value.length = 0;
    }
  }
  return { isJson: true, json };
}

/** Whether lists and objects are nested deeper than so many levels in a JSON text; `false` for text that is no JSON. */
export function isNestedDeeper(text: string, levels: number): boolean {
  if (text.length <= 2 * levels) return false;
  try {
    return isDeeper(JSON.parse(text), levels);
  } catch {
    return false;
  }
}

/** The same of a value; it is followed no deeper, as it may be too deep for recursion. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const member of members) if (isDeeper(member, levels - 1)) return true;
  return false;
}

/** The lists and objects at a level of a value, from 1; level by level, as the value may be too deep for recursion. */
function atDepth(json: unknown, level: number): readonly object[] {
  let found = containersIn([json]);
  for (let depth = 1; depth < level && found.length > 0; depth += 1) found = found.flatMap(containersIn);
  return found;
}

function containersIn(value: object): object[] {
  return Object.values(value).filter((member) => typeof member === 'object' && member !== null);
}
