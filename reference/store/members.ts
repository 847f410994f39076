import type { Database } from './database.ts';
import { optionalText, text, type Row } from './row.ts';

/** An employee that a snapshot made known. */
export interface EmployeeRow {
  readonly id: string;
  readonly groupId: string;
  readonly organizationId: string;
  /** The snapshot that holds now; earlier ones were replaced. */
  readonly latestSnapshot: string | undefined;
}

/** Employees, and the dependents each of them has. */
export interface MemberStore {
  /** An employee of this organization. */
  find(organizationId: string, id: string): EmployeeRow | undefined;
  /** Whether any organization has an employee of this id. */
  taken(id: string): boolean;
  add(employee: EmployeeRow): void;
  setLatestSnapshot(employeeId: string, snapshotId: string): void;
  /** Makes a dependent known; false when the employee had it already. */
  addDependent(employeeId: string, dependentId: string): boolean;
}

const readEmployee = (row: Row): EmployeeRow => ({
  id: text(row, 'id'),
  groupId: text(row, 'group_id'),
  organizationId: text(row, 'organization_id'),
  latestSnapshot: optionalText(row, 'latest_snapshot'),
});

/** Members on an open database; ids are kept in lower case. */
export function memberStore(database: Database): MemberStore {
  const select = database.prepare('SELECT * FROM employees WHERE id = ?');
  const insert = database.prepare(
    'INSERT INTO employees (id, group_id, organization_id, latest_snapshot) VALUES (?, ?, ?, ?)',
  );
  const latest = database.prepare('UPDATE employees SET latest_snapshot = ? WHERE id = ?');
  const dependent = database.prepare('INSERT OR IGNORE INTO dependents (employee_id, id) VALUES (?, ?)');
  return {
    find(organizationId, id) {
      const row = select.get(id.toLowerCase());
      const employee = row && readEmployee(row);
      return employee?.organizationId === organizationId ? employee : undefined;
    },
    taken: (id) => select.get(id.toLowerCase()) !== undefined,
    add({ id, groupId, organizationId, latestSnapshot }) {
      insert.run(id, groupId, organizationId, latestSnapshot ?? null);
    },
    setLatestSnapshot(employeeId, snapshotId) {
      latest.run(snapshotId, employeeId);
    },
    addDependent: (employeeId, dependentId) => dependent.run(employeeId, dependentId.toLowerCase()).changes === 1,
  };
}
