import { describe, expect, test } from 'vitest';
import { register } from '../spec/index.ts';
import { isJudgedByRules, lacksOf, whyLeftOut } from './index.ts';
import { stepsOf } from './jobs.ts';
import { costOf, profileNames } from './profiles.ts';
import { sampleTarget } from './engine/sample-session.test-data.ts';

describe('the profiles', () => {
  test('full and gate decide every requirement', () => {
    const ids = register.map(({ id }) => id);
    for (const name of ['full', 'gate'] as const)
      expect(ids.filter((id) => whyLeftOut(name, id) !== undefined)).toEqual([]);
  });

  test.each(profileNames)('%s costs no more than it may, and the more the more cases', (name) => {
    const [few, many] = [costOf(name, 5), costOf(name, 50)];
    expect(few.requests).toBeLessThanOrEqual(few.atMost.requests);
    expect(many.atMost.requests).toBeGreaterThanOrEqual(few.atMost.requests);
  });

  test('health writes at most eight times, with any number of cases', () => {
    expect(costOf('health', 10_000).atMost.records).toBe(8);
  });
});

describe('what a configuration lacks', () => {
  const whole = sampleTarget({
    secondCredentials: { clientId: 'b', clientSecret: 'b' },
    expiredToken: 'a.b.c',
    fixtures: { groupId: 'g', carrierIds: [], planIds: [], plans: [] },
  });

  test('is nothing when it has all', () => {
    expect(lacksOf(whole)).toEqual([]);
  });

  test('names each requirement once', () => {
    const { secondCredentials: _, expiredToken: __, ...without } = whole;
    const lacks = lacksOf({ ...without, environment: 'production', writesAllowed: false });
    const ids = lacks.flatMap((lack) => lack.ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(
      expect.arrayContaining(['isolation.groups', 'isolation.records', 'unauthorized.expired', 'token.sandbox-group']),
    );
    expect(lacks.map(({ why }) => why)).toEqual([
      expect.stringContaining('--allow-writes'),
      expect.stringContaining('secondCredentials'),
      expect.stringContaining('expiredTokenEnv'),
      expect.stringContaining('environment'),
    ]);
  });
});

const steps = stepsOf('full').map((lanes) => lanes.map((lane) => lane.flat().map(({ id }) => id)));

describe('the steps of a run', () => {
  test('have every requirement that is not judged by rules alone', () => {
    const ids = new Set(steps.flat(2));
    const missing = register.filter(({ id }) => !ids.has(id) && !isJudgedByRules(id));
    expect(missing).toEqual([]);
  });

  test('ask for tokens while nothing else is sent, and read whole lists while nothing is written', () => {
    const withTokens = steps.find((lanes) => lanes.flat().includes('token.usable')) ?? [];
    expect(withTokens.flat().filter((id) => !id.startsWith('token.'))).toEqual([]);
    expect(steps.map((lanes) => lanes.flat())).toContainEqual(['paging.full-pages']);
  });

  test('have one lane for all that writes decisions and reads lists of them', () => {
    const lanes = steps.flatMap((step) =>
      step.filter((lane) => lane.some((id) => /^renewals\.(?:filter|edit)/.test(id))),
    );
    const ids = lanes.find((lane) => lane.includes('renewals.filter-date')) ?? [];
    expect(ids.indexOf('renewals.filter-date')).toBeLessThan(ids.indexOf('renewals.edit-isolated'));
  });
});
