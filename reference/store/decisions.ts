import type { RenewalBody, RenewalIssue, RenewalStatus } from '../../spec/index.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Database } from './database.ts';
import { prepareList, type Listed, type Window } from './page.ts';
import { readVersioned, type VersionedRow } from './record.ts';
import { integer, optionalInteger, text, type Row } from './row.ts';

/** A renewal decision (`spec/documents/2-resources.md`); times in milliseconds. */
export interface DecisionRow extends VersionedRow {
  readonly groupId: string;
  /** When it was created or last edited. */
  readonly submitted: number;
  /** When it moves on by itself. */
  readonly due: number | undefined;
  readonly renewalDate: string;
  readonly status: RenewalStatus;
  readonly issues: readonly RenewalIssue[];
  readonly body: RenewalBody;
}

/** The renewal dates wanted, both bounds included; `YYYY-MM-DD`. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

/** The renewal decisions. */
export interface DecisionStore {
  add(decision: DecisionRow): void;
  /** Writes everything of a decision that can change. */
  update(decision: DecisionRow): void;
  find(organizationId: string, id: string): DecisionRow | undefined;
  /** Whether a decision ever had a version (in lower case). */
  hadVersion(id: string, version: string): boolean;
  /** A group's decisions that should have moved on by `now`. */
  due(groupId: string, now: number): readonly DecisionRow[];
  list(groupId: string, range: DateRange, window: Window): Listed<DecisionRow>;
}

const readDecision = (row: Row): DecisionRow => ({
  ...readVersioned(row),
  groupId: text(row, 'group_id'),
  submitted: integer(row, 'submitted'),
  due: optionalInteger(row, 'due'),
  renewalDate: text(row, 'renewal_date'),
  // These three were written by this module alone, from a DecisionRow.
  status: text(row, 'status') as RenewalStatus,
  issues: JSON.parse(text(row, 'issues')) as readonly RenewalIssue[],
  body: JSON.parse(text(row, 'body')) as RenewalBody,
});

/** Renewal decisions on an open database. */
export function decisionStore(database: Database, order: Dialect['listOrder']): DecisionStore {
  const insert = database.prepare(
    `INSERT INTO decisions (version, modified, submitted, due, renewal_date, status, issues, body,
     id, group_id, organization_id, created) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const update = database.prepare(
    `UPDATE decisions SET version = ?, modified = ?, submitted = ?, due = ?, renewal_date = ?, status = ?, issues = ?,
     body = ? WHERE id = ?`,
  );
  const remember = database.prepare('INSERT OR IGNORE INTO decision_versions (decision_id, version) VALUES (?, ?)');
  const version = database.prepare('SELECT 1 FROM decision_versions WHERE decision_id = ? AND version = ?');
  const select = database.prepare('SELECT * FROM decisions WHERE id = ? AND organization_id = ?');
  const due = database.prepare('SELECT * FROM decisions WHERE group_id = ? AND due IS NOT NULL AND due <= ?');
  const list = prepareList(
    database,
    'FROM decisions WHERE group_id = ? AND renewal_date >= ? AND renewal_date <= ?',
    order,
    readDecision,
  );
  const changeable = (row: DecisionRow): (string | number | null)[] => [
    row.version,
    row.modified,
    row.submitted,
    row.due ?? null,
    row.renewalDate,
    row.status,
    JSON.stringify(row.issues),
    JSON.stringify(row.body),
  ];
  return {
    add(row) {
      insert.run(...changeable(row), row.id, row.groupId, row.organizationId, row.created);
      remember.run(row.id, row.version);
    },
    update(row) {
      update.run(...changeable(row), row.id);
      remember.run(row.id, row.version);
    },
    find(organizationId, id) {
      const row = select.get(id.toLowerCase(), organizationId);
      return row && readDecision(row);
    },
    hadVersion: (id, issued) => version.get(id, issued) !== undefined,
    due: (groupId, now) => due.all(groupId, now).map(readDecision),
    list: (groupId, range, window) => list([groupId, range.from, range.to], window),
  };
}
