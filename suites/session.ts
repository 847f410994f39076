import { createClient, defaultBounds } from '../target/client.ts';
import type { Target } from '../target/configuration/target.ts';
import type { Exchange } from '../target/exchange.ts';
import { openJournal } from '../target/journal.ts';
import { createRedactor, placeholders } from '../target/redaction.ts';
import { createTokenHolder, accessTokenOf, basicAuthorization, isSendable } from '../target/access-tokens.ts';
import { createCoverage } from './edges/coverage.ts';
import { createApi } from './engine/api.ts';
import { createBudget, type Budget } from './engine/budget.ts';
import { createFailureLimit } from './engine/failure-limit.ts';
import { judgeExchange } from './engine/judge-exchange.ts';
import { createLedger } from './engine/ledger.ts';
import { createDecisionWrites } from './engine/decision-writes.ts';
import { createMadeRecords } from './engine/records.ts';
import { createMemory } from './engine/memory.ts';
import { isFrugal, notHttp, type RunParameters, type Session } from './engine/session.ts';
import { timingOf, type Timing } from './engine/timings.ts';
import { outOfTime } from './engine/verdicts.ts';
import * as law from './invariants/index.ts';
import { settings } from './invariants/settings.ts';
import { isSelected } from './profiles/index.ts';

/**
 * Opens a run: one client, one token for each organization, one ledger and one memory, and every exchange judged by
 * every invariant before its sender sees it.
 *
 * @param signal - ends the run early: requests in flight are given up
 * @param budget - what it may still send, where it shares that with others; default: that of its parameters
 */
export function openSession(
  parameters: RunParameters,
  signal?: AbortSignal,
  budget: Budget = createBudget(parameters.bounds, `the profile ${parameters.profile}`),
): Session {
  const { target } = parameters;
  const selected: Session['selected'] = (id) => isSelected(parameters.profile, parameters, id);
  const today = new Date().toISOString().slice(0, 10);
  const failureLimit = createFailureLimit(parameters.failures, target.waive, today, selected);
  const ledger = createLedger((id) => failureLimit.note(id));
  const memory = createMemory();
  memory.at(settings).reviewStatus = target.reviewStatus;
  memory.at(settings).keepsOwnRecords = target.writesAllowed;
  const coverage = parameters.coversEdges ? createCoverage() : undefined;
  const redactor = createRedactor();
  const timings = new Map<string, Timing[]>();
  const records = createMadeRecords(target.expiredToken);
  const writes = createDecisionWrites();
  const phase = { name: 'setup' };
  const { journalFile, runId } = parameters;
  const journal = journalFile === undefined ? undefined : openJournal(journalFile, redactor, runId);
  // What it takes to load the suites is no matter of the target's, and not of the time it is given.
  const deadline = performance.now() + parameters.timeBudgetMs - (parameters.begun?.tookMs ?? 0);

  for (const [key, placeholder] of [
    [target.credentials, placeholders.credentials],
    [target.secondCredentials, placeholders.secondCredentials],
  ] as const) {
    if (key === undefined) continue;
    redactor.learn(key.clientSecret, '<client secret>');
    redactor.learn(basicAuthorization(key).slice('Basic '.length), placeholder);
  }
  if (target.expiredToken !== undefined) redactor.learn(target.expiredToken, placeholders.expiredToken);

  const client = createClient(
    target.limits,
    (exchange) => {
      const token = exchange.request.endpoint === 'token' ? accessTokenOf(exchange) : undefined;
      if (token !== undefined && isSendable(token)) redactor.learn(token, tokenPlaceholderOf(exchange, target));
      const { endpoint, wire } = exchange.request;
      const measured = timings.get(wire === undefined ? endpoint : notHttp) ?? [];
      measured.push(timingOf(exchange));
      timings.set(wire === undefined ? endpoint : notHttp, measured);
      judgeExchange(law, exchange, memory, ledger);
      records.note(exchange);
      writes.note(exchange);
      coverage?.note(exchange);
      journal?.write(exchange);
    },
    {
      signal,
      bounds: { ...defaultBounds, answerMs: parameters.answerMs ?? defaultBounds.answerMs },
      deadline: { at: deadline, passed: outOfTime },
      admit({ endpoint, method }, refused) {
        failureLimit.pass();
        budget.take(endpoint, method, refused);
      },
      onSend(request) {
        law.noteSent(request, memory);
        journal?.sent();
      },
    },
  );
  const first = createTokenHolder(client, target.authUrl, target.credentials);
  const second =
    target.secondCredentials === undefined
      ? undefined
      : createTokenHolder(client, target.authUrl, target.secondCredentials);

  const view = (seen: RunParameters): Session => {
    const made = new Map<string, Promise<unknown>>();
    const session: Session = {
      parameters: seen,
      client,
      ledger,
      budget,
      failureLimit,
      memory,
      coverage,
      redactor,
      deadline,
      startedAt: deadline - parameters.timeBudgetMs,
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
      phase,
      api: (purpose) => createApi({ target, client, first, second, deadline }, purpose),
      token: () => first.current(),
      async renewToken() {
        await first.replace(await first.current());
      },
      selected,
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
  return view(parameters);
}

/** Under which name the token of an answer is taken from the environment: each organization has one of its own. */
function tokenPlaceholderOf({ request }: Exchange, { secondCredentials }: Target): string {
  const isSecond =
    secondCredentials !== undefined && request.headers['authorization'] === basicAuthorization(secondCredentials);
  return isSecond ? placeholders.secondToken : placeholders.token;
}
