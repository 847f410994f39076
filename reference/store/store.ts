import type { Dialect } from '../dialect/dialect.ts';
import { catalogueStore, type CatalogueStore } from './catalogue.ts';
import { connectionStore, type ConnectionStore } from './connections.ts';
import { openDatabase } from './database.ts';
import { decisionStore, type DecisionStore } from './decisions.ts';
import { groupStore, type GroupStore } from './groups.ts';
import { memberStore, type MemberStore } from './members.ts';
import { organizationStore, type OrganizationStore } from './organizations.ts';
import { settingStore, type SettingStore } from './settings.ts';
import { signingKeyStore, type SigningKeyStore } from './signing-keys.ts';
import { snapshotStore, type SnapshotStore } from './snapshots.ts';

/** Everything the service keeps, one member per kind of record. */
export interface Store {
  readonly settings: SettingStore;
  readonly signingKeys: SigningKeyStore;
  readonly organizations: OrganizationStore;
  readonly catalogue: CatalogueStore;
  readonly groups: GroupStore;
  readonly connections: ConnectionStore;
  readonly decisions: DecisionStore;
  readonly members: MemberStore;
  readonly snapshots: SnapshotStore;
  /** Runs `work` as one transaction: all of it happens, or, when it throws, none of it. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/**
 * Opens the store.
 *
 * @param file path of the SQLite file; absent: in memory
 * @throws StartError when the file can't be used
 */
export function openStore(file: string | undefined, order: Dialect['listOrder']): Store {
  const database = openDatabase(file);
  return {
    settings: settingStore(database),
    signingKeys: signingKeyStore(database),
    organizations: organizationStore(database),
    catalogue: catalogueStore(database),
    groups: groupStore(database, order),
    connections: connectionStore(database),
    decisions: decisionStore(database, order),
    members: memberStore(database),
    snapshots: snapshotStore(database, order),
    transaction: (work) => database.transaction(work),
    close: () => {
      database.close();
    },
  };
}
