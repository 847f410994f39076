import { isUtf8 } from 'node:buffer';
import { withoutEncoded } from './encoded-text.ts';
import type { Exchange } from './exchange.ts';
import { cutAt, longestBody, type ExchangeRecord } from './exchange-record.ts';
import { createSecretTraces, shortestTraced } from './secret-traces.ts';
import { alterationOf } from './altered-token.ts';

/** What stands in a record for tokens and keys as they are: curl lines take them from the environment under these names. */
export const placeholders = {
  token: '$BFC_TOKEN',
  secondToken: '$BFC_SECOND_TOKEN',
  expiredToken: '$BFC_EXPIRED_TOKEN',
  /** What follows `Basic`: client id and secret, encoded. */
  credentials: '$BFC_CREDENTIALS',
  secondCredentials: '$BFC_SECOND_CREDENTIALS',
} as const;

/** What stands in a record for what it must not hold and nothing can bring back. */
export const lostForms = ['<token>', '<part of a secret>', '<redacted>', '<credentials>', '<client secret>'] as const;

/** What stands in the place of what tells who somebody is. */
export const personalPlaceholder = '<personal>';

/** Takes secrets and tokens out of everything that is written or shown. */
export interface Redactor {
  /**
   * Replaces this secret by the placeholder wherever it turns up from now on; a token that is a word like any other, in
   * the Authorization header alone.
   */
  learn(secret: string, placeholder: string): void;
  text(text: string): string;
  /** So many characters of a text, from a place on: what is part of a secret that goes on outside is told as well. */
  part(text: string, from: number, length: number): string;
  /** The JSON value with every text in it redacted. */
  value(value: unknown): unknown;
  /** @param shown - what is to be shown of the answer's text; default: as much as is kept of a body */
  exchange(exchange: Exchange, shown?: string): Omit<ExchangeRecord, 'startedAt'>;
}

/** Headers whose values never leave the process: cookies, keys, and tokens by whichever name. */
const secretHeader = /cookie|^proxy-authorization$|api-?key|token|secret|password|credential|session/i;

/** Names of members and parameters whose values are secrets (RFC 6749, 7521), as they are and in camel case. */
const secretName = '(?:access_?token|refresh_?token|id_?token|client_?secret|client_?assertion|assertion|password)';
const secretMember = new RegExp(`^${secretName}$`, 'i');

/**
 * What has the form of a secret even where its value is not known: members and parameters, JWTs (whole,
 * cut or altered). A sign is what a text is quickly seen to lack.
 */
const secretForms: readonly (readonly [pattern: RegExp, replacement: string, sign?: RegExp])[] = [
  // As far as to its end, or to where the text was cut.
  [new RegExp(`("${secretName}"\\s*:\\s*)"[^"\\\\]*(?:\\\\.[^"\\\\]*)*(?:"|\\\\?$)`, 'gi'), '$1"<redacted>"'],
  // In a form or an address; what stands for a secret already stays.
  [
    new RegExp(`(?:(?<![\\w-])|(?<=%[\\da-f]{2}))(${secretName}(?:=|%3d))(?!\\$BFC_|<[a-z ]+>)[^&\\s"'\\\\]+`, 'gi'),
    '$1<redacted>',
  ],
  [/eyJ[\w-]{8,}(?:\.[\w-]*){0,2}/g, '<token>'],
  [/(?<![\w-])[\w-]{16,}\.[\w-]{24,}\.[\w-]{16,}/g, '<token>', /\.[\w-]{24,}\./],
];

const basicCredentials = /\b(Basic)\s+([A-Za-z0-9+/=_-]{4,})/gi;

function withoutForms(text: string): string {
  const redacted = secretForms.reduce(
    (from, [pattern, by, sign]) => (sign?.test(from) === false ? from : from.replace(pattern, by)),
    text,
  );
  // Text may speak of a "Basic Dental" plan: only what decodes to a name and a secret is taken for credentials.
  return redacted.replace(basicCredentials, (whole, scheme: string, encoded: string) =>
    Buffer.from(encoded, 'base64').includes(':') ? `${scheme} <credentials>` : whole,
  );
}

/** A secret as it may be written: as it is, inside a JSON string, or inside an address. */
function writings(secret: string): readonly string[] {
  const encoded = secret.isWellFormed() ? [encodeURIComponent(secret)] : [];
  return [...new Set([secret, JSON.stringify(secret).slice(1, -1), ...encoded])];
}

/** A pattern for the text itself. */
function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}

const partOfSecret: (typeof lostForms)[number] = '<part of a secret>';

/** How often a secret may be encoded at the most, one encoding in another, and be found. */
const deepestEncoding = 2;

/** Characters below which half of a secret says too little to be looked for. */
const shortestHalf = 8;

/**
 * What is left of a short secret that was cut or altered, in any letter case: the suite itself sends such ones.
 */
function remains(secret: string): RegExp | undefined {
  const half = Math.floor(secret.length / 2);
  if (half < shortestHalf || secret.length >= shortestTraced) return undefined;
  const [first, last] = [secret.slice(0, half), secret.slice(-half)].map(literally);
  const more = '[\\w.~+/=-]';
  return new RegExp(`${first}${more}*|(?<!${more})${more}*${last}${more}*`, 'gi');
}

const tokens: ReadonlySet<string> = new Set([placeholders.token, placeholders.secondToken, placeholders.expiredToken]);

/** Characters that a token has at least: what is shorter turns up in texts that have nothing to do with it. */
const shortestToken = 8;
/** A word, as the texts of a report and addresses are made of; with so many characters it is one no more. */
const word = /^[a-z]+(?:[-_./ ][a-z]+)*$/i;
const longestWord = 24;

