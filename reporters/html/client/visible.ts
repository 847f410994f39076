/**
 * A text with everything in it that cannot be seen made visible, by its code point: control characters, marks that turn
 * the direction of writing or take no room, and halves of surrogate pairs. Line breaks and tabs stay.
 *
 * Runs in the page as well: it refers to nothing outside itself.
 */
export function visible(text: string): string {
  return text.replace(/[\p{Cf}\p{Cs}\u2028\u2029]|(?![\n\t])\p{Cc}/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `⟨U+${code}⟩`;
  });
}
