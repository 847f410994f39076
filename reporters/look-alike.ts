/**
 * What tells two values apart that look the same: the characters in which they first differ, as code points; a text in a
 * larger value with the place that it stands at. Nothing where the difference can be seen.
 *
 * @returns the end of a sentence that begins with `differs`
 */
export function lookAlike(expected: unknown, actual: unknown): string | undefined {
  const codePoints = (text: string): string =>
    text === ''
      ? 'nothing'
      : Array.from(text)
          .map((character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
          .join(' ');
  // What the eye holds on to: letters without their marks, and no blanks.
  const visible = (text: string): string => text.normalize('NFKD').replace(/[^\x21-\x7e]/g, '');
  const graphemes = (text: string): readonly string[] => text.match(/.\p{M}*/gsu) ?? [];
  const isPlain = (text: string): boolean => /^[\x21-\x7e]$/.test(text);

  const ofTexts = (one: string, other: string): string | undefined => {
    const [left, right] = [graphemes(one), graphemes(other)];
    const differing = Array.from({ length: Math.max(left.length, right.length) }, (_, index) => index).filter(
      (index) => left[index] !== right[index],
    );
    const at = differing[0] ?? 0;
    // Letters of another alphabet stand where plain ones would, each for one.
    const isLetterForLetter =
      left.length === right.length &&
      differing.length < Math.max(left.length, 2) &&
      differing.every((index) => {
        const pair = [left[index] ?? '', right[index] ?? ''];
        return !pair.every(isPlain) && pair.every((one) => !isPlain(one) || /\w/.test(one));
      });
    if (visible(one) !== visible(other) && !isLetterForLetter) return undefined;
    return `in character ${at + 1}: ${codePoints(left[at] ?? '')} was expected, ${codePoints(right[at] ?? '')} came`;
  };
  const within = (one: unknown, other: unknown, pointer: string): string | undefined => {
    if (typeof one === 'string' && typeof other === 'string') {
      const told = one === other ? undefined : ofTexts(one, other);
      return told === undefined || pointer === '' ? told : `at ${pointer}, ${told}`;
    }
    if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return undefined;
    const members = new Map<string, unknown>(Object.entries(other));
    for (const [name, value] of Object.entries(one)) {
      const told = within(value, members.get(name), `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
      if (told !== undefined) return told;
    }
    return undefined;
  };
  return within(expected, actual, '');
}
