import { join } from 'node:path';
import type { EdgeCoverage } from '../../results/report.ts';
import type { RequirementId } from '../../spec/index.ts';
import { createClient, defaultBounds, type Client, type Tally } from '../../target/client.ts';
import type { Target } from '../../target/configuration/target.ts';
import type { Exchange } from '../../target/exchange.ts';
import { journalName, openJournal } from '../../target/journal.ts';
import { createRedactor, placeholders, type Placeholder, type Redactor } from '../../target/redaction.ts';
import type { Outage } from '../../target/outage-log.ts';
import { accessTokenOf, basicAuthorization, createTokenHolder, isSendable } from '../../target/access-tokens.ts';
import { profiles, type Bounds, type Profile, type ProfileName } from '../profiles.ts';
import { createApi, type Api } from './api.ts';
import { createBudget, type Budget, createFailureLimit, type FailureLimit } from './budget.ts';
import { createDecisionWrites, type DecisionWrites } from './decision-writes.ts';
import type { Rules } from './definition.ts';
import { judgeExchange } from './judge-exchange.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { type MadeRecords, createMadeRecords } from './records.ts';
import type { Memory } from './memory.ts';
import { timingOf, type Timing } from './timings.ts';
import { outOfTime } from './verdicts.ts';

/** What stands around a requirement's id in the command that shows its counterexample again. */
export interface ReplayCommand {
  readonly before: string;
  readonly after: string;
}

/** What a run has done before its session is opened. */
export interface Begun {
  /** Milliseconds of its time budget that this took. */
  readonly tookMs: number;
  readonly sent: Tally;
}

/** What a run is to do: made once by whoever starts it, and passed down whole. */
export interface RunPlan {
  readonly target: Target;
  readonly seed: number;
  /**
   * Tells this run from every other, those with the same seed among them: part of what it creates, so that a target
   * that keeps its records does not take two runs for one. Eight hexadecimal digits.
   */
  readonly runId: string;
  /** Cases of each property. */
  readonly cases: number;
  readonly timeBudgetMs: number;
  /** Milliseconds that an answer may take; absent: as in every run. */
  readonly answerMs?: number;
  /** The level up to which a failure makes the target nonconformant. */
  readonly level: 'required' | 'expected';
  /** Requirements to decide; undefined: all. */
  readonly only?: readonly RequirementId[] | undefined;
  readonly skip: readonly RequirementId[];
  readonly profile: ProfileName;
  /** What the run may send at the most, what comes before its checks included; absent: as much as it takes. */
  readonly bounds?: Bounds;
  /** Requirements of the judged level whose failing ends the run; absent: it goes on to its end. */
  readonly maxFailures?: number;
  /** Failures that are known and accepted: they do not count as such. */
  readonly accepted?: readonly string[];
  /** Cases tried at the most to make one counterexample smaller; the first of them confirms it. Absent: the profile's. */
  readonly shrinkTries?: number;
  /** Whether a requirement that was not selected is reported all the same when its rules found it broken. */
  readonly tellsAll?: boolean;
  /** Whether the report says which edges were reached; absent: it does. */
  readonly coversEdges?: boolean;
  /** Directory for the journal of exchanges; it exists. Absent: none is kept. */
  readonly out?: string;
  /** Version of the suite, for the report. */
  readonly version: string;
  /** Command that shows a requirement's counterexample again. */
  readonly replayCommand: ReplayCommand;
  /** By the id of a requirement, the name of a workload that is sent for it in any case: what showed its failure before. */
  readonly moreTraffic?: Readonly<Record<string, string>>;
}

/** The place among the timings of requests that are no HTTP: they count as requests, and say nothing of any endpoint. */
export const notHttp = 'not HTTP';

