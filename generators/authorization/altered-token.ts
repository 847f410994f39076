/**
 * How a shell makes an altered token of the good one in `$BFC_TOKEN`: words for use within double quotes. They hold
 * nothing of the good token but its header.
 *
 * @module
 */

/** A pattern for `count` characters; POSIX allows at most 255 in an interval. */
const any = (count: number): string =>
  `${String.raw`.\{255\}`.repeat(Math.floor(count / 255))}${count % 255 === 0 ? '' : `.\\{${count % 255}\\}`}`;

const fromToken = (command: string): string => `$(printf %s "$BFC_TOKEN" | ${command})`;

export const withAppended = (text: string): string => `$BFC_TOKEN${text}`;

export const withoutSignature = fromToken("sed -e 's/[^.]*$//'");

/** @param count - characters that are missing at the end */
export const withoutLast = (count: number): string => fromToken(`sed -e 's/${any(count)}$//'`);

/** @param after - characters that follow the one that is exchanged for another */
export function withExchanged(after: number): string {
  // Changes the first two bits: the last character of a signature may have no others.
  const rest = String.raw`\(${any(after)}\)$`;
  return fromToken(`sed -e 's/[ABCDEFGHIJKLMNOP]${rest}/Q\\1/' -e t -e 's/.${rest}/A\\1/'`);
}

/** The claims of the good token under another header, as `partOf` writes it. */
export function withHeader(header: Readonly<Record<string, unknown>>, signature: 'kept' | 'emptied'): string {
  const json = JSON.stringify(header).replaceAll("'", `'\\''`);
  const rest = signature === 'kept' ? fromToken('cut -d. -f2,3') : `${fromToken('cut -d. -f2')}.`;
  return `$(printf %s '${json}' | base64 | tr -d '=\\n' | tr '/+' '_-').${rest}`;
}
