/**
 * How a run is divided among processes or machines that each do a part of it.
 *
 * @module
 */
import { createHash } from 'node:crypto';
import type { RequirementId } from '../spec/index.ts';
import { scenariosOf } from './engine/definition.ts';
import type { RunPlan, Shard, ShardNumber } from './engine/plan.ts';
import { partOf, partsOfScenarios, sumOf, volumeOf, type Part } from './footprint.ts';
import { definitions, isJudgedByRules, lacksOf, selectedIds } from './index.ts';
import { profiles } from './profiles.ts';

/** The parts of a plan that decide how its run is divided. */
export type Divided = Pick<
  RunPlan,
  'target' | 'profile' | 'cases' | 'seed' | 'today' | 'level' | 'only' | 'skip' | 'watchMs' | 'waitForExpiry'
>;

/** What a single shard does as a whole: a workload, scenarios that share what they read, or both. */
interface Unit {
  /** Names of workloads, and of requirements for their scenarios. */
  readonly names: readonly string[];
  readonly parts: readonly Part[];
}

/** What has to be sent for a requirement, by name; without a name: what every shard sends. */
type Wanted = ReturnType<typeof wantedBy>[number];

function wantedBy(plan: Divided) {
  const { effort } = profiles[plan.profile];
  return selectedIds(plan).map((id) => {
    const { traffic = [], looksAt, atRest, atEnd, ...definition } = definitions[id];
    // The traffic that a scenario looks back at is sent for it, whether rules are judged on it or not.
    const needsTraffic = isJudgedByRules(id) || looksAt !== undefined;
    const workloads = traffic.filter(({ isExtra }) => isExtra === true || needsTraffic);
    const hasScenario = scenariosOf(definition, plan.profile).length > 0 || (atEnd ?? atRest) !== undefined;
    const scenario = {
      name: looksAt === 'all traffic' ? undefined : id,
      unit: typeof looksAt === 'object' ? looksAt.name : (definition.shares?.name ?? id),
      parts: partsOfScenarios(id, definition, effort, plan.cases),
    };
    return {
      id,
      sent: [
        ...(hasScenario ? [scenario] : []),
        ...workloads.map((one) => ({ name: one.name, unit: one.name, parts: [partOf(one, effort, plan.cases)] })),
      ],
    };
  });
}

/** The units of a run: scenarios that read the same lists are one, and so are a workload and what looks at it. */
function unitsOf(plan: Divided, wanted: readonly Wanted[]): readonly Unit[] {
  const lacking = new Set<string>(lacksOf(plan.target, plan).flatMap(({ ids }) => ids));
  const units = new Map<string, { names: string[]; parts: Part[] }>();
  for (const { id, sent } of wanted)
    for (const { name, unit: key, parts } of sent) {
      if (name === undefined) continue;
      const unit = units.get(key) ?? { names: [], parts: [] };
      units.set(key, unit);
      if (!unit.names.includes(name)) unit.names.push(name);
      // What cannot be decided with the configuration sends nothing.
      if (!lacking.has(id))
        unit.parts.push(...parts.filter((part) => !unit.parts.some((known) => known.name === part.name)));
    }
  return [...units.values()];
}

const requestsOf = (parts: readonly Part[]): number => sumOf(parts, 'least') + sumOf(parts, 'further');

/** Distributes the units among `count` shards: the longest first, each to the shard that has the least to send. */
function divide(units: readonly Unit[], count: number): readonly (readonly Unit[])[] {
  const shards = Array.from({ length: count }, () => ({ units: [] as Unit[], load: 0 }));
  const longestFirst = units.toSorted((one, other) => requestsOf(other.parts) - requestsOf(one.parts));
  for (const unit of longestFirst) {
    const least = shards.reduce((one, other) => (other.load < one.load ? other : one));
    least.units.push(unit);
    least.load += requestsOf(unit.parts);
  }
  return shards.map((shard) => shard.units);
}

/** All shards of a run, from the first on. The same plan gives the same shards on every machine. */
export function shardsOf(plan: Divided, count: number): readonly Shard[] {
  const wanted = wantedBy(plan);
  const divided = divide(unitsOf(plan, wanted), count);
  const { seed, today, profile, level, cases, only, skip, watchMs, waitForExpiry } = plan;
  const names = divided.map((units) => units.flatMap((unit) => unit.names));
  const asked = { seed, today, profile, level, cases, only, skip, watchMs, waitForExpiry, names };
  const run = createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 16);
  const sums = divided.map((units) => volumeOf(units.flatMap((unit) => unit.parts)));
  const shareOf = (of: 'requests' | 'records', index: number): number =>
    (sums[index]?.[of] ?? 0) / sums.reduce((sum, one) => sum + one[of], 0);
  return names.map((own, index) => {
    const units = new Set(own);
    const isOwn = ({ name }: Wanted['sent'][number]): boolean => name !== undefined && units.has(name);
    const idsOf = (are: Wanted[]): ReadonlySet<RequirementId> => new Set(are.map(({ id }) => id));
    return {
      index: index + 1,
      count,
      units,
      decides: idsOf(wanted.filter((one) => one.sent.some((each) => each.name === undefined || isOwn(each)))),
      // Rules judge the traffic of every shard.
      decidesAlone: idsOf(wanted.filter((one) => !isJudgedByRules(one.id) && one.sent.every(isOwn))),
      shares: { requests: shareOf('requests', index), records: shareOf('records', index) },
      run,
    };
  });
}

export function shardOf(plan: Divided, { index, count }: ShardNumber): Shard | undefined {
  return shardsOf(plan, count)[index - 1];
}
