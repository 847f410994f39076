import { nothingSeen } from './build-report.ts';
import { isSameKind } from './failure-kind.ts';
import { pinnedResult } from './observations.ts';
import type { Counterexample, Observation, Report, RequirementResult, Sighting } from './report.ts';
import { hadTime, waits } from './run-scope.ts';
import { isBroken } from './summarize.ts';

/** Kinds of sightings besides that of the counterexample that are reported at most. */
const mostKinds = 8;

type Evidence = RequirementResult & { readonly counterexample: Counterexample };
type Decision = Omit<RequirementResult, 'id' | 'level' | 'title' | 'source' | 'cases' | 'judgedAt'>;

const isEvidence = (result: RequirementResult): result is Evidence =>
  isBroken(result) && result.counterexample !== undefined;

const sizeOf = ({ exchanges }: Counterexample): number => JSON.stringify(exchanges).length;

/** A failure that showed again counts more than one that did not, and a small one is easier to read. */
function clearestFirst(one: Counterexample, other: Counterexample): number {
  const shows = ({ passedAgain }: Counterexample): number => Number(passedAgain !== undefined);
  return shows(one) - shows(other) || sizeOf(one) - sizeOf(other);
}

/** What a counterexample shows, as a sighting of its kind: the occurrences that are not of another kind. */
function sightingOf({ message, code, pointer, occurrences, also = [] }: Counterexample): Sighting {
  const others = also.reduce((sum, sighting) => sum + sighting.occurrences, 0);
  return { message, ...(code === undefined ? {} : { code }), pointer, occurrences: Math.max(occurrences - others, 1) };
}

/** The other kinds of sightings, those of one kind together. */
function otherKinds(shown: Counterexample, all: readonly Counterexample[]): readonly Sighting[] {
  const sightings = all.flatMap((one) => [...(one === shown ? [] : [sightingOf(one)]), ...(one.also ?? [])]);
  const kinds: Sighting[] = [];
  for (const sighting of sightings.filter((one) => !isSameKind(one, shown))) {
    const at = kinds.findIndex(
      (kind) =>
        isSameKind(kind, sighting) && (kind.endpoint ?? sighting.endpoint) === (sighting.endpoint ?? kind.endpoint),
    );
    const known = kinds[at];
    if (known === undefined) kinds.push(sighting);
    else kinds[at] = { ...sighting, ...known, occurrences: known.occurrences + sighting.occurrences };
  }
  return kinds.toSorted((one, other) => other.occurrences - one.occurrences).slice(0, mostKinds);
}

/** The clearest of the failures of a requirement, with the sightings of all. */
function mergedEvidence(evidence: readonly Evidence[]): Decision {
  const [clearest] = evidence.toSorted((one, other) => clearestFirst(one.counterexample, other.counterexample));
  const failing = evidence.find(({ outcome }) => outcome === 'fail') ?? clearest;
  if (clearest === undefined || failing === undefined) throw new Error('there is no failure to merge');
  const all = evidence.map(({ counterexample }) => counterexample);
  const also = otherKinds(clearest.counterexample, all);
  const { also: _, ...shown } = clearest.counterexample;
  const { outcome, reason, detail } = failing;
  return {
    outcome,
    ...(reason === undefined ? {} : { reason }),
    ...(detail === undefined ? {} : { detail }),
    counterexample: {
      ...shown,
      occurrences: all.reduce((sum, { occurrences }) => sum + occurrences, 0),
      ...(also.length === 0 ? {} : { also }),
    },
  };
}

/** What the shards of a run found of one requirement. */
export interface ShardResults {
  /** In the order of the shards. */
  readonly results: readonly RequirementResult[];
  readonly observation: Observation | undefined;
  readonly runs: readonly Report['run'][];
}

/** An open point that is pinned, by what all shards observed of it. */
function mergedPin(
  { results, observation = { id: '', value: '', cases: 0 }, runs }: ShardResults,
  pin: NonNullable<RequirementResult['pin']>,
  isWhole: boolean,
): Decision {
  const sight = {
    isWhole: isWhole && runs.every((run) => !run.interrupted && hadTime(run)),
    waits: runs.every(({ profile }) => waits(profile)),
  };
  const decision = pinnedResult(results[0]?.id ?? '', { to: pin.to }, observation, sight);
  const waived = results.find(({ reason }) => reason === 'waived');
  const { outcome, reason, detail } = waived !== undefined && decision.outcome === 'fail' ? waived : decision;
  return {
    outcome,
    ...(reason === undefined ? {} : { reason }),
    ...(detail === undefined ? {} : { detail }),
    pin: decision.pin ?? { to: pin.to },
  };
}

function detailOf({
  reason,
  detail,
  unanswered,
}: RequirementResult): Pick<Decision, 'reason' | 'detail' | 'unanswered'> {
  return {
    ...(reason === undefined ? {} : { reason }),
    ...(detail === undefined ? {} : { detail }),
    ...(unanswered === undefined ? {} : { unanswered }),
  };
}

/** What one run would have made of what its shards found. */
function decisionOf(shards: ShardResults, cases: number): Decision {
  const { results } = shards;
  const evidence = results.filter(isEvidence);
  if (evidence.length > 0) return mergedEvidence(evidence);
  const doubted = results.find(({ afterOutage }) => afterOutage === true);
  if (doubted !== undefined) return { outcome: 'inconclusive', ...detailOf(doubted), afterOutage: true };
  const pin = results.find((result) => result.pin !== undefined)?.pin;
  const deciding = results.filter(({ reason }) => reason !== 'other-shard');
  const looked = deciding.filter(({ outcome, reason }) => outcome !== 'skipped' || reason === 'waived');
  // What a shard did not get to decide was to be decided by the run. Pins are decided by all shards together.
  const missing = deciding.filter(
    ({ outcome, partly, pin: own, cases: of }) =>
      partly === true || outcome === 'skipped' || (outcome === 'inconclusive' && (own === undefined || of === 0)),
  );
  const gap = missing.find(({ unanswered }) => unanswered !== undefined) ?? missing[0];
  const isSeen = cases > 0 && (looked.length > 0 || deciding.length === 0);
  if (isSeen && pin !== undefined) return mergedPin(shards, pin, gap === undefined);
  if (isSeen) {
    if (gap === undefined) return { outcome: 'pass' };
    const { reason: _, ...why } = detailOf(gap);
    return { outcome: 'pass', partly: true, ...why };
  }
  const [undecided] = looked.toSorted((one, other) => Number(other === gap) - Number(one === gap));
  const left = undecided ?? deciding[0];
  if (left === undefined) return { outcome: 'inconclusive', reason: 'not-reached', detail: nothingSeen };
  return { outcome: left.outcome, ...detailOf(left), ...(pin === undefined ? {} : { pin: { to: pin.to } }) };
}

/** The result of a requirement in a run of several shards. */
export function mergedResult(shards: ShardResults): RequirementResult | undefined {
  const [first] = shards.results;
  if (first === undefined) return undefined;
  const { id, level, title, source } = first;
  const cases = shards.results.reduce((sum, result) => sum + result.cases, 0);
  const judgedAt = [...new Set(shards.results.flatMap((result) => result.judgedAt ?? []))].toSorted();
  return {
    id,
    level,
    title,
    source,
    cases,
    ...(judgedAt.length === 0 ? {} : { judgedAt }),
    ...decisionOf(shards, cases),
  };
}
