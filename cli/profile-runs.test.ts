import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sentBody, type ServiceRequest } from '../reference/faults/fault.ts';
import { rewrite } from '../reference/faults/rewrites.ts';
import { rules as catalogue, type Fault } from '../reference/index.ts';
import { pinnedResult } from '../results/observations.ts';
import type { Report, RequirementResult } from '../results/report.ts';
import { seesAll } from '../results/run-scope.ts';
import { isRequirementId, objectOf, register, requirementOf, type RequirementId } from '../spec/index.ts';
import { edges, edgeStates } from '../suites/edges/edge-coverage.ts';
import { planInReport, shortOf } from '../suites/engine/plan.ts';
import { fitOf } from '../suites/fitting.ts';
import { lacksOf, whyLeftOut } from '../suites/index.ts';
import type { NoVerdictError } from '../suites/preflight.ts';
import { costOf, profileNames, profiles, type ProfileName } from '../suites/profiles.ts';
import type { RunOptions } from '../suites/run-suites.ts';
import type { Target } from '../target/configuration/target.ts';
import { runInThisProcess } from './run-against-reference.ts';
import { failedIn, faultyTarget, resultOf, servedTarget } from './judged-reference.test-data.ts';
import { readFault } from './serve-choices.ts';

function judge(target: Target, profile: ProfileName, changes: Partial<RunOptions> = {}): Promise<Report> {
  const { cases, seed = 3 } = profiles[profile];
  return runInThisProcess(target, { seed, cases, profile, bounds: costOf(profile, cases).atMost, ...changes });
}

const undecidedOf = ({ requirements }: Report) =>
  requirements.filter(({ outcome }) => outcome === 'inconclusive').map(({ id }) => id);

/** The headline of a run of the profile in which everything that can fail passes. */
function allPass(profile: ProfileName): string {
  const judged = register.filter(({ level }) => level !== 'open');
  const passing = judged.filter(({ id }) => whyLeftOut(profile, id) === undefined);
  const count = (level: string) => passing.filter((one) => one.level === level).length;
  const [required, expected, leftOut] = [count('required'), count('expected'), judged.length - passing.length];
  const all = `conformant: ${required} of ${required} required and ${expected} of ${expected} expected pass`;
  return leftOut === 0 ? all : `${all}, ${leftOut} skipped`;
}

/** The named fault, if any, extended to record all requests. */
function counting(name?: string) {
  const { breaks = [], also = [], begin } = name === undefined ? {} : readFault(name);
  const requests: ServiceRequest[] = [];
  const fault: Fault = {
    name: 'counting',
    description: 'requests are counted',
    breaks,
    begin(store) {
      const behave = begin?.(store) ?? ((request, serve) => serve(request));
      return (request, serve) => {
        requests.push(request);
        return behave(request, serve);
      };
    },
  };
  return { fault, breaks, also, requests };
}

const writesIn = (requests: readonly ServiceRequest[]) =>
  requests.map(({ method, place }) => `${method} ${place}`).filter((kind) => /^(POST|PUT) E/.test(kind));

/** The keys that tokens were requested with: `id:secret`. */
const keysIn = (requests: readonly ServiceRequest[]): readonly string[] =>
  requests
    .filter(({ place }) => place === 'token')
    .map(({ headers }) => (headers['authorization'] ?? '').replace(/^Basic /, ''))
    .map((key) => Buffer.from(key, 'base64').toString());

/**
 * Whether a requirement was judged at an endpoint that the documents don't state for it; the token service is not one.
 */
const isJudgedElsewhere = ({ id, judgedAt = [] }: RequirementResult): boolean =>
  isRequirementId(id) &&
  judgedAt.some((at) => at !== 'token' && !requirementOf(id).endpoints.some((stated) => stated === at));

