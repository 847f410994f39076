/** Finds long secrets, and pieces of them, in one pass over a text however many secrets there are. */
export interface SecretTraces {
  learn(secret: string): void;
  /** Whether a piece of a secret is in the text, in any letter case. */
  areIn(text: string): boolean;
  /** The text with something else in the place of every piece of a secret, and of what it runs on into. */
  replaced(text: string, placeholder: string): string;
}

/** Characters of a secret from which on it leaves traces: the half of a shorter one is no two samples long. */
export const shortestTraced = 32;
/** Characters that are looked up together. Every so many characters of a text they are: a piece of twice as many holds such. */
const sample = 8;
/** Characters that a piece of a secret has, or half of it where that is less: fewer are in other texts as well. */
const shortestPiece = 20;
/** Characters of a secret that are learned; no header carries more. */
const longestSecret = 16 * 1024;

/** Places of one sample in a secret that are compared: one that repeats itself for longer is found by its beginning. */
const mostPlaces = 8;

interface Trace {
  /** With each character folded. */
  readonly folded: string;
  readonly shortest: number;
}

/** A place in a secret that a sample is of. */
interface Place {
  readonly trace: Trace;
  readonly at: number;
}

interface Piece {
  readonly from: number;
  readonly to: number;
}

/** The text in small letters, each where it was: the lower case of some is longer than they are. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function sampleAt(folded: string, at: number): number {
  let sum = 0;
  for (let index = at; index < at + sample; index += 1) sum = (Math.imul(sum, 31) + folded.charCodeAt(index)) | 0;
  return sum;
}

/** What of a secret is around a place of a text that is the same as one of the secret. */
function pieceAround(folded: string, at: number, { trace, at: place }: Place): Piece {
  const secret = trace.folded;
  let before = 0;
  while (before < Math.min(at, place) && folded[at - before - 1] === secret[place - before - 1]) before += 1;
  let after = 0;
  const room = Math.min(folded.length - at, secret.length - place);
  while (after < room && folded[at + after] === secret[place + after]) after += 1;
  return { from: at - before, to: at + after };
}

const runsOn = /[\w.~+/=-]/;

/** Traces of no secret yet. */
export function createSecretTraces(): SecretTraces {
  const places = new Map<number, Place[]>();

  const nextPiece = (folded: string, start: number): Piece | undefined => {
    for (let at = start; at + sample <= folded.length; at += sample) {
      for (const place of places.get(sampleAt(folded, at)) ?? []) {
        const piece = pieceAround(folded, at, place);
        if (piece.to - piece.from >= place.trace.shortest) return piece;
      }
    }
    return undefined;
  };

  return {
    learn(secret) {
      const folded = fold(secret.slice(0, longestSecret));
      const trace = { folded, shortest: Math.min(Math.floor(folded.length / 2), shortestPiece) };
      const seen = new Map<number, number>();
      for (let at = 0; at + sample <= folded.length; at += 1) {
        const key = sampleAt(folded, at);
        const times = seen.get(key) ?? 0;
        if (times === mostPlaces) continue;
        seen.set(key, times + 1);
        const known = places.get(key);
        if (known === undefined) places.set(key, [{ trace, at }]);
        else known.push({ trace, at });
      }
    },
    areIn: (text) => places.size > 0 && nextPiece(fold(text), 0) !== undefined,
    replaced(text, placeholder) {
      const folded = fold(text);
      let written = '';
      let done = 0;
      for (let piece = nextPiece(folded, 0); piece !== undefined; piece = nextPiece(folded, done)) {
        let { from, to } = piece;
        while (from > done && runsOn.test(text[from - 1] ?? '')) from -= 1;
        while (to < text.length && runsOn.test(text[to] ?? '')) to += 1;
        written += `${text.slice(done, Math.max(from, done))}${placeholder}`;
        done = to;
      }
      return written + text.slice(done);
    },
  };
}
