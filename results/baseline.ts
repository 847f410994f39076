import type { Latency, Report, RequirementResult } from './report.ts';
import { isLookedAt, runOf, showsFixed } from './run-scope.ts';
import { isBroken, summarize } from './summarize.ts';

/**
 * The result that the next baseline has: a known failure stays known until a run has decided the requirement, and what a
 * run did not look at stays as it was.
 */
function heldOver(
  before: Report,
  known: RequirementResult | undefined,
  report: Report,
  latest: RequirementResult,
): RequirementResult {
  if (known === undefined || isBroken(latest)) return latest;
  const isSettled = isBroken(known) ? showsFixed(latest, runOf(known, before), report.run) : isLookedAt(latest, report);
  return isSettled ? latest : { ...known, of: runOf(known, before) };
}

/** The latencies of both runs; one without a base can't be compared, and takes the place of none that has one. */
function latencyOfBoth(before: Report['latency'], latest: Report['latency']): Report['latency'] {
  const measured = Object.entries(latest).map(([endpoint, latency]): [string, Latency] => {
    const earlier = Object.hasOwn(before, endpoint) ? before[endpoint] : undefined;
    return [endpoint, latency.base === undefined && earlier?.base !== undefined ? earlier : latency];
  });
  return { ...before, ...Object.fromEntries(measured) };
}

function filledFrom(before: Report, report: Report): Report {
  const held = new Map(before.requirements.map((result) => [result.id, result]));
  const requirements = report.requirements.map((result) => heldOver(before, held.get(result.id), report, result));
  const values = new Map([...before.observations, ...report.observations].map((observed) => [observed.id, observed]));
  const summary = summarize(requirements, report.run.level ?? 'required', { suiteFaults: report.suiteFaults.length });
  return {
    ...report,
    requirements,
    // What is held over may have been blocked then; a baseline has the verdict of the run that it is of.
    summary: summary.verdict === 'no-verdict' ? report.summary : summary,
    observations: [...values.values()],
    latency: latencyOfBoth(before.latency, report.latency),
  };
}

/**
 * The report to keep as the next baseline: what this run did not look at, or could not decide of what is known to fail,
 * is kept from the one before.
 *
 * @param before the baseline in force, if there is one
 * @param report of a run that came to a verdict
 */
export function renewBaseline(before: Report | undefined, report: Report): Report {
  // What the run was compared with is no part of it.
  const { gate: _gate, comparison: _comparison, ...renewed } = report;
  return before === undefined ? renewed : filledFrom(before, renewed);
}