describe('a run of the profile', () => {
  it.each([
    ['gate', 5, {}, {}],
    ['full', 100, { seed: 7, pace: 200 }, { seed: 7, coversEdges: true }],
  ] as const)('%s stays well within its bounds, and decides everything', async (profile, cases, service, changes) => {
    const { atMost, requests } = costOf(profile, cases);
    const bounds = { requests: atMost.requests, records: Math.floor(atMost.records / 1.2) };
    const report = await judge(await servedTarget(service), profile, { bounds, ...changes });
    expect(report.summary.headline).toBe(allPass(profile));
    expect(report.run).toMatchObject({ interrupted: false, profile });
    expect(report.run.requests).toBeLessThan(requests * 1.5);
    expect(report.requirements.filter(isJudgedElsewhere).map(({ id }) => id)).toEqual([]);
    if (profile === 'gate') return;
    // Every edge that the service lets a client reach is reached.
    const states = edgeStates(report);
    expect(states.map(({ name }) => name).toSorted()).toEqual(edges.map(({ name }) => name).toSorted());
    expect(states.filter(({ state }) => state === 'not-reached')).toEqual([]);
  });

  it('health reads, and writes a handful of records, as counted by the service', async () => {
    const { fault, requests: sent } = counting();
    // An edit is repeated if the decision was recalculated in the meantime.
    const target = await servedTarget({ fault, pace: 500, dialect: { recalculation: 'at-once' } });
    const report = await judge(target, 'health');
    expect(report.summary.headline).toBe(allPass('health'));
    expect(writesIn(sent).toSorted()).toEqual(['POST E2', 'POST E3', 'POST E6', 'POST E6', 'PUT E4', 'PUT E4']);
    const { requests, atMost } = costOf('health', 1);
    expect(sent.length).toBeLessThan(Math.min(requests * 1.2, atMost.requests));
    expect(report.run.requests).toBe(sent.length);
    const observed = report.observations.map(({ id }) => id);
    expect(observed).toContain('renewals.edit-stale');
    // So few records may be in an order by chance.
    expect(observed).not.toContain('paging.order');
    expect(resultOf(report, 'renewals.lines')).toMatchObject({
      outcome: 'skipped',
      reason: 'deselected',
      detail: 'skipped by the profile health: it makes a record for each variation',
    });
  });

  // Slow enough that a decision does not progress by itself before it is edited.
  it.each([
    ['renewals-redirected', 20],
    ['renewals-refused-edit-made', 60_000],
  ])('health writes at most 8 records to a faulty service, and reports only its fault: %s', async (name, pace) => {
    const { fault, breaks, also, requests } = counting(name);
    const report = await judge(await servedTarget({ fault, pace }), 'health');
    const failed = failedIn(report);
    expect(failed).toEqual(expect.arrayContaining([...breaks]));
    expect([...breaks, ...also]).toEqual(expect.arrayContaining([...failed]));
    expect(writesIn(requests).length).toBeLessThanOrEqual(8);
  });

  const ofTokens = register.filter(({ part }) => part === 'token').map(({ id }) => id);
  /** No key may be tried with more than two wrong secrets; these may be repeated so many times in total. */
  const expectFewSecrets = (target: Target, sent: readonly string[], again: number): void => {
    for (const { clientId, clientSecret } of [target.credentials, target.secondCredentials].flatMap(
      (key) => key ?? [],
    )) {
      const wrong = sent.filter((key) => key.startsWith(`${clientId}:`) && key !== `${clientId}:${clientSecret}`);
      expect(new Set(wrong).size).toBeLessThanOrEqual(2);
      expect(wrong.length - new Set(wrong).size).toBeLessThanOrEqual(again);
    }
  };

  it.each(profileNames)('%s makes as many token requests as its plan says', async (profile) => {
    const { fault, requests } = counting();
    const target = await servedTarget({ fault });
    const report = await judge(target, profile, { only: ofTokens });
    const plan = { target, profile, cases: 1, timeBudgetMs: 60_000, only: ofTokens, skip: [] };
    // This part requests nothing with a token of the second key, which every other run requests.
    expect(keysIn(requests).length + 1).toBe(fitOf(plan).tokensOfAll);
    expect(resultOf(report, 'token.wrong-secret').outcome).toBe(profile === 'health' ? 'skipped' : 'pass');
    expectFewSecrets(target, keysIn(requests), 0);
  });

  it.each([
    ['token-any-secret', 'two keys'],
    ['token-secret-trimmed', 'a single key'],
    ['token-secret-beginning', 'a single key'],
  ])('full finds %s with %s, and repeats a wrong secret once if it was accepted', async (name, keys) => {
    const { fault, requests } = counting(name);
    const served = await servedTarget({ fault });
    const target = keys === 'two keys' ? served : { ...served, secondCredentials: undefined };
    const report = await judge(target, 'full', { only: ['token.wrong-secret'] });
    expect(resultOf(report, 'token.wrong-secret').outcome).toBe('fail');
    expectFewSecrets(target, keysIn(requests), 1);
  });

  it('full tries two wrong secrets for a client with two valid ones', async () => {
    const { fault, requests } = counting();
    const served = await servedTarget({ fault });
    const { clientId, clientSecret } = served.credentials;
    const target = { ...served, secondCredentials: { clientId, clientSecret: `${clientSecret} ` } };
    await judge(target, 'full', { only: ['token.wrong-secret'] });
    const own = keysIn(requests).filter((key) => key.startsWith(`${clientId}:`));
    const secrets = new Set(own.map((key) => key.slice(clientId.length + 1)));
    secrets.delete(clientSecret);
    secrets.delete(`${clientSecret} `);
    expect(secrets.size).toBe(2);
  });

  it('gate leaves undecided what its plan announces if nothing may be written', async () => {
    const target = { ...(await servedTarget()), writesAllowed: false };
    const expected = lacksOf(target).flatMap(({ ids }) => ids);
    const undecided = undecidedOf(await judge(target, 'gate'));
    expect(undecided.filter((id) => id !== 'wire.unknown-fields').toSorted()).toEqual(expected.toSorted());
  });
});

