import { register, type RequirementId } from '../../spec/index.ts';
import type {
  EdgeCoverage,
  Latency,
  Observation,
  Outage,
  RequirementResult,
  TimelineStretch,
} from '../../results/report.ts';
import type { Tally } from '../../target/client.ts';
import type { OutgoingRequest } from '../../target/exchange.ts';
import { observationOf, resultOf, toldText, type Judged } from './result.ts';
import { curlLine } from './curl.ts';
import { recordOf } from './record.ts';
import { operationOf } from './unanswered.ts';
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
  /** When the target was away. */
  readonly outages: readonly Outage[];
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
  const judged: Judged = { ...session, isCutShort: session.isCutShort, away: session };
  const requirements = register.map(({ id }) => (isBound(id) ? resultOf(judged, id) : unchecked(resultOf(judged, id))));
  return {
    requirements,
    observations: register.flatMap(({ id }) => {
      const observation = observationOf(session, id);
      return observation === undefined || !session.selected(id) ? [] : [observation];
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
    outages: outagesOf(session),
    outOfRequests: session.budget.isOutOfRequests && requirements.some(({ outcome }) => outcome === 'inconclusive'),
    endedByFailures: session.failureLimit.isReached,
    outOfTime: session.isOutOfTime && requirements.some(({ outcome }) => outcome === 'inconclusive'),
    suiteFaults: ledger.faults.map(({ id, message }) => ({ id, message: toldText(message, redactor) })),
  };
}

/** Requests of one outage that are told of at the most. */
const mostUnderWay = 5;

/** When the target was away, and what was under way when it went: first what was so most often. */
function outagesOf({ outages, startedAt, redactor }: Session): readonly Outage[] {
  const all = outages.flatMap(({ underWay }) => underWay.map(textOf));
  const often = (request: OutgoingRequest): number => all.filter((text) => text === textOf(request)).length;
  return outages.map(({ from, until, underWay }) => ({
    afterMs: Math.round(Math.max(from - startedAt, 0)),
    ...(until === undefined ? {} : { forMs: Math.round(until - from) }),
    underWay: underWay
      .toSorted((one, other) => often(other) - often(one))
      .slice(0, mostUnderWay)
      .map((request) => {
        const lost = {
          number: 0,
          purpose: 'setup',
          access: 'none',
          request,
          repeated: false,
          startedAt: from,
          endedAt: from,
        };
        const { recorded } = recordOf({ ...lost, access: 'none' }, { redactor, pointer: '' });
        return { operation: operationOf(request), curl: curlLine(recorded) };
      }),
  }));
}

/** What tells a request from others, whoever's token it carries. */
function textOf({ url, body }: OutgoingRequest): string {
  return `${url} ${String(body)}`;
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
