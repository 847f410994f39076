/** What a file is that is neither a journal nor a HAR file as it stands, told by its first bytes, and what to do. */
const signatures: readonly (readonly [bytes: readonly number[], remedy: string])[] = [
  [[0x1f, 0x8b], 'is compressed: gunzip it first'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'is compressed: unzstd it first'],
  [[0x42, 0x5a, 0x68], 'is compressed: bunzip2 it first'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'is compressed: unxz it first'],
  [[0x50, 0x4b, 0x03, 0x04], 'is a zip: unpack it first'],
];

const begins = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);

/** What a file is that has to be unpacked, by its first bytes; undefined for any other. */
export function packedKind(bytes: Uint8Array): string | undefined {
  return signatures.find(([signature]) => begins(bytes, signature))?.[1];
}

/** The encoding that the first bytes of a text file tell of. */
export function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (begins(bytes, [0xff, 0xfe])) return 'utf-16le';
  return begins(bytes, [0xfe, 0xff]) ? 'utf-16be' : 'utf-8';
}

/** What a text is that cannot be read as a HAR file, and what to do. */
export function unreadKind(text: string): string {
  const isJson = ((): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  })();
  return !isJson && /^\s*\{\s*"log"\s*:\s*\{/.test(text)
    ? 'is a HAR file that ends early, or is damaged; save the capture again'
    : 'is neither the journal of a run nor a HAR file; name a journal.ndjson, or save the capture as HAR';
}
