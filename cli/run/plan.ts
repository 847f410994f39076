import { parts, register, requirementOf, type Level, type RequirementId } from '../../spec/index.ts';
import { profiles, type Bounds } from '../../suites/profiles.ts';
import { byReason, lacksOf, whyLeftOut } from '../../suites/index.ts';
import type { Limits, Target } from '../../target/configuration/index.ts';
import type { Course } from './course.ts';

/** Requirements that share a fate, and what it is. */
export interface Group {
  readonly why: string;
  readonly ids: readonly RequirementId[];
}

/** What a run would do, told before anything is sent. */
export interface Plan {
  readonly target: {
    readonly name: string;
    readonly environment: Target['environment'];
    /** Absent where the embedded service would be started. */
    readonly baseUrl?: string;
    readonly authUrl?: string;
    readonly writesAllowed: boolean;
  };
  readonly profile: { readonly name: string; readonly about: string };
  /** Absent where it would be drawn by chance. */
  readonly seed?: number;
  readonly casesPerProperty: number;
  readonly timeBudgetMs: number;
  readonly limits: Limits;
  readonly requirements: {
    /** Number of those that are checked, by part of the interface and level. */
    readonly checked: readonly { readonly part: string; readonly byLevel: Readonly<Record<Level, number>> }[];
    readonly leftOut: readonly Group[];
    /** Those that are checked, and will stay undecided. */
    readonly undecided: readonly Group[];
    /** Open points that the configuration pins, of which the run will see nothing. */
    readonly pinnedUnseen: readonly RequirementId[];
  };
  /** Requests that are expected, roughly; absent where only some of what the profile decides is checked. */
  readonly requests?: number;
  /** What is sent at the most; writes that are refused count as well. */
  readonly atMost: Bounds;
  /** What the names of groups and the `custom_individual_id` of members that it makes hold. */
  readonly tag: string;
  /** Files and directories that are written here. */
  readonly written: readonly string[];
}

/** What a plan is made of. */
export interface Planned {
  readonly target: Target;
  /** Whether the target is the embedded service, which has no address yet. */
  readonly isEmbedded: boolean;
  readonly course: Course;
  readonly only: readonly RequirementId[] | undefined;
  readonly skip: readonly RequirementId[];
  /** What marks that which it makes. */
  readonly tag: string;
  readonly written: readonly string[];
}

/** Why a requirement is not checked; undefined when it is. */
function whyNot(id: RequirementId, { only, skip, course: { profile } }: Planned): string | undefined {
  if (only?.includes(id) === false) return 'not among those of --only';
  if (skip.includes(id)) return 'named by --skip';
  const why = whyLeftOut(profile, id);
  return why === undefined ? undefined : `${why} (profile ${profile})`;
}

function leftOutOf(planned: Planned): readonly Group[] {
  const groups = new Map<string, RequirementId[]>();
  for (const { id } of register) {
    const why = whyNot(id, planned);
    if (why !== undefined) groups.set(why, [...(groups.get(why) ?? []), id]);
  }
  return [...groups].map(([why, ids]) => ({ why, ids }));
}

/** What is checked, and will stay undecided for what the configuration or the profile lacks; each for one reason. */
function undecidedOf({ target, course: { profile } }: Planned, checked: readonly RequirementId[]): readonly Group[] {
  const lacks = lacksOf(target);
  const told = new Set(lacks.flatMap(({ ids }) => ids));
  const missed = byReason((id, { profiles }) => {
    const own = profiles?.[profile];
    const why = typeof own === 'object' ? own.undecided : undefined;
    return why === undefined || told.has(id) ? undefined : `${why} (profile ${profile})`;
  });
  return [...lacks, ...missed]
    .map(({ why, ids }) => ({ why, ids: ids.filter((id) => checked.includes(id)) }))
    .filter(({ ids }) => ids.length > 0);
}

/** Bounds as a plan shows them: what may not write makes no records. */
export function atMostOf({ requests, records }: Bounds, { writesAllowed }: Target): Bounds {
  return { requests, records: writesAllowed ? records : 0 };
}

/** What a run would do. */
export function planOf(planned: Planned): Plan {
  const { target, isEmbedded, course, written } = planned;
  const { profile, cases, seed, isDrawn, timeBudgetMs, cost } = course;
  const checked = register.map(({ id }) => id).filter((id) => whyNot(id, planned) === undefined);
  const [leftOut, undecided] = [leftOutOf(planned), undecidedOf(planned, checked)];
  const count = (ids: readonly RequirementId[], level: Level): number =>
    ids.filter((id) => requirementOf(id).level === level).length;
  return {
    target: {
      name: target.name,
      environment: target.environment,
      ...(isEmbedded ? {} : { baseUrl: target.baseUrl, authUrl: target.authUrl }),
      writesAllowed: target.writesAllowed,
    },
    profile: { name: profile, about: profiles[profile].about },
    ...(isDrawn ? {} : { seed }),
    casesPerProperty: cases,
    timeBudgetMs,
    limits: target.limits,
    requirements: {
      checked: parts.flatMap(({ name, title }) => {
        const ids = checked.filter((id) => requirementOf(id).part === name);
        const byLevel = {
          required: count(ids, 'required'),
          expected: count(ids, 'expected'),
          open: count(ids, 'open'),
        };
        return ids.length === 0 ? [] : [{ part: title, byLevel }];
      }),
      leftOut,
      undecided,
      pinnedUnseen: [...leftOut, ...undecided].flatMap(({ ids }) =>
        ids.filter((id) => Object.hasOwn(target.expect, id)),
      ),
    },
    ...(cost.requests === undefined ? {} : { requests: cost.requests }),
    atMost: atMostOf(cost.atMost, target),
    tag: planned.tag,
    written,
  };
}
