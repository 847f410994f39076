/** Something else in the place of a part of a text, or that part itself. */
type Replace = (part: string) => string;

/** A way to write a text in other characters. */
interface Encoding {
  /** What is in whatever is written so: a search for it is a quick one. */
  readonly signs: readonly string[];
  /** Replaces what may be written so. */
  readonly replaced: (text: string, by: Replace) => string;
  /** What a run may say; more than one text where it may begin before the encoded one does. */
  readonly read: (run: string) => readonly string[];
}

const utf8 = (from: string, encoding: 'hex' | 'base64'): string => Buffer.from(from, encoding).toString('utf8');

/** The readings of a run that may have begun some characters early. */
const shifted = (run: string, shifts: number, read: (from: string) => string): readonly string[] =>
  Array.from({ length: shifts }, (_, shift) => read(run.slice(shift)));

const matches =
  (pattern: RegExp) =>
  (text: string, by: Replace): string =>
    text.replace(pattern, (run) => by(run));

/** Characters that a run of digits has at least: as base64 it says twelve characters, in hexadecimal eight. */
const shortestRun = 16;

/** Which ASCII characters a run of digits is of. The slash is escaped in JSON by some. */
const isDigit: readonly boolean[] = Array.from({ length: 128 }, (_, code) =>
  /[\w+/\\-]/.test(String.fromCharCode(code)),
);

/** Replaces the runs of digits in a text: as a pattern would find them, in a fraction of the time. */
function runsReplaced(text: string, by: Replace): string {
  let written = '';
  let done = 0;
  // Each run that is long enough is under one of these places.
  for (let at = shortestRun - 1; at < text.length; at += shortestRun) {
    if (isDigit[text.charCodeAt(at)] !== true) continue;
    let from = at;
    let to = at + 1;
    while (from > done && isDigit[text.charCodeAt(from - 1)] === true) from -= 1;
    while (to < text.length && isDigit[text.charCodeAt(to)] === true) to += 1;
    at = Math.max(at, to);
    if (to - from < shortestRun) continue;
    const run = text.slice(from, to);
    const stand = by(run);
    if (stand === run) continue;
    written += text.slice(done, from) + stand;
    done = to;
  }
  return written + text.slice(done);
}

/** The digits of a run as bytes: names have no digits in a row, and ids no capitals, which all base64 of a text has. */
function readDigits(run: string): readonly string[] {
  const hexadecimal = run.match(/[\da-f]{16,}/gi) ?? [];
  return [
    ...hexadecimal.flatMap((digits) => shifted(digits, 2, (from) => utf8(from, 'hex'))),
    ...(/[A-Z]/.test(run) ? shifted(run.replaceAll('\\', ''), 4, (from) => utf8(from, 'base64')) : []),
  ];
}

const encodings: readonly Encoding[] = [
  {
    signs: ['\\u', '\\U'],
    replaced: matches(/(?:\\+u[\da-f]{4}){6,}/gi),
    read: (run) => [
      run.replaceAll(/\\+u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    ],
  },
  {
    signs: ['%'],
    replaced: matches(/(?:%[\da-f]{2}){6,}/gi),
    read: (run) => [utf8(run.replaceAll('%', ''), 'hex')],
  },
  {
    // UTF-16, read as something else.
    signs: ['\0', '\\u0000'],
    replaced: matches(/(?:[^\\\0](?:\\+u0000|\0)){6,}[^\\\0]?/g),
    read: (run) => [run.replaceAll(/\\+u0000|\0/g, '')],
  },
  { signs: [''], replaced: runsReplaced, read: readDigits },
];

/** What was encoded as a text, and is not only read as if it had been, has so many characters of one in a row. */
const legible = /[^\p{Cc}\ufffd]{8,}/u;

/**
 * The text with something else in the place of what tells, read in one of the usual encodings, something that is to
 * be kept: numbers of characters in hexadecimal, percent signs, escapes of JSON, NULs in between, base64 of both kinds.
 */
export function withoutEncoded(text: string, placeholder: string, isTelling: (decoded: string) => boolean): string {
  return encodings.reduce((from, { signs, replaced, read }) => {
    if (!signs.some((sign) => from.includes(sign))) return from;
    const tells = (run: string): boolean => read(run).some((decoded) => legible.test(decoded) && isTelling(decoded));
    return replaced(from, (run) => (tells(run) ? placeholder : run));
  }, text);
}
