/** An escape of a JSON text, or any other that begins with a backslash, so that what follows one is not mistaken. */
const escapes = /\\(?:u(d[89a-f][0-9a-f]{2})|.)/g;

/**
 * A value as indented JSON that every reader takes: half of a surrogate pair, which `JSON.stringify` writes as an escape
 * that strict readers refuse, becomes U+FFFD. `##` is written so that a CI that prints the file finds no command in it.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2)
    .replaceAll(escapes, (escape, half?: string) => (half === undefined ? escape : String.raw`\ufffd`))
    .replaceAll('##', String.raw`#\u0023`);
  return `${text}\n`;
}
