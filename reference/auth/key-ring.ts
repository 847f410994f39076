import { randomUUID } from 'node:crypto';
import type { CryptoKey, JWK } from 'jose';
import type { Clock } from '../clock.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { SigningKeyStore, StoredKey } from '../store/signing-keys.ts';
import { loadKeyPair, makeKeyPair } from './key-pair.ts';

/** A key ready for use. */
export interface SigningKey {
  readonly kid: string;
  readonly algorithm: string;
  readonly privateKey: CryptoKey | Uint8Array;
  readonly publicKey: CryptoKey | Uint8Array;
  readonly publicJwk: JWK;
  /** Milliseconds. */
  readonly created: number;
  /** Milliseconds; absent for the key that signs. */
  readonly retired: number | undefined;
}

/** The signing key, and the ones before it that still verify. */
export interface KeyRing {
  /** The key that signs; a fresh one when the last has served its time. */
  signing(): Promise<SigningKey>;
  /** The key a token names, or every key when it names none, while it may still be told from a forged one. */
  verifying(kid: string | undefined): readonly SigningKey[];
  /** Retires the signing key and makes another; older tokens stay valid. */
  rotate(): Promise<SigningKey>;
  /** The published key set (RFC 7517), without secrets. */
  jwks(): { readonly keys: readonly JWK[] };
}

const day = 24 * 60 * 60 * 1000;
/** How long a key signs. */
const service = day;
/** How long a retired key is kept, so that a token signed by it is found expired rather than forged. */
const retirement = 30 * day;

const parseJwk = (text: string): JWK => JSON.parse(text) as JWK;

async function load(stored: StoredKey): Promise<SigningKey> {
  const { kid, algorithm, created, retired } = stored;
  const pair = await loadKeyPair(parseJwk(stored.privateJwk), parseJwk(stored.publicJwk), algorithm);
  const { privateKey, publicKey, publicJwk } = pair;
  return { kid, algorithm, privateKey, publicKey, publicJwk, created, retired };
}

/**
 * Opens the ring kept in the store, and makes a first key when there is none for the algorithm.
 *
 * @param begin gives the first key; default: one made for this ring alone
 */
export async function openKeyRing(
  store: SigningKeyStore,
  clock: Clock,
  algorithm: Dialect['tokenAlgorithm'],
  begin: typeof makeKeyPair = makeKeyPair,
): Promise<KeyRing> {
  const keys = new Map<string, SigningKey>();
  for (const stored of store.all()) keys.set(stored.kid, await load(stored));
  const current = (): SigningKey | undefined =>
    [...keys.values()].find((key) => key.retired === undefined && key.algorithm === algorithm);

  async function create(make: typeof makeKeyPair): Promise<SigningKey> {
    const kid = randomUUID();
    const pair = await make(algorithm);
    const publicJwk = { ...pair.publicJwk, kid, alg: algorithm, use: 'sig' };
    const created = clock.now();
    store.add({
      kid,
      algorithm,
      privateJwk: JSON.stringify(pair.privateJwk),
      publicJwk: JSON.stringify(publicJwk),
      created,
      retired: undefined,
    });
    const { privateKey, publicKey } = pair;
    const key: SigningKey = { kid, algorithm, privateKey, publicKey, publicJwk, created, retired: undefined };
    keys.set(kid, key);
    return key;
  }

  function dropForgotten(): void {
    for (const { kid, retired } of keys.values()) {
      if (retired === undefined || clock.now() - retired <= retirement) continue;
      store.remove(kid);
      keys.delete(kid);
    }
  }

  async function rotate(): Promise<SigningKey> {
    const before = current();
    const after = await create(makeKeyPair);
    if (before !== undefined) {
      const retired = clock.now();
      store.retire(before.kid, retired);
      keys.set(before.kid, { ...before, retired });
    }
    dropForgotten();
    return after;
  }

  let rotation: Promise<SigningKey> | undefined;
  // Requests that meet a worn-out key together must share one successor.
  const rotateOnce = (): Promise<SigningKey> => {
    rotation ??= rotate().finally(() => {
      rotation = undefined;
    });
    return rotation;
  };

  if (current() === undefined) await create(begin);
  return {
    async signing() {
      const key = current();
      return key === undefined || clock.now() - key.created >= service ? rotateOnce() : key;
    },
    verifying: (kid) => [...keys.values()].filter((key) => kid === undefined || key.kid === kid),
    rotate: rotateOnce,
    jwks: () => ({ keys: [...keys.values()].map((key) => key.publicJwk).filter(({ kty }) => kty !== 'oct') }),
  };
}
