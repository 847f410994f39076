import { constants, createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { isObject } from '../../spec/index.ts';

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
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytesOf(part)));
    return isObject(value) ? value : undefined;
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
 * @returns its parts, or undefined for text that is no JWT
 */
export function takeApart(token: string): TokenParts | undefined {
  const [header = '', payload = '', signature = '', ...others] = token.split('.');
  const [head, claims] = [objectIn(header), objectIn(payload)];
  const isSigned = /^[\w-]+$/u.test(signature) && others.length === 0;
  return head && claims && isSigned ? { header, payload, signature, head, claims } : undefined;
}

const keys = new Map<string, KeyObject>();

/** One key of a kind per process, made when first asked for. */
function keyOf(kind: string, make: () => { privateKey: KeyObject }): KeyObject {
  const key = keys.get(kind) ?? make().privateKey;
  keys.set(kind, key);
  return key;
}

const rsaKey = () => keyOf('rsa', () => generateKeyPairSync('rsa', { modulusLength: 2048 }));
const edwardsKey = () => keyOf('ed25519', () => generateKeyPairSync('ed25519'));
const curves: Readonly<Record<string, string>> = { 256: 'P-256', 384: 'P-384', 512: 'P-521' };

/** How each family of algorithms signs, by the number of bits in the algorithm's name. */
const families: Readonly<Record<string, (input: Buffer, bits: string) => Buffer>> = {
  RS: (input, bits) => sign(`sha${bits}`, input, rsaKey()),
  PS: (input, bits) =>
    sign(`sha${bits}`, input, {
      key: rsaKey(),
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
    }),
  ES(input, bits) {
    const namedCurve = curves[bits] ?? 'P-256';
    const key = keyOf(namedCurve, () => generateKeyPairSync('ec', { namedCurve }));
    return sign(`sha${bits}`, input, { key, dsaEncoding: 'ieee-p1363' });
  },
  HS: (input, bits) => createHmac(`sha${bits}`, 'a secret made up for this run').update(input).digest(),
};

/**
 * Signs a JWT's first two parts with a key that no service knows.
 *
 * @param algorithm as a JWT names it (RFC 7518, RFC 8037)
 * @returns the third part; undefined for an algorithm that is none of these
 */
export function foreignSignature(algorithm: string, signingInput: string): string | undefined {
  const input = Buffer.from(signingInput);
  if (algorithm === 'EdDSA' || algorithm === 'Ed25519') return sign(null, input, edwardsKey()).toString('base64url');
  const [, family = '', bits = ''] = /^([RPEH]S)(256|384|512)$/u.exec(algorithm) ?? [];
  return families[family]?.(input, bits).toString('base64url');
}
