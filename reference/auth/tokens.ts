import { randomUUID } from 'node:crypto';
import { SignJWT, errors, jwtVerify } from 'jose';
import type { Clock } from '../clock.ts';
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
  /** A token for an API key, valid for {@link lifetimeSeconds} from `issuedAt` (seconds; default: now). */
  issue(key: ApiKey, issuedAt?: number): Promise<string>;
  /** Judges an `Authorization` header; at once when the token has been seen before. */
  authenticate(header: string | undefined): Authentication | Promise<Authentication>;
}

/** Ten minutes (`spec/documents/8-limits.md`). */
export const lifetimeSeconds = 600;

const issuer = 'urn:benefits-fulfillment-reference';
const organizationClaim = 'organization_id';
/** Headers remembered as good; when there are more, all are forgotten and verified anew. */
const remembered = 10_000;

/** The token service's core, without its HTTP face. */
export function createTokens(keys: KeyRing, clock: Clock): Tokens {
  const seconds = (): number => Math.floor(clock.now() / 1000);
  const known = new Map<string, { readonly organizationId: string; readonly expires: number }>();

  async function verify(token: string, header: string): Promise<Authentication> {
    if (!isCanonical(token)) return { failure: 'signature' };
    try {
      const { payload } = await jwtVerify(
        token,
        ({ kid, alg }) => {
          const key = keys.verifying(kid);
          if (key === undefined || key.algorithm !== alg) throw new errors.JWKSNoMatchingKey();
          return key.publicKey;
        },
        { issuer, currentDate: new Date(clock.now()), requiredClaims: ['exp', 'sub', organizationClaim] },
      );
      const organizationId = payload[organizationClaim];
      if (typeof organizationId !== 'string' || payload.exp === undefined) return { failure: 'signature' };
      if (known.size >= remembered) known.clear();
      known.set(header, { organizationId, expires: payload.exp });
      return { organizationId };
    } catch (error) {
      // jose looks at the claims only after the signature, so an expired forgery doesn't come here as expired.
      return { failure: error instanceof errors.JWTExpired ? 'expired' : 'signature' };
    }
  }

  return {
    async issue({ clientId, organizationId }, issuedAt = seconds()) {
      const key = await keys.signing();
      return new SignJWT({ [organizationClaim]: organizationId })
        .setProtectedHeader({ alg: key.algorithm, kid: key.kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(clientId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .setJti(randomUUID())
        .sign(key.privateKey);
    },
    authenticate(header) {
      const seen = known.get(header ?? '');
      if (seen !== undefined) {
        return seconds() < seen.expires ? { organizationId: seen.organizationId } : { failure: 'expired' };
      }
      const token = bearerToken(header);
      return header === undefined || token === undefined ? { failure: 'credentials' } : verify(token, header);
    },
  };
}