/** Whether a token is a stand-in for one: to replace it wherever it turns up would garble what has nothing to do with it. */
function isWord(secret: string, placeholder: string): boolean {
  return (
    tokens.has(placeholder) && (secret.length < shortestToken || (secret.length < longestWord && word.test(secret)))
  );
}

/** Characters around a part of a text in which a secret is looked for that is not wholly in it. */
const margin = 16 * 1024;
/** Characters of a body that are looked at to keep enough of them. */
const mostLookedAt = 16 * longestBody;

/** A redactor that knows no secret yet beyond those it tells by their form. */
export function createRedactor(): Redactor {
  const words = new Map<string, string>();
  let known: readonly (readonly [secret: string, placeholder: string])[] = [];
  const cut = new Set<RegExp>();

  const traces = createSecretTraces();

  /** @param depth - how often something may be encoded in which a secret is looked for */
  const redacted = (from: string, depth: number): string => {
    const isTraced = traces.areIn(from);
    const whole = known.reduce(
      (text, [secret, placeholder]) =>
        isTraced || secret.length < shortestTraced ? text.replaceAll(secret, () => placeholder) : text,
      from,
    );
    const formless = withoutForms(whole);
    const traceless = isTraced ? traces.replaced(formless, partOfSecret) : formless;
    const plain = [...cut].reduce((text, pattern) => text.replace(pattern, partOfSecret), traceless);
    return depth === 0
      ? plain
      : withoutEncoded(plain, partOfSecret, (decoded) => redacted(decoded, depth - 1) !== decoded);
  };
  const text = (from: string): string => redacted(from, deepestEncoding);
  const part = (from: string, start: number, length: number): string => {
    const [begin, end] = [Math.max(start - margin, 0), Math.min(start + length + margin, from.length)];
    const redacted = text(from.slice(begin, end));
    // At the ends a secret may have been torn.
    return redacted.slice(start - begin, redacted.length - (end < from.length ? margin : 0)).slice(0, length);
  };
  /** As much of a text as is kept of a body: not much more of it is looked at. */
  const body = (from: string): string => {
    for (let looked = longestBody; looked < from.length; looked *= 2) {
      const redacted = part(from, 0, looked);
      // Placeholders are shorter than what they stand for.
      if (redacted.length >= longestBody || looked >= mostLookedAt) return cutAt(redacted, longestBody, from.length);
    }
    return cutAt(text(from), longestBody);
  };
  const header = (name: string, value: string): string => {
    if (secretHeader.test(name)) return '<redacted>';
    if (name.toLowerCase() !== 'authorization') return text(value);
    const [scheme = '', credentials = ''] = value.split(/ (.*)/s);
    const stand = words.get(credentials);
    return stand === undefined ? text(value).replace(basicCredentials, '$1 <credentials>') : `${scheme} ${stand}`;
  };
  const headers = (from: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(from).map(([name, value]) => [name, header(name, value)]));

  const altered = ({ headers: { authorization = '' } }: Exchange['request']): { readonly altered?: string } => {
    const token = /^Bearer (\S+)$/.exec(authorization)?.[1];
    if (token === undefined || header('authorization', authorization) !== 'Bearer <token>') return {};
    for (const [secret, placeholder] of known) {
      const made = placeholder === placeholders.token ? alterationOf(secret, token) : undefined;
      if (made !== undefined) return { altered: made };
    }
    return {};
  };

  const value = (from: unknown): unknown => {
    if (typeof from === 'string') return text(from);
    if (Array.isArray(from)) return from.map(value);
    if (typeof from !== 'object' || from === null) return from;
    return Object.fromEntries(
      Object.entries(from).map(([name, member]) => [name, secretMember.test(name) ? '<redacted>' : value(member)]),
    );
  };

  return {
    learn(secret, placeholder) {
      if (secret === '' || known.some(([one]) => one === secret)) return;
      if (isWord(secret, placeholder)) {
        words.set(secret, placeholder);
        return;
      }
      const more = writings(secret).map((writing) => [writing, placeholder] as const);
      for (const [writing] of more) if (writing.length >= shortestTraced) traces.learn(writing);
      // The longest first: what is part of another secret must not tear that one apart.
      known = [...known, ...more].toSorted(([one], [other]) => other.length - one.length);
      const pattern = remains(secret);
      if (pattern !== undefined) cut.add(pattern);
    },
    text,
    part,
    value,
    exchange: ({ request, answer, failure, startedAt, endedAt }, shown = answer?.text ?? '') => ({
      request: {
        method: request.method,
        url: body(request.url),
        headers: headers(request.headers),
        ...(request.body === undefined ? {} : { body: body(bodyText(request.body)) }),
        ...(isText(request.body) ? {} : { isBinary: true }),
        ...(request.wire === undefined ? {} : { wire: body(request.wire.text) }),
        ...altered(request),
      },
      ...(answer === undefined
        ? {}
        : { response: { status: answer.status, headers: headers(answer.headers), body: body(shown) } }),
      ...(failure === undefined ? {} : { failure: text(failure.message) }),
      durationMs: Math.round((endedAt - startedAt) * 1000) / 1000,
    }),
  };
}

function bodyText(body: string | Uint8Array): string {
  if (typeof body === 'string') return body;
  return Buffer.from(body).toString(isText(body) ? 'utf8' : 'latin1');
}

/** Whether a body is text, or bytes that are one in UTF-8. */
function isText(body: string | Uint8Array | undefined): boolean {
  return typeof body !== 'object' || isUtf8(body);
}
