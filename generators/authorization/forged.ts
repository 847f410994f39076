import * as fc from 'fast-check';
import { uuid } from '../values/uuid.ts';
import { either, notValidated, type AuthorizationKind, type MessageNumber } from './authorization-case.ts';
import { signers } from './signers.ts';
import { partOf, type TokenParts } from './token-parts.ts';

type Claims = Readonly<Record<string, unknown>>;

const requirement = 'unauthorized.forged';

/** Algorithms to sign with besides the token's own. */
const usual = ['RS256', 'ES256', 'HS256'] as const;

function kind(name: string, header: string, messages: readonly MessageNumber[]): AuthorizationKind {
  return { name, requirement, headers: fc.constant({ header: `Bearer ${header}`, messages }) };
}

/** The same claims under a signature of a key of ours; the header is the token's own where its algorithm allows it. */
function resigned(parts: TokenParts, algorithm: string): AuthorizationKind | undefined {
  const signer = signers[algorithm];
  if (signer === undefined) return undefined;
  const header = parts.head['alg'] === algorithm ? parts.header : partOf({ ...parts.head, alg: algorithm });
  // Signed when drawn: a key takes time to make, and not every run draws every kind.
  const headers = fc
    .constant(`${header}.${parts.payload}`)
    .map((input) => ({ header: `Bearer ${input}.${signer(input)}`, messages: notValidated }));
  return { name: `signed anew by another key with ${algorithm}`, requirement, headers };
}

function organizationClaims(claims: Claims): string[] {
  const names = Object.keys(claims).filter((name) => /org|tenant/iu.test(name) && typeof claims[name] === 'string');
  return names.length > 0 ? names : ['organization_id'];
}

/** Claims that a forger would want, under the signature of the claims as they were. None makes the token look expired. */
const wishes: Readonly<Record<string, (claims: Claims, id: string, seconds: number) => Claims>> = {
  'the subject changed': (claims, id) => ({ ...claims, sub: id }),
  'the expiry put off': (claims, _id, seconds) => {
    const exp = claims['exp'];
    return { ...claims, exp: (typeof exp === 'number' ? exp : 4_102_444_800) + seconds };
  },
  'the organization changed': (claims, id) => ({
    ...claims,
    ...Object.fromEntries(organizationClaims(claims).map((name) => [name, id])),
  }),
};

/**
 * Forged tokens: unsigned, signed by another key, or with other claims under the old signature.
 *
 * @param parts a good token, whose header and claims they imitate
 */
export function forged(parts: TokenParts): readonly AuthorizationKind[] {
  const unsigned = partOf({ ...parts.head, alg: 'none' });
  const own = parts.head['alg'];
  const algorithms = new Set([...(typeof own === 'string' ? [own] : []), ...usual]);
  const changed = Object.entries(wishes).map(([name, wish]): AuthorizationKind => {
    const headers = fc.tuple(uuid(), fc.integer({ min: 3600, max: 10 ** 8 })).map(([id, seconds]) => {
      const payload = partOf(wish(parts.claims, id, seconds));
      return { header: `Bearer ${parts.header}.${payload}.${parts.signature}`, messages: notValidated };
    });
    return { name: `${name} under the old signature`, requirement, headers };
  });
  return [
    kind('unsigned, with the algorithm none', `${unsigned}.${parts.payload}.`, either),
    kind('the algorithm none with the old signature', `${unsigned}.${parts.payload}.${parts.signature}`, notValidated),
    ...[...algorithms].map((name) => resigned(parts, name)).filter((made) => made !== undefined),
    ...changed,
  ];
}
