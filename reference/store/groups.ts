import type { Dialect } from '../dialect/dialect.ts';
import type { Database } from './database.ts';
import { prepareList, type Listed, type Window } from './page.ts';
import { readVersioned, type VersionedRow } from './record.ts';
import { integer, text, type Row } from './row.ts';

/** What a group says of itself. */
export interface GroupContent {
  readonly name: string;
  readonly sic_code: string;
  readonly dba_name: string;
  readonly federal_ein: string;
}

/** An employer group (`spec/documents/2-resources.md`); times in milliseconds. */
export interface GroupRow extends VersionedRow {
  readonly content: GroupContent;
  /** Whether lists show it; everything else works with it in either case. */
  readonly listed: boolean;
}

/** The groups. */
export interface GroupStore {
  add(group: GroupRow): void;
  /** A group of this organization; another one's is as unknown as none. */
  find(organizationId: string, id: string): GroupRow | undefined;
  /** Writes a group's version and when it was modified. */
  touch(id: string, version: string, modified: number): void;
  list(organizationId: string, window: Window): Listed<GroupRow>;
  /** The first group of an organization; in an array of at most one. */
  oldest(organizationId: string): readonly GroupRow[];
}

const readGroup = (row: Row): GroupRow => ({
  ...readVersioned(row),
  // Written by this module alone, from a GroupContent.
  content: JSON.parse(text(row, 'content')) as GroupContent,
  listed: integer(row, 'listed') === 1,
});

/** Groups on an open database. */
export function groupStore(database: Database, order: Dialect['listOrder']): GroupStore {
  const insert = database.prepare(
    `INSERT INTO groups (id, organization_id, version, created, modified, content, listed)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const touch = database.prepare('UPDATE groups SET version = ?, modified = MAX(modified, ?) WHERE id = ?');
  const select = database.prepare('SELECT * FROM groups WHERE id = ? AND organization_id = ?');
  const list = prepareList(database, 'FROM groups WHERE organization_id = ? AND listed = 1', order, readGroup);
  const oldest = database.prepare('SELECT * FROM groups WHERE organization_id = ? ORDER BY seq LIMIT 1');
  return {
    add({ id, organizationId, version, created, modified, content, listed }) {
      insert.run(id, organizationId, version, created, modified, JSON.stringify(content), listed ? 1 : 0);
    },
    find(organizationId, id) {
      const row = select.get(id.toLowerCase(), organizationId);
      return row && readGroup(row);
    },
    touch(id, version, modified) {
      touch.run(version, modified, id);
    },
    list: (organizationId, window) => list([organizationId], window),
    oldest: (organizationId) => oldest.all(organizationId).map(readGroup),
  };
}
