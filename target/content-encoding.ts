import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';

const decoders: Readonly<Record<string, (body: Buffer, options: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/**
 * The bytes that were encoded for the wire, by `Content-Encoding` (the last one applied is undone first).
 *
 * @param longest - bytes that the result may have at the most
 * @throws Error when the bytes are not what the header says, the encoding is unknown, or the result is too long
 */
export function decodeBody(body: Buffer, contentEncoding: string | undefined, longest: number): Buffer {
  const encodings = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (body.length === 0) return body;
  return encodings.toReversed().reduce((bytes, name) => {
    const decode = decoders[name];
    if (decode === undefined) throw new Error(`the answer has the unknown content encoding ${name}`);
    return decode(bytes, { maxOutputLength: longest });
  }, body);
}
