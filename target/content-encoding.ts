import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';

type Decoder = (body: Buffer, options: { readonly maxOutputLength: number }) => Buffer;

/** Many servers mean the bare format by `deflate`, not the one with zlib's header that RFC 9110 asks for. */
const inflate: Decoder = (body, options) => {
  const [method = 0, flags = 0] = body;
  const hasHeader = (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0;
  return hasHeader ? inflateSync(body, options) : inflateRawSync(body, options);
};

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflate,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/**
 * The bytes that were encoded for the wire, by `Content-Encoding` (the last one applied is undone first).
 *
 * @param longest - bytes that the result may have at the most
 * @throws Error when the bytes are not what the header says, the encoding is unknown, or the result is too long (`code`
 *   `ERR_BUFFER_TOO_LARGE`)
 */
export function decodeBody(body: Buffer, contentEncoding: string | undefined, longest: number): Buffer {
  const encodings = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (body.length === 0) return body;
  return encodings.toReversed().reduce((bytes, name) => {
    const decode = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
    if (decode === undefined) throw new Error(`the answer has the unknown content encoding ${name}`);
    return decode(bytes, { maxOutputLength: longest });
  }, body);
}
