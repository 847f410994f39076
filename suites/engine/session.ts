import { join } from 'node:path';
import { timeInWords } from '../../results/printable.ts';
import type { EdgeCoverage } from '../../results/report.ts';
import { present, type EndpointId, type RequirementId } from '../../spec/index.ts';
import { createClient, nothingSent, type Client, type Tally } from '../../target/client.ts';
import type { Target } from '../../target/configuration/target.ts';
import { isAnswered, isSuccess, type Exchange } from '../../target/exchange.ts';
import { journalName, openJournal } from '../../target/journal.ts';
import { createRedactor, placeholders, type Redactor } from '../../target/redaction.ts';
import type { Outage } from '../../target/outage-log.ts';
import { createTokenHolder, expiringTokenOf, type ExpiringToken } from '../../target/access-tokens.ts';
import { createApi, createTokenTurns, type Api } from './api.ts';
import { createBudget, type Budget, createFailureLimit, type FailureLimit } from './budget.ts';
import type { Rules } from './definition.ts';
import { createLag, type Lag } from './lag.ts';
import { judgeExchange, noteUnanswered } from './judge-exchange.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { createMadeRecords, type MadeRecords } from './made-records.ts';
import type { Memory } from './memory.ts';
import { createPlainBodies, type PlainBodies } from './plain-bodies.ts';
import { isFrugal, type RunPlan } from './plan.ts';
import { timingOf, type Timing } from './timings.ts';
import { outOfTime, Undecided, wordsOf } from './verdicts.ts';
import { createWriteTurns } from './write-turns.ts';

/** The timings key of requests that are not HTTP: they count as requests, but say nothing about any endpoint. */
export const notHttp = 'not HTTP';

/** One run against one target: everything that its checks share. Times are monotonic milliseconds. */
export interface Session extends Pick<SessionParts, 'memory' | 'selected' | 'leftOut'> {
  readonly plan: RunPlan;
  readonly client: Client;
  readonly ledger: Ledger;
  readonly budget: Budget;
  readonly failureLimit: FailureLimit;
  readonly redactor: Redactor;
  readonly startedAt: number;
  /** When the time of the running step is over: all but the last one leave a little of it. */
  readonly deadline: number;
  /** Lets what is sent last have the rest of the time. */
  readonly releaseReserve: () => void;
  /** When the target took no connections after it had answered before. */
  readonly outages: readonly Outage[];
  readonly made: MadeRecords;
  readonly plainBodies: PlainBodies;
  /** The token that is kept unused until it has expired. */
  readonly unused: ExpiringToken | undefined;
  /** Unix time in milliseconds at which the clock of the exchanges read 0. */
  readonly epoch: number;
  /** When each request was sent and how long it took, by endpoint. */
  readonly timings: ReadonlyMap<string, readonly Timing[]>;
  /** Whether the time is used up, or the target asked to wait for longer than what is left of it. */
  readonly isOutOfTime: boolean;
  /** Whether the run was cut short by its time, its bounds, its failures or its user. */
  readonly isCutShort: boolean;
  /** What the run has learned about how long writes take to show. */
  readonly lag: Lag;
  /** What the run is doing, and until when at least; for progress reports. */
  readonly phase: { name: string; until?: number };
  readonly edges: readonly EdgeCoverage[];
  /** Names of what was sent with fewer cases than planned because the target was slower. */
  readonly slowed: Set<string>;
  /** Everything the run has sent, each try of a request, including those before the session was opened. */
  readonly sent: Tally;
  /** The target's operations, for requests sent on behalf of `purpose`. */
  api(purpose: string): Api;
  /** A good token of the first organization. @throws NoTokenError */
  token(): Promise<string>;
  renewToken(): Promise<void>;
  /**
   * A value made once for the session and shared by everyone who asks for the same key.
   *
   * @param isForRepeats - whether the second runs of all checks share a value as well, because making it takes many
   * records; default: each of them makes its own
   */
  once<T>(key: string, make: () => Promise<T>, isForRepeats?: boolean): Promise<T>;
  /** The same session for a second run of a check, which makes records of its own. */
  again(): Session;
  /** The same session for a check that creates everything in another group. */
  elsewhere(group: string): Session;
  close(): Promise<void>;
}

/** What a run has sent before its session was opened; it is judged and kept like everything else. */
export interface Begun {
  readonly tookMs: number;
  readonly sent: Tally;
  /** In the order in which they ended; the session goes on with the last token among them. */
  readonly exchanges: readonly Exchange[];
  /** The exchange that issued the token that is kept unused. */
  readonly unused?: Exchange;
}

