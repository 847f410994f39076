import type { RequirementId } from '../../spec/index.ts';
import { accessSamples } from './access-and-connections.test-data.ts';
import { pagingSamples } from './paging.test-data.ts';
import { renewalSamples } from './renewals.test-data.ts';
import { snapshotSamples } from './snapshots.test-data.ts';
import { wireAndVersionSamples } from './wire-and-versions.test-data.ts';

const tables = [wireAndVersionSamples, accessSamples, pagingSamples, renewalSamples, snapshotSamples];

/** For each requirement that a rule judges: sequences of exchanges that hold to it, and that break it. */
export const samples = tables.flatMap((table) =>
  Object.entries(table).map(([id, sequences]) => ({ id: id as RequirementId, sequences })),
);
