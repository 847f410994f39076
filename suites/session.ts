import { createClient } from '../target/client.ts';
import { openJournal } from '../target/journal.ts';
import { createRedactor, tokenPlaceholder } from '../target/redaction.ts';
import { createTokenHolder, accessTokenOf, basicAuthorization } from '../target/token-service.ts';
import { createCoverage } from './edges/coverage.ts';
import { createApi } from './engine/api.ts';
import { judgeExchange } from './engine/judge-exchange.ts';
import { createLedger } from './engine/ledger.ts';
import { createMemory } from './engine/memory.ts';
import { notHttp, type RunParameters, type Session } from './engine/session.ts';
import * as law from './invariants/index.ts';
import { settings } from './invariants/settings.ts';

/**
 * Opens a run: one client, one token for each organization, one ledger and one memory, and every exchange judged by
 * every invariant before its sender sees it.
 *
 * @param signal - ends the run early: requests in flight are given up
 */
export function openSession(parameters: RunParameters, signal?: AbortSignal): Session {
  const { target } = parameters;
  const ledger = createLedger();
  const memory = createMemory();
  memory.at(settings).reviewStatus = target.reviewStatus;
  const coverage = parameters.coversEdges ? createCoverage() : undefined;
  const redactor = createRedactor();
  const latencies = new Map<string, number[]>();
  const phase = { name: 'setup' };
  const journal = parameters.journalFile === undefined ? undefined : openJournal(parameters.journalFile, redactor);
  const deadline = performance.now() + parameters.timeBudgetMs;

  for (const key of [target.credentials, target.secondCredentials]) {
    if (key === undefined) continue;
    redactor.learn(key.clientSecret, '<client secret>');
    redactor.learn(basicAuthorization(key).slice('Basic '.length), '<credentials>');
  }
  if (target.expiredToken !== undefined) redactor.learn(target.expiredToken, '$BFC_EXPIRED_TOKEN');

  const client = createClient(
    target.limits,
    (exchange) => {
      const token = exchange.request.endpoint === 'token' ? accessTokenOf(exchange) : undefined;
      if (token !== undefined) redactor.learn(token, tokenPlaceholder);
      const { endpoint, wire } = exchange.request;
      const measured = latencies.get(wire === undefined ? endpoint : notHttp) ?? [];
      measured.push(exchange.endedAt - exchange.startedAt);
      latencies.set(wire === undefined ? endpoint : notHttp, measured);
      judgeExchange(law, exchange, memory, ledger);
      coverage?.note(exchange);
      journal?.write(exchange);
    },
    { signal, onSend: (request) => law.noteSent(request, memory) },
  );
  const first = createTokenHolder(client, target.authUrl, target.credentials);
  const second =
    target.secondCredentials === undefined
      ? undefined
      : createTokenHolder(client, target.authUrl, target.secondCredentials);

  const view = (seen: RunParameters): Session => {
    const made = new Map<string, Promise<unknown>>();
    return {
      parameters: seen,
      client,
      ledger,
      memory,
      coverage,
      redactor,
      deadline,
      latencies,
      phase,
      api: (purpose) => createApi({ target, client, first, second, deadline }, purpose),
      token: () => first.current(),
      async renewToken() {
        await first.replace(await first.current());
      },
      selected: (id) => (seen.only?.includes(id) ?? true) && !seen.skip.includes(id),
      once<T>(key: string, make: () => Promise<T>): Promise<T> {
        if (!made.has(key)) made.set(key, make());
        return made.get(key) as Promise<T>;
      },
      // Another run id, and with it other tags and days: nothing of the first run is met again.
      again: () => view({ ...seen, runId: `${seen.runId}r` }),
      async close() {
        await client.close();
        await journal?.close();
      },
    };
  };
  return view(parameters);
}
