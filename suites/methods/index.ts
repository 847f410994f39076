/**
 * How each requirement is checked, in words: what the command line tells of a check to those who do not read code.
 *
 * @module
 */
import type { RequirementId } from '../../spec/index.ts';
import { connectionMethods } from './connections.ts';
import { groupMethods } from './groups.ts';
import { inputMethods } from './input.ts';
import { isolationMethods } from './isolation.ts';
import { pagingMethods } from './paging.ts';
import { renewalMethods } from './renewals.ts';
import { snapshotMethods } from './snapshots.ts';
import { tokenMethods } from './token.ts';
import { unauthorizedMethods } from './unauthorized.ts';
import { versionMethods } from './versions.ts';
import { wireMethods } from './wire.ts';

/**
 * For each requirement the traffic it is judged on, what is compared, and what leaves it undecided: one to three
 * sentences. A requirement of the register that has none does not compile.
 */
export const methods: Readonly<Record<RequirementId, string>> = {
  ...wireMethods,
  ...tokenMethods,
  ...unauthorizedMethods,
  ...pagingMethods,
  ...groupMethods,
  ...connectionMethods,
  ...renewalMethods,
  ...snapshotMethods,
  ...versionMethods,
  ...isolationMethods,
  ...inputMethods,
};

/** How the suite checks a requirement, in one to three sentences. */
export function methodOf(id: RequirementId): string {
  return methods[id];
}
