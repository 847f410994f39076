import type { RequirementId } from '../../spec/index.ts';
import type { Client, Tally } from '../../target/client.ts';
import type { Target } from '../../target/configuration/target.ts';
import type { Outage } from '../../target/outage-log.ts';
import type { Redactor } from '../../target/redaction.ts';
import { profiles, type Bounds, type Profile, type ProfileName } from '../profiles/index.ts';
import type { Api } from './api.ts';
import type { Budget } from './budget.ts';
import type { FailureBound, FailureLimit } from './failure-limit.ts';
import type { Ledger } from './ledger.ts';
import type { Coverage } from '../edges/coverage.ts';
import type { DecisionWrites } from './decision-writes.ts';
import type { MadeRecords } from './records.ts';
import type { Memory } from './memory.ts';
import type { Timing } from './timings.ts';

/** What stands around a requirement's id in the command that shows its counterexample again. */
export interface ReplayCommand {
  readonly before: string;
  readonly after: string;
}

/** The part of an earlier run that is run again. */
export interface ReplayedPart {
  /** The property, drive or check (by its requirement's id) that came to the counterexample: it is run in any case. */
  readonly property?: string;
  /** fast-check's path to the case in the property: this case alone is run, and no other property or drive. */
  readonly path?: string;
  /** By the id of a requirement, the drive or check that came to its counterexample: a drive is run for it in any case. */
  readonly drives?: Readonly<Record<string, string>>;
}

/** What a run has done before its session is opened. */
export interface Begun {
  /** Milliseconds of its time budget that this took. */
  readonly tookMs: number;
  readonly sent: Tally;
}

/** What a run is told; plain data, so that it can cross to a worker. */
export interface RunParameters {
  readonly target: Target;
  readonly seed: number;
  /**
   * Tells this run from every other, those with the same seed among them: part of what it creates, so that a target
   * that keeps its records does not take two runs for one.
   */
  readonly runId: string;
  /** Cases of each property. */
  readonly cases: number;
  readonly timeBudgetMs: number;
  /** Milliseconds that an answer may take; absent: as in every run. */
  readonly answerMs?: number;
  /** Absent: the run begins with the session. */
  readonly begun?: Begun;
  /** Requirements to decide; absent: all. */
  readonly only?: readonly RequirementId[];
  readonly skip: readonly RequirementId[];
  readonly profile: ProfileName;
  /** What the run may send at the most; absent: as much as it takes. */
  readonly bounds?: Bounds;
  /** How many failures end the run; absent: it goes on to its end. */
  readonly failures?: FailureBound;
  /** Cases tried at the most to make one counterexample smaller; the first of them confirms it. */
  readonly shrinkTries: number;
  /** Whether a requirement that was not selected is reported all the same when its invariants found it broken. */
  readonly tellsAll: boolean;
  /** Whether it is told which edges were reached. */
  readonly coversEdges: boolean;
  /** File for the journal; absent: none is kept. */
  readonly journalFile?: string;
  /** Command that shows a requirement's counterexample again. */
  readonly replayCommand: ReplayCommand;
  /** Absent: everything that decides the selected requirements is run. */
  readonly replayed?: ReplayedPart;
  /** Name of the broadcast channel for progress and interruption; absent: nobody listens. */
  readonly channel?: string;
}

/** The place among the timings of requests that are no HTTP: they count as requests, and say nothing of any endpoint. */
export const notHttp = 'not HTTP';

/** One run against one target: everything that its checks share. */
export interface Session {
  readonly parameters: RunParameters;
  readonly client: Client;
  readonly ledger: Ledger;
  /** What may still be sent. */
  readonly budget: Budget;
  /** Whether as much has failed as ends the run. */
  readonly failureLimit: FailureLimit;
  readonly memory: Memory;
  /** Which edges have been reached; absent where nobody asks for it. */
  readonly coverage: Coverage | undefined;
  readonly redactor: Redactor;
  /** Monotonic milliseconds at which the run has used up its time. */
  readonly deadline: number;
  /** Monotonic milliseconds at which the run began. */
  readonly startedAt: number;
  /** When the target, having answered before, took no connections. */
  readonly outages: readonly Outage[];
  /** When its records were made. */
  readonly records: MadeRecords;
  /** What its decisions were made and edited by. */
  readonly writes: DecisionWrites;
  /** Unix time, in milliseconds, of 0 on the clock of the exchanges. */
  readonly epoch: number;
  /** When each request was sent and how long it took, by endpoint. */
  readonly timings: ReadonlyMap<string, readonly Timing[]>;
  /** Whether the time is used up, or what is left of it is shorter than the target asked to wait. */
  readonly isOutOfTime: boolean;
  /** Whether the run has ended before its end: by its time, its bounds, its failures or its user. */
  readonly isCutShort: boolean;
  /** What the run is at, for whoever watches. */
  readonly phase: { name: string };
  /** The target's operations, for requests sent on behalf of `purpose`. */
  api(purpose: string): Api;
  /** A good token of the first organization. @throws NoTokenError */
  token(): Promise<string>;
  /** Puts a new token in the place of the one in use; the one before stays good, as far as anything is said of it. */
  renewToken(): Promise<void>;
  /** Whether the run was asked to decide the requirement. */
  selected(id: RequirementId): boolean;
  /** A value made once for the session and shared by all who ask for it under the same key. */
  once<T>(key: string, make: () => Promise<T>): Promise<T>;
  /** The same session for a second run of a check, which makes records of its own: it shares none with the first. */
  again(): Session;
  close(): Promise<void>;
}

/** How the run goes about it. */
export function profileOf({ parameters }: Pick<Session, 'parameters'>): Profile {
  return profiles[parameters.profile];
}

/** Whether the run makes do with few records: it reads, and sends no write that it can do without. */
export function isFrugal(session: Pick<Session, 'parameters'>): boolean {
  return profileOf(session).effort === 'frugal';
}
