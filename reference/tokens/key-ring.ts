import { randomBytes, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import type { Dialect } from '../dialects.ts';
import type { Collection } from '../store/database.ts';
import type { KeyRecord } from '../store/store.ts';

interface SigningKey {
  readonly record: KeyRecord;
  readonly privateKey: CryptoKey | Uint8Array;
  readonly publicKey: CryptoKey | Uint8Array;
}

type Algorithm = Dialect['tokenAlgorithm'];
type KeyPair = Pick<KeyRecord, 'privateJwk' | 'publicJwk'>;

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
 * Opens the keys kept in the store, and makes one when there is none for the algorithm. Those of other algorithms, which
 * signed before, still verify.
 *
 * @param sharesKey whether the key may be one that other services of this process have too, under other names
 */
export async function openKeyRing(records: Collection<KeyRecord>, algorithm: Algorithm, sharesKey = false) {
  const keys = await Promise.all(records.all().map(load));
  const make = async (): Promise<SigningKey> => {
    const { privateJwk, publicJwk } = await (sharesKey ? sharedKeyPair : makeKeyPair)(algorithm);
    const id = randomUUID();
    const key = await load({
      id,
      algorithm,
      privateJwk,
      publicJwk: { ...publicJwk, kid: id, alg: algorithm, use: 'sig' },
    });
    records.add(key.record);
    keys.push(key);
    return key;
  };
  return {
    signing: keys.find(({ record }) => record.algorithm === algorithm) ?? (await make()),
    /** The key that a token names, or every key when it names none. */
    verifying: (kid: string | undefined) => keys.filter(({ record }) => kid === undefined || record.id === kid),
    /** The published key set (RFC 7517), without secrets. */
    published: () => ({ keys: keys.map(({ record }) => record.publicJwk).filter(({ kty }) => kty !== 'oct') }),
  };
}

export type KeyRing = Awaited<ReturnType<typeof openKeyRing>>;
