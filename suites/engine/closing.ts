import { register, type RequirementId } from '../../spec/index.ts';
import type { EdgeCoverage, Latency, Observation, RequirementResult, TimelineStretch } from '../../reporters/report.ts';
import type { Tally } from '../../target/client.ts';
import { observedValue, resultOf } from './result.ts';
import { notHttp, type Session } from './session.ts';
import { latencyOf, timelineOf } from './timings.ts';

/** Everything a session knows when it ends. */
export interface Closing {
  readonly requirements: readonly RequirementResult[];
  readonly observations: readonly Observation[];
  readonly latency: Readonly<Record<string, Latency>>;
  readonly timeline: readonly TimelineStretch[];
  readonly edges: readonly EdgeCoverage[];
  /** All that the run has sent, whatever came of it. */
  readonly sent: Tally;
  /** The run ended before everything that was selected had been decided: it had no requests left. */
  readonly outOfRequests: boolean;
  /** The run was ended by as many failures as it was allowed. */
  readonly endedByFailures: boolean;
  /** The time budget was used up before everything that was selected had been decided. */
  readonly outOfTime: boolean;
  readonly suiteFaults: readonly { readonly id: string; readonly message: string }[];
}

/**
 * What the session's ledger holds, for each requirement of the register.
 *
 * @param isBound - whether the suites hold a check of a requirement; asked once all of them have been loaded
 */
export function closingOf(session: Session, isBound: (id: RequirementId) => boolean = () => true): Closing {
  const { ledger, timings, redactor } = session;
  const requirements = register.map(({ id }) =>
    isBound(id) ? resultOf(session, id) : unchecked(resultOf(session, id)),
  );
  return {
    requirements,
    observations: register.flatMap(({ id }) => {
      const entry = ledger.entry(id);
      const { observed } = entry;
      const cases = [...observed.values()].reduce((sum, count) => sum + count, 0);
      return observed.size === 0 || !session.selected(id)
        ? []
        : [{ id, value: redactor.text(observedValue(entry)), cases }];
    }),
    latency: Object.fromEntries(
      [...timings]
        .filter(([endpoint]) => endpoint !== notHttp)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([endpoint, measured]) => [endpoint, latencyOf(measured)]),
    ),
    timeline: timelineOf([...timings.values()].flat()),
    edges: session.coverage?.edges ?? [],
    sent: sentBy(session),
    outOfRequests: session.budget.isOutOfRequests && requirements.some(({ outcome }) => outcome === 'inconclusive'),
    endedByFailures: session.failureLimit.isReached,
    outOfTime: session.isOutOfTime && requirements.some(({ outcome }) => outcome === 'inconclusive'),
    suiteFaults: ledger.faults.map(({ id, message }) => ({ id, message: redactor.text(message) })),
  };
}

/** All that the run of a session has sent: each try at a request, and what was sent before the session was opened. */
export function sentBy({ client, parameters }: Pick<Session, 'client' | 'parameters'>): Tally {
  const before = parameters.begun?.sent;
  return {
    tries: client.tries + (before?.tries ?? 0),
    throttled: {
      count: client.throttled.count + (before?.throttled.count ?? 0),
      unavailable: client.throttled.unavailable + (before?.throttled.unavailable ?? 0),
    },
  };
}

/** A requirement that the documents state and no suite checks yet: it must not look like one that was not reached. */
function unchecked(result: RequirementResult): RequirementResult {
  if (result.outcome !== 'inconclusive') return result;
  return { ...result, reason: 'not-checked', detail: 'the suites hold no check of it' };
}