/** One run against one target: everything that its checks share. */
export interface Session {
  readonly plan: RunPlan;
  readonly client: Client;
  readonly ledger: Ledger;
  /** What may still be sent. */
  readonly budget: Budget;
  /** Whether as much has failed as ends the run. */
  readonly failureLimit: FailureLimit;
  readonly memory: Memory;
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
  /** Which edges have been reached so far. */
  readonly edges: readonly EdgeCoverage[];
  /** The target's operations, for requests sent on behalf of `purpose`. */
  api(purpose: string): Api;
  /** All that the run has sent: each try at a request, and what was sent before the session was opened. */
  readonly sent: Tally;
  /** A good token of the first organization. @throws NoTokenError */
  token(): Promise<string>;
  /** Puts a new token in the place of the one in use; the one before stays good, as far as anything is said of it. */
  renewToken(): Promise<void>;
  /** Whether the run was asked to decide the requirement. */
  selected(id: RequirementId): boolean;
  /** Why the run's profile leaves a requirement out; undefined where it does not. */
  leftOut(id: RequirementId): string | undefined;
  /** A value made once for the session and shared by all who ask for it under the same key. */
  once<T>(key: string, make: () => Promise<T>): Promise<T>;
  /** The same session for a second run of a check, which makes records of its own: it shares none with the first. */
  again(): Session;
  close(): Promise<void>;
}

/** How the run goes about it. */
export function profileOf({ plan }: Pick<Session, 'plan'>): Profile {
  return profiles[plan.profile];
}

/** Whether the run makes do with few records: it reads, and sends no write that it can do without. */
export function isFrugal(session: Pick<Session, 'plan'>): boolean {
  return profileOf(session).effort === 'frugal';
}

/** What a session is opened with beside its plan. */
export interface SessionParts {
  /** What every exchange is judged by, before its sender sees it. */
  readonly rules: Rules;
  /** What the rules remember of the run. */
  readonly memory: Memory;
  /** Learns that a request leaves. */
  readonly onSend?: (request: Exchange['request'], memory: Memory) => void;
  /** Learns of each exchange after it was judged. */
  readonly onJudged?: (exchange: Exchange) => void;
  /** Which edges have been reached so far. */
  readonly edges: () => readonly EdgeCoverage[];
  readonly selected: (id: RequirementId) => boolean;
  /** Why the run's profile leaves a requirement out; undefined where it does not. */
  readonly leftOut: (id: RequirementId) => string | undefined;
  /** Ends the run early: requests in flight are given up. */
  readonly signal?: AbortSignal | undefined;
  /** What it may still send, where it shares that with others; default: what its plan says. */
  readonly budget?: Budget | undefined;
  /** What the run has done before; default: nothing. */
  readonly begun?: Begun | undefined;
}

const nothing: Begun = { tookMs: 0, sent: { tries: 0, throttled: { count: 0, unavailable: 0 } } };

/** What the run may still send once it has begun. */
function budgetOf({ bounds, profile }: RunPlan, { sent }: Begun): Budget {
  const left = bounds === undefined ? undefined : { ...bounds, requests: Math.max(bounds.requests - sent.tries, 0) };
  return createBudget(left, `the profile ${profile}`);
}

