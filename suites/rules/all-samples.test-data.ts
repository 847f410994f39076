import type { RequirementId } from '../../spec/index.ts';
import type { SampleTable } from './exchange-samples.test-data.ts';
import { connectionSamples, groupSamples } from './groups-and-connections.test-data.ts';
import { pagingSamples } from './paging.test-data.ts';
import { renewalSamples } from './renewals.test-data.ts';
import { snapshotEchoSamples, snapshotRecordSamples } from './snapshots.test-data.ts';
import { tokenSamples, unauthorizedSamples } from './token-and-unauthorized.test-data.ts';
import { versionSamples } from './versions.test-data.ts';
import { wireSamples } from './wire.test-data.ts';

const tables: readonly SampleTable[] = [
  wireSamples,
  tokenSamples,
  unauthorizedSamples,
  pagingSamples,
  groupSamples,
  connectionSamples,
  renewalSamples,
  snapshotEchoSamples,
  snapshotRecordSamples,
  versionSamples,
];

/** For each requirement that an invariant speaks for: sequences of exchanges that hold to it, and that break it. */
export const samples = tables.flatMap((table) =>
  Object.entries(table).map(([id, ofId]) => ({ id: id as RequirementId, ...ofId })),
);
