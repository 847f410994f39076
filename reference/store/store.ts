import { randomBytes } from 'node:crypto';
import type { JWK } from 'jose';
import type { CreatedMember, MemberSnapshotEcho, RenewalBody, RenewalIssue, RenewalStatus } from '../../spec/index.ts';
import type { Dialect } from '../dialects.ts';
import { openDatabase, type Collection } from './database.ts';
import { seededRandom, type Clock } from '../clock-and-chance.ts';

/** What every record of an organization has (`spec/documents/9-versioning.md`); times are in milliseconds. */
interface VersionedRecord {
  readonly id: string;
  readonly organizationId: string;
  /** Changes whenever anything in the record changes. */
  readonly version: string;
  readonly created: number;
  /** Never goes back. */
  readonly modified: number;
}

export interface OrganizationRecord {
  readonly id: string;
  readonly clientId: string;
  /** Stored in plain text, unlike in a real service: this one has to print it again at every start. */
  readonly clientSecret: string;
}

export interface KeyRecord {
  readonly id: string;
  readonly algorithm: Dialect['tokenAlgorithm'];
  readonly privateJwk: JWK;
  readonly publicJwk: JWK;
  readonly created: number;
}

/** A plan: offered to everybody by a carrier, or described by an organization and known only to it. */
export interface PlanRecord {
  readonly id: string;
  readonly carrierId: string;
  readonly line: string;
  readonly name: string;
  readonly planType?: string | undefined;
  readonly metalTier?: string | undefined;
  readonly organizationId?: string | undefined;
  /** The key that finds the plan other than by its id (`planKey`); undefined: none. */
  readonly key: string | undefined;
}

export interface GroupRecord extends VersionedRecord {
  readonly content: {
    readonly name: string;
    readonly sic_code: string;
    readonly dba_name: string;
    readonly federal_ein: string;
  };
  /** Whether lists show it; everything else works either way. */
  readonly listed: boolean;
}

export interface DecisionRecord extends VersionedRecord {
  readonly groupId: string;
  readonly submitted: number;
  readonly due: number | undefined;
  readonly renewalDate: string;
  readonly status: RenewalStatus;
  readonly issues: readonly RenewalIssue[];
  readonly body: RenewalBody;
  readonly versions: readonly string[];
}

export interface EmployeeRecord {
  readonly id: string;
  readonly groupId: string;
  readonly organizationId: string;
  /** The current snapshot; earlier ones were replaced. */
  readonly latestSnapshot: string | undefined;
  readonly dependents: readonly string[];
}

/** How far fulfilment has come: submitted, handed to the carriers, finished. */
export type SnapshotStage = 'submitted' | 'sent' | 'completed';

export interface SnapshotRecord extends VersionedRecord {
  readonly employeeId: string;
  readonly submitted: number;
  readonly due: number | undefined;
  readonly stage: SnapshotStage;
  readonly replacedBy: string | undefined;
  readonly carriers: readonly string[];
  readonly createdMembers: readonly CreatedMember[];
  readonly content: MemberSnapshotEcho;
}

/** A value that belongs to its first holder: a number that no two people share, or a name used only once. */
interface ClaimRecord {
  readonly id: string;
  readonly holder: string;
}

/** The key that finds a plan other than by its id. Line and name may hold anything: JSON keeps every code unit. */
export function planKey(organizationId: string | undefined, carrierId: string, line: string, name: string): string {
  return JSON.stringify([organizationId ?? null, carrierId.toLowerCase(), line, name]);
}

/** Opens everything the service stores, in memory if there is no file. @throws StartError if the file can't be used */
export function openStore(file: string | undefined, order: Dialect['listOrder']) {
  const { collection, ...database } = openDatabase(file, order);
  return {
    ...database,
    keys: collection<KeyRecord>('key'),
    organizations: collection<OrganizationRecord>('organization'),
    carriers: collection<{ readonly id: string }>('carrier'),
    plans: collection<PlanRecord>('plan', ({ key }) => ({ list: key })),
    groups: collection<GroupRecord>('group', ({ listed, organizationId }) => (listed ? { list: organizationId } : {})),
    decisions: collection<DecisionRecord>('decision', ({ groupId, due, renewalDate }) => ({
      list: groupId,
      due,
      day: renewalDate,
    })),
    employees: collection<EmployeeRecord>('employee'),
    snapshots: collection<SnapshotRecord>('snapshot', ({ employeeId, due }) => ({ list: employeeId, due })),
    claims: collection<ClaimRecord>('claim'),
  };
}

export type Store = ReturnType<typeof openStore>;

/** The made-up groups of each of the two organizations; employer numbers start with 00, which is never issued. */
const groupSeeds: readonly (readonly GroupRecord['content'][])[] = [
  [
    { name: 'Sandbox Bakery', sic_code: '2051', dba_name: 'The Sandbox Oven', federal_ein: '00-1000001' },
    { name: 'Paper Boat Logistics', sic_code: '4212', dba_name: '', federal_ein: '00-1000002' },
    { name: 'Lighthouse Crèche', sic_code: '', dba_name: '', federal_ein: '' },
  ],
  [
    { name: 'Cardboard Castle Theatre', sic_code: '7922', dba_name: 'Castle', federal_ein: '00-2000001' },
    { name: 'Quiet Harbor Dental', sic_code: '8021', dba_name: '', federal_ein: '00-2000002' },
  ],
];

const carrierCount = 4;

