import { isUtf8 } from 'node:buffer';
import { present } from '../spec/index.ts';
import { basicAuthorization } from './access-tokens.ts';
import type { Credentials } from './configuration/target.ts';
import { cutAt, longestBody, type Exchange, type ExchangeRecord } from './exchange.ts';

/** What replaces tokens and keys in a record: curl lines take the values from environment variables of these names. */
export const placeholders = {
  token: '$BFC_TOKEN',
  secondToken: '$BFC_SECOND_TOKEN',
  expiredToken: '$BFC_EXPIRED_TOKEN',
  /** What follows `Basic`: client id and secret, encoded. */
  credentials: '$BFC_CREDENTIALS',
  secondCredentials: '$BFC_SECOND_CREDENTIALS',
} as const;

/** What replaces secrets that a record cannot be replayed with. */
export const lostForms = ['<token>', '<part of a secret>', '<redacted>', '<credentials>', '<client secret>'] as const;

export type Placeholder = (typeof placeholders)[keyof typeof placeholders] | (typeof lostForms)[number];

export const personalPlaceholder = '<personal>';

/** Headers whose values never leave the process: cookies, keys, and tokens under any name. */
const secretHeader = /cookie|^proxy-authorization$|api-?key|token|secret|password|credential|session/i;

/** Names of members and parameters whose values are secret (RFC 6749, 7521), with underscores or in camel case. */
const secretName = '(?:access_?token|refresh_?token|id_?token|client_?secret|client_?assertion|assertion|password)';
const secretMember = new RegExp(`^${secretName}$`, 'i');
/** The value ends at its quote, or where the text was cut. */
const memberInJson = new RegExp(`("${secretName}"\\s*:\\s*)"[^"\\\\]*(?:\\\\.[^"\\\\]*)*(?:"|\\\\?$)`, 'gi');
/** In a form or a URL; a placeholder stays. */
const parameter = new RegExp(
  `(?:(?<![\\w-])|(?<=%[\\da-f]{2}))(${secretName}(?:=|%3d))(?!\\$BFC_|<[a-z ]+>)[^&\\s"'\\\\]+`,
  'gi',
);

/** Matches any text that may have such a member or parameter. */
const mayName = /token|secret|assertion|password/i;

const basicCredentials = /\b(Basic)\s+([A-Za-z0-9+/=_-]{4,})/gi;

/** How a JWT begins: the JSON of its header has a quote or white space after the brace. Few words begin like this. */
const jwtStart = '(?:ey[ABIJ]|(?<![\\w-])ew[klop01][\\w-]{10})';
const jwtParts = '[\\w-]{8,}(?:\\.[\\w-]*){0,2}';
const jwt = new RegExp(jwtStart + jwtParts, 'g');
const someJwt = new RegExp(jwtStart + jwtParts);
const ofJwt = new RegExp(`^${jwtStart}[\\w-]*(?:\\.[\\w-]*){0,2}$`);
/** Any three parts long enough for a JWT. */
const threeParts = /(?<![\w-])[\w-]{16,}\.[\w-]{24,}\.[\w-]{16,}/g;
const longMiddle = /\.[\w-]{24,}\./;

/** Shortest cut token that is searched for, in characters. */
const shortestToken = 8;
/** Shortest part of a token that is searched for on its own, in characters. */
const shortestPart = 16;
const tokenPart = new RegExp(`(?<![\\w-])[\\w-]{${shortestPart},}`, 'g');

/** Shortest token that is searched for, and shortest secret in other encodings: shorter ones occur by chance. */
const shortestSearched = 8;
/** Characters of an encoded secret that are searched for; whatever follows without a gap belongs to it. */
const longestEncoded = 32;
const runOn = '[\\w.~+/=%-]*';

/** The lossless forms in which a text may hold a secret. */
function writings(secret: string): readonly string[] {
  const inAddress = secret.isWellFormed() ? [encodeURIComponent(secret)] : [];
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    ...inAddress,
    new URLSearchParams({ '': secret }).toString().slice(1),
  ];
}

