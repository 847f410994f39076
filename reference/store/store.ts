import type { Dialect } from '../dialect/dialect.ts';
import { catalogueStore } from './catalogue.ts';
import type { CatalogueStore } from './catalogue.ts';
import { connectionStore } from './connections.ts';
import type { ConnectionStore } from './connections.ts';
import { openDatabase } from './database.ts';
import { decisionStore } from './decisions.ts';
import type { DecisionStore } from './decisions.ts';
import { groupStore } from './groups.ts';
import type { GroupStore } from './groups.ts';
import { memberStore } from './members.ts';
import type { MemberStore } from './members.ts';
import { organizationStore } from './organizations.ts';
import type { OrganizationStore } from './organizations.ts';
import { settingStore } from './settings.ts';
import type { SettingStore } from './settings.ts';
import { signingKeyStore } from './signing-keys.ts';
import type { SigningKeyStore } from './signing-keys.ts';
import { snapshotStore } from './snapshots.ts';
import type { SnapshotStore } from './snapshots.ts';

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
