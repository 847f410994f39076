import { describe, expect, test } from 'vitest';
import { register } from '../spec/index.ts';
import { sampleTarget } from './engine/sample-session.test-data.ts';
import { isLess, planInReport, sentencesOf, shortOf } from './engine/plan.ts';
import { choose, costOfSelected, fitOf, probesFor, type Fitted, type Wanted } from './fitting.ts';
import { footprintOfSetup } from './footprint.ts';
import { costOf, profileNames, profiles } from './profiles.ts';

const part = (name: string, least: number, further = 0) => ({ name, least, further, tokens: 0, records: 0 });
const wants = (id: Wanted['id'], changes: Partial<Wanted>): Wanted => ({
  id,
  scenarios: [],
  traffic: [],
  extra: [],
  ...changes,
});

describe('what is chosen to be sent', () => {
  const [cheap, expensive] = [part('cheap', 4, 10), part('expensive', 40, 90)];
  const wanted: readonly Wanted[] = [
    // An expected one, before two required ones.
    wants('wire.answers', { scenarios: [part('wire.answers', 1)], extra: [part('extra', 5, 20)] }),
    wants('renewals.list', { scenarios: [part('renewals.list', 10, 100)] }),
    wants('token.type', { traffic: [expensive, cheap] }),
  ];

  const least = { leftOut: [], unsent: ['extra', 'expensive'], share: 0 };
  const required = { leftOut: ['wire.answers'], fewer: ['renewals.list', 'token.type'] };
  const nothing = { leftOut: wanted.map(({ id }) => id), requests: footprintOfSetup };
  test.each([
    ['everything', Infinity, { share: 1, leftOut: [], fewer: [], unsent: [], requests: 310 }],
    ['everything if it just fits', 280, { share: 1, requests: 310 }],
    ['the minimum for each requirement, and a share of the rest', 140, { share: 80 / 220, leftOut: [], unsent: [] }],
    ['the minimum alone, without extra and more expensive traffic', 15, least],
    ['only for the required ones if not all requirements fit', 14, required],
    ['for what fits, cheapest first, if not all required ones do', 6, { leftOut: ['renewals.list'] }],
    ['nothing if there is no room', 0, nothing],
  ])('is %s', (_what, most, chosen) => {
    expect(choose(wanted, footprintOfSetup + most)).toMatchObject(chosen);
  });

  test('never takes more requests than there is room for', () => {
    for (let most = footprintOfSetup; most < 400; most += 7)
      expect(choose(wanted, most).requests).toBeLessThanOrEqual(most + 1);
  });
});

const planOf = (changes: Partial<Fitted> & { readonly rate?: number; readonly concurrency?: number }): Fitted => {
  const { rate, concurrency = 4, ...others } = changes;
  return {
    target: sampleTarget({
      limits: { concurrency, settle: 5000, ...(rate === undefined ? {} : { requestsPerSecond: rate }) },
    }),
    profile: 'full',
    cases: 100,
    timeBudgetMs: 600_000,
    skip: [],
    ...others,
  };
};

