/** The JSON of a token's header if it names the algorithm none. */
function headerText(part: string): string | undefined {
  try {
    const text = Buffer.from(part, 'base64url').toString();
    const value: unknown = JSON.parse(text);
    const isUnsigned = typeof value === 'object' && value !== null && 'alg' in value && value.alg === 'none';
    return isUnsigned && text.isWellFormed() ? text : undefined;
  } catch {
    return undefined;
  }
}

/** A pattern for `count` characters; POSIX allows at most 255 in an interval. */
const any = (count: number): string =>
  `${String.raw`.\{255\}`.repeat(Math.floor(count / 255))}${count % 255 === 0 ? '' : `.\\{${count % 255}\\}`}`;

const fromToken = (command: string): string => `$(printf %s "$BFC_TOKEN" | ${command})`;

/** The only place where two texts of one length differ; undefined where there are more. */
function onlyDifference(one: string, other: string): number | undefined {
  if (one.length !== other.length) return undefined;
  const places = Array.from(one, (character, at) => (character === other[at] ? -1 : at)).filter((at) => at >= 0);
  return places.length === 1 ? places[0] : undefined;
}

/**
 * Shell words, for use within double quotes, that make an altered token from the good one in `$BFC_TOKEN`: a token that was
 * cut at its end, has further parts, another character in its signature, or a header with the algorithm none. They
 * contain nothing of the good token.
 *
 * @returns undefined if the token was altered in another way, or not at all
 */
export function alterationOf(good: string, altered: string): string | undefined {
  if (altered === '' || altered === good) return undefined;
  const appended = altered.startsWith(`${good}.`) ? altered.slice(good.length) : '';
  if (/^[\w.-]+$/.test(appended)) return `$BFC_TOKEN${appended}`;
  const [header = '', payload = '', signature = '', ...more] = good.split('.');
  const [nowHeader = '', nowPayload = '', nowSignature = '', ...others] = altered.split('.');
  if (signature === '' || more.length > 0 || others.length > 0) return undefined;
  if (good.startsWith(altered))
    return altered.endsWith('.')
      ? fromToken("sed -e 's/[^.]*$//'")
      : fromToken(`sed -e 's/${any(good.length - altered.length)}$//'`);
  if (nowPayload !== payload) return undefined;
  if (nowHeader === header) {
    const at = onlyDifference(signature, nowSignature);
    if (at === undefined) return undefined;
    // Changes the first two bits: the last character of a signature may have no others.
    const rest = String.raw`\(${any(signature.length - at - 1)}\)$`;
    return fromToken(`sed -e 's/[ABCDEFGHIJKLMNOP]${rest}/Q\\1/' -e t -e 's/.${rest}/A\\1/'`);
  }
  const text = headerText(nowHeader);
  if (text === undefined || (nowSignature !== '' && nowSignature !== signature)) return undefined;
  const encoded = `$(printf %s '${text.replaceAll("'", `'\\''`)}' | base64 | tr -d '=\\n' | tr '/+' '_-')`;
  return nowSignature === '' ? `${encoded}.${fromToken('cut -d. -f2')}.` : `${encoded}.${fromToken('cut -d. -f2,3')}`;
}
