import type { Operations } from './call.ts';
import { createConnection } from './connections.ts';
import type { Context } from './context.ts';
import { listGroups } from './groups.ts';
import { createDecision, editDecision, listDecisions } from './renewals.ts';
import { createSnapshot, getSnapshot, listSnapshots } from './snapshots.ts';

/** Binds every documented endpoint to its work (`spec/documents/4-endpoints.md`). */
export function operationsOf(context: Context): Operations {
  return {
    E1: listGroups(context),
    E2: createConnection(context),
    E3: createDecision(context),
    E4: editDecision(context),
    E5: listDecisions(context),
    E6: createSnapshot(context),
    E7: getSnapshot(context),
    E8: listSnapshots(context),
  };
}
