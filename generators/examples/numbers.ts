import type { MemberSnapshotInput } from '../../spec/index.ts';
import type { Example } from './example.ts';
import { withChanged } from './members.ts';

/** Hours worked, an amount of pay and an amount insured. */
interface Numbers {
  readonly hours: number;
  readonly amount: number;
  readonly volume: number;
}

function numbered(name: string, { hours, amount, volume }: Numbers): Example<MemberSnapshotInput> {
  return {
    name,
    part: 'numbers',
    apply: (body) =>
      withChanged('member-snapshot-input', body, ({ kind, path }, value) => {
        if (kind !== 'number') return value;
        if (path.endsWith('hours_worked')) return hours;
        return path.endsWith('volume') ? volume : amount;
      }),
  };
}

/**
 * Numbers of a snapshot, all of a kind in one body: what binary fractions hold inexactly, what has more than two
 * decimals, what is past 32 bits, and the largest integer that is exact.
 */
export const snapshotNumbers: readonly Example<MemberSnapshotInput>[] = [
  numbered('numbers with decimals', { hours: 37.5, amount: 1234567.89, volume: 25_000.5 }),
  numbered('numbers that binary fractions miss', { hours: 0.1, amount: 0.1, volume: 0.3 }),
  numbered('numbers of nothing', { hours: 0, amount: 0, volume: 0 }),
  numbered('numbers of a cent', { hours: 0.01, amount: 0.01, volume: 0.01 }),
  numbered('numbers with three decimals', { hours: 37.125, amount: 0.005, volume: 1.005 }),
  numbered('numbers past 32 bits', { hours: 168, amount: 4_294_967_297, volume: 2_147_483_648 }),
  numbered('large numbers', { hours: 168, amount: 1e12, volume: 1e12 }),
  numbered('the largest exact integer', { hours: 168, amount: 9_007_199_254_740_991, volume: 9_007_199_254_740_991 }),
  {
    name: 'every number another one',
    part: 'distinct',
    apply: (body) =>
      withChanged('member-snapshot-input', body, ({ kind }, value, ordinal) =>
        kind === 'number' ? 20 + ordinal / 4 : value,
      ),
  },
];
