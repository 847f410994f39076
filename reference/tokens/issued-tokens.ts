import { randomUUID } from 'node:crypto';
import { SignJWT, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { objectIn } from '../../spec/index.ts';
import type { Clock } from '../clock-and-chance.ts';
import type { Dialect } from '../dialects.ts';
import type { OrganizationRecord } from '../store/store.ts';
import type { KeyRing } from './key-ring.ts';

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
