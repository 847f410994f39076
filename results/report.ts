import type { Level, RequirementId } from '../spec/index.ts';
import type { Comparison } from './comparison.ts';
import type { Gate } from './gate.ts';

/** What a run found out about a requirement; a `pass` always has `cases >= 1`. */
export type Outcome = 'pass' | 'fail' | 'inconclusive' | 'skipped';

/**
 * Why a requirement was not decided:
 * `not-configured`: the configuration lacks something (a second key, an expired token);
 * `not-reached`: the run never got the target into the state;
 * `blocked`: the target refused, or did not answer, what all else builds on;
 * `not-checked`: the suite holds no check of it;
 * `deselected`: switched off by `--only`, `--skip` or a profile; `waived`: accepted by a waiver.
 */
export type Reason = 'not-configured' | 'not-reached' | 'blocked' | 'not-checked' | 'deselected' | 'waived';

/** The verdict on a target. */
export type Verdict = 'conformant' | 'nonconformant' | 'no-verdict';

/** How often a target asked to slow down (429), and was not available (502, 503, 504). */
export interface TurnedAway {
  readonly throttled: number;
  readonly unavailable: number;
}

/** A time in which a target that had answered before took no connections. */
export interface Outage {
  /** Milliseconds from the start of the run. */
  readonly afterMs: number;
  /** Milliseconds until it was found to answer again; absent: it never was. */
  readonly forMs?: number;
  /** Requests that were sent and lost when it went, whatever took it down most likely among them: each as a shell line. */
  readonly underWay: readonly { readonly operation: string; readonly curl: string }[];
}

/** Items of a list that a record leaves out because the answer was long. */
export interface LeftOut {
  /** JSON pointer to the list, in the recorded body. */
  readonly at: string;
  /** Position in the recorded list before which they are missing. */
  readonly index: number;
  readonly count: number;
}

/** One request and its answer as written to reports: secrets and tokens are redacted already. */
export interface RecordedExchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    /** The body is no text: each character of it stands for a byte. */
    readonly isBinary?: true;
    /** The whole request, one character a byte, where it was sent as it is because it is no HTTP. */
    readonly wire?: string;
    /** How a shell makes of `$BFC_TOKEN` what stands as `<token>` in the Authorization header, where it can. */
    readonly altered?: string;
  };
  /** Absent when the target gave no answer; `failure` says how. */
  readonly response?: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    /** Items of long lists that the body here does not have. */
    readonly leftOut?: readonly LeftOut[];
  };
  readonly failure?: string;
  /** ISO-8601 instant at which it was sent. */
  readonly startedAt?: string;
  /** Milliseconds from sending the request to having the whole answer. */
  readonly durationMs: number;
}

/** One kind of sighting of a violation: what is most likely another cause is of another kind. */
export interface Sighting {
  /** What was seen the first time, as one line. */
  readonly message: string;
  /** Where, as in a counterexample, but in the answer as it was. */
  readonly pointer: string;
  /** Absent where no exchange showed it. */
  readonly endpoint?: string;
  /** Exchanges or cases that showed it. */
  readonly occurrences: number;
}

/** The smallest evidence of a violation. */
export interface Counterexample {
  /** What was seen, as one line. */
  readonly message: string;
  /** The exchanges that show it, the deciding one last. */
  readonly exchanges: readonly RecordedExchange[];
  /** JSON pointer into the deciding answer's body as it is recorded; `""` for the whole body; `#status` or `#headers/<name>` otherwise. */
  readonly pointer: string;
  /** Any JSON value, or a phrase, that the document asks for at the pointer. */
  readonly expected: unknown;
  /** `expected` is a list of values, one of which is asked for. */
  readonly expectedOneOf?: true;
  /** The JSON value found there; absent when nothing was there. */
  readonly actual?: unknown;
  /**
   * Shell line that repeats the deciding request; the token comes from `$BFC_TOKEN`. That of an edit makes a decision of its
   * own first, since the version it names is used up. A comment where none can.
   */
  readonly curl: string;
  /** Where the deciding request reads what an earlier one of the evidence wrote: the shell line of the last that did, as in `curl`. */
  readonly curlOfWrite?: string;
  /** Command that runs this requirement again with the same data. */
  readonly replay: string;
  readonly seed: number;
  /** fast-check's path to the case, when a property found it. */
  readonly path?: string;
  /** The property, drive or check (by its requirement's id) whose traffic showed it; `path` leads through it. */
  readonly property?: string;
  /**
   * The failing case was run again, alone, and did not fail: the same question was answered otherwise, or the state
   * that it takes had passed. The exchange that asked the same then; `null` when the second run did not come to it.
   */
  readonly passedAgain?: RecordedExchange | null;
  /** How many exchanges or cases of the run broke the requirement, in whatever way. */
  readonly occurrences: number;
  /** Other kinds of sightings of the same run, the most frequent first; absent where it was always of one kind. */
  readonly also?: readonly Sighting[];
}

