import type { PlanRow } from '../store/catalogue.ts';
import type { GroupContent } from '../store/groups.ts';

/** The made-up organizations and their groups; the employer numbers start with 00, which is never issued. */
export const organizationSeeds: readonly { readonly name: string; readonly groups: readonly GroupContent[] }[] = [
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

/** The made-up carriers. */
export const carrierSeeds: readonly string[] = [
  'Example Mutual',
  'Sample Life',
  'Placeholder Health',
  'Fictional Dental',
];

type PlanSeed = Pick<PlanRow, 'line' | 'name' | 'planType' | 'metalTier'>;

const plan = (line: string, name: string, planType: string, metalTier?: string): PlanSeed => ({
  line,
  name,
  planType,
  metalTier,
});

/** The plans that each carrier offers. */
export const planSeeds: readonly PlanSeed[] = [
  plan('medical', 'Medical PPO Bronze', 'ppo', 'bronze'),
  plan('medical', 'Medical HMO Silver', 'hmo', 'silver'),
  plan('dental', 'Dental PPO', 'ppo'),
  plan('life', 'Term Life', 'group'),
  plan('vision', 'Vision Basic', 'ppo'),
];
