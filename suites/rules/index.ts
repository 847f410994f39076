import type { RequirementId } from '../../spec/index.ts';
import type { ExchangeInvariant, Invariant, Note } from '../engine/invariant.ts';
import { wholeAnswers } from './answers.ts';
import { connectionInvariants } from './connections.ts';
import { groupInvariants } from './groups.ts';
import { noteOpenPoints } from './observing.ts';
import { pagingInvariants } from './paging.ts';
import { renewalIssueInvariants } from './renewal-issues.ts';
import { renewalInvariants } from './renewals.ts';
import { snapshotInvariants } from './snapshots.ts';
import { noteSnapshot } from './snapshot-memory.ts';
import { noteTaint } from './taint.ts';

import { tokenInvariants } from './token.ts';
import { unauthorizedInvariants } from './unauthorized.ts';
import { versionInvariants } from './versions.ts';
import { wireInvariants } from './wire.ts';

/** Everything that each exchange of a run is held against, in the order of judging. */
export const invariants: readonly Invariant[] = [
  ...wireInvariants,
  ...tokenInvariants,
  ...unauthorizedInvariants,
  ...pagingInvariants,
  ...groupInvariants,
  ...connectionInvariants,
  ...renewalInvariants,
  ...renewalIssueInvariants,
  ...snapshotInvariants,
  ...versionInvariants,
];

/** What exchanges without an answer are held against as well. */
export const ofAll: readonly ExchangeInvariant[] = [wholeAnswers];

/** What is remembered of an exchange before any invariant looks at it. */
export const notes: readonly Note[] = [noteTaint, noteSnapshot, noteOpenPoints];

export { noteSent } from './taint.ts';

/** The requirements that invariants speak for. */
export const invariantIds: readonly RequirementId[] = [...new Set([...invariants, ...ofAll].map(({ id }) => id))];
