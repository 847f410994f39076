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

type Counted = WritingEndpoint | 'requests';

/** What a run sends in any case, and for each case of a property. */
interface Line {
  readonly fixed: number;
  readonly perCase: number;
}

interface Measured {
  /** Requests toward the reference service as it is. */
  readonly usual: Line;
  /** The most that was sent to it and to its dialects; services that give decisions new versions take many edits. */
  readonly most: Readonly<Record<Counted, Line>>;
}

/** Rounded from what `node bench/footprint.ts` measures. */
const measured: Readonly<Record<'full' | 'gate', Measured>> = {
  full: {
    usual: { fixed: 2800, perCase: 17 },
    most: {
      requests: { fixed: 3200, perCase: 34 },
      E2: { fixed: 170, perCase: 3 },
      E3: { fixed: 340, perCase: 4 },
      E4: { fixed: 600, perCase: 7 },
      E6: { fixed: 760, perCase: 4 },
    },
  },
  gate: {
    usual: { fixed: 2000, perCase: 40 },
    most: {
      requests: { fixed: 2800, perCase: 60 },
      E2: { fixed: 130, perCase: 3 },
      E3: { fixed: 280, perCase: 8 },
      E4: { fixed: 500, perCase: 9 },
      E6: { fixed: 680, perCase: 8 },
    },
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
      requests: 230,
      atMost: { requests: 500, written: 8, writes: { E2: 1, E3: 3, E4: 3, E6: 3 } },
    };
  const { usual, most } = measured[name];
  const on = ({ fixed, perCase }: Line): number => fixed + perCase * cases;
  const atMost = (of: Counted): number => rounded(on(most[of]) * room);
  const each = { E2: atMost('E2'), E3: atMost('E3'), E4: atMost('E4'), E6: atMost('E6') };
  return {
    requests: rounded(on(usual)),
    atMost: {
      requests: atMost('requests'),
      written: each.E2 + each.E3 + each.E4 + each.E6,
      writes: each,
    },
  };
}
