import { isObject, type JsonObject } from './json.ts';

/** A parsed JWT: its three base64url parts, and the content of the first two. */
export interface JsonWebToken {
  readonly header: string;
  readonly payload: string;
  readonly signature: string;
  readonly head: JsonObject;
  readonly claims: JsonObject;
}

/** The JSON object in a base64url part; undefined if there is none: not in the alphabet, not UTF-8, not an object. */
export function objectIn(part: string): JsonObject | undefined {
  if (!/^[\w-]+$/.test(part) || part.length % 4 === 1) return undefined;
  try {
    const bytes = Buffer.from(part, 'base64url');
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Parses a token of any algorithm and verifies nothing; undefined for text that is not a JWT. */
export function readJwt(text: string): JsonWebToken | undefined {
  const [header = '', payload = '', signature = '', ...others] = text.split('.');
  const [head, claims] = [objectIn(header), objectIn(payload)];
  const isSigned = /^[\w-]+$/.test(signature) && others.length === 0;
  return head && claims && isSigned ? { header, payload, signature, head, claims } : undefined;
}
