import type { Database } from './database.ts';
import { text, type Row } from './row.ts';

/** An API key: what an organization asks for tokens with. */
export interface ApiKey {
  readonly clientId: string;
  /** Kept readable, unlike a real service would: this one has to print it again whenever it starts. */
  readonly clientSecret: string;
  readonly organizationId: string;
}

/** The organizations and their API keys. */
export interface OrganizationStore {
  /** Ids in order of creation. */
  ids(): readonly string[];
  add(organization: { readonly id: string; readonly name: string }): void;
  addKey(key: ApiKey): void;
  key(clientId: string): ApiKey | undefined;
  keyOf(organizationId: string): ApiKey | undefined;
}

const readKey = (row: Row): ApiKey => ({
  clientId: text(row, 'client_id'),
  clientSecret: text(row, 'client_secret'),
  organizationId: text(row, 'organization_id'),
});

/** Organizations on an open database. */
export function organizationStore(database: Database): OrganizationStore {
  const selectIds = database.prepare('SELECT id FROM organizations ORDER BY seq');
  const insert = database.prepare('INSERT INTO organizations (id, name) VALUES (?, ?)');
  const insertKey = database.prepare(
    'INSERT INTO api_keys (client_id, client_secret, organization_id) VALUES (?, ?, ?)',
  );
  const selectKey = database.prepare('SELECT * FROM api_keys WHERE client_id = ?');
  const selectKeyOf = database.prepare('SELECT * FROM api_keys WHERE organization_id = ?');
  return {
    ids: () => selectIds.all().map((row) => text(row, 'id')),
    add({ id, name }) {
      insert.run(id, name);
    },
    addKey({ clientId, clientSecret, organizationId }) {
      insertKey.run(clientId, clientSecret, organizationId);
    },
    key(clientId) {
      const row = selectKey.get(clientId);
      return row && readKey(row);
    },
    keyOf(organizationId) {
      const row = selectKeyOf.get(organizationId);
      return row && readKey(row);
    },
  };
}
