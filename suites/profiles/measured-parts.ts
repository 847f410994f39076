import type { RequirementId } from '../../spec/index.ts';
import type { Counted, Line } from './bounds.ts';

type Most = Readonly<Record<Counted, Line>>;

/** The most that the checks of a part send in one run, by profile. */
type MeasuredPart = Readonly<Record<'full' | 'gate', Most>>;

type Figures = Readonly<Record<Counted, readonly [fixed: number, perCase: number]>>;

function most({ requests, E2, E3, E4, E6 }: Figures): Most {
  const line = ([fixed, perCase]: readonly [number, number]): Line => ({ fixed, perCase });
  return { requests: line(requests), E2: line(E2), E3: line(E3), E4: line(E4), E6: line(E6) };
}

/**
 * Rounded up from what `node bench/footprint.ts` measures of runs that decide the requirements of one part alone, by the
 * beginning of their ids. Parts that are missing are judged on traffic of all kinds: they cost what a whole run does.
 */
const measuredParts: readonly (readonly [prefix: string, part: MeasuredPart])[] = [
  [
    'token.',
    {
      full: most({ requests: [40, 0], E2: [0, 0], E3: [0, 0], E4: [0, 0], E6: [0, 0] }),
      gate: most({ requests: [40, 0], E2: [0, 0], E3: [0, 0], E4: [0, 0], E6: [0, 0] }),
    },
  ],
  [
    'groups.',
    {
      full: most({ requests: [70, 2], E2: [60, 2], E3: [0, 0], E4: [0, 0], E6: [0, 0] }),
      gate: most({ requests: [70, 2], E2: [60, 2], E3: [0, 0], E4: [0, 0], E6: [0, 0] }),
    },
  ],
  [
    'connections.',
    {
      full: most({ requests: [80, 3], E2: [70, 3], E3: [0, 0], E4: [0, 0], E6: [0, 0] }),
      gate: most({ requests: [80, 3], E2: [70, 3], E3: [0, 0], E4: [0, 0], E6: [0, 0] }),
    },
  ],
  [
    'renewals.',
    {
      full: most({ requests: [1300, 17], E2: [10, 0], E3: [210, 4], E4: [360, 7], E6: [30, 1] }),
      gate: most({ requests: [1000, 30], E2: [10, 0], E3: [210, 4], E4: [360, 9], E6: [20, 4] }),
    },
  ],
  [
    'snapshots.',
    {
      full: most({ requests: [1400, 9], E2: [10, 0], E3: [40, 1], E4: [40, 1], E6: [560, 4] }),
      gate: most({ requests: [800, 22], E2: [10, 0], E3: [40, 3], E4: [30, 4], E6: [560, 6] }),
    },
  ],
  [
    'isolation.',
    {
      full: most({ requests: [40, 0], E2: [2, 0], E3: [4, 0], E4: [4, 0], E6: [4, 0] }),
      gate: most({ requests: [40, 0], E2: [2, 0], E3: [4, 0], E4: [4, 0], E6: [4, 0] }),
    },
  ],
  [
    'unauthorized.',
    {
      full: most({ requests: [620, 0], E2: [80, 0], E3: [80, 0], E4: [80, 0], E6: [80, 0] }),
      gate: most({ requests: [420, 0], E2: [60, 0], E3: [60, 0], E4: [60, 0], E6: [60, 0] }),
    },
  ],
  [
    'input.',
    {
      full: most({ requests: [430, 0], E2: [50, 0], E3: [80, 0], E4: [50, 0], E6: [190, 0] }),
      gate: most({ requests: [250, 0], E2: [40, 0], E3: [50, 0], E4: [40, 0], E6: [80, 0] }),
    },
  ],
];

/** What the checks of the part of a requirement cost; undefined where no less is known than for a whole run. */
export function partOf(id: RequirementId): MeasuredPart | undefined {
  return measuredParts.find(([prefix]) => id.startsWith(prefix))?.[1];
}