it('what one run observes holds as a pin in other runs of the service, with other seeds and profiles', async () => {
  const target = await servedTarget({ dialect: { tokenReuse: 'the-same' } });
  // Which states are seen depends on timing, here as elsewhere.
  const skip: RequirementId[] = ['snapshots.fulfillment', 'renewals.transitions'];
  const only = register.filter(({ level, id }) => level === 'open' && !skip.includes(id)).map(({ id }) => id);
  const observed = (profile: ProfileName, seed: number) => judge(target, profile, { only, seed, cases: 1 });
  const reports = [await observed('gate', 1), await observed('gate', 8), await observed('health', 5)];
  expect(reports.map(({ observations }) => observations.length)).toEqual([15, 15, 10]);
  const broken = reports.flatMap((pinned) =>
    reports.flatMap(({ run, observations }) => {
      const seen = new Map(observations.map((observation) => [observation.id, observation]));
      return pinned.observations.filter((pin) => {
        const { id, value } = pin;
        const sight = { isWhole: seesAll(run), waits: true };
        return pinnedResult(id, { to: value }, seen.get(id) ?? pin, sight).outcome === 'fail';
      });
    }),
  );
  expect(broken).toEqual([]);
});

it('the absence of undocumented members is observed, so that it can be pinned', async () => {
  const only = ['wire.unknown-fields'] as const;
  const plan = 'body.carriers[].lines_of_coverage.*.plans[]';
  const fault: Fault = {
    name: 'plans-as-documented',
    description: 'plans do not come back with their type and tier',
    breaks: [],
    begin: rewrite.without('E3 E4 E5', `${plan}.plan_type ${plan}.metal_tier`),
  };
  const target = await servedTarget({ fault, dialect: { connectionOutcome: 'absent' } });
  expect((await judge(target, 'health', { only })).observations).toMatchObject([{ value: 'none' }]);
});

it('a run that cannot begin reports what its profile leaves out as skipped, and the rest as blocked', async () => {
  const target = { ...(await servedTarget()), credentials: { clientId: 'nobody', clientSecret: 'x' } };
  const { report } = (await judge(target, 'health').catch((error: unknown) => error)) as NoVerdictError;
  expect(report).toBeDefined();
  for (const { id, outcome, reason } of report?.requirements ?? []) {
    const isLeftOut = whyLeftOut('health', id) !== undefined;
    expect([id, outcome, reason]).toEqual([
      id,
      ...(isLeftOut ? ['skipped', 'deselected'] : ['inconclusive', 'blocked']),
    ]);
  }
});

it('a run with --max-failures 1 reports the first failure, and leaves the rest undecided', async () => {
  const report = await judge(await faultyTarget('token-type-lower-case'), 'gate', { maxFailures: 1 });
  expect(report).toMatchObject({ summary: { verdict: 'nonconformant' }, run: { interrupted: true } });
  expect(report.run.requests).toBeLessThan(costOf('gate', 5).requests / 4);
  expect(resultOf(report, 'token.type').outcome).toBe('fail');
  expect(resultOf(report, 'renewals.invalid-body')).toMatchObject({
    outcome: 'inconclusive',
    reason: 'not-reached',
    detail: 'the run ended before, after 1 failing requirement (--max-failures)',
  });
});

