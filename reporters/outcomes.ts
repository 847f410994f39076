import { printable } from '../results/printable.ts';
import type { Outage, Report, RequirementResult } from '../results/report.ts';
import { isJudgedFailure } from '../results/summarize.ts';
import { messageOf } from './evidence.ts';

/**
 * What a result means to whoever waits for the run:
 * `failing`: it fails the run; `known`: it fails, as the baseline did; `warning`: it fails at a level the run is not held to;
 * `waived`: it fails, and a waiver accepts that; `blocked`: it could not be judged, and without it there is no verdict;
 * `undecided`: it was not judged; `deselected`: nobody asked for it; `observed`: what an open point was seen to be; `passed`.
 */
export type Standing =
  'failing' | 'blocked' | 'warning' | 'known' | 'waived' | 'undecided' | 'passed' | 'observed' | 'deselected';

/** The standings from the worst to the ones that say nothing, in the order reports list them. */
export const standings = [
  'failing',
  'blocked',
  'warning',
  'known',
  'waived',
  'undecided',
  'passed',
  'observed',
  'deselected',
] as const satisfies readonly Standing[];

/** What of a report a standing depends on. */
export type StandingContext = Pick<Report, 'run' | 'gate'>;

/** How a result stands in its report: the one place that tells whether it fails the gate. */
export function standingOf(result: RequirementResult, { run, gate }: StandingContext): Standing {
  const { id, level, outcome, reason } = result;
  if (outcome === 'pass') return level === 'open' ? 'observed' : 'passed';
  if (outcome === 'skipped') return reason === 'waived' ? 'waived' : 'deselected';
  if (outcome === 'inconclusive') return reason === 'blocked' && level === 'required' ? 'blocked' : 'undecided';
  if (!isJudgedFailure(result, run.level ?? 'required')) return 'warning';
  return isKnown(id, gate) ? 'known' : 'failing';
}

/** A baseline accepts what it knows, but not what a waiver promised to mend by a day that has passed. */
function isKnown(id: string, gate: Report['gate']): boolean {
  const ended = gate?.waivers.some((waiver) => waiver.id === id && waiver.state === 'expired') ?? false;
  return !ended && gate?.baseline?.known.some((known) => known === id) === true;
}

/** Results of a report by how they stand; a standing that none has is absent. */
export function byStanding(report: Report): ReadonlyMap<Standing, readonly RequirementResult[]> {
  return Map.groupBy(report.requirements, (result) => standingOf(result, report));
}

/** Why a failure that does not fail the gate does not, as the end of a sentence. */
export const acceptances = {
  warning: 'expected, not required: the run is held to what is required',
  known: 'known: the baseline fails this requirement as well',
  waived: 'accepted by a waiver',
} as const satisfies Partial<Record<Standing, string>>;

/** Whether the run lets whatever waits for it go on: what its gate says, or its verdict where it has none. */
export function gatePasses({ gate, summary }: Pick<Report, 'gate' | 'summary'>): boolean {
  return gate?.passed ?? summary.verdict === 'conformant';
}

/** The standings of failures that do not fail the run. */
export type Accepted = keyof typeof acceptances;

/** Why a failure does not fail the run, and what was seen of it. */
export interface Acceptance {
  readonly why: string;
  /** Absent where the reason has said it: a waiver of an open point that is pinned has all in one detail. */
  readonly seen?: string;
}

/** What the baseline saw of a known failure, where it shows otherwise now. */
export function seenThere({ id }: Pick<RequirementResult, 'id'>, { gate }: Pick<Report, 'gate'>): string | undefined {
  return gate?.baseline?.otherwise?.find((shown) => shown.id === id)?.before;
}

/** A failure that does not fail the run, in words. */
export function acceptanceOf(result: RequirementResult, standing: Accepted, report: Pick<Report, 'gate'>): Acceptance {
  const { detail, counterexample } = result;
  const there = standing === 'known' ? seenThere(result, report) : undefined;
  if (standing !== 'waived' || detail === undefined)
    return {
      why: `${acceptances[standing]}${there === undefined ? '' : `, there: ${there}`}`,
      seen: messageOf(result),
    };
  const why = `${acceptances.waived} ${detail}`;
  return counterexample === undefined ? { why } : { why, seen: messageOf(result) };
}

/** A result of an open point that the configuration pins. */
type Pinned = RequirementResult & { readonly pin: NonNullable<RequirementResult['pin']> };

/** The pins of a run that neither held nor failed, by why. */
export interface UndecidedPins {
  /** The run did not come to what they are about. */
  readonly notLookedAt: readonly Pinned[];
  /** What it observed could not be held against them; `detail` says why. */
  readonly undecided: readonly Pinned[];
  /** They hold, but for what the run did not see. */
  readonly inPart: readonly Pinned[];
}

