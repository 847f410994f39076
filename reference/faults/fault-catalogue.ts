import { editFaults } from './edit-faults.ts';
import type { Fault } from './fault.ts';
import { filterFaults } from './filter-faults.ts';
import { connectionFaults, groupFaults } from './group-faults.ts';
import { inputFaults } from './input-faults.ts';
import { isolationFaults } from './isolation-faults.ts';
import { pagingFaults } from './paging-faults.ts';
import { renewalFaults } from './renewal-faults.ts';
import { snapshotFaults } from './snapshot-faults.ts';
import { snapshotInputFaults } from './snapshot-input-faults.ts';
import { snapshotRecordFaults } from './snapshot-record-faults.ts';
import { tokenFaults } from './token-faults.ts';
import { unauthorizedFaults } from './unauthorized-faults.ts';
import { versionFaults } from './version-faults.ts';
import { wireFaults } from './wire-faults.ts';

const tables: readonly Readonly<Record<string, Omit<Fault, 'name'>>>[] = [
  wireFaults,
  tokenFaults,
  unauthorizedFaults,
  pagingFaults,
  groupFaults,
  connectionFaults,
  renewalFaults,
  editFaults,
  filterFaults,
  snapshotFaults,
  snapshotInputFaults,
  snapshotRecordFaults,
  versionFaults,
  isolationFaults,
  inputFaults,
];

export const faults: readonly Fault[] = tables.flatMap((rows) =>
  Object.entries(rows).map(([name, row]) => ({ name, ...row })),
);
