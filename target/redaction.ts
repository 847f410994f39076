import { isUtf8 } from 'node:buffer';
import type { Exchange } from './exchange.ts';
import { alterationOf } from './token-alteration.ts';

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

/** An exchange without secrets: the form that journals and reports share. Durations are milliseconds. */
export interface RedactedExchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    /** The body is no text: each character of it stands for a byte. */
    readonly isBinary?: true;
    readonly wire?: string;
    /** How a shell makes of `$BFC_TOKEN` what stands as `<token>` in the Authorization header, where it can. */
    readonly altered?: string;
  };
  readonly response?: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  readonly failure?: string;
  readonly durationMs: number;
}

/** Takes secrets and tokens out of everything that is written or shown. */
export interface Redactor {
  /** Replaces this secret by the placeholder wherever it turns up from now on. */
  learn(secret: string, placeholder: string): void;
  text(text: string): string;
  /** The JSON value with every text in it redacted. */
  value(value: unknown): unknown;
  exchange(exchange: Exchange): RedactedExchange;
}

/** Headers whose values never leave the process: cookies, keys, and tokens by whichever name. */
const secretHeader = /cookie|^proxy-authorization$|api-?key|token|secret|password|credential|session/i;

/** Names of members and parameters whose values are secrets (RFC 6749, 7521), as they are and in camel case. */
const secretName = '(?:access_?token|refresh_?token|id_?token|client_?secret|client_?assertion|assertion|password)';
const secretMember = new RegExp(`^${secretName}$`, 'i');

/** What has the form of a secret even where its value is not known: members and parameters, JWTs (whole, cut or altered). */
const secretForms: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [new RegExp(`("${secretName}"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`, 'gi'), '$1"<redacted>"'],
  // In a form or an address; what stands for a secret already stays.
  [
    new RegExp(`(?:(?<![\\w-])|(?<=%[\\da-f]{2}))(${secretName}(?:=|%3d))(?!\\$BFC_|<[a-z ]+>)[^&\\s"'\\\\]+`, 'gi'),
    '$1<redacted>',
  ],
  [/eyJ[\w-]{8,}(?:\.[\w-]*){0,2}/g, '<token>'],
  [/(?<![\w-])[\w-]{16,}\.[\w-]{24,}\.[\w-]{16,}/g, '<token>'],
];

const basicCredentials = /\b(Basic)\s+([A-Za-z0-9+/=_-]{4,})/gi;

function withoutForms(text: string): string {
  const redacted = secretForms.reduce((from, [pattern, by]) => from.replace(pattern, by), text);
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

/** Characters below which half of a secret says too little to be looked for. */
const shortestHalf = 8;

/**
 * What is left of a secret that was cut or altered, in any letter case: the suite itself sends such ones. Those that
 * are told by their form need no pattern of their own.
 */
function remains(secret: string): RegExp | undefined {
  const half = Math.floor(secret.length / 2);
  if (half < shortestHalf || withoutForms(secret) !== secret) return undefined;
  const [first, last] = [secret.slice(0, half), secret.slice(-half)].map(literally);
  const more = '[\\w.~+/=-]';
  return new RegExp(`${first}${more}*|(?<!${more})${more}*${last}${more}*`, 'gi');
}

/** A redactor that knows no secret yet beyond those it tells by their form. */
export function createRedactor(): Redactor {
  let known: readonly (readonly [secret: string, placeholder: string])[] = [];
  const cut = new Set<RegExp>();

  const text = (from: string): string => {
    const whole = known.reduce(
      (redacted, [secret, placeholder]) => redacted.replaceAll(secret, () => placeholder),
      from,
    );
    return [...cut].reduce((redacted, pattern) => redacted.replace(pattern, '<part of a secret>'), withoutForms(whole));
  };
  const header = (name: string, value: string): string => {
    if (secretHeader.test(name)) return '<redacted>';
    return name.toLowerCase() === 'authorization'
      ? text(value).replace(basicCredentials, '$1 <credentials>')
      : text(value);
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
      const more = writings(secret).map((writing) => [writing, placeholder] as const);
      // The longest first: what is part of another secret must not tear that one apart.
      known = [...known, ...more].toSorted(([one], [other]) => other.length - one.length);
      const pattern = remains(secret);
      if (pattern !== undefined) cut.add(pattern);
    },
    text,
    value,
    exchange: ({ request, answer, failure, startedAt, endedAt }) => ({
      request: {
        method: request.method,
        url: text(request.url),
        headers: headers(request.headers),
        ...(request.body === undefined ? {} : { body: text(bodyText(request.body)) }),
        ...(isText(request.body) ? {} : { isBinary: true }),
        ...(request.wire === undefined ? {} : { wire: text(request.wire.text) }),
        ...altered(request),
      },
      ...(answer === undefined
        ? {}
        : { response: { status: answer.status, headers: headers(answer.headers), body: text(answer.text) } }),
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
