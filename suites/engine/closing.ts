import { register } from '../../spec/index.ts';
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
import { recordOf } from './shorten.ts';
import { operationOf } from './verdicts.ts';
import { notHttp, type Session } from './session.ts';
import { latencyOf, timelineOf } from './timings.ts';

/** Everything a session knows when it ends. */
export interface Closing {
  readonly requirements: readonly RequirementResult[];
  readonly observations: readonly Observation[];
  readonly latency: Readonly<Record<string, Latency>>;
  /** Absent where nothing was sent. */
  readonly timeline?: readonly TimelineStretch[];
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

/** What the session's ledger holds, for each requirement of the register. */
export function closingOf(session: Session): Closing {
  const { ledger, timings, redactor } = session;
  const judged: Judged = { ...session, isCutShort: session.isCutShort, away: session };
  const requirements = register.map(({ id }) => resultOf(judged, id));
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
    edges: session.edges,
    sent: session.sent,
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
