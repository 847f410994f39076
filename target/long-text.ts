/** Characters of a body that are kept. */
export const longestBody = 64 * 1024;

/**
 * So much of a text, ending with how much of it was left out.
 *
 * @param whole - characters of the text that this one is the beginning of
 */
export function cutAt(text: string, longest: number, whole = text.length): string {
  const kept = Math.min(longest, text.length);
  return kept === whole ? text : `${text.slice(0, kept)}… (${whole - kept} more characters)`;
}

const cutEnd = /… \(\d+ more characters\)$/;

/** Whether a body in a record is the beginning of a longer one. */
export function isCut(body: string): boolean {
  return body.length > longestBody && cutEnd.test(body.slice(-60));
}