/** What the run says of one requirement. */
export interface RequirementResult {
  readonly id: RequirementId;
  readonly level: Level;
  readonly title: string;
  /** `document:line` of the statement. */
  readonly source: string;
  readonly outcome: Outcome;
  readonly reason?: Reason;
  /** The reason in words: what was missing, what the target said, what to configure. */
  readonly detail?: string;
  /** A pass of which a part could not be judged: one of its checks, or of the traffic it is judged on; `detail` says why. */
  readonly partly?: true;
  /** Where that part, or some of it, got no answer: the operation, e.g. `POST /group_connections`. */
  readonly unanswered?: string;
  /** How many exchanges or property cases it was judged on. */
  readonly cases: number;
  /** Endpoints whose exchanges it was judged on; absent where no single exchange decides it. */
  readonly judgedAt?: readonly string[];
  readonly counterexample?: Counterexample;
  /** What the configuration pins an open point to, be it looked at or not; of a pass, what the run did not see of that. */
  readonly pin?: { readonly to: string; readonly unseen?: readonly string[] };
  /** The run that it is of, where that is an earlier one than the report's: a baseline keeps what a run did not look at. */
  readonly of?: Pick<Report['run'], 'profile' | 'casesPerProperty'> & { readonly interrupted?: boolean };
}

/** What the target does where the document says nothing. */
export interface Observation {
  readonly id: string;
  /** What was seen, as one line. */
  readonly value: string;
  readonly cases: number;
}

/** Latency of an endpoint, in milliseconds. */
export interface Latency {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly count: number;
  /** The 1st percentile of the successes: what an answer takes when nothing is in its way. Absent with too few of them. */
  readonly base?: number;
  /** By how much `base` varied within the run: its median absolute deviation over five parts, each of every fifth success. */
  readonly spread?: number;
  /** The fastest success, where there were too few for a base. */
  readonly least?: number;
}

/** One stretch of a run, all of which are equally long. */
export interface TimelineStretch {
  /** Milliseconds from the first request. */
  readonly startMs: number;
  readonly requests: number;
  /** Requests that got no answer, or a 5xx. */
  readonly errors: number;
  /** Latencies in milliseconds; 0 where nothing was answered. */
  readonly p50: number;
  readonly p95: number;
}

/** How a run reached one of the places where faults hide. */
export interface EdgeCoverage {
  /** A noun phrase that no other edge has. */
  readonly name: string;
  /** Why a fault may hide there. */
  readonly about: string;
  /** Endpoints whose exchanges may reach it. */
  readonly endpoints: readonly string[];
  /** Exchanges that reached it; 0: the run did not. */
  readonly exchanges: number;
  /** The first cases that did: a property's or a drive's, or the requirement that a request was sent for. */
  readonly cases: readonly string[];
}

/** Number of requirements by level. */
export type ByLevel = Readonly<Record<Level, number>>;

/** The one result model: what `report.json` holds and every reporter renders. */
export interface Report {
  readonly suite: { readonly name: string; readonly version: string };
  readonly spec: { readonly revision: string };
  readonly target: { readonly name: string; readonly baseUrl: string };
  readonly run: {
    readonly seed: number;
    readonly profile: string;
    /** The level up to which a failure makes the target nonconformant. */
    readonly level?: 'required' | 'expected';
    /** Cases that each property was asked for. */
    readonly casesPerProperty?: number;
    /** ISO-8601 instant. */
    readonly startedAt: string;
    readonly durationMs: number;
    /** Every try at a request counts, those before the first check too. */
    readonly requests: number;
    /** Tries that the target turned away; absent where it turned none away. */
    readonly turnedAway?: TurnedAway;
    /** When the target was away; absent where it never was. */
    readonly outages?: readonly Outage[];
    readonly cases: number;
    /** True when the run was interrupted or stopped by a budget before its end. */
    readonly interrupted: boolean;
  };
  readonly summary: {
    readonly verdict: Verdict;
    /** The verdict in one line, e.g. `nonconformant: 2 of 74 required fail`. */
    readonly headline: string;
    readonly passed: ByLevel;
    readonly failed: ByLevel;
    readonly inconclusive: ByLevel;
    readonly skipped: ByLevel;
  };
  readonly requirements: readonly RequirementResult[];
  readonly observations: readonly Observation[];
  readonly latency: Readonly<Record<string, Latency>>;
  /** The run in stretches of one length, in order. */
  readonly timeline?: readonly TimelineStretch[];
  /** Which of the places where faults hide the run has reached. */
  readonly edges: readonly EdgeCoverage[];
  /** What a gate makes of the verdict: waivers, and a baseline where one was given. */
  readonly gate?: Gate;
  /** What has changed since the report that the run was compared with. */
  readonly comparison?: Comparison;
  /** Exceptions of the suite itself: never a verdict on the target. */
  readonly suiteFaults: readonly { readonly id: string; readonly message: string }[];
}
