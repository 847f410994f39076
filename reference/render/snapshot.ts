import type { Snapshot, SnapshotListItem } from '../../spec/index.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { SnapshotStage } from '../domain/snapshot-steps.ts';
import type { SnapshotRow } from '../store/snapshots.ts';
import { renderingOf } from './rendering.ts';

/** What is told of a snapshot at a stage. */
interface Telling {
  readonly status: string;
  readonly carrierStatus: string;
  /** Of all carriers but the first, where they lag behind. */
  readonly laterCarriers?: string;
  readonly errors?: readonly unknown[];
  readonly warnings?: readonly unknown[];
}

const submitted: Telling = { status: 'processing', carrierStatus: 'processing' };
const sent: Telling = { status: 'processing', carrierStatus: 'sent' };

/** Beyond the statuses that were seen, and the shape of errors and warnings, nothing is shown (`spec/documents/3-states.md`). */
const tellings: Readonly<Record<Dialect['snapshotCourse'], Readonly<Record<SnapshotStage, Telling>>>> = {
  completed: { submitted, sent, completed: { status: 'completed', carrierStatus: 'sent' } },
  'one-by-one': {
    submitted,
    sent: { ...sent, laterCarriers: 'processing' },
    completed: { status: 'partially_completed', carrierStatus: 'sent', laterCarriers: 'acknowledged' },
  },
  failed: {
    submitted,
    sent: { ...sent, warnings: ['a carrier takes longer than usual'] },
    completed: {
      status: 'action_required',
      carrierStatus: 'rejected',
      errors: [{ code: 'E-17', text: 'the carrier knows no such member' }, 'ask the carrier'],
      warnings: [{ code: 'W-1' }],
    },
  },
};

const summaryOrders: Readonly<Record<Dialect['summaryOrder'], (carriers: readonly string[]) => readonly string[]>> = {
  'as-sent': (carriers) => carriers,
  'by-id': (carriers) => carriers.toSorted((one, other) => one.toLowerCase().localeCompare(other.toLowerCase())),
};

function fulfillmentSummary(
  { carriers, stage }: SnapshotRow,
  dialect: Dialect,
): SnapshotListItem['fulfillment_summary'] {
  const show = renderingOf(dialect);
  const { carrierStatus, laterCarriers = carrierStatus, errors = [] } = tellings[dialect.snapshotCourse][stage];
  return summaryOrders[dialect.summaryOrder](carriers).map((carrier, index) => ({
    carrier_id: show.sentId(carrier),
    errors: [...errors],
    status: index === 0 ? carrierStatus : laterCarriers,
  }));
}

/** A snapshot as E8 lists it: these seven members and no other (`spec/documents/2-resources.md`). */
export function snapshotListItem(row: SnapshotRow, dialect: Dialect): SnapshotListItem {
  const show = renderingOf(dialect);
  return {
    id: show.id(row.id),
    employee_id: show.id(row.employeeId),
    fulfillment_summary: fulfillmentSummary(row, dialect),
    status: tellings[dialect.snapshotCourse][row.stage].status,
    created: show.time(row.created),
    modified: show.time(row.modified),
    version: show.id(row.version),
  };
}

/** A snapshot as E6 and E7 answer it. */
export function snapshotRecord(row: SnapshotRow, dialect: Dialect): Snapshot {
  const show = renderingOf(dialect);
  const unset = dialect.replacedByUnset === 'null' ? { replaced_by: null } : {};
  return {
    ...snapshotListItem(row, dialect),
    created_members: [...row.createdMembers],
    member_snapshot: row.content,
    warnings: [...(tellings[dialect.snapshotCourse][row.stage].warnings ?? [])],
    ...(row.replacedBy === undefined ? unset : { replaced_by: show.id(row.replacedBy) }),
    ...show.extra('member_snapshot'),
  };
}
