import * as fc from 'fast-check';
import { altered } from './altered.ts';
import { notOfTheForm, pastItsTime, type AuthorizationCase, type AuthorizationKind } from './authorization-case.ts';
import { forged } from './forged.ts';
import { notBearer } from './not-bearer.ts';
import { takeApart } from './token-parts.ts';

function kindsFor(valid: string, expired: string | undefined): readonly AuthorizationKind[] {
  const parts = takeApart(valid);
  const missing: AuthorizationKind = {
    name: 'no Authorization header',
    requirement: 'unauthorized.missing',
    headers: fc.constant({ header: undefined, messages: notOfTheForm }),
  };
  const past: AuthorizationKind = {
    name: 'an expired token',
    requirement: 'unauthorized.expired',
    headers: fc.constant({ header: `Bearer ${expired ?? ''}`, messages: pastItsTime }),
  };
  return [
    missing,
    ...notBearer(valid),
    ...(parts === undefined ? [] : [...altered(parts), ...forged(parts)]),
    ...(expired === undefined ? [] : [past]),
  ];
}

function cases(kind: AuthorizationKind): fc.Arbitrary<AuthorizationCase> {
  return kind.headers.map((refused) => ({ name: kind.name, requirement: kind.requirement, ...refused }));
}

/**
 * One case of every kind of Authorization header that has to be refused with a 401, always in the same order. It rests
 * on the table of conditions in `spec/documents/7-errors.md`.
 *
 * Of a token that is no JWT nothing can be altered or forged: only the cases that need no JWT are given.
 *
 * @param valid a good token, of any algorithm
 * @param seed decides what is drawn at random; the same seed draws the same, save for signatures by new keys
 * @param expired an expired token, if there is one
 */
export function authorizationCases(valid: string, seed: number, expired?: string): readonly AuthorizationCase[] {
  return kindsFor(valid, expired).flatMap((kind) => fc.sample(cases(kind), { seed, numRuns: 1 }));
}

/**
 * Authorization headers that have to be refused with a 401, of any kind; shrinks to a missing one.
 *
 * @param valid a good token, of any algorithm
 * @param expired an expired token, if there is one
 */
export function arbitraryAuthorization(valid: string, expired?: string): fc.Arbitrary<AuthorizationCase> {
  const [first, ...others] = kindsFor(valid, expired).map(cases);
  if (first === undefined) throw new RangeError('there is always the case without a header');
  return fc.oneof({ withCrossShrink: true }, first, ...others);
}
