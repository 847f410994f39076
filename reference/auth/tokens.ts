import { randomUUID } from 'node:crypto';
import { SignJWT, decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose';
import type { Clock } from '../clock.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { ApiKey } from '../store/organizations.ts';
import { bearerToken, isCanonical } from './bearer.ts';
import type { AuthFailure } from './failures.ts';
import type { KeyRing } from './key-ring.ts';

/** Who is calling, or why that can't be told. */
export type Authentication =
  | { readonly organizationId: string; readonly failure?: undefined }
  | { readonly failure: AuthFailure; readonly organizationId?: undefined };

/** Signs access tokens and tells good ones from bad ones. */
export interface Tokens {
  /** A token for an API key, valid for the dialect's lifetime from `issuedAt` (seconds; default: now). */
  issue(key: ApiKey, issuedAt?: number): Promise<string>;
  /** Judges an `Authorization` header; at once when the token has been seen before. */
  authenticate(header: string | undefined): Authentication | Promise<Authentication>;
}

const issuer = 'urn:benefits-fulfillment-reference';
const organizationClaim = 'organization_id';
/** Headers remembered as good; when there are more, all are forgotten and verified anew. */
const remembered = 10_000;

/** Whether the header of a token says what kind of token it is, and which key signed it. */
const headerMembers: Readonly<Record<Dialect['tokenHeader'], { readonly kid: boolean; readonly typ: boolean }>> = {
  'kid-and-typ': { kid: true, typ: true },
  kid: { kid: true, typ: false },
  typ: { kid: false, typ: true },
  nothing: { kid: false, typ: false },
};

/** The token service's core, without its HTTP face. */
export function createTokens(keys: KeyRing, clock: Clock, dialect: Dialect): Tokens {
  const seconds = (): number => Math.floor(clock.now() / 1000);
  const known = new Map<string, { readonly organizationId: string; readonly expires: number }>();

  /** The claims of a token, by the first key that verifies it. @throws when none does, or its time is over */
  async function claims(token: string): Promise<JWTPayload> {
    const { kid, alg } = decodeProtectedHeader(token);
    const rules = {
      issuer,
      currentDate: new Date(clock.now()),
      requiredClaims: ['exp', 'sub', organizationClaim],
    };
    let failure: unknown = new errors.JWKSNoMatchingKey();
    for (const key of keys.verifying(kid)) {
      if (key.algorithm !== alg) continue;
      try {
        return (await jwtVerify(token, key.publicKey, { ...rules, algorithms: [key.algorithm] })).payload;
      } catch (error) {
        failure = error;
        // Any other failure comes after the signature: this was the key.
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) break;
      }
    }
    throw failure;
  }

  async function verify(token: string, header: string): Promise<Authentication> {
    if (!isCanonical(token)) return { failure: 'signature' };
    try {
      const { [organizationClaim]: organizationId, exp } = await claims(token);
      if (typeof organizationId !== 'string' || exp === undefined) return { failure: 'signature' };
      if (known.size >= remembered) known.clear();
      known.set(header, { organizationId, expires: exp });
      return { organizationId };
    } catch (error) {
      // jose looks at the claims only after the signature, so an expired forgery doesn't come here as expired.
      return { failure: error instanceof errors.JWTExpired ? 'expired' : 'signature' };
    }
  }

  return {
    async issue({ clientId, organizationId }, issuedAt = seconds()) {
      const key = await keys.signing();
      const { kid, typ } = headerMembers[dialect.tokenHeader];
      const token = new SignJWT({ [organizationClaim]: organizationId })
        .setProtectedHeader({
          alg: key.algorithm,
          ...(kid ? { kid: key.kid } : {}),
          ...(typ ? { typ: 'JWT' } : {}),
        })
        .setIssuer(issuer)
        .setSubject(clientId)
        .setExpirationTime(issuedAt + dialect.tokenLifetime)
        .setJti(randomUUID());
      if (dialect.tokenIssuedAt) token.setIssuedAt(issuedAt);
      return token.sign(key.privateKey);
    },
    authenticate(header) {
      const seen = known.get(header ?? '');
      if (seen !== undefined) {
        return seconds() < seen.expires ? { organizationId: seen.organizationId } : { failure: 'expired' };
      }
      const { token, failure } = bearerToken(header, dialect);
      return token === undefined ? { failure } : verify(token, header ?? '');
    },
  };
}
