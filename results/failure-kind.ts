import { endpointOf, membersOf, schemaNames, type EndpointId } from '../spec/index.ts';
import type { Counterexample, RecordedExchange, RequirementResult, Sighting } from './report.ts';

const members: ReadonlySet<string> = new Set(
  schemaNames.flatMap((name) => [...membersOf(name).keys()].flatMap((path) => path.split(/[.[\]]+/))),
);

/** A pointer without list positions, and without members that no schema has: their names are data. */
export function placeShape(pointer: string): string {
  if (!pointer.startsWith('/')) return pointer;
  const steps = pointer.slice(1).split('/');
  return steps.map((step) => `/${members.has(step) ? step : '*'}`).join('');
}

/** Whether two sightings are of the same kind: the same error at the same place. Early reports have no code. */
export function isSameKind(
  one: Pick<Sighting, 'code' | 'pointer'>,
  other: Pick<Sighting, 'code' | 'pointer'>,
): boolean {
  const isSameCode = one.code === undefined || other.code === undefined || one.code === other.code;
  return isSameCode && placeShape(one.pointer) === placeShape(other.pointer);
}

/** The most kinds of sightings that are reported in addition to that of the counterexample. */
const mostKinds = 8;

/** The other kinds of sightings of a requirement, as a report lists them: the most frequent ones. */
export function reportedKinds(kinds: readonly Sighting[]): readonly Sighting[] {
  return kinds.toSorted((one, other) => other.occurrences - one.occurrences).slice(0, mostKinds);
}

/** The endpoint that a recorded request addresses; undefined if it is none of the interface's. */
export function endpointAsked({ request: { method, url } }: RecordedExchange): EndpointId | 'token' | undefined {
  return URL.canParse(url) ? endpointOf(method, new URL(url).pathname)?.endpoint : undefined;
}

/** The endpoint of the deciding exchange, which is the last one. */
export function decidedAt({ exchanges }: Counterexample): EndpointId | 'token' | undefined {
  const deciding = exchanges.at(-1);
  return deciding && endpointAsked(deciding);
}

/** Whether two failures of a requirement look alike: the same error at the same place of the same endpoint. */
export function looksAlike(one: RequirementResult, other: RequirementResult): boolean {
  const [before, after] = [one.counterexample, other.counterexample];
  if (before === undefined || after === undefined) return before === after;
  const [there, here] = [decidedAt(before), decidedAt(after)];
  return isSameKind(before, after) && (there === here || there === undefined || here === undefined);
}

/**
 * Whether a requirement fails in two runs for the same reason, even if at different places: if a violation shows at
 * many places, the report keeps one of them by chance. If either has no code, the two must look alike; failures
 * without evidence do.
 */
export function isSameFailure(one: RequirementResult, other: RequirementResult): boolean {
  const [before, after] = [one.counterexample?.code, other.counterexample?.code];
  return before === undefined || after === undefined ? looksAlike(one, other) : before === after;
}
