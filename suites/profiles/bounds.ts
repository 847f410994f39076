import { register, type EndpointId, type RequirementId } from '../../spec/index.ts';
import type { ProfileName } from './profile.ts';
import { isSelected, type Selection } from './selection.ts';

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
  /** Requests of a run against a service that conforms, roughly; absent where the run decides a part of what it could. */
  readonly requests?: number;
  readonly atMost: Bounds;
}

/** What is counted of what a run sends. */
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
  if (value === 0) return 0;
  const unit = 10 ** Math.max(Math.floor(Math.log10(value)) - 1, 0);
  return Math.ceil(value / unit) * unit;
}

const writing: readonly WritingEndpoint[] = ['E2', 'E3', 'E4', 'E6'];

/** Where the checks of requirements write, by the beginning of their ids: the first that fits counts. */
const writesOf: readonly (readonly [prefix: string, endpoints: readonly WritingEndpoint[]])[] = [
  ['token.', []],
  ['groups.fixture-listed', []],
  ['isolation.groups', []],
  ['renewals.filters-optional', []],
  ['groups.', ['E2']],
  ['connections.', ['E2']],
  ['', writing],
];

/**
 * What a run of a profile costs that decides what was selected of it.
 *
 * @param cases - cases of each property
 */
export function costOfSelected(name: ProfileName, cases: number, selection: Selection): Cost {
  const { requests, atMost } = costOf(name, cases);
  if (selection.only === undefined && selection.skip.length === 0) return { requests, atMost };
  const ids = register.map(({ id }) => id).filter((id) => isSelected(name, selection, id));
  return { atMost: writingOnlyTo(new Set(ids.flatMap(endpointsOf)), atMost) };
}

/** Where the check of a requirement writes. */
function endpointsOf(id: RequirementId): readonly WritingEndpoint[] {
  return writesOf.find(([prefix]) => id.startsWith(prefix))?.[1] ?? writing;
}

function writingOnlyTo(endpoints: ReadonlySet<WritingEndpoint>, { requests, written, writes }: Bounds): Bounds {
  const of = (endpoint: WritingEndpoint): number => (endpoints.has(endpoint) ? writes[endpoint] : 0);
  const each = { E2: of('E2'), E3: of('E3'), E4: of('E4'), E6: of('E6') };
  return { requests, written: Math.min(written, each.E2 + each.E3 + each.E4 + each.E6), writes: each };
}

/**
 * What a whole run of a profile costs.
 *
 * @param cases - cases of each property
 */
export function costOf(name: ProfileName, cases: number): Required<Cost> {
  if (name === 'health')
    return {
      requests: 320,
      atMost: { requests: 500, written: 8, writes: { E2: 1, E3: 3, E4: 3, E6: 3 } },
    };
  const { usual, most } = measured[name];
  const on = ({ fixed, perCase }: Line): number => fixed + perCase * cases;
  return { requests: rounded(on(usual)), atMost: boundsOf((of) => on(most[of]) * room) };
}

/** Bounds of what is expected at the most of each kind, in figures for people. */
function boundsOf(most: (of: Counted) => number): Bounds {
  const each = { E2: rounded(most('E2')), E3: rounded(most('E3')), E4: rounded(most('E4')), E6: rounded(most('E6')) };
  return { requests: rounded(most('requests')), written: each.E2 + each.E3 + each.E4 + each.E6, writes: each };
}