/** What became of pins that neither held in full nor failed. */
export function undecidedPins({ requirements, observations }: Report): UndecidedPins {
  const pinned = requirements.filter((result): result is Pinned => result.pin !== undefined);
  const isObserved = ({ id }: Pinned): boolean => observations.some((observation) => observation.id === id);
  const isOpen = ({ outcome, reason }: Pinned): boolean => outcome === 'inconclusive' || reason === 'deselected';
  return {
    notLookedAt: pinned.filter((result) => isOpen(result) && !isObserved(result)),
    undecided: pinned.filter((result) => isOpen(result) && isObserved(result)),
    inPart: pinned.filter(({ outcome, pin }) => outcome === 'pass' && (pin.unseen ?? []).length > 0),
  };
}

/** `Pinned, not looked at: paging.order, renewals.lines (profile health)`; nothing where each pin was looked at. */
export function pinsInShort(ids: readonly string[], profile: string): readonly string[] {
  return ids.length === 0 ? [] : [`Pinned, not looked at: ${ids.join(', ')} (profile ${profile})`];
}

/** What a run says of its undecided pins where it says little: a line for each kind. */
export function undecidedPinsInShort(report: Report): readonly string[] {
  const { notLookedAt, undecided, inPart } = undecidedPins(report);
  const ids = (pins: readonly Pinned[]): readonly string[] => pins.map(({ id }) => id);
  return [
    ...pinsInShort(ids(notLookedAt), report.run.profile),
    ...(undecided.length === 0 ? [] : [`Pinned, not decided: ${ids(undecided).join(', ')}`]),
    ...(inPart.length === 0 ? [] : [`Pinned, seen in part: ${ids(inPart).join(', ')}`]),
  ];
}

/** Requirements that are named at the most. */
const mostNamed = 6;

const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** What decided a failure: the request but for the ids of records, and its status. */
function decidedBy({ counterexample }: RequirementResult): string | undefined {
  const { request, response } = counterexample?.exchanges.at(-1) ?? {};
  if (request === undefined) return undefined;
  const { method, url, body, wire, headers } = request;
  const asked = [method, url, body ?? '', wire ?? '', headers['authorization'] ?? ''].join('\n');
  return `${response?.status ?? ''} ${asked.replaceAll(uuids, '*')}`;
}

/**
 * Which other requirements fail by the same request: most likely by one cause. It is the same whatever the records are
 * called that it is about.
 *
 * @returns a sentence for each requirement that shares its request, by id
 */
export function sameRequest({ requirements }: Pick<Report, 'requirements'>): ReadonlyMap<string, string> {
  const byRequest = Map.groupBy(
    requirements.filter((result) => result.counterexample !== undefined),
    decidedBy,
  );
  const sentences = new Map<string, string>();
  for (const [request, results] of byRequest) {
    if (request === undefined || results.length < 2) continue;
    // One more than are named, as each leaves itself out: of thousands that share a request, few are looked at.
    const first = results.slice(0, mostNamed + 1).map(({ id }) => id);
    for (const { id } of results) {
      const others = first.filter((other) => other !== id).slice(0, mostNamed);
      const more = results.length - 1 - others.length;
      const named = [...others.map((other) => printable(other, 80)), ...(more > 0 ? [`${more} more`] : [])];
      sentences.set(id, `The same request also fails ${named.join(', ')}.`);
    }
  }
  return sentences;
}

/** A time in which the target was away, in words. */
export interface OutageInWords {
  /** `6.8 s into the run, for 1.5 s` */
  readonly when: string;
  /** `POST /api/v1/group_connections, GET /api/v1/groups` */
  readonly underWay: string;
  /** Shell line of the request that was most likely to have taken it down; absent where nothing was under way. */
  readonly curl?: string;
}

/** Outages that are told one by one; of a target that goes again and again, the first ones show what does it. */
const mostTold = 5;

/** When the target was away, in the order of time, and how many more times it was. */
export function outagesInWords({ run }: Pick<Report, 'run'>): {
  readonly told: readonly OutageInWords[];
  readonly more: number;
} {
  const { outages = [] } = run;
  return { told: outages.slice(0, mostTold).map(inWords), more: Math.max(outages.length - mostTold, 0) };
}

function inWords({ afterMs, forMs, underWay }: Outage): OutageInWords {
  const [first] = underWay;
  const operations = [...new Set(underWay.map(({ operation }) => operation))].join(', ');
  return {
    when: `${seconds(afterMs)} into the run, ${forMs === undefined ? 'and did not come back' : `for ${seconds(forMs)}`}`,
    underWay: operations === '' ? 'nothing under way' : `under way: ${operations}`,
    ...(first === undefined ? {} : { curl: first.curl }),
  };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
