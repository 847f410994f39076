import type { JWK } from 'jose';
import type { CreatedMember, MemberSnapshotEcho, RenewalBody, RenewalIssue, RenewalStatus } from '../../spec/index.ts';
import type { Dialect } from '../dialects.ts';
import { openDatabase, type Collection } from './database.ts';

/** What every record of an organization has (`spec/documents/9-versioning.md`); times in milliseconds. */
interface VersionedRecord {
  readonly id: string;
  readonly organizationId: string;
  /** Another one whenever anything of the record changes. */
  readonly version: string;
  readonly created: number;
  /** Never goes back. */
  readonly modified: number;
}

export interface OrganizationRecord {
  readonly id: string;
  readonly name: string;
  readonly clientId: string;
  /** Kept readable, unlike in a real service: this one has to print it again whenever it starts. */
  readonly clientSecret: string;
}

export interface KeyRecord {
  readonly id: string;
  readonly algorithm: Dialect['tokenAlgorithm'];
  readonly privateJwk: JWK;
  readonly publicJwk: JWK;
  /** When it was made, in milliseconds since the epoch. */
  readonly created: number;
}

interface CarrierRecord {
  readonly id: string;
  readonly name: string;
}

/** A plan: offered by a carrier to everybody, or once described by an organization and known to it alone. */
export interface PlanRecord {
  readonly id: string;
  readonly carrierId: string;
  readonly line: string;
  readonly name: string;
  readonly planType?: string | undefined;
  readonly metalTier?: string | undefined;
  /** The organization that described the plan; undefined for an offered one. */
  readonly organizationId?: string | undefined;
  /** What the plan is found by other than its id (`planKey`); undefined: nothing. */
  readonly key: string | undefined;
}

/** An employer group (`spec/documents/2-resources.md`). */
export interface GroupRecord extends VersionedRecord {
  readonly content: {
    readonly name: string;
    readonly sic_code: string;
    readonly dba_name: string;
    readonly federal_ein: string;
  };
  /** Whether lists show it; everything else works with it in either case. */
  readonly listed: boolean;
}

export interface DecisionRecord extends VersionedRecord {
  readonly groupId: string;
  readonly submitted: number;
  /** When it moves on by itself. */
  readonly due: number | undefined;
  /** `YYYY-MM-DD`. */
  readonly renewalDate: string;
  readonly status: RenewalStatus;
  readonly issues: readonly RenewalIssue[];
  readonly body: RenewalBody;
  readonly versions: readonly string[];
}

/** An employee that a snapshot made known, with the dependents that were. */
export interface EmployeeRecord {
  readonly id: string;
  readonly groupId: string;
  readonly organizationId: string;
  /** The snapshot that holds now; earlier ones were replaced. */
  readonly latestSnapshot: string | undefined;
  readonly dependents: readonly string[];
}

/** How far fulfilment has come: submitted, handed to the carriers, finished. */
export type SnapshotStage = 'submitted' | 'sent' | 'completed';

export interface SnapshotRecord extends VersionedRecord {
  readonly employeeId: string;
  readonly submitted: number;
  /** When it moves on by itself. */
  readonly due: number | undefined;
  readonly stage: SnapshotStage;
  readonly replacedBy: string | undefined;
  readonly carriers: readonly string[];
  readonly createdMembers: readonly CreatedMember[];
  readonly content: MemberSnapshotEcho;
}

/** A value that belongs to whom it was given first: a number that no two people have, a name of one thing alone. */
interface ClaimRecord {
  readonly id: string;
  readonly holder: string;
}

/** Everything the service keeps, one member for each kind of record. */
export interface Store {
  readonly keys: Collection<KeyRecord>;
  readonly organizations: Collection<OrganizationRecord>;
  readonly carriers: Collection<CarrierRecord>;
  /** Lists: by `key`. */
  readonly plans: Collection<PlanRecord>;
  /** Lists: by organization. */
  readonly groups: Collection<GroupRecord>;
  /** Lists: by group. */
  readonly decisions: Collection<DecisionRecord>;
  readonly employees: Collection<EmployeeRecord>;
  /** Lists: by employee. */
  readonly snapshots: Collection<SnapshotRecord>;
  readonly claims: Collection<ClaimRecord>;
  /** Runs `work` as one transaction: all of it happens, or, when it throws, none of it. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/**
 * What a plan is found by other than its id. Line and name come from clients and may hold anything: JSON keeps every code
 * unit apart.
 *
 * @param organizationId undefined for a plan that its carrier offers
 */
export function planKey(organizationId: string | undefined, carrierId: string, line: string, name: string): string {
  return JSON.stringify([organizationId ?? null, carrierId.toLowerCase(), line, name]);
}

/**
 * Opens the store.
 *
 * @param file path of the SQLite file; undefined: in memory
 * @throws StartError when the file can't be used
 */
export function openStore(file: string | undefined, order: Dialect['listOrder']): Store {
  const database = openDatabase(file, order);
  return {
    keys: database.collection('key'),
    organizations: database.collection('organization'),
    carriers: database.collection('carrier'),
    plans: database.collection('plan', ({ key }) => ({ list: key })),
    groups: database.collection('group', ({ listed, organizationId }) => (listed ? { list: organizationId } : {})),
    decisions: database.collection('decision', ({ groupId, due, renewalDate }) => ({
      list: groupId,
      due,
      day: renewalDate,
    })),
    employees: database.collection('employee'),
    snapshots: database.collection('snapshot', ({ employeeId, due }) => ({ list: employeeId, due })),
    claims: database.collection('claim'),
    transaction: (work) => database.transaction(work),
    close: () => database.close(),
  };
}