/** A secret in base64 and base64url, at any offset in the encoded text, and in hexadecimal. */
function encodings(secret: string): readonly string[] {
  const inBase64 = [0, 1, 2].flatMap((bytesBefore) => {
    const bytes = Buffer.concat([Buffer.alloc(bytesBefore), Buffer.from(secret)]);
    // The first characters depend on what precedes the secret, the last ones on what follows it.
    const inner = bytes.toString('base64').slice(Math.ceil((bytesBefore * 8) / 6), Math.floor((bytes.length * 8) / 6));
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
  return [...inBase64, Buffer.from(secret).toString('hex')];
}

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

const word = /^[a-z]+(?:[-_./ ][a-z]+)*$/i;
const longestWord = 24;

/** Whether a token is an ordinary word: replacing it everywhere would garble unrelated texts. */
function isWord(secret: string, placeholder: Placeholder): boolean {
  if (!placeholder.endsWith('TOKEN')) return false;
  return secret.length < shortestSearched || (secret.length < longestWord && word.test(secret));
}

/** Characters around a part of a text that are searched for secrets crossing its ends. */
const margin = 16 * 1024;
/** Characters of a body that are examined, at most, to keep enough of them. */
const mostLookedAt = 16 * longestBody;
/** Headers that are cached: most are the same in many exchanges. */
const mostHeaders = 500;

export type Redactor = ReturnType<typeof createRedactor>;

/** Removes known secrets, and tokens recognized by their form, from everything that is written or shown. */
export function createRedactor() {
  /** What replaces each secret, its parts and its written forms. */
  const standIns = new Map<string, string>();
  const ordinaryWords = new Map<string, string>();
  const shellForms = new Map<string, string>();
  /** The patterns to replace, by the lower-case text that is searched for first. */
  const patterns = new Map<string, RegExp>();
  /** Longest first: replacing a secret that is part of another must not break the longer one up. */
  let inOrder: readonly (readonly [searched: string, pattern: RegExp])[] | undefined;
  /** Whether a text may hold a known secret, or part of one: few do. */
  let mayHoldKnown: ((text: string) => boolean) | undefined;
  const redactedHeaders = new Map<string, string>();

  const lookFor = (text: string, end: string): void => {
    patterns.set(text.toLowerCase(), new RegExp(`${literally(text)}${end}`, 'gi'));
  };

  /**
   * Replaces a secret with the placeholder from now on, in its usual encodings. A token that is an ordinary word is
   * replaced only in the Authorization header. `shell`: an expression that derives it from the valid token in
   * `$BFC_TOKEN`.
   */
  const learn = (secret: string, placeholder: Placeholder, shell?: string): void => {
    if (shell !== undefined) shellForms.set(secret, shell);
    if (secret === '' || standIns.has(secret)) return;
    // What is left of a cut token reveals nothing, and occurs in every other word.
    if (placeholder === '<token>' && secret.length < shortestToken) return;
    [inOrder, mayHoldKnown] = [undefined, undefined];
    redactedHeaders.clear();
    if (isWord(secret, placeholder)) {
      ordinaryWords.set(secret, placeholder);
      return;
    }
    if (placeholder !== '<client secret>' && ofJwt.test(secret)) {
      // The whole token is found by its form; a part that is repeated alone is not.
      standIns.set(secret, placeholder);
      for (const part of secret.split('.').slice(1)) standIns.set(part, '<part of a secret>');
    } else {
      for (const writing of writings(secret)) {
        if (!standIns.has(writing)) standIns.set(writing, placeholder);
        lookFor(writing, '');
      }
    }
    if (secret.length < shortestSearched) return;
    for (const encoded of encodings(secret)) lookFor(encoded.slice(0, longestEncoded), runOn);
  };

  const withoutKnown = (from: string): string => {
    let text = from;
    let folded = from.toLowerCase();
    inOrder ??= [...patterns].toSorted(([one], [other]) => other.length - one.length);
    for (const [searched, pattern] of inOrder) {
      if (!folded.includes(searched)) continue;
      text = text.replace(pattern, (found) => standIns.get(found) ?? '<part of a secret>');
      folded = text.toLowerCase();
    }
    return text;
  };

  const withoutParts = (text: string, isPart: (before?: string, after?: string) => boolean = () => true): string =>
    text.replace(tokenPart, (part, at: number) =>
      isPart(text[at - 1], text[at + part.length]) ? (standIns.get(part) ?? part) : part,
    );

  const standInOf = (token: string): string => standIns.get(token) ?? '<token>';
  const withoutTokens = (text: string): string => {
    const usual = someJwt.test(text) ? text.replace(jwt, standInOf) : text;
    return longMiddle.test(usual) ? usual.replace(threeParts, standInOf) : usual;
  };

  const withoutSecrets = (from: string): string => {
    if (mayHoldKnown === undefined) {
      const parts = [...standIns.keys()].filter(({ length }) => length >= shortestPart);
      mayHoldKnown = searchFor([...patterns.keys(), ...parts.map((part) => part.toLowerCase())]);
    }
    if (!mayHoldKnown(from)) return withoutTokens(from);
    const text = withoutKnown(from);
    // What looks like a token may begin in the middle of a token part that is repeated alone.
    const ofTokens = someJwt.test(text) ? withoutParts(text, (before, after) => before !== '.' && after !== '.') : text;
    return withoutParts(withoutTokens(ofTokens));
  };

  const text = (from: string): string => {
    const known = withoutSecrets(from);
    const named = mayName.test(known)
      ? known.replace(memberInJson, '$1"<redacted>"').replace(parameter, '$1<redacted>')
      : known;
    // A text may mention a "Basic Dental" plan: only what decodes to a name and a secret counts as credentials.
    return named.replace(basicCredentials, (whole, scheme: string, encoded: string) =>
      Buffer.from(encoded, 'base64').includes(':') ? `${scheme} <credentials>` : whole,
    );
  };

  /** The redacted part of a text from an offset on; secrets that cross its ends are redacted too. */
  const part = (from: string, start: number, length: number): string => {
    const [begin, end] = [Math.max(start - margin, 0), Math.min(start + length + margin, from.length)];
    const redacted = text(from.slice(begin, end));
    // A secret may have been torn at the ends.
    return redacted.slice(start - begin, redacted.length - (end < from.length ? margin : 0)).slice(0, length);
  };

  /** As much of a text as a record keeps of a body; not much more of it is examined. */
  const body = (from: string): string => {
    for (let looked = longestBody; looked < from.length; looked *= 2) {
      const redacted = part(from, 0, looked);
      // Placeholders are shorter than what they replace.
      if (redacted.length >= longestBody || looked >= mostLookedAt) return cutAt(redacted, longestBody, from.length);
    }
    return cutAt(text(from), longestBody);
  };

  const redactedHeader = (name: string, value: string): string => {
    if (secretHeader.test(name)) return '<redacted>';
    if (name.toLowerCase() !== 'authorization') return text(value);
    const [scheme = '', credentials = ''] = value.split(/ (.*)/s);
    const standIn = ordinaryWords.get(credentials);
    return standIn === undefined ? text(value).replace(basicCredentials, '$1 <credentials>') : `${scheme} ${standIn}`;
  };
  const header = (name: string, value: string): string => {
    const line = `${name}:${value}`;
    const known = redactedHeaders.get(line);
    if (known !== undefined) return known;
    if (redactedHeaders.size >= mostHeaders) redactedHeaders.clear();
    const redacted = redactedHeader(name, value);
    redactedHeaders.set(line, redacted);
    return redacted;
  };
  const headers = (from: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(from).map(([name, value]) => [name, header(name, value)]));

  const alteredBy = ({ headers: { authorization = '' } }: Exchange['request']): string | undefined => {
    const shell = shellForms.get(authorization.replace(/^Bearer /, ''));
    return header('authorization', authorization) === 'Bearer <token>' ? shell : undefined;
  };

  /** The JSON value with every text in it redacted. */
  const value = (from: unknown): unknown => {
    if (typeof from === 'string') return text(from);
    if (Array.isArray(from)) return from.map(value);
    if (typeof from !== 'object' || from === null) return from;
    return Object.fromEntries(
      Object.entries(from).map(([name, member]) => [
        text(name),
        secretMember.test(name) ? '<redacted>' : value(member),
      ]),
    );
  };

  return {
    learn,
    /** Learns the secret of an API key, and its Basic credentials, which the placeholder replaces. */
    learnKey(key: Credentials, placeholder: Placeholder): void {
      learn(key.clientSecret, '<client secret>');
      learn(basicAuthorization(key).slice('Basic '.length), placeholder);
    },
    text,
    part,
    value,
    /** @param shown - what to show of the answer's text; default: as much as a record keeps */
    exchange: (
      { request, answer, failure, startedAt, endedAt }: Exchange,
      shown = answer?.text ?? '',
    ): Omit<ExchangeRecord, 'startedAt'> => ({
      request: {
        method: request.method,
        url: body(request.url),
        headers: headers(request.headers),
        ...present({
          body: request.body === undefined ? undefined : body(bodyText(request.body)),
          isBinary: isText(request.body) ? undefined : (true as const),
          wire: request.wire && body(request.wire.text),
          altered: alteredBy(request),
        }),
      },
      ...present({
        response: answer && {
          status: answer.status,
          headers: headers(answer.headers),
          body: body(shown),
          ...present({ isBinary: answer.isBinary }),
        },
        failure: failure && text(failure.message),
      }),
      durationMs: Math.round((endedAt - startedAt) * 1000) / 1000,
    }),
  };
}

function bodyText(body: string | Uint8Array): string {
  if (typeof body === 'string') return body;
  return Buffer.from(body).toString(isText(body) ? 'utf8' : 'latin1');
}

function isText(body: string | Uint8Array | undefined): boolean {
  return typeof body !== 'object' || isUtf8(body);
}

/** Characters that are compared together: three of one text rarely occur in another by chance. */
const block = 3;
/** Slots for blocks; different blocks may share one. */
const places = 1 << 16;

/** Folds letter case in ASCII; beyond ASCII, all characters are the same. */
function folded(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 0x80 ? code | 0x20 : 0x80;
}

/** The slot of the three characters from an offset on. */
const placeOf = (text: string, at: number): number =>
  (folded(text, at) ^ (folded(text, at + 1) << 5) ^ (folded(text, at + 2) << 10)) & (places - 1);

/**
 * A test whether a text contains any of many lower-case texts, in either letter case, in one pass that skips most of it
 * (Wu and Manber, "A fast algorithm for multi-pattern searching", 1994). If one of them is very short, it is always
 * true.
 */
export function searchFor(texts: readonly string[]): (text: string) => boolean {
  const shortest = Math.min(...texts.map(({ length }) => length));
  if (texts.length === 0) return () => false;
  if (shortest < block) return () => true;
  const furthest = shortest - block;
  /** By slot: how far ahead the next offset is at which the prefix of one of the texts can end. */
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
      if (shift === 0) {
        const from = at - furthest;
        const isHere = (one: string): boolean => text.slice(from, from + one.length).toLowerCase() === one;
        if (endingAt.get(place)?.some(isHere) === true) return true;
      }
      at += Math.max(shift, 1);
    }
    return false;
  };
}