export interface SessionParts {
  /** The rules that judge every exchange before its sender sees it. */
  readonly rules: Rules;
  readonly memory: Memory;
  readonly onSend?: (request: Exchange['request'], memory: Memory) => void;
  readonly onJudged?: (exchange: Exchange) => void;
  /** Called when an endpoint showed a write late. */
  readonly onLate?: (session: Pick<Session, 'memory' | 'ledger'>, endpoint: EndpointId, ms: number) => void;
  readonly edges: () => readonly EdgeCoverage[];
  /** Whether the run was asked to decide the requirement. */
  readonly selected: (id: RequirementId) => boolean;
  /** Why the run's profile leaves a requirement out; undefined if it does not. */
  readonly leftOut: (id: RequirementId) => string | undefined;
  /** Ends the run early and gives up the requests in flight. */
  readonly signal?: AbortSignal | undefined;
  /** The budget, if the run shares it with others; default: one with the bounds of the plan. */
  readonly budget?: Budget | undefined;
  /** What the run did before the session was opened, and how much of its time that took; default: nothing. */
  readonly begun?: Begun | undefined;
}

/** The part of a run's time that is left to what is sent last; milliseconds. */
const reserved = { share: 0.02, mostMs: 10_000 } as const;

/** Opens a run: one client, one token for each organization, one ledger, and every exchange judged by every rule. */
export function createSession(plan: RunPlan, parts: SessionParts): Session {
  const { target, bounds } = plan;
  const nothing: Begun = { tookMs: 0, sent: nothingSent, exchanges: [] };
  const { rules, memory, selected, signal, begun = nothing } = parts;
  const unused = begun.unused === undefined ? undefined : expiringTokenOf(begun.unused);
  const left =
    bounds === undefined ? undefined : { ...bounds, requests: Math.max(bounds.requests - begun.sent.tries, 0) };
  const budget = parts.budget ?? createBudget(left, `the profile ${plan.profile}`);
  const failureLimit = createFailureLimit(plan, selected);
  const ledger = createLedger((id) => failureLimit.note(id));
  const redactor = redactorFor(target);
  const timings = new Map<string, Timing[]>();
  const made = createMadeRecords(memory.archive, target.expiredToken ?? unused?.token);
  const plainBodies = createPlainBodies();
  const phase: Session['phase'] = { name: 'setup' };
  const slowed = new Set<string>();
  const lag = createLag((endpoint, ms) => parts.onLate?.({ memory, ledger }, endpoint, ms));
  const journal = plan.out === undefined ? undefined : openJournal(join(plan.out, journalName), redactor, plan.runId);
  const startedAt = performance.now() - begun.tookMs;
  const end = startedAt + plan.timeBudgetMs;
  let deadline = end - Math.min(plan.timeBudgetMs * reserved.share, reserved.mostMs);
  let isOverBefore = false;

  const note = (exchange: Exchange): void => {
    const { endpoint, wire } = exchange.request;
    const issued = endpoint === 'token' && exchange !== begun.unused ? expiringTokenOf(exchange) : undefined;
    if (issued !== undefined) learnToken(exchange, issued.token);
    const place = wire === undefined ? endpoint : notHttp;
    const measured = timings.get(place) ?? [];
    measured.push(timingOf(exchange));
    timings.set(place, measured);
    judgeExchange(rules, exchange, memory, ledger);
    if (isTurnedDown(exchange)) budget.giveBack(endpoint, exchange.request.method);
    made.note(exchange);
    plainBodies.note(exchange);
    // Reads do not wait for what another organization writes, as it must not show.
    if (isAnswered(exchange) && isSuccess(exchange) && exchange.access !== 'second') lag.noteWrite(exchange);
    parts.onJudged?.(exchange);
    journal?.write(exchange);
  };

  const client = createClient(target.limits, note, {
    signal,
    connections: target,
    bounds: present({ answerMs: plan.answerMs }),
    deadline: { at: end, passed: outOfTime },
    closed: ({ endpoint, method }, milliseconds) =>
      new Undecided(
        'blocked',
        `the target asks to wait for ${timeInWords(milliseconds)} before another ${method} of ${endpoint}`,
      ),
    sentBefore: begun.sent.tries,
    tokensBegun: begun.exchanges
      .filter(({ request }) => request.endpoint === 'token')
      .map(({ startedAt: tokenAskedAt }) => tokenAskedAt),
    admit({ endpoint, method }, refused) {
      failureLimit.pass();
      budget.take(endpoint, method, refused);
    },
    onSend(request) {
      parts.onSend?.(request, memory);
      made.begin(request);
      journal?.sent();
    },
    onGivenUp: (request) => made.giveUp(request),
  });
  const tokenTurns = createTokenTurns();
  const writeTurns = createWriteTurns((which, refused) =>
    ledger.accepts(which, which === 'writes' ? 'a group takes one at a time' : 'one at a time', wordsOf(refused)),
  );
  const onUnanswered = (exchange: Exchange): void => noteUnanswered(exchange, ledger);
  const first = createTokenHolder(client, target.authUrl, target.credentials);
  const second = target.secondCredentials && createTokenHolder(client, target.authUrl, target.secondCredentials);
  const holders = { first, second };
  const learnToken = (exchange: Exchange, token: string): void => {
    const isSecond = second?.isOf(exchange) === true;
    redactor.learn(token, isSecond ? placeholders.secondToken : placeholders.token);
    first.keep(exchange);
    second?.keep(exchange);
  };
  if (unused !== undefined) redactor.learn(unused.token, placeholders.expiredToken);
  let announced = 0;
  for (const exchange of begun.exchanges) {
    const started = begun.exchanges.filter((other) => other.startedAt <= exchange.endedAt).length;
    for (; announced < started; announced += 1) journal?.sent();
    note(exchange);
  }

  const forRepeats = new Map<string, Promise<unknown>>();
  const view = (seen: RunPlan, isRepeat = false): Session => {
    const shared = new Map<string, Promise<unknown>>();
    const session: Session = {
      plan: seen,
      client,
      ledger,
      budget,
      failureLimit,
      memory,
      redactor,
      get deadline() {
        return deadline;
      },
      releaseReserve() {
        isOverBefore ||= performance.now() > deadline;
        deadline = end;
      },
      startedAt,
      outages: client.outages,
      made,
      plainBodies,
      unused,
      epoch: performance.timeOrigin,
      timings,
      get isOutOfTime() {
        return client.isLate || isOverBefore || performance.now() > deadline;
      },
      get isCutShort() {
        const isStopped = budget.isOutOfRequests || failureLimit.isReached || signal?.aborted === true;
        return isStopped || session.isOutOfTime;
      },
      get sent() {
        return sumOf(client, begun.sent);
      },
      lag,
      phase,
      slowed,
      get edges() {
        return parts.edges();
      },
      api: (purpose) =>
        createApi({ target, client, holders, time: session, lag, tokenTurns, writeTurns, onUnanswered }, purpose),
      token: () => first.current(),
      async renewToken() {
        await tokenTurns.ask(async () => first.replace(await first.current()));
      },
      selected,
      leftOut: parts.leftOut,
      once<T>(key: string, make: () => Promise<T>, isForRepeats = false): Promise<T> {
        const made = isRepeat && isForRepeats ? forRepeats : shared;
        if (!made.has(key)) made.set(key, make());
        return made.get(key) as Promise<T>;
      },
      // Another run id gives other tags and days, so that the second run does not meet anything of the first. A frugal
      // run has no records to spare for that.
      again: () => (isFrugal(session) ? session : view({ ...seen, runId: `${seen.runId}r` }, true)),
      elsewhere: (groupId) =>
        view({
          ...seen,
          runId: `${seen.runId}g`,
          target: { ...seen.target, fixtures: { ...seen.target.fixtures, groupId } },
        }),
      async close() {
        await client.close();
        memory.archive.close();
        await journal?.close();
      },
    };
    return session;
  };
  return view(plan);
}

export function sumOf(one: Tally, other: Tally): Tally {
  const { count, unavailable } = other.throttled;
  return {
    tries: one.tries + other.tries,
    throttled: { count: one.throttled.count + count, unavailable: one.throttled.unavailable + unavailable },
  };
}

/** Length from which a header's value is redacted in texts: a shorter one turns up by chance. */
const shortestSecret = 6;

/** Whether a request was refused for good and is not retried. */
function isTurnedDown({ answer }: Exchange): boolean {
  const status = answer?.status ?? 0;
  return status >= 400 && status < 500 && status !== 429;
}

function redactorFor(target: Target): Redactor {
  const { credentials, secondCredentials } = target;
  const redactor = createRedactor();
  redactor.learnKey(credentials, placeholders.credentials);
  if (secondCredentials !== undefined) redactor.learnKey(secondCredentials, placeholders.secondCredentials);
  for (const value of Object.values(target.headers)) {
    if (value.length >= shortestSecret) redactor.learn(value, '<redacted>');
  }
  if (target.expiredToken !== undefined) redactor.learn(target.expiredToken, placeholders.expiredToken);
  return redactor;
}