describe('a run', () => {
  test.each([
    ['nothing limits it', {}],
    ['its time is enough for ten requests a second', { rate: 10, timeBudgetMs: profiles.full.timeBudgetMs }],
    ['its time is enough for one request a second', { rate: 1, timeBudgetMs: 7_200_000 }],
    ['few requirements are selected', { rate: 1, timeBudgetMs: 300_000, only: ['token.type', 'groups.list'] as const }],
    ['it is a nightly run', { profile: 'health', cases: 1, rate: 5, timeBudgetMs: 180_000 } as const],
  ])('is complete if %s', (_what, changes) => {
    const fit = fitOf(planOf(changes));
    expect(fit).toMatchObject({ share: 1, leftOut: [], fewer: [], unsent: [] });
    expect(planInReport(fit)).not.toHaveProperty('share');
  });

  test('has fewer cases of each property at three requests a second, and leaves nothing out', () => {
    const fit = fitOf(planOf({ rate: 3 }));
    expect(fit).toMatchObject({ leftOut: [] });
    expect(fit.share).toBeGreaterThan(0);
    expect(fit.share).toBeLessThan(1);
    expect(fit.fewer).toContain('renewals.record');
    expect(fit.requests).toBeLessThanOrEqual(3 * 600);
  });

  test('leaves out what does not fit into its time, required ones last, and names a time that is enough', () => {
    const fit = fitOf(planOf({ rate: 1, timeBudgetMs: 300_000 }));
    const levelOf = (wanted: string) => register.find(({ id }) => id === wanted)?.level;
    expect(fit.leftOut.length).toBeGreaterThan(0);
    expect(fit.leftOut.filter((id) => levelOf(id) === 'required').length).toBeLessThan(fit.leftOut.length / 2);
    const [remedy = ''] = /--time-budget \d+m/.exec(shortOf(fit)) ?? [];
    const minutes = Number(/\d+/.exec(remedy));
    expect(isLess(fitOf(planOf({ rate: 1, timeBudgetMs: minutes * 60_000 })))).toBe(false);
    expect(sentencesOf(fit).join('\n')).toContain(fit.leftOut.join(', '));
  });

  test('is reduced if the target was measured to be slow, by its rate or by its latency', () => {
    const isCut = (latencyMs: number, requestsPerSecond = Infinity) =>
      isLess(fitOf(planOf({}), { latencyMs, requestsPerSecond }));
    expect([isCut(20), isCut(2000), isCut(20, 3)]).toEqual([false, true, true]);
  });

  test('leaves out what needs too many token requests for its time, and names a time that is enough', () => {
    const planAt = (tokensPerMinute: number, timeBudgetMs = 300_000): Fitted => ({
      ...planOf({ profile: 'gate', cases: 5, timeBudgetMs }),
      target: sampleTarget({ limits: { concurrency: 4, settle: 5000, tokensPerMinute } }),
    });
    expect(isLess(fitOf(planAt(5)))).toBe(false);
    const fit = fitOf(planAt(4));
    expect(fit.leftOut).toEqual(['token.malformed-request']);
    expect(sentencesOf(fit).join('\n')).toContain('25 token requests do not fit into 5 min at 4 a minute');
    const [, minutes] = /--time-budget (\d+)m/.exec(shortOf(fit)) ?? [];
    expect(isLess(fitOf(planAt(4, Number(minutes) * 60_000)))).toBe(false);
    expect(fitOf(planAt(1)).leftOut).toContain('token.wrong-secret');
  });

  test('does not count requirements that the configuration leaves undecided, nor the time of a watch', () => {
    const { requestsOfAll } = fitOf(planOf({}));
    const readOnly = planOf({});
    expect(fitOf({ ...readOnly, target: { ...readOnly.target, writesAllowed: false } }).requestsOfAll).toBeLessThan(
      requestsOfAll,
    );
    expect(fitOf(planOf({ rate: 1, watchMs: 600_000 })).leftOut.length).toBeGreaterThan(
      fitOf(planOf({ rate: 1 })).leftOut.length,
    );
  });

  test('is probed with no more requests at once than are allowed per second', () => {
    expect(probesFor(fitOf(planOf({ rate: 1 })))).toBe(1);
    expect(probesFor(fitOf(planOf({})))).toBeGreaterThan(5);
  });
});

test.each(profileNames)('the parts of a run of the profile %s send about as much as its cost says', (profile) => {
  const { cases } = profiles[profile];
  for (const some of [cases, cases * 2]) {
    const { requests } = fitOf(planOf({ profile, cases: some }));
    const cost = costOf(profile, some).requests;
    expect(requests).toBeGreaterThan(cost * 0.85);
    expect(requests).toBeLessThan(cost * 1.15);
  }
});

test('the cap of a partial run follows from what it is expected to send', () => {
  const mostOf = (only: Fitted['only'], skip: Fitted['skip'] = []) =>
    costOfSelected('full', 100, { only, skip }).atMost;
  const whole = costOf('full', 100).atMost;
  const one = mostOf(['renewals.edit-stale']);
  expect(one.requests).toBeLessThan(whole.requests / 4);
  expect(one.records).toBeLessThan(whole.records);
  expect(mostOf(['renewals.edit-stale', 'snapshots.echo']).requests).toBeGreaterThan(one.requests);
  expect(mostOf(['token.issue']).records).toBe(0);
  expect(mostOf(undefined, ['wire.json'])).toEqual(whole);
  const withSnapshots = { only: ['token.issue'], skip: [], moreTraffic: { 'token.issue': 'snapshots' } } as const;
  expect(costOfSelected('full', 100, withSnapshots).atMost.records).toBeGreaterThan(200);
});
