import { register } from '../../spec/index.ts';
import type {
  Acceptance,
  EdgeCoverage,
  Latency,
  Observation,
  Outage,
  RequirementResult,
  TimelineStretch,
} from '../../results/report.ts';
import type { Tally } from '../../target/client.ts';
import type { OutgoingRequest } from '../../target/exchange.ts';
import { observationOf, resultOf, shownText, type Judged } from './result.ts';
import { curlLine } from './curl.ts';
import { recordOf } from './shorten.ts';
import { operationOf } from './verdicts.ts';
import { notHttp, type Session } from './session.ts';
import { latencyOf, timelineOf } from './timings.ts';

/** The results of a session. `timeline` is absent where nothing was sent. */
export interface Closing {
  readonly requirements: readonly RequirementResult[];
  readonly observations: readonly Observation[];
  readonly accepts: readonly Acceptance[];
  readonly latency: Readonly<Record<string, Latency>>;
  readonly timeline?: readonly TimelineStretch[];
  readonly edges: readonly EdgeCoverage[];
  readonly sent: Tally;
  /** When the target was away. */
  readonly outages: readonly Outage[];
  /** Requests, failures or time were used up before everything that was selected had been decided. */
  readonly outOfRequests: boolean;
  readonly endedByFailures: boolean;
  readonly outOfTime: boolean;
  readonly suiteFaults: readonly { readonly id: string; readonly message: string }[];
}

/** The results of a session, with those of each requirement of the register. */
export function closingOf(session: Session): Closing {
  const { ledger, timings, redactor } = session;
  const judged: Judged = { ...session, isCutShort: session.isCutShort, away: session };
  const requirements = register.map(({ id }) => resultOf(judged, id));
  const isOpen = requirements.some(({ outcome }) => outcome === 'inconclusive');
  return {
    requirements,
    observations: register.flatMap(({ id }) => (session.selected(id) ? (observationOf(session, id) ?? []) : [])),
    accepts: acceptedBy(session),
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
    outOfRequests: session.budget.isOutOfRequests && isOpen,
    endedByFailures: session.failureLimit.isReached,
    outOfTime: session.isOutOfTime && isOpen,
    suiteFaults: ledger.faults.map(({ id, message }) => ({ id, message: shownText(message, redactor) })),
  };
}

/** What the target takes, of one subject after the other. */
function acceptedBy({ ledger, redactor }: Session): readonly Acceptance[] {
  const bySubject = Map.groupBy(ledger.accepted(), ({ about }) => about);
  return [...bySubject.values()].flat().map(({ about, value, refusal }) => ({
    about,
    value: shownText(value, redactor),
    ...(refusal === undefined ? {} : { refusal: shownText(refusal, redactor) }),
  }));
}

/** Requests of one outage that are reported at most. */
const mostUnderWay = 5;

/** When the target was away, and the requests under way when it went: first those that were so most often. */
function outagesOf({ outages, startedAt, redactor, plan }: Session): readonly Outage[] {
  const textOf = ({ url, body }: OutgoingRequest): string => `${url} ${String(body)}`;
  const all = outages.flatMap(({ underWay }) => underWay.map(textOf));
  const often = (request: OutgoingRequest): number => all.filter((text) => text === textOf(request)).length;
  return outages.map(({ from, until, underWay }) => ({
    afterMs: Math.round(Math.max(from - startedAt, 0)),
    ...(until === undefined ? {} : { forMs: Math.round(until - from) }),
    underWay: underWay
      .toSorted((one, other) => often(other) - often(one))
      .slice(0, mostUnderWay)
      .map((request) => {
        const sent = { number: 0, purpose: 'setup', request, repeated: false, startedAt: from, endedAt: from };
        const { recorded } = recordOf({ ...sent, access: 'none' }, { redactor, pointer: '' });
        return { operation: operationOf(request), curl: curlLine(recorded, { settings: plan.target.curl }) };
      }),
  }));
}
