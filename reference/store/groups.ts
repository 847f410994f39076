import type { Dialect } from '../dialect/dialect.ts';
import type { Database } from './database.ts';
import { prepareList } from './page.ts';
import type { Listed, Window } from './page.ts';
import { readVersioned } from './record.ts';
import type { VersionedRow } from './record.ts';
import { text } from './row.ts';
import type { Row } from './row.ts';

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
}

/** The groups. */
export interface GroupStore {
  add(group: GroupRow): void;
  /** A group of this organization; another one's is as unknown as none. */
  find(organizationId: string, id: string): GroupRow | undefined;
  list(organizationId: string, window: Window): Listed<GroupRow>;
  /** The first group of an organization; in an array of at most one. */
  oldest(organizationId: string): readonly GroupRow[];
}

const readGroup = (row: Row): GroupRow => ({
  ...readVersioned(row),
  // Written by this module alone, from a GroupContent.
  content: JSON.parse(text(row, 'content')) as GroupContent,
});

/** Groups on an open database. */
export function groupStore(database: Database, order: Dialect['listOrder']): GroupStore {
  const insert = database.prepare(
    'INSERT INTO groups (id, organization_id, version, created, modified, content) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const select = database.prepare('SELECT * FROM groups WHERE id = ? AND organization_id = ?');
  const list = prepareList(database, 'FROM groups WHERE organization_id = ?', order, readGroup);
  const oldest = database.prepare('SELECT * FROM groups WHERE organization_id = ? ORDER BY seq LIMIT 1');
  return {
    add({ id, organizationId, version, created, modified, content }) {
      insert.run(id, organizationId, version, created, modified, JSON.stringify(content));
    },
    find(organizationId, id) {
      const row = select.get(id.toLowerCase(), organizationId);
      return row && readGroup(row);
    },
    list: (organizationId, window) => list([organizationId], window),
    oldest: (organizationId) => oldest.all(organizationId).map(readGroup),
  };
}
