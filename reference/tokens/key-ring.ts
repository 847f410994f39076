import { randomBytes, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { msPerDay } from '../../spec/index.ts';
import type { Clock } from '../clock-and-chance.ts';
import type { Dialect } from '../dialects.ts';
import type { Collection } from '../store/database.ts';
import type { KeyRecord } from '../store/store.ts';

type Algorithm = Dialect['tokenAlgorithm'];
type KeyPair = Pick<KeyRecord, 'privateJwk' | 'publicJwk'>;
type SigningKey = Awaited<ReturnType<typeof load>>;

const serviceTime = msPerDay;
/** Maximum age of a key: kept long after its service, so that a token it signed is found expired, not forged. */
const lifetime = 31 * msPerDay;

/** Bytes of a symmetric secret: as many as the longest hash has. */
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

/** One pair for the first keys of all services in a process: making an RSA key takes longer than starting a service. */
function firstKeyPair(algorithm: Algorithm): Promise<KeyPair> {
  const pair = shared.get(algorithm) ?? makeKeyPair(algorithm);
  shared.set(algorithm, pair);
  return pair;
}

async function load(record: KeyRecord) {
  const { privateJwk, publicJwk, algorithm } = record;
  return {
    record,
    privateKey: await importJWK(privateJwk, algorithm),
    publicKey: await importJWK(publicJwk, algorithm),
  };
}

/** Opens the stored keys, and makes one if none is in service. The newest signs for a day; all others verify. */
export async function openKeyRing(records: Collection<KeyRecord>, clock: Clock, algorithm: Algorithm) {
  let keys = await Promise.all(records.all().map(load));
  const age = ({ record }: SigningKey): number => clock.now() - record.created;
  const inService = (): SigningKey | undefined =>
    keys.findLast((key) => key.record.algorithm === algorithm && age(key) < serviceTime);

  async function make({ privateJwk, publicJwk }: KeyPair): Promise<SigningKey> {
    const id = randomUUID();
    const names = { kid: id, alg: algorithm, use: 'sig' };
    const record = { id, algorithm, privateJwk, publicJwk: { ...publicJwk, ...names }, created: clock.now() };
    const key = await load(record);
    for (const old of keys.filter((other) => age(other) >= lifetime)) records.remove(old.record.id);
    records.add(record);
    keys = [...keys.filter((other) => age(other) < lifetime), key];
    return key;
  }

  let rotation: Promise<SigningKey> | undefined;
  // Requests that find an outdated key at the same time must share one successor.
  const rotate = (): Promise<SigningKey> =>
    (rotation ??= makeKeyPair(algorithm)
      .then(make)
      .finally(() => {
        rotation = undefined;
      }));

  if (inService() === undefined) await make(await firstKeyPair(algorithm));
  return {
    signing: async () => inService() ?? rotate(),
    /** The key that a token names, or every key if it names none. */
    verifying: (kid: string | undefined) => keys.filter(({ record }) => kid === undefined || record.id === kid),
    published: () => ({ keys: keys.map(({ record }) => record.publicJwk).filter(({ kty }) => kty !== 'oct') }),
  };
}

export type KeyRing = Awaited<ReturnType<typeof openKeyRing>>;
