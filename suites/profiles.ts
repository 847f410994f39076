import type { Pace } from '../target/configuration/target.ts';

export const profileNames = ['full', 'gate', 'health'] as const;

export type ProfileName = (typeof profileNames)[number];

/**
 * How much variation is sent: `thorough`: every variation at every place; `brisk`: every variation, but not at every
 * place; `frugal`: mostly reads, with a handful of records.
 */
export type Effort = 'thorough' | 'brisk' | 'frugal';

/** The settings in which one kind of run differs from another. */
export interface Profile {
  /** Whom it is for and what it does, in one line. */
  readonly about: string;
  /** Cases of each property, unless the run is given another number. */
  readonly cases: number;
  /** The seed, unless the run is given one; absent: drawn at random. */
  readonly seed?: number;
  /** Milliseconds, unless the run is given another time. */
  readonly timeBudgetMs: number;
  /** Limits that hold regardless of the target's configuration. */
  readonly limits?: Required<Omit<Pace, 'tokensPerMinute'>>;
  readonly effort: Effort;
  /** Whether the named examples are sent, in addition to what is drawn. */
  readonly examples: boolean;
  /** Milliseconds for which records are watched moving on by themselves, and between two looks; 0: one look. */
  readonly watching: { readonly longest: number; readonly pause: number };
  /** How often a list is walked until two walks find the same, and milliseconds between the tries. */
  readonly patience: { readonly tries: number; readonly pause: number };
  /** Most pages of a list that are followed, where others may have made the list long. */
  readonly longestWalk: number;
  /** Most cases tried to make one counterexample smaller; the first of them confirms it. */
  readonly shrinkTries: number;
}

const minute = 60_000;

/** Everything in which the profiles differ, except their cost. */
export const profiles: Readonly<Record<ProfileName, Profile>> = {
  full: {
    about: 'for developers of a service: every requirement, in all variations',
    cases: 100,
    timeBudgetMs: 12 * minute,
    effort: 'thorough',
    examples: true,
    watching: { longest: 6_000, pause: 200 },
    patience: { tries: 12, pause: 500 },
    longestWalk: 100,
    shrinkTries: 400,
  },
  gate: {
    about: 'for every change to a service: the same data each time, few cases, little waiting',
    cases: 5,
    seed: 1,
    timeBudgetMs: 5 * minute,
    effort: 'brisk',
    examples: true,
    watching: { longest: 0, pause: 0 },
    patience: { tries: 12, pause: 300 },
    longestWalk: 100,
    shrinkTries: 60,
  },
  health: {
    about: "for a nightly look at somebody's sandbox: reads, and makes a handful of records",
    cases: 1,
    seed: 1,
    timeBudgetMs: 3 * minute,
    limits: { concurrency: 2, requestsPerSecond: 5 },
    effort: 'frugal',
    examples: false,
    watching: { longest: 6_000, pause: 1_000 },
    patience: { tries: 6, pause: 1_000 },
    longestWalk: 6,
    shrinkTries: 1,
  },
};

export function isProfileName(text: string): text is ProfileName {
  return profileNames.some((name) => name === text);
}

/** Why the profile `health` leaves requirements out, for those that share a reason. */
export const leftOutOfHealth = {
  refusedWrites: { health: 'it sends writes that must be refused, and a service with a fault might take them' },
  variations: { health: 'it makes a record for each variation' },
} as const;

/** The most that a run sends. Every try counts, whatever its answer. */
export interface Bounds {
  readonly requests: number;
  /** Records that are made or changed: writes of any kind. */
  readonly records: number;
}

/** What a run is expected to send, and what it must not exceed. */
export interface Cost {
  /** Approximate requests against a service that conforms; absent if the run decides only a part. */
  readonly requests?: number;
  readonly atMost: Bounds;
}

/**
 * What a run sends in any case, and for each case of a property, rounded from what `node bench/count-requests.ts`
 * measures. `usual`: requests to the plain reference service. `requests`, `records`: the most requests that were sent
 * to it and to its dialects, and the most records that were made. Services that give decisions new versions take many
 * edits.
 */
const measured = {
  full: { usual: [4600, 16], requests: [5000, 28], records: [1000, 7] },
  gate: { usual: [3120, 45], requests: [3790, 60], records: [930, 14] },
} as const;

/** What a run of the profile `health` sends; it does not depend on its cases. */
const health: Required<Cost> = { requests: 460, atMost: { requests: 600, records: 8 } };

/** Factors of room for what some targets need besides, such as narrowing down refusals, and for rerunning failures. */
const room = { requests: 3, records: 1.5 } as const;

/** What a run reads while it watches its records (`--watch`): milliseconds between rounds, and the most records. */
export const longWatch = { pause: 30_000, fewestRounds: 4, snapshots: 30, decisions: 30, employees: 10 } as const;

/** Milliseconds between two rounds of a watch that takes this long. */
export function pauseOfWatch(watchMs: number): number {
  return Math.min(longWatch.pause, watchMs / longWatch.fewestRounds);
}

/** A cost plus that of a watch. Usually there are fewer records; at most, every decision is on a second page. */
export function withWatch({ requests, atMost }: Cost, name: ProfileName, watchMs: number): Cost {
  const { snapshots, decisions, employees } = longWatch;
  const rounds = Math.ceil(watchMs / pauseOfWatch(watchMs)) + 1;
  const usual = profiles[name].effort === 'frugal' ? 5 : snapshots + decisions + employees;
  const more = rounds * (snapshots + 2 * decisions + employees);
  return {
    ...(requests === undefined ? {} : { requests: requests + rounds * usual }),
    atMost: { ...atMost, requests: atMost.requests + more },
  };
}

/** A sum rounded up to two digits: it is a bound, and shown to people. */
function rounded(value: number): number {
  if (value === 0) return 0;
  const unit = 10 ** Math.max(Math.floor(Math.log10(value)) - 1, 0);
  return Math.ceil(value / unit) * unit;
}

/** Bounds for what a part of a run is expected to send, with room to learn what a target accepts, and to shrink. */
export function boundsFor({ requests, records }: Bounds, shrinkTries: number): Bounds {
  return {
    requests: rounded(requests * room.requests + 600 + 6 * shrinkTries),
    records: rounded(records * room.records + 200 + 2 * shrinkTries),
  };
}

/**
 * What a whole run of a profile costs.
 *
 * @param cases - cases of each property
 */
export function costOf(name: ProfileName, cases: number): Required<Cost> {
  if (name === 'health') return health;
  const { usual, requests, records } = measured[name];
  const on = ([fixed, perCase]: readonly [number, number]): number => fixed + perCase * cases;
  return {
    requests: rounded(on(usual)),
    atMost: { requests: rounded(on(requests) * room.requests), records: rounded(on(records) * room.records) },
  };
}

/** What marks everything that a run creates: part of group names and of each `custom_individual_id`. */
export function tagOf(runId: string): string {
  return `bfc-${runId}`;
}

/** Whether a text carries the mark of a run, this one or another. */
export function isTagged(text: string): boolean {
  return /\bbfc-[\da-f]{4}/i.test(text);
}
