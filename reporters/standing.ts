import { isJudgedFailure } from '../results/summarize.ts';
import type { Report, RequirementResult } from '../results/report.ts';

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
