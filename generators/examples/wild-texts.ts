/** A kind of text that an implementation may store, compare or show badly, and how it is written. */
export interface TextKind {
  readonly name: string;
  /** The texts of the kind, for one member after the other. */
  readonly values: readonly string[];
}

const emoji = ['😀', '👩‍👩‍👧', '🇺🇳', '𝒜', '𠮷', '𐍈'] as const;

/** So many characters, the last one another: what is cut shows even where lengths alone are looked at. */
function long(character: string, count: number): string {
  return `${character.repeat(count - 1)}z`;
}

/**
 * The kinds of text, the most telling first. Those with control characters come last: many a service refuses them.
 *
 * Lengths are just past 100 and 255, counted in characters, in UTF-16 code units and in bytes of UTF-8, each of which
 * a limit may be counted in.
 */
export const textKinds: readonly TextKind[] = [
  {
    name: 'with characters outside the basic plane',
    values: ['Zoe 😀', '𠮷田', '𝒜da', 'Team 👩‍👩‍👧', '🇺🇳 hall', '𐍈𐍈'],
  },
  {
    name: 'with combining characters',
    values: ['Rene\u0301e', 'q\u0307\u0323', 'A\u030angstro\u0308m', '\u1112\u1161\u11ab', 'Nguye\u0302\u0303n'],
  },
  { name: 'in right-to-left writing', values: ['שלומית', 'محمد', 'בן דוגמה', 'المثال', '\u200fשרה\u200f Example'] },
  { name: 'in other writings', values: ['王小明', 'Анна', 'さくら', 'अनन्या', 'Νίκη', '지우', 'Łukasik', 'Straße'] },
  { name: 'with quotes and backslashes', values: [`O'Example`, 'The "Ex" Ample', 'C:\\temp\\new', "''", '`x`', '\\"'] },
  {
    name: 'with markup and placeholders',
    values: ['<b>Bold</b>', 'R&amp;D & Co', '100%20%', '${name} {{name}} %s', '-- ; DROP', '<!-- x -->'],
  },
  { name: 'of digits with leading zeros', values: ['007', '000', '0123456789', '00'] },
  { name: 'that look like numbers', values: ['1e3', '1.0', '-0', '0x1F', '1,000', '+5', 'NaN', 'Infinity', '1_000'] },
  { name: 'that look like dates', values: ['2022-01-01', '2022-01-01T00:00:00Z', '01/02/2022', '1557329939'] },
  {
    name: 'that look like nothing or a truth value',
    values: ['null', 'true', 'false', 'undefined', 'None', 'NULL', 'N/A', '[]', '{}', '""'],
  },
  { name: 'in mixed letter case', values: ['McEXAMPLE', 'eXAMPLE', 'UPPER', 'lower', 'de la Ex', 'ǅ İı ẞß'] },
  {
    name: 'of characters that have a compatible twin',
    values: ['ﬁne', 'Ⅳ', 'ＡＢＣ', '\u212b', '\u212a', '①', 'ſ', '㎏'],
  },
  { name: 'padded with blanks', values: [' Example', 'Example ', '  Two  words  ', '\u00a0Example\u00a0', ' '] },
  { name: 'past 100 characters', values: [long('a', 101), long('é', 101), long('Example ', 15)] },
  { name: 'past 255 characters', values: [long('b', 256), long('x y', 90), long('c', 300)] },
  { name: 'past 100 UTF-16 units only', values: emoji.map((one) => one.repeat(Math.ceil(101 / one.length))) },
  { name: 'past 255 bytes only', values: [long('é', 128), long('ш', 130), long('王', 86)] },
  { name: 'past 255 characters outside the basic plane', values: [long('𝒜', 256), long('😀', 256)] },
  { name: 'that are empty', values: [''] },
  { name: 'with line breaks and tabs', values: ['two\nlines', 'carriage\r\nreturn', 'a\ttab', 'a\u2028separator'] },
];
