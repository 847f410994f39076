import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import type { Dialect } from '../dialect/dialect.ts';

/** Both halves of a key, ready for use and as JSON Web Keys; of a symmetric key the two are the same. */
export interface KeyPair {
  readonly privateKey: CryptoKey | Uint8Array;
  readonly publicKey: CryptoKey | Uint8Array;
  readonly privateJwk: JWK;
  readonly publicJwk: JWK;
}

/** Bytes of a secret: as many as the longest hash has. */
const secretBytes = 64;

/** Makes a key of its own for an algorithm. */
export async function makeKeyPair(algorithm: Dialect['tokenAlgorithm']): Promise<KeyPair> {
  if (algorithm.startsWith('HS')) {
    const secret = new Uint8Array(randomBytes(secretBytes));
    const jwk: JWK = { kty: 'oct', k: Buffer.from(secret).toString('base64url') };
    return { privateKey: secret, publicKey: secret, privateJwk: jwk, publicJwk: jwk };
  }
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  return { privateKey, publicKey, privateJwk: await exportJWK(privateKey), publicJwk: await exportJWK(publicKey) };
}

/** A key from its two halves. */
export async function loadKeyPair(privateJwk: JWK, publicJwk: JWK, algorithm: string): Promise<KeyPair> {
  return {
    privateKey: await importJWK(privateJwk, algorithm),
    publicKey: await importJWK(publicJwk, algorithm),
    privateJwk,
    publicJwk,
  };
}

const shared = new Map<string, Promise<KeyPair>>();

/**
 * The one key that all services of this process begin with when they keep nothing: an RSA key takes longer to make than
 * all the rest of a service. Each service knows it under a name of its own.
 */
export function sharedKeyPair(algorithm: Dialect['tokenAlgorithm']): Promise<KeyPair> {
  const pair = shared.get(algorithm) ?? makeKeyPair(algorithm);
  shared.set(algorithm, pair);
  return pair;
}
