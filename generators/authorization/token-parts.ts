/** A JWT taken apart: its three base64url parts, and what the first two hold. */
export interface TokenParts {
  readonly header: string;
  readonly payload: string;
  readonly signature: string;
  readonly head: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** The bytes of a base64url part; Node passes over what is not of the alphabet, and over slack bits. */
export function bytesOf(part: string): Buffer {
  return Buffer.from(part, 'base64url');
}

/** The JSON object in a base64url part, undefined when there is none: not of the alphabet, not UTF-8, not an object. */
export function objectIn(part: string): Readonly<Record<string, unknown>> | undefined {
  if (!/^[\w-]+$/u.test(part) || part.length % 4 === 1) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytesOf(part));
    const value: unknown = JSON.parse(text);
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isRecord ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

/** A JSON object as a base64url part. */
export function partOf(value: Readonly<Record<string, unknown>>): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/**
 * Takes a token apart, whatever its algorithm; nothing is verified.
 *
 * @param token the text of the token
 * @returns its parts, or undefined for text that is no JWT
 */
export function takeApart(token: string): TokenParts | undefined {
  const [header = '', payload = '', signature = '', ...others] = token.split('.');
  const [head, claims] = [objectIn(header), objectIn(payload)];
  const isSigned = /^[\w-]+$/u.test(signature) && others.length === 0;
  return head && claims && isSigned ? { header, payload, signature, head, claims } : undefined;
}
