import type { EndpointId } from '../../spec/index.ts';
import type { ProfileName } from './profile.ts';

/** The endpoints that make or change records, by what of. */
export const writes = {
  E2: 'connections',
  E3: 'decisions',
  E4: 'edits',
  E6: 'snapshots',
} as const satisfies Partial<Record<EndpointId, string>>;

/** An endpoint that makes or changes records. */
export type WritingEndpoint = keyof typeof writes;

/** What a run sends at the most. Every try counts, whatever it is answered with. */
export interface Bounds {
  readonly requests: number;
  /** Of all writes together. */
  readonly written: number;
  readonly writes: Readonly<Record<WritingEndpoint, number>>;
}

/** What is expected of a run, and what it may not go beyond. */
export interface Cost {
  /** Requests of a run against a service that conforms, roughly. */
  readonly requests: number;
  readonly atMost: Bounds;
}

/** Requests, and writes of them, that a run sends in any case and for each case of a property. */
interface Measured {
  readonly fixed: Readonly<Record<WritingEndpoint | 'requests', number>>;
  readonly perCase: Readonly<Record<WritingEndpoint | 'requests', number>>;
}

/**
 * The largest figures of the reference service as it is and in ten random dialects. `node bench/footprint.ts` measures
 * them anew.
 */
const measured: Readonly<Record<'full' | 'gate', Measured>> = {
  full: {
    fixed: { requests: 3200, E2: 170, E3: 340, E4: 320, E6: 720 },
    perCase: { requests: 30, E2: 3, E3: 4, E4: 5, E6: 4 },
  },
  gate: {
    fixed: { requests: 2000, E2: 120, E3: 250, E4: 250, E6: 500 },
    perCase: { requests: 30, E2: 3, E3: 4, E4: 5, E6: 4 },
  },
};

/** Room for what a target of its own mind takes more, such as bodies narrowed down to what it refuses of them, and for failures that are run again. */
const room = 3;

/** A sum rounded up to two digits: it is a bound, and told to people. */
function rounded(value: number): number {
  const unit = 10 ** Math.max(Math.floor(Math.log10(value)) - 1, 0);
  return Math.ceil(value / unit) * unit;
}

/**
 * What a run of a profile costs.
 *
 * @param cases - cases of each property
 */
export function costOf(name: ProfileName, cases: number): Cost {
  if (name === 'health')
    return {
      requests: 250,
      atMost: { requests: 500, written: 8, writes: { E2: 1, E3: 3, E4: 3, E6: 3 } },
    };
  const { fixed, perCase } = measured[name];
  const usual = (of: WritingEndpoint | 'requests'): number => fixed[of] + perCase[of] * cases;
  const atMost = (of: WritingEndpoint | 'requests'): number => rounded(usual(of) * room);
  const each = { E2: atMost('E2'), E3: atMost('E3'), E4: atMost('E4'), E6: atMost('E6') };
  return {
    requests: rounded(usual('requests')),
    atMost: {
      requests: atMost('requests'),
      written: each.E2 + each.E3 + each.E4 + each.E6,
      writes: each,
    },
  };
}