/** Opens a run: one client, one token for each organization, one ledger, and every exchange judged by every rule. */
export function createSession(plan: RunPlan, parts: SessionParts): Session {
  const { target, maxFailures, level, accepted = [] } = plan;
  const { rules, memory, selected, signal, begun = nothing, budget = budgetOf(plan, begun) } = parts;
  const failureLimit = createFailureLimit(
    maxFailures === undefined ? undefined : { most: maxFailures, level, accepted },
    target.waive,
    new Date().toISOString().slice(0, 10),
    selected,
  );
  const ledger = createLedger((id) => failureLimit.note(id));
  const redactor = redactorFor(target);
  const timings = new Map<string, Timing[]>();
  const records = createMadeRecords(target.expiredToken);
  const writes = createDecisionWrites();
  const phase = { name: 'setup' };
  const journal = plan.out === undefined ? undefined : openJournal(join(plan.out, journalName), redactor, plan.runId);
  const startedAt = performance.now() - begun.tookMs;
  const deadline = startedAt + plan.timeBudgetMs;

  const client = createClient(
    target.limits,
    (exchange) => {
      const { endpoint, wire } = exchange.request;
      const token = endpoint === 'token' ? accessTokenOf(exchange) : undefined;
      if (token !== undefined && isSendable(token)) redactor.learn(token, tokenPlaceholderOf(exchange, target));
      const place = wire === undefined ? endpoint : notHttp;
      timings.set(place, timings.get(place) ?? []);
      timings.get(place)?.push(timingOf(exchange));
      judgeExchange(rules, exchange, memory, ledger);
      records.note(exchange);
      writes.note(exchange);
      parts.onJudged?.(exchange);
      journal?.write(exchange);
    },
    {
      signal,
      bounds: { ...defaultBounds, answerMs: plan.answerMs ?? defaultBounds.answerMs },
      deadline: { at: deadline, passed: outOfTime },
      admit({ endpoint, method }, refused) {
        failureLimit.pass();
        budget.take(endpoint, method, refused);
      },
      onSend(request) {
        parts.onSend?.(request, memory);
        journal?.sent();
      },
    },
  );
  const first = createTokenHolder(client, target.authUrl, target.credentials);
  const second =
    target.secondCredentials === undefined
      ? undefined
      : createTokenHolder(client, target.authUrl, target.secondCredentials);

  const view = (seen: RunPlan): Session => {
    const made = new Map<string, Promise<unknown>>();
    const session: Session = {
      plan: seen,
      client,
      ledger,
      budget,
      failureLimit,
      memory,
      redactor,
      deadline,
      startedAt,
      outages: client.outages,
      records,
      writes,
      epoch: performance.timeOrigin,
      timings,
      get isOutOfTime() {
        return client.isLate || performance.now() > deadline;
      },
      get isCutShort() {
        const isStopped = budget.isOutOfRequests || failureLimit.isReached || signal?.aborted === true;
        return isStopped || session.isOutOfTime;
      },
      get sent() {
        const { tries, throttled } = begun.sent;
        return {
          tries: client.tries + tries,
          throttled: {
            count: client.throttled.count + throttled.count,
            unavailable: client.throttled.unavailable + throttled.unavailable,
          },
        };
      },
      phase,
      get edges() {
        return parts.edges();
      },
      api: (purpose) => createApi({ target, client, first, second, deadline }, purpose),
      token: () => first.current(),
      async renewToken() {
        await first.replace(await first.current());
      },
      selected,
      leftOut: parts.leftOut,
      once<T>(key: string, make: () => Promise<T>): Promise<T> {
        if (!made.has(key)) made.set(key, make());
        return made.get(key) as Promise<T>;
      },
      // Another run id, and with it other tags and days: nothing of the first run is met again.
      // A run of few records has none to spare for that.
      again: () => (isFrugal(session) ? session : view({ ...seen, runId: `${seen.runId}r` })),
      async close() {
        await client.close();
        await journal?.close();
      },
    };
    return session;
  };
  return view(plan);
}

/** A redactor that knows the keys of a target. */
function redactorFor(target: Target): Redactor {
  const redactor = createRedactor();
  for (const [key, placeholder] of [
    [target.credentials, placeholders.credentials],
    [target.secondCredentials, placeholders.secondCredentials],
  ] as const) {
    if (key !== undefined) redactor.learnKey(key, placeholder);
  }
  if (target.expiredToken !== undefined) redactor.learn(target.expiredToken, placeholders.expiredToken);
  return redactor;
}

/** Under which name the token of an answer is taken from the environment: each organization has one of its own. */
function tokenPlaceholderOf({ request }: Exchange, { secondCredentials }: Target): Placeholder {
  const isSecond =
    secondCredentials !== undefined && request.headers['authorization'] === basicAuthorization(secondCredentials);
  return isSecond ? placeholders.secondToken : placeholders.token;
}
