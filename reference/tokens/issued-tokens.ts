import { randomBytes, randomUUID } from 'node:crypto';
import {
  decodeProtectedHeader,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
  SignJWT,
  type JWK,
} from 'jose';
import { msPerDay, objectIn } from '../../spec/index.ts';
import type { Clock } from '../clock-and-chance.ts';
import type { Dialect } from '../dialects.ts';
import type { Collection } from '../store/database.ts';
import type { KeyRecord, OrganizationRecord } from '../store/store.ts';

type Algorithm = Dialect['tokenAlgorithm'];
type KeyPair = Pick<KeyRecord, 'privateJwk' | 'publicJwk'>;
type SigningKey = Awaited<ReturnType<typeof loadKey>>;

const keyServiceTime = msPerDay;
/** Maximum age of a key: kept long after its service, so that a token it signed is found expired, not forged. */
const keyLifetime = 31 * msPerDay;

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

async function loadKey(record: KeyRecord) {
  const { privateJwk, publicJwk, algorithm } = record;
  return {
    record,
    privateKey: await importJWK(privateJwk, algorithm),
    publicKey: await importJWK(publicJwk, algorithm),
  };
}

/** Opens the stored keys, and makes one if none is in service. The newest signs for a day; all others verify. */
export async function openKeyRing(records: Collection<KeyRecord>, clock: Clock, algorithm: Algorithm) {
  let keys = await Promise.all(records.all().map(loadKey));
  const age = ({ record }: SigningKey): number => clock.now() - record.created;
  const inService = (): SigningKey | undefined =>
    keys.findLast((key) => key.record.algorithm === algorithm && age(key) < keyServiceTime);

  async function make({ privateJwk, publicJwk }: KeyPair): Promise<SigningKey> {
    const id = randomUUID();
    const names = { kid: id, alg: algorithm, use: 'sig' };
    const record = { id, algorithm, privateJwk, publicJwk: { ...publicJwk, ...names }, created: clock.now() };
    const key = await loadKey(record);
    for (const old of keys.filter((other) => age(other) >= keyLifetime)) records.remove(old.record.id);
    records.add(record);
    keys = [...keys.filter((other) => age(other) < keyLifetime), key];
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

/** How a request can fail to authenticate, in the order of the checks. */
export type AuthFailure = 'credentials' | 'signature' | 'expired';

type Authentication =
  | { readonly organizationId: string; readonly failure?: undefined }
  | { readonly failure: AuthFailure; readonly organizationId?: undefined };

const issuer = 'urn:benefits-fulfillment-reference';
const organizationClaim = 'organization_id';
/** Headers that are cached as good, and as bad; if there are more, all are dropped and verified again. */
const remembered = 10_000;
const rememberedAsBad = 1_000;

const schemes: Readonly<Record<Dialect['schemeCase'], RegExp>> = {
  any: /^bearer +(\S+)$/i,
  exact: /^Bearer +(\S+)$/,
};
const threeParts = /^([\w-]+)\.([\w-]+)\.([\w-]*)$/;

/** Whether a text holds a JWT: three base64url parts, the first two JSON objects. */
function isJwt(text: string): boolean {
  const [, first = '', second = ''] = threeParts.exec(text) ?? [];
  return objectIn(first) !== undefined && objectIn(second) !== undefined;
}

/** The token of a header; dotted text that is not a JWT counts as missing credentials or as a bad signature. */
function bearerToken(header: string, { schemeCase, brokenToken, cutToken }: Dialect) {
  const text = schemes[schemeCase].exec(header.trim())?.[1];
  if (text === undefined) return { failure: 'credentials' } as const;
  if (isJwt(text)) return { token: text } as const;
  const parts = text.split('.');
  if (parts.length >= 3) return { failure: brokenToken };
  // Two parts count as a cut token only if the first is that of a token.
  return { failure: parts.length === 2 && objectIn(parts[0] ?? '') !== undefined ? cutToken : 'credentials' } as const;
}

/** Whether each part is the canonical encoding of its bytes: the last character may have unused bits. */
function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

export function createTokens(keys: KeyRing, clock: Clock, dialect: Dialect) {
  const seconds = (): number => Math.floor(clock.now() / 1000);
  const known = new Map<
    string,
    { readonly organizationId: string; readonly expires: number; readonly token: string }
  >();
  /** Headers whose token was refused: none of these tokens will ever be good. */
  const refused = new Map<string, Authentication>();
  const newest = new Map<string, string>();
  const isRevoked = (organizationId: string, token: string): boolean =>
    dialect.liveTokens === 'newest' && (newest.get(organizationId) ?? token) !== token;

  async function verify(token: string, header: string): Promise<Authentication> {
    if (!isCanonical(token)) return { failure: 'signature' };
    const { kid, alg } = decodeProtectedHeader(token);
    const rules = { issuer, currentDate: new Date(clock.now()), requiredClaims: ['exp', 'sub', organizationClaim] };
    const fitting = keys.verifying(kid).filter(({ record }) => record.algorithm === alg);
    const found = await Promise.allSettled(
      fitting.map(({ record: { algorithm }, publicKey }) =>
        jwtVerify(token, publicKey, { ...rules, algorithms: [algorithm] }),
      ),
    );
    const claims = found.find((each) => each.status === 'fulfilled')?.value.payload;
    const organizationId = claims?.[organizationClaim];
    if (typeof organizationId !== 'string' || claims?.exp === undefined) {
      // jose checks the claims only after the signature: an expired forgery is not found expired.
      const isOver = found.some((each) => each.status === 'rejected' && each.reason instanceof errors.JWTExpired);
      return { failure: isOver ? 'expired' : 'signature' };
    }
    if (known.size >= remembered) known.clear();
    known.set(header, { organizationId, expires: claims.exp, token });
    return isRevoked(organizationId, token) ? { failure: 'expired' } : { organizationId };
  }

  return {
    /** A token for an organization, valid for the dialect's lifetime from `issuedAt` (seconds). */
    async issue({ clientId, id }: OrganizationRecord, issuedAt = seconds()): Promise<string> {
      const { record, privateKey } = await keys.signing();
      const said = dialect.tokenHeader;
      const token = new SignJWT({ [organizationClaim]: id })
        .setProtectedHeader({
          alg: record.algorithm,
          ...(said === 'kid' || said === 'kid-and-typ' ? { kid: record.id } : {}),
          ...(said === 'typ' || said === 'kid-and-typ' ? { typ: 'JWT' } : {}),
        })
        .setIssuer(issuer)
        .setSubject(clientId)
        .setExpirationTime(issuedAt + dialect.tokenLifetime)
        .setJti(randomUUID());
      if (dialect.tokenIssuedAt) token.setIssuedAt(issuedAt);
      const signed = await token.sign(privateKey);
      newest.set(id, signed);
      return signed;
    },
    async authenticate(header = ''): Promise<Authentication> {
      const seen = known.get(header);
      if (seen !== undefined) {
        const isOver = seconds() >= seen.expires || isRevoked(seen.organizationId, seen.token);
        return isOver ? { failure: 'expired' } : { organizationId: seen.organizationId };
      }
      const before = refused.get(header);
      if (before !== undefined) return before;
      const { token, failure } = bearerToken(header, dialect);
      if (token === undefined) return { failure };
      const found = await verify(token, header);
      if (refused.size >= rememberedAsBad) refused.clear();
      if (found.failure !== undefined) refused.set(header, found);
      return found;
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;