it('a run without time for everything does what its plan says', async () => {
  const target = await servedTarget();
  const slow = { ...target, limits: { ...target.limits, requestsPerSecond: 60 } };
  const plan = { target: slow, profile: 'full', cases: 100, timeBudgetMs: 4_000, skip: [] } as const;
  const fit = fitOf(plan);
  const { run, requirements, summary } = await runInThisProcess(slow, { ...plan, seed: 3 });
  expect(run.plan).toEqual(planInReport(fit, new Set(run.plan?.slowed)));
  expect(fit.leftOut.length).toBeGreaterThan(0);
  const skipped = requirements.filter(({ outcome }) => outcome === 'skipped');
  expect(skipped.map(({ id }) => id)).toEqual(fit.leftOut);
  expect(new Set(skipped.map(({ detail }) => detail))).toEqual(new Set([`skipped by the plan: ${shortOf(fit)}`]));
  expect(run.casesPerProperty).toBe(Math.ceil(100 * fit.share));
  expect(run.requests).toBeLessThan(fit.requests * 1.3);
  expect(summary.failed).toEqual({ required: 0, expected: 0, open: 0 });
  expect(seesAll(run)).toBe(false);
});

it('reports a configured group that does not exist as the only failure', async () => {
  const groupId = '5b0c2f3e-6f0a-4c5e-9d0e-1f6f2a7b3cff';
  const target = await servedTarget();
  const elsewhere = { ...target, fixtures: { ...target.fixtures, groupId } };
  const report = await judge(elsewhere, 'gate', { cases: 1 });
  expect(failedIn(report)).toEqual(['groups.fixture-listed']);
  const detail = expect.stringContaining(
    `fixtures.groupId ${groupId} is not listed by the target: remove it, or name one`,
  );
  for (const id of ['renewals.filters-optional', 'renewals.create', 'snapshots.create'] as const)
    expect(resultOf(report, id)).toMatchObject({ outcome: 'inconclusive', reason: 'blocked', detail });
  for (const id of ['wire.path-prefix', 'paging.bounds'] as const)
    expect(resultOf(report, id)).toMatchObject({ outcome: 'pass', partly: true, detail });
  expect(report.observations.find(({ id }) => id === 'input.error-shape')?.value).not.toMatch(/malformed|validation/);
});

it('leaves requirements about coverages undecided if the service accepts no coverages', async () => {
  const { outOfReach: only = [] } = catalogue['nobody-covered'];
  const { requirements } = await judge(await servedTarget({ rules: ['nobody-covered'] }), 'gate', { cases: 1, only });
  const decided = requirements
    .filter(({ id }) => only.includes(id))
    .filter(({ outcome }) => outcome !== 'inconclusive');
  expect(only).toContain('wire.open-ended');
  expect(decided.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([]);
});

it('shrinks a failing text to the words that the failure needs', async () => {
  const only = ['connections.echo'] as const;
  const report = await judge(await faultyTarget('connections-name-astral-lost'), 'gate', { cases: 1, only });
  const { counterexample } = resultOf(report, only[0]);
  // One word and the tag of the run.
  expect(String(counterexample?.expected).split(' ')).toHaveLength(2);
});

it('leaves paging undecided if every snapshot of an employee is stored under another employee id', async () => {
  const fault: Fault = {
    name: 'snapshots-employee-anew',
    description: 'a known employee gets another id with each snapshot',
    breaks: ['snapshots.list'],
    begin: rewrite.requests('E6', (request) => {
      const { id } = objectOf(objectOf(sentBody(request))['employee']);
      return { ...request, body: Buffer.from(request.body.toString().replaceAll(String(id), randomUUID())) };
    }),
  };
  const pages = ['page-size', 'offset', 'last', 'tiling', 'full-pages', 'total'] as const;
  const listed = ['snapshots.list', 'snapshots.accepts-generated'] as const;
  const only: readonly RequirementId[] = [...listed, ...pages.map((name) => `paging.${name}` as const)];
  const { requirements, observations } = await judge(await servedTarget({ fault }), 'gate', { cases: 4, only });
  const decided = requirements.filter(({ outcome }) => outcome === 'pass' || outcome === 'fail');
  expect(decided.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(listed.map((id) => `${id} pass`));
  expect(resultOf({ requirements }, 'paging.total')).toMatchObject({ reason: 'not-reached' });
  expect(observations.find(({ id }) => id === listed[1])?.value).toMatch('known employee is not kept');
});
