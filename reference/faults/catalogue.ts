import { answerFaults } from './answers.ts';
import { connectionFaults } from './connections.ts';
import { decisionContentFaults } from './decision-content.ts';
import type { Fault } from './fault.ts';
import { groupFaults } from './groups.ts';
import { inputFaults } from './input.ts';
import { isolationFaults } from './isolation.ts';
import { pagingFaults } from './paging.ts';
import { renewalEditFaults } from './renewal-edits.ts';
import { renewalIssueFaults } from './renewal-issues.ts';
import { renewalListFaults } from './renewal-lists.ts';
import { renewalFaults } from './renewals.ts';
import { snapshotContentFaults } from './snapshot-content.ts';
import { snapshotRecordFaults } from './snapshot-records.ts';
import { snapshotFaults } from './snapshots.ts';
import { tokenFaults } from './token.ts';
import { unauthorizedFaults } from './unauthorized.ts';
import { versionFaults } from './versions.ts';
import { wireFaults } from './wire.ts';

/** Every single way in which the reference service can be made to break the interface, part by part. */
export const faults: readonly Fault[] = [
  ...wireFaults,
  ...answerFaults,
  ...tokenFaults,
  ...unauthorizedFaults,
  ...pagingFaults,
  ...groupFaults,
  ...connectionFaults,
  ...renewalFaults,
  ...renewalIssueFaults,
  ...renewalEditFaults,
  ...renewalListFaults,
  ...decisionContentFaults,
  ...snapshotFaults,
  ...snapshotContentFaults,
  ...snapshotRecordFaults,
  ...versionFaults,
  ...isolationFaults,
  ...inputFaults,
];
