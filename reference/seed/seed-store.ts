import { randomBytes } from 'node:crypto';
import type { Store } from '../store/store.ts';
import { carrierSeeds, organizationSeeds, planSeeds } from './tables.ts';
import { seededRandom } from './random.ts';

/** Set once the store has been filled; also tells with which seed. */
const seedSetting = 'seed';

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
  if (store.settings.get(seedSetting) !== undefined) return;
  const random = seededRandom(seed);
  store.transaction(() => {
    for (const { name, groups } of organizationSeeds) {
      const organizationId = random.uuid();
      store.organizations.add({ id: organizationId, name });
      store.organizations.addKey({ clientId: random.uuid(), clientSecret: newSecret(), organizationId });
      for (const content of groups) {
        const [id, version] = [random.uuid(), random.uuid()];
        store.groups.add({ id, organizationId, version, created: now, modified: now, content, listed: true });
      }
    }
    for (const name of carrierSeeds) {
      const carrierId = random.uuid();
      store.catalogue.addCarrier({ id: carrierId, name });
      for (const plan of planSeeds) {
        store.catalogue.addPlan({ ...plan, id: random.uuid(), carrierId, organizationId: undefined });
      }
    }
    store.settings.set(seedSetting, String(seed));
  });
}
