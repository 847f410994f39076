import { randomBytes } from 'node:crypto';
import { seededRandom } from '../identifiers.ts';
import { planKey, type GroupRecord, type Store } from './store.ts';

/** The made-up organizations and their groups; the employer numbers start with 00, which is never issued. */
const organizationSeeds: readonly { readonly name: string; readonly groups: readonly GroupRecord['content'][] }[] = [
  {
    name: 'Example Benefits Platform',
    groups: [
      { name: 'Sandbox Bakery', sic_code: '2051', dba_name: 'The Sandbox Oven', federal_ein: '00-1000001' },
      { name: 'Paper Boat Logistics', sic_code: '4212', dba_name: '', federal_ein: '00-1000002' },
      { name: 'Lighthouse Crèche', sic_code: '', dba_name: '', federal_ein: '' },
    ],
  },
  {
    name: 'Example Brokerage',
    groups: [
      { name: 'Cardboard Castle Theatre', sic_code: '7922', dba_name: 'Castle', federal_ein: '00-2000001' },
      { name: 'Quiet Harbor Dental', sic_code: '8021', dba_name: '', federal_ein: '00-2000002' },
    ],
  },
];

const carrierSeeds = ['Example Mutual', 'Sample Life', 'Placeholder Health', 'Fictional Dental'];

const planSeeds: readonly { line: string; name: string; planType: string; metalTier?: string }[] = [
  { line: 'medical', name: 'Medical PPO Bronze', planType: 'ppo', metalTier: 'bronze' },
  { line: 'medical', name: 'Medical HMO Silver', planType: 'hmo', metalTier: 'silver' },
  { line: 'dental', name: 'Dental PPO', planType: 'ppo' },
  { line: 'life', name: 'Term Life', planType: 'group' },
  { line: 'vision', name: 'Vision Basic', planType: 'ppo' },
];

/** A secret of 192 random bits: unlike the fixtures it never follows from the seed. */
const newSecret = (): string => randomBytes(24).toString('base64url');

/**
 * Fills an empty store with two organizations, their API keys and groups, and the carriers with their plans. A store
 * that was filled before is left as it is, whatever the seed.
 *
 * @param seed gives the ids: the same seed, the same fixtures
 * @param now milliseconds since the epoch
 */
export function seedStore(store: Store, seed: number, now: number): void {
  if (store.organizations.all().length > 0) return;
  const random = seededRandom(seed);
  store.transaction(() => {
    for (const { name, groups } of organizationSeeds) {
      const organizationId = random.uuid();
      store.organizations.add({ id: organizationId, name, clientId: random.uuid(), clientSecret: newSecret() });
      for (const content of groups) {
        const [id, version] = [random.uuid(), random.uuid()];
        store.groups.add({ id, organizationId, version, created: now, modified: now, content, listed: true });
      }
    }
    for (const name of carrierSeeds) {
      const carrierId = random.uuid();
      store.carriers.add({ id: carrierId, name });
      for (const plan of planSeeds) {
        const key = planKey(undefined, carrierId, plan.line, plan.name);
        store.plans.add({ ...plan, id: random.uuid(), carrierId, key });
      }
    }
  });
}
