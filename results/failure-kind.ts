import { endpointOf, membersOf, schemaNames, type EndpointId } from '../spec/index.ts';
import type { Counterexample, RecordedExchange, RequirementResult, Sighting } from './report.ts';

interface Violated extends Pick<Counterexample, 'pointer' | 'expected' | 'expectedOneOf' | 'actual'> {
  /** What went wrong, in a word or two of its requirement's own: the same in every run. */
  readonly code?: string | undefined;
}

/**
 * The code of a violation. One that has none gets one by what was asked for and found.
 *
 * @param status - of the deciding answer. A refusal that has become a crash is of another kind: the code ends with the
 * status where that is what is wrong, and with any 5xx
 */
export function codeOf({ code, pointer, expected, expectedOneOf, actual }: Violated, status?: number): string {
  const hasStatus = status !== undefined && (pointer === '#status' || status >= 500);
  const fallback = (): string => {
    if (pointer === '#status') return 'status';
    if (pointer.startsWith('#headers/')) return 'header';
    if (actual === undefined) return 'missing';
    if (expected === 'absent') return 'unexpected';
    return expectedOneOf === true ? 'not-allowed' : 'value';
  };
  return `${code ?? fallback()}${hasStatus ? ` ${status}` : ''}`;
}

const members: ReadonlySet<string> = new Set(
  schemaNames.flatMap((name) => [...membersOf(name).keys()].flatMap((path) => path.split(/[.[\]]+/))),
);

/** A place without positions in lists, and without members that no schema has: their names are data. */
export function placeShape(pointer: string): string {
  if (!pointer.startsWith('/')) return pointer;
  const steps = pointer.slice(1).split('/');
  return steps.map((step) => `/${members.has(step) ? step : '*'}`).join('');
}

/** Whether two sightings are of one kind: the same went wrong at the same place. Reports of early versions have no code. */
export function isSameKind(
  one: Pick<Sighting, 'code' | 'pointer'>,
  other: Pick<Sighting, 'code' | 'pointer'>,
): boolean {
  const isSameCode = one.code === undefined || other.code === undefined || one.code === other.code;
  return isSameCode && placeShape(one.pointer) === placeShape(other.pointer);
}

/** Kinds of sightings in addition to that of the counterexample that are reported at most. */
const mostKinds = 8;

/** The other kinds of sightings of a requirement as a report has them: the most frequent first, and no more than a few. */
export function reportedKinds(kinds: readonly Sighting[]): readonly Sighting[] {
  return kinds.toSorted((one, other) => other.occurrences - one.occurrences).slice(0, mostKinds);
}

/** The endpoint that a recorded request asked; undefined where it is none of the interface's. */
export function endpointAsked({ request: { method, url } }: RecordedExchange): EndpointId | 'token' | undefined {
  return URL.canParse(url) ? endpointOf(method, new URL(url).pathname)?.endpoint : undefined;
}

export function decidedAt({ exchanges }: Counterexample): EndpointId | 'token' | undefined {
  const deciding = exchanges.at(-1);
  return deciding && endpointAsked(deciding);
}

/** Whether two failures of one requirement look alike: the same went wrong at the same place of the same endpoint. */
export function looksAlike(one: RequirementResult, other: RequirementResult): boolean {
  const [before, after] = [one.counterexample, other.counterexample];
  if (before === undefined || after === undefined) return before === after;
  const [there, here] = [decidedAt(before), decidedAt(after)];
  return isSameKind(before, after) && (there === here || there === undefined || here === undefined);
}

/**
 * Whether a requirement fails in two runs for the same reason, be it at another place: of a violation that shows at many
 * places a report keeps one, and which one is chance. Failures without evidence are of one kind.
 */
export function isSameFailure(one: RequirementResult, other: RequirementResult): boolean {
  const [before, after] = [one.counterexample?.code, other.counterexample?.code];
  return before === undefined || after === undefined ? looksAlike(one, other) : before === after;
}
