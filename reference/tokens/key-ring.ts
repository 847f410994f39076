import { randomBytes, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import type { Clock } from '../clock.ts';
import type { Dialect } from '../dialects.ts';
import type { Collection } from '../store/database.ts';
import type { KeyRecord } from '../store/store.ts';

/** A key ready for use. */
interface SigningKey {
  readonly record: KeyRecord;
  readonly privateKey: CryptoKey | Uint8Array;
  readonly publicKey: CryptoKey | Uint8Array;
}

/** The signing key, and the ones before it that still verify. */
export interface KeyRing {
  /** The key that signs; a fresh one when the last has served its time. */
  signing(): Promise<SigningKey>;
  /** The key that a token names, or every key when it names none. */
  verifying(kid: string | undefined): readonly SigningKey[];
  /** Retires the signing key and makes another; older tokens stay valid. */
  rotate(): Promise<SigningKey>;
  /** The published key set (RFC 7517), without secrets. */
  published(): { readonly keys: readonly JWK[] };
}

type Algorithm = Dialect['tokenAlgorithm'];
type KeyPair = Pick<KeyRecord, 'privateJwk' | 'publicJwk'>;

const day = 24 * 60 * 60 * 1000;
/** How long a key signs. */
const serviceTime = day;
/** How long a retired key is kept, so that a token signed by it is found expired rather than forged. */
const retirementTime = 30 * day;

/** Bytes of a secret: as many as the longest hash has. */
const secretBytes = 64;

/** Makes the two halves of a key; those of a symmetric key are the same. */
async function makeKeyPair(algorithm: Algorithm): Promise<KeyPair> {
  if (algorithm.startsWith('HS')) {
    const jwk: JWK = { kty: 'oct', k: randomBytes(secretBytes).toString('base64url') };
    return { privateJwk: jwk, publicJwk: jwk };
  }
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  return { privateJwk: await exportJWK(privateKey), publicJwk: await exportJWK(publicKey) };
}

const shared = new Map<Algorithm, Promise<KeyPair>>();

/** The one pair of the process: an RSA key takes longer to make than all the rest of a service. */
function sharedKeyPair(algorithm: Algorithm): Promise<KeyPair> {
  const pair = shared.get(algorithm) ?? makeKeyPair(algorithm);
  shared.set(algorithm, pair);
  return pair;
}

async function load(record: KeyRecord): Promise<SigningKey> {
  const { privateJwk, publicJwk, algorithm } = record;
  return {
    record,
    privateKey: await importJWK(privateJwk, algorithm),
    publicKey: await importJWK(publicJwk, algorithm),
  };
}

/**
 * Opens the ring kept in the store, and makes a first key when there is none for the algorithm.
 *
 * @param sharesFirst whether the first key may be one that other services of this process have too, under other names
 */
export async function openKeyRing(
  records: Collection<KeyRecord>,
  clock: Clock,
  algorithm: Algorithm,
  sharesFirst = false,
): Promise<KeyRing> {
  const keys = new Map<string, SigningKey>();
  for (const record of records.all()) keys.set(record.id, await load(record));
  const current = (): SigningKey | undefined =>
    [...keys.values()].find(({ record }) => record.retired === undefined && record.algorithm === algorithm);

  async function create({ privateJwk, publicJwk }: KeyPair): Promise<SigningKey> {
    const id = randomUUID();
    const names = { kid: id, alg: algorithm, use: 'sig' };
    const record = { id, algorithm, privateJwk, publicJwk: { ...publicJwk, ...names }, created: clock.now() };
    const key = await load({ ...record, retired: undefined });
    records.add(key.record);
    keys.set(id, key);
    return key;
  }

  function retire(key: SigningKey): void {
    const retired = { ...key, record: { ...key.record, retired: clock.now() } };
    records.update(retired.record);
    keys.set(retired.record.id, retired);
  }

  function dropForgotten(): void {
    for (const { record } of keys.values()) {
      if (record.retired === undefined || clock.now() - record.retired <= retirementTime) continue;
      records.remove(record.id);
      keys.delete(record.id);
    }
  }

  async function rotate(): Promise<SigningKey> {
    const before = current();
    const after = await create(await makeKeyPair(algorithm));
    if (before !== undefined) retire(before);
    dropForgotten();
    return after;
  }

  let rotation: Promise<SigningKey> | undefined;
  // Requests that find a worn-out key at the same time must share one successor.
  const rotateOnce = (): Promise<SigningKey> => {
    rotation ??= rotate().finally(() => {
      rotation = undefined;
    });
    return rotation;
  };

  if (current() === undefined) await create(await (sharesFirst ? sharedKeyPair : makeKeyPair)(algorithm));
  return {
    async signing() {
      const key = current();
      return key === undefined || clock.now() - key.record.created >= serviceTime ? rotateOnce() : key;
    },
    verifying: (kid) => [...keys.values()].filter(({ record }) => kid === undefined || record.id === kid),
    rotate: rotateOnce,
    published: () => ({
      keys: [...keys.values()].map(({ record }) => record.publicJwk).filter(({ kty }) => kty !== 'oct'),
    }),
  };
}
