import { isUtf8 } from 'node:buffer';

const credentials = /^bearer +([\w-]+)\.([\w-]+)\.([\w-]*)$/i;

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

/**
 * The token of an `Authorization` header, when the header has the form `Bearer <JWT>`: three base64url parts, the
 * first two JSON objects (`spec/documents/5-authentication.md`). The scheme's letter case doesn't matter (RFC 9110).
 *
 * @returns the token, unverified; undefined when the header is missing or has another form
 */
export function bearerToken(header: string | undefined): string | undefined {
  const match = header === undefined ? null : credentials.exec(header.trim());
  if (match === null) return undefined;
  const [, first = '', second = '', third = ''] = match;
  return isJsonObject(first) && isJsonObject(second) ? `${first}.${second}.${third}` : undefined;
}

/**
 * Whether each part is the one way to write its bytes in base64url. The last character may carry bits that decode to
 * nothing: a token altered only there still verifies, unless it is looked at as text.
 */
export function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}
