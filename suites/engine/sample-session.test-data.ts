import { onTestFinished } from 'vitest';
import type { EndpointId } from '../../spec/index.ts';
import type { Target } from '../../target/configuration/target.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import { exchangeOf, groups, type Sample } from '../judging/exchange-samples.test-data.ts';
import { openSession } from '../run-suites.ts';
import type { Api, Call } from './api.ts';
import type { RunPlan } from './plan.ts';
import type { Session } from './session.ts';
import type { Finding } from './verdicts.ts';

/** A target that does not exist, unless the test gives an address. */
export function sampleTarget(parts: Partial<Target> = {}): Target {
  return {
    name: 'sample',
    environment: 'sandbox',
    baseUrl: 'http://127.0.0.1:9',
    authUrl: 'http://127.0.0.1:9',
    credentials: { clientId: 'sample-client', clientSecret: 'sample-secret-0001' },
    fixtures: { carrierIds: [], planIds: [], plans: [] },
    bodies: {},
    values: {},
    dates: {},
    vocabulary: {},
    linesOfCoverage: [],
    limits: { concurrency: 8, settle: 5000 },
    headers: {},
    tls: {},
    proxy: { except: [] },
    expect: {},
    waive: [],
    writesAllowed: true,
    ...parts,
  };
}

/** A session of the test's own; closed when the test is over. */
export function sampleSession(
  target: Partial<Target> = {},
  plan: Partial<RunPlan> = {},
  parts: Parameters<typeof openSession>[1] = {},
): Session {
  const session = openSession(
    {
      target: sampleTarget(target),
      seed: 7,
      today: '2026-06-15',
      runId: '0000abcd',
      cases: 20,
      timeBudgetMs: 60_000,
      skip: [],
      profile: 'full',
      shrinkTries: 400,
      level: 'required',
      version: '0.0.0',
      replayCommand: { before: 'bfc replay report.json ', after: '' },
      ...plan,
    },
    parts,
  );
  onTestFinished(() => session.close());
  return session;
}

/** Operations of a target on which only endpoints are called, and which shows writes at once. */
export function apiOf(answer: (endpoint: EndpointId, call: Call) => Promise<AnsweredExchange>): Api {
  const notAsked = (): Promise<never> => Promise.reject(new Error('not asked for'));
  return {
    async call(endpoint, call = {}) {
      return answer(endpoint, call);
    },
    settle: () => Promise.resolve(false),
    untilShown: (_, look) => look(),
    token: notAsked,
    raw: notAsked,
    repeat: notAsked,
  };
}

/** An exchange like any other. */
export function anExchange(sample: Sample = groups(), position = 0): AnsweredExchange {
  return exchangeOf(sample, position);
}

/** A finding with this value. */
export function findingOf(actual: unknown, ...exchanges: readonly AnsweredExchange[]): Finding {
  return {
    code: 'found',
    message: `found ${String(actual)}`,
    exchanges,
    pointer: '/x',
    expected: 'something else',
    actual,
  };
}
