/** Characters that are looked at together: so many of one text rarely turn up in another by chance. */
const block = 3;
/** Blocks that are told apart; others share a place with them. */
const places = 1 << 16;

/** The same for both cases of a letter; beyond ASCII, for all characters. */
function folded(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 0x80 ? code | 0x20 : 0x80;
}

/** Where the shift for the three characters from a place on stands. */
const placeOf = (text: string, at: number): number =>
  (folded(text, at) ^ (folded(text, at + 1) << 5) ^ (folded(text, at + 2) << 10)) & (places - 1);

/**
 * Whether a text holds any of many others, in either letter case, found in one pass that skips most of it (Wu and Manber,
 * "A fast algorithm for multi-pattern searching", 1994). Where one of them is shorter than three characters it says that
 * any text may.
 *
 * @param texts - in small letters
 */
export function searchFor(texts: readonly string[]): (text: string) => boolean {
  const shortest = Math.min(...texts.map(({ length }) => length));
  if (texts.length === 0) return () => false;
  if (shortest < block) return () => true;
  const furthest = shortest - block;
  /** How far the next place is at which one of them can end its first characters. */
  const shifts = new Uint8Array(places).fill(Math.min(furthest + 1, 255));
  const endingAt = new Map<number, string[]>();
  for (const text of texts) {
    for (let at = 0; at <= furthest; at += 1) {
      const place = placeOf(text, at);
      shifts[place] = Math.min(shifts[place] ?? 0, furthest - at);
    }
    const last = placeOf(text, furthest);
    endingAt.set(last, [...(endingAt.get(last) ?? []), text]);
  }
  return (text) => {
    for (let at = furthest; at <= text.length - block;) {
      const place = placeOf(text, at);
      const shift = shifts[place] ?? 1;
      if (shift === 0 && isOneAt(text, at - furthest, endingAt.get(place) ?? [])) return true;
      at += Math.max(shift, 1);
    }
    return false;
  };
}

function isOneAt(text: string, at: number, ones: readonly string[]): boolean {
  return ones.some((one) => text.slice(at, at + one.length).toLowerCase() === one);
}
