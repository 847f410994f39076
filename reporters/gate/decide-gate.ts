import type { RequirementId } from '../../spec/index.ts';
import type { Report, RequirementResult, Verdict } from '../report.ts';
import { seesAll, showsMended } from '../sees-all.ts';
import { summarize } from '../summarize.ts';
import type { AgainstBaseline, AppliedWaiver, Gate, WaiverState } from './gate.ts';

/** A failure accepted by the configuration until a day (`YYYY-MM-DD`, inclusive). */
export interface Waiver {
  readonly id: string;
  readonly reason: string;
  readonly until: string;
}

/** What a report is held against. */
export interface GateRules {
  readonly waive: readonly Waiver[];
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** A report whose failures are known. */
  readonly baseline?: Report;
  /** Whether anything that has changed since the baseline, by `report.comparison`, fails the gate; default: false. */
  readonly failsOnDrift?: boolean;
}

/** Whether the failure of a result makes a run of this level nonconformant; of the open points only a pinned one can fail. */
export function isJudgedFailure({ outcome, level }: RequirementResult, judged: 'required' | 'expected'): boolean {
  return outcome === 'fail' && (level !== 'expected' || judged === 'expected');
}

/** Whether the requirement was found broken, be it accepted by a waiver or not. */
export function isBroken({ outcome, reason }: RequirementResult): boolean {
  return outcome === 'fail' || reason === 'waived';
}

function stateOf(
  { until }: Waiver,
  today: string,
  result: RequirementResult | undefined,
  run: Report['run'],
): WaiverState {
  // The run that the waiver was made for may see more than this one.
  if (result?.outcome === 'pass') return seesAll(run) && result.partly !== true ? 'unneeded' : 'undecided';
  if (until < today) return 'expired';
  return result !== undefined && isBroken(result) ? 'accepting' : 'undecided';
}

const waiverProblems: Readonly<Record<WaiverState, ((waiver: AppliedWaiver) => string) | undefined>> = {
  accepting: undefined,
  undecided: undefined,
  unneeded: ({ id, reason }) => `${id} passes now: remove its waiver (${reason})`,
  expired: ({ id, reason, until }) =>
    `the waiver of ${id} (${reason}) ended on ${until}: mend it, or give the waiver a later day`,
};

/** The requirements that a report knows to be broken, those among them that a waiver accepts. */
export function knownFailures({ requirements }: Report): readonly RequirementId[] {
  return requirements.filter(isBroken).map(({ id }) => id);
}

function against(baseline: Report, failing: readonly RequirementResult[], report: Report): AgainstBaseline {
  const before = new Set(knownFailures(baseline));
  const mended = report.requirements.filter((result) => showsMended(result, baseline.run, report.run));
  const ids = (results: readonly RequirementResult[]): readonly RequirementId[] => results.map(({ id }) => id);
  return {
    startedAt: baseline.run.startedAt,
    new: ids(failing.filter(({ id }) => !before.has(id))),
    known: ids(failing.filter(({ id }) => before.has(id))),
    fixed: ids(mended.filter(({ id }) => before.has(id))),
  };
}

/** The verdict that the run would have come to, had these requirements passed. */
function verdictWithout(known: readonly RequirementId[], { requirements, run, summary, suiteFaults }: Report): Verdict {
  if (known.length === 0) return summary.verdict;
  const results = requirements.map((result) =>
    known.includes(result.id) ? { ...result, outcome: 'pass' as const } : result,
  );
  const circumstances = { suiteFaults: suiteFaults.length, outOfTime: run.interrupted };
  return summarize(results, run.level ?? 'required', circumstances).verdict;
}

/** `renewals.edit fails` or `a.b, c.d and 3 more fail`. */
function failureOf(ids: readonly string[], since: string): string {
  const named = ids.slice(0, 8).join(', ');
  const more = ids.length > 8 ? ` and ${ids.length - 8} more` : '';
  return `${named}${more} ${ids.length === 1 ? 'fails' : 'fail'}${since}`;
}

/**
 * What a gate makes of a report: it passes when the verdict, known failures left aside, is `conformant`, and every
 * waiver is still in force and still needed.
 */
export function decideGate(report: Report, rules: GateRules): Gate {
  const level = report.run.level ?? 'required';
  const failing = report.requirements.filter((result) => isJudgedFailure(result, level));
  const waivers = rules.waive.map((waiver) => ({
    ...waiver,
    state: stateOf(
      waiver,
      rules.today,
      report.requirements.find(({ id }) => id === waiver.id),
      report.run,
    ),
  }));
  // A waiver that has ended is no longer a promise that a baseline could take the place of.
  const ended = new Set(waivers.filter(({ state }) => state === 'expired').map(({ id }) => id));
  const compared = rules.baseline && against(rules.baseline, failing, report);
  const known = (compared?.known ?? []).filter((id) => !ended.has(id));
  const verdict = verdictWithout(known, report);
  const unaccepted = failing.map(({ id }) => id).filter((id) => !known.includes(id) && !ended.has(id));
  const isDrifted = rules.failsOnDrift === true && report.comparison?.drifted === true;
  const since = compared === undefined ? '' : `, and did not in the baseline of ${compared.startedAt}`;
  const problems = [
    ...(unaccepted.length === 0 ? [] : [failureOf(unaccepted, since)]),
    ...waivers.flatMap((waiver) => waiverProblems[waiver.state]?.(waiver) ?? []),
    ...(verdict === 'no-verdict' ? [noVerdict(report, known)] : []),
    ...(isDrifted ? ['something has changed since the baseline, and any drift is to fail'] : []),
  ];
  return {
    passed: problems.length === 0 && verdict === 'conformant',
    verdict,
    problems,
    waivers,
    ...(compared === undefined ? {} : { baseline: compared }),
  };
}

function noVerdict({ summary }: Report, known: readonly string[]): string {
  return known.length === 0
    ? summary.headline
    : `no verdict: beside the ${known.length} that the baseline knows, the run did not come to an end`;
}