const planSeeds: readonly { line: string; name: string; planType: string; metalTier?: string }[] = [
  { line: 'medical', name: 'Medical PPO Bronze', planType: 'ppo', metalTier: 'bronze' },
  { line: 'medical', name: 'Medical HMO Silver', planType: 'hmo', metalTier: 'silver' },
  { line: 'dental', name: 'Dental PPO', planType: 'ppo' },
  { line: 'life', name: 'Term Life', planType: 'group' },
  { line: 'vision', name: 'Vision Basic', planType: 'ppo' },
];

/** A secret of 192 random bits: unlike the fixtures, it does not depend on the seed. */
const newSecret = (): string => randomBytes(24).toString('base64url');

/** The lines that decisions of groups show with the plans that are offered, at each of some carriers, by catalogue. */
const shownLines: Readonly<Partial<Record<Dialect['catalogue'], readonly (readonly string[])[]>>> = {
  shown: [
    ['dental', 'medical'],
    ['vision', 'life'],
  ],
  'shown-vision': [['vision']],
};

/** A decision of last year, made by none of the clients that have a key. */
function decisionOf(
  { id: groupId, organizationId }: GroupRecord,
  lines: readonly (readonly string[])[],
  { store, now, newId }: { readonly store: Store; readonly now: number; readonly newId: () => string },
): DecisionRecord {
  const lastYear = new Date(now).getUTCFullYear() - 1;
  const offered = store.plans.all();
  const contentOf = (carrierId: string, line: string) => ({
    open_enrollment_start_date: `${lastYear - 1}-11-01`,
    open_enrollment_end_date: `${lastYear - 1}-11-20`,
    plans: offered
      .filter((plan) => plan.carrierId === carrierId && plan.line === line)
      .map(({ id, name }) => ({ plan_id: id, name })),
  });
  const carriers = store.carriers
    .all()
    .slice(0, lines.length)
    .map(({ id }, at) => ({
      carrier_id: id,
      lines_of_coverage: Object.fromEntries((lines[at] ?? []).map((line) => [line, contentOf(id, line)])),
    }));
  const version = newId();
  return {
    id: newId(),
    groupId,
    organizationId,
    version,
    versions: [version],
    created: now,
    modified: now,
    submitted: now,
    due: undefined,
    renewalDate: `${lastYear}-01-01`,
    status: 'done',
    issues: [],
    body: { carriers },
  };
}

/** Fills an empty store with organizations, groups, carriers and plans, whose ids follow from the seed. */
export function seedStore(store: Store, seed: number, now: number, catalogue: Dialect['catalogue']): void {
  if (store.organizations.all().length > 0) return;
  const random = seededRandom(seed);
  store.transaction(() => {
    for (const groups of groupSeeds) {
      const organizationId = random.uuid();
      store.organizations.add({ id: organizationId, clientId: random.uuid(), clientSecret: newSecret() });
      for (const content of groups) {
        const [id, version] = [random.uuid(), random.uuid()];
        store.groups.add({ id, organizationId, version, created: now, modified: now, content, listed: true });
      }
    }
    for (let left = carrierCount; left > 0; left -= 1) {
      const carrierId = random.uuid();
      store.carriers.add({ id: carrierId });
      for (const plan of planSeeds) {
        const key = planKey(undefined, carrierId, plan.line, plan.name);
        store.plans.add({ ...plan, id: random.uuid(), carrierId, key });
      }
    }
    const lines = shownLines[catalogue];
    if (lines === undefined) return;
    for (const group of store.groups.all())
      store.decisions.add(decisionOf(group, lines, { store, now, newId: () => random.uuid() }));
  });
}

export type Lists = Pick<Store, 'groups' | 'decisions' | 'snapshots'>;

/** A store, and its lists as they were some time ago: read from a copy that gets each write late. */
export function withLaggingLists(
  store: Store,
  { listOrder: order, listLag, listUpdates }: Dialect,
  { now }: Clock,
): { readonly store: Store; readonly lists: Lists } {
  if (listLag === 0 && listUpdates === 'each') return { store, lists: store };
  const shownAt = (written: number): number =>
    (listUpdates === 'each' ? written : (Math.floor(written / 1000) + 1) * 1000) + listLag;
  const copy = openStore(undefined, order);
  const writes: { readonly at: number; readonly apply: () => void }[] = [];

  /** The original collection, whose writes the copy follows, and the copy. */
  function followed<Value>(original: Collection<Value>, late: Collection<Value>) {
    original.all().forEach((value) => late.add(value));
    const written = (how: 'add' | 'update') => (value: Value) => {
      original[how](value);
      writes.push({ at: shownAt(now()), apply: () => late[how](value) });
    };
    const page: Collection<Value>['page'] = (...wanted) => {
      while ((writes[0]?.at ?? Number.POSITIVE_INFINITY) <= now()) writes.shift()?.apply();
      return late.page(...wanted);
    };
    return [
      { ...original, add: written('add'), update: written('update') },
      { ...late, page },
    ] as const;
  }

  const [groups, lateGroups] = followed(store.groups, copy.groups);
  const [decisions, lateDecisions] = followed(store.decisions, copy.decisions);
  const [snapshots, lateSnapshots] = followed(store.snapshots, copy.snapshots);
  return {
    lists: { groups: lateGroups, decisions: lateDecisions, snapshots: lateSnapshots },
    store: {
      ...store,
      groups,
      decisions,
      snapshots,
      transaction<T>(work: () => T): T {
        const before = writes.length;
        try {
          return store.transaction(work);
        } catch (error) {
          writes.length = before;
          throw error;
        }
      },
      close() {
        copy.close();
        store.close();
      },
    },
  };
}
