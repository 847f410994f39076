import { isUtf8 } from 'node:buffer';
import type { Dialect } from '../dialect/dialect.ts';
import type { AuthFailure } from './failures.ts';

/** A token found in a header, unverified; or why there is none. */
export type Bearer =
  | { readonly token: string; readonly failure?: undefined }
  | { readonly failure: AuthFailure; readonly token?: undefined };

/** What the dialect has to say about headers. */
export type HeaderRules = Pick<Dialect, 'schemeCase' | 'brokenToken' | 'cutToken'>;

const schemes: Readonly<Record<Dialect['schemeCase'], RegExp>> = {
  any: /^bearer +(\S+)$/i,
  exact: /^Bearer +(\S+)$/,
};
const threeParts = /^([\w-]+)\.([\w-]+)\.([\w-]*)$/;

function isJsonObject(part: string): boolean {
  const bytes = Buffer.from(part, 'base64url');
  if (!isUtf8(bytes)) return false;
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** Whether a text holds a JWT: three base64url parts, the first two JSON objects. */
function isJwt(text: string): boolean {
  const [, first = '', second = ''] = threeParts.exec(text) ?? [];
  return isJsonObject(first) && isJsonObject(second);
}

/**
 * Reads the token of an `Authorization` header of the form `Bearer <JWT>` (`spec/documents/5-authentication.md`). A
 * scheme's letter case doesn't matter (RFC 9110), unless the dialect minds it.
 *
 * @returns a failure when the header is missing or has another form; what a text in parts lacks to be a JWT may count
 *   as missing credentials or as a bad signature (`spec/documents/7-errors.md`)
 */
export function bearerToken(header: string | undefined, rules: HeaderRules): Bearer {
  const text = header === undefined ? undefined : schemes[rules.schemeCase].exec(header.trim())?.[1];
  if (text === undefined) return { failure: 'credentials' };
  if (isJwt(text)) return { token: text };
  const parts = text.split('.');
  if (parts.length === 3) return { failure: rules.brokenToken };
  // Two parts are what is left of a token only when the first is one of a token.
  return { failure: parts.length === 2 && isJsonObject(parts[0] ?? '') ? rules.cutToken : 'credentials' };
}

/**
 * Whether each part is the one way to write its bytes in base64url. The last character may carry bits that decode to
 * nothing: a token altered only there still verifies, unless it is looked at as text.
 */
export function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}
