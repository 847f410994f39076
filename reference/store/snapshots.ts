import type { CreatedMember, MemberSnapshotEcho } from '../../spec/index.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { isSnapshotStage, type SnapshotStage } from '../domain/snapshot-steps.ts';
import type { Database } from './database.ts';
import { prepareList, type Listed, type Window } from './page.ts';
import { readVersioned, type VersionedRow } from './record.ts';
import { integer, optionalInteger, optionalText, text, type Row } from './row.ts';

/** A member snapshot (`spec/documents/2-resources.md`); times in milliseconds. */
export interface SnapshotRow extends VersionedRow {
  readonly employeeId: string;
  readonly submitted: number;
  /** When it moves on by itself. */
  readonly due: number | undefined;
  readonly stage: SnapshotStage;
  readonly replacedBy: string | undefined;
  /** The distinct carriers of its coverages. */
  readonly carriers: readonly string[];
  readonly createdMembers: readonly CreatedMember[];
  readonly content: MemberSnapshotEcho;
}

/** The member snapshots. */
export interface SnapshotStore {
  add(snapshot: SnapshotRow): void;
  /** Writes what can change of a snapshot: version, modified, due, stage and replacement. */
  update(snapshot: SnapshotRow): void;
  find(organizationId: string, id: string): SnapshotRow | undefined;
  /** An employee's snapshots that should have moved on by `now`. */
  due(employeeId: string, now: number): readonly SnapshotRow[];
  list(employeeId: string, window: Window): Listed<SnapshotRow>;
}

function readStage(row: Row): SnapshotStage {
  const stage = text(row, 'stage');
  if (!isSnapshotStage(stage)) throw new TypeError(`stage "${stage}" is none of this version's`);
  return stage;
}

const readSnapshot = (row: Row): SnapshotRow => ({
  ...readVersioned(row),
  employeeId: text(row, 'employee_id'),
  submitted: integer(row, 'submitted'),
  due: optionalInteger(row, 'due'),
  stage: readStage(row),
  replacedBy: optionalText(row, 'replaced_by'),
  // These three were written by this module alone, from a SnapshotRow.
  carriers: JSON.parse(text(row, 'carriers')) as readonly string[],
  // The two that only a single snapshot shows are parsed when asked for: a list of a hundred never asks.
  get createdMembers() {
    return JSON.parse(text(row, 'created_members')) as readonly CreatedMember[];
  },
  get content() {
    return JSON.parse(text(row, 'content')) as MemberSnapshotEcho;
  },
});

/** Member snapshots on an open database. */
export function snapshotStore(database: Database, order: Dialect['listOrder']): SnapshotStore {
  const insert = database.prepare(
    `INSERT INTO snapshots (id, employee_id, organization_id, version, created, modified, submitted, due, stage,
     replaced_by, carriers, created_members, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const update = database.prepare(
    'UPDATE snapshots SET version = ?, modified = ?, due = ?, stage = ?, replaced_by = ? WHERE id = ?',
  );
  const select = database.prepare('SELECT * FROM snapshots WHERE id = ? AND organization_id = ?');
  const due = database.prepare('SELECT * FROM snapshots WHERE employee_id = ? AND due IS NOT NULL AND due <= ?');
  const list = prepareList(database, 'FROM snapshots WHERE employee_id = ?', order, readSnapshot);
  return {
    add(row) {
      insert.run(
        row.id,
        row.employeeId,
        row.organizationId,
        row.version,
        row.created,
        row.modified,
        row.submitted,
        row.due ?? null,
        row.stage,
        row.replacedBy ?? null,
        JSON.stringify(row.carriers),
        JSON.stringify(row.createdMembers),
        JSON.stringify(row.content),
      );
    },
    update(row) {
      update.run(row.version, row.modified, row.due ?? null, row.stage, row.replacedBy ?? null, row.id);
    },
    find(organizationId, id) {
      const row = select.get(id.toLowerCase(), organizationId);
      return row && readSnapshot(row);
    },
    due: (employeeId, now) => due.all(employeeId, now).map(readSnapshot),
    list: (employeeId, window) => list([employeeId], window),
  };
}
