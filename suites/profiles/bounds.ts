import type { ProfileName } from './profile.ts';

/** What a run sends at the most. Every try counts, whatever it is answered with. */
export interface Bounds {
  readonly requests: number;
  /** Records that are made or changed: writes of any kind. */
  readonly records: number;
}

/** What is expected of a run, and what it may not go beyond. */
export interface Cost {
  /** Requests of a run against a service that conforms, roughly; absent where the run decides a part of what it could. */
  readonly requests?: number;
  readonly atMost: Bounds;
}

/** What a run sends in any case, and for each case of a property. */
interface Line {
  readonly fixed: number;
  readonly perCase: number;
}

interface Measured {
  /** Requests toward the reference service as it is. */
  readonly usual: Line;
  /** The most that was sent to it and to its dialects; services that give decisions new versions take many edits. */
  readonly most: Readonly<Record<keyof Bounds, Line>>;
}

/** Rounded from what `node bench/footprint.ts` measures. */
const measured: Readonly<Record<'full' | 'gate', Measured>> = {
  full: {
    usual: { fixed: 2800, perCase: 17 },
    most: { requests: { fixed: 3200, perCase: 34 }, records: { fixed: 1870, perCase: 18 } },
  },
  gate: {
    usual: { fixed: 2000, perCase: 40 },
    most: { requests: { fixed: 2800, perCase: 60 }, records: { fixed: 1590, perCase: 28 } },
  },
};

/** What a run of the profile `health` sends; it does not depend on its cases. */
const health: Required<Cost> = { requests: 320, atMost: { requests: 500, records: 8 } };

/** Room for what a target of its own mind takes more, such as bodies narrowed down to what it refuses of them, and for failures that are run again. */
const room = 3;

/** A sum rounded up to two digits: it is a bound, and shown to people. */
function rounded(value: number): number {
  if (value === 0) return 0;
  const unit = 10 ** Math.max(Math.floor(Math.log10(value)) - 1, 0);
  return Math.ceil(value / unit) * unit;
}

/**
 * What a whole run of a profile costs.
 *
 * @param cases - cases of each property
 */
export function costOf(name: ProfileName, cases: number): Required<Cost> {
  if (name === 'health') return health;
  const { usual, most } = measured[name];
  const on = ({ fixed, perCase }: Line): number => fixed + perCase * cases;
  return {
    requests: rounded(on(usual)),
    atMost: { requests: rounded(on(most.requests) * room), records: rounded(on(most.records) * room) },
  };
}
