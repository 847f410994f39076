import {
  constants,
  createHmac,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from 'node:crypto';
import type { JsonObject } from '../../spec/index.ts';

/** The bytes of a base64url part; Node ignores slack bits and characters outside the alphabet. */
export function bytesOf(part: string): Buffer {
  return Buffer.from(part, 'base64url');
}

export function partOf(value: JsonObject): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** The signature of a JWT's first two parts by HS256; with an empty secret, anyone can make it. */
export function hmacSignature(secret: string, signingInput: string): string {
  return createHmac('sha256', secret).update(signingInput).digest('base64url');
}

const curve = (namedCurve: string) => () => generateKeyPairSync('ec', { namedCurve }).privateKey;

/** How to make a key for each family of algorithms (RFC 7518, RFC 8037). */
const keyKinds: readonly (readonly [algorithms: RegExp, make: () => KeyObject])[] = [
  [/^[RP]S(?:256|384|512)$/u, () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey],
  [/^ES256$/u, curve('P-256')],
  [/^ES384$/u, curve('P-384')],
  [/^ES512$/u, curve('P-521')],
  [/^HS(?:256|384|512)$/u, () => createSecretKey('a secret made up for this run', 'utf8')],
  [/^(?:EdDSA|Ed25519)$/u, () => generateKeyPairSync('ed25519').privateKey],
];

const keys = new Map<RegExp, KeyObject>();

const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };

export type ForeignKey = NonNullable<ReturnType<typeof foreignKey>>;

/** A key of the suite's own to sign JWTs with; undefined for an algorithm in neither RFC 7518 nor RFC 8037. */
export function foreignKey(algorithm: string) {
  const [algorithms, make] = keyKinds.find(([names]) => names.test(algorithm)) ?? [];
  if (algorithms === undefined || make === undefined) return undefined;
  const key = keys.get(algorithms) ?? make();
  keys.set(algorithms, key);
  const hash = /S\d{3}$/u.test(algorithm) ? `sha${algorithm.slice(-3)}` : null;
  const options = { key, dsaEncoding: 'ieee-p1363', ...(algorithm.startsWith('PS') ? pss : {}) } as const;
  const signed = (input: string): Buffer =>
    key.type === 'secret'
      ? createHmac(hash ?? 'sha256', key)
          .update(input)
          .digest()
      : sign(hash, Buffer.from(input), options);
  return {
    sign: (signingInput: string): string => signed(signingInput).toString('base64url'),
    /** As the header of a JWT may carry it (RFC 7515, 4.1.3): the public half, if the key has halves. */
    jwk: (): JsonObject => ({ ...(key.type === 'secret' ? key : createPublicKey(key)).export({ format: 'jwk' }) }),
  };
}

// Shell expressions, for use in double quotes, that derive an altered token from the valid one in `$BFC_TOKEN`. They
// reveal nothing of the valid token but its header.

/** A pattern for `count` characters; POSIX allows at most 255 in an interval. */
const any = (count: number): string =>
  `${String.raw`.\{255\}`.repeat(Math.floor(count / 255))}${count % 255 === 0 ? '' : `.\\{${count % 255}\\}`}`;

const fromToken = (command: string): string => `$(printf %s "$BFC_TOKEN" | ${command})`;

export const withAppended = (text: string): string => `$BFC_TOKEN${text}`;

export const withoutSignature = fromToken("sed -e 's/[^.]*$//'");

/** @param count - characters missing at the end */
export const withoutLast = (count: number): string => fromToken(`sed -e 's/${any(count)}$//'`);

/** @param after - characters that follow the exchanged one */
export function withExchanged(after: number): string {
  // Changes the first two bits: the last character of a signature may have no others.
  const rest = String.raw`\(${any(after)}\)$`;
  return fromToken(`sed -e 's/[ABCDEFGHIJKLMNOP]${rest}/Q\\1/' -e t -e 's/.${rest}/A\\1/'`);
}

/** The claims of the valid token under another header, encoded as by `partOf`. */
export function withHeader(header: JsonObject, signature: 'kept' | 'emptied'): string {
  const json = JSON.stringify(header).replaceAll("'", `'\\''`);
  const rest = signature === 'kept' ? fromToken('cut -d. -f2,3') : `${fromToken('cut -d. -f2')}.`;
  return `$(printf %s '${json}' | base64 | tr -d '=\\n' | tr '/+' '_-').${rest}`;
}
