import type { Database } from './database.ts';
import type { VersionedRow } from './record.ts';

/** A group connection (`spec/documents/2-resources.md`); times in milliseconds. */
export interface ConnectionRow extends VersionedRow {
  readonly groupId: string;
  readonly status: string;
  /** The body as submitted. */
  readonly content: unknown;
}

/** The group connections: written on create; no documented endpoint reads them back. */
export interface ConnectionStore {
  add(connection: ConnectionRow): void;
}

/** Connections on an open database. */
export function connectionStore(database: Database): ConnectionStore {
  const insert = database.prepare(
    `INSERT INTO connections (id, group_id, organization_id, version, created, modified, status, content)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return {
    add({ id, groupId, organizationId, version, created, modified, status, content }) {
      insert.run(id, groupId, organizationId, version, created, modified, status, JSON.stringify(content));
    },
  };
}
