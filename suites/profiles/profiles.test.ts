import { describe, expect, test } from 'vitest';
import type { RequirementId } from '../../spec/index.ts';
import { costOf, costOfSelected, isProfileName, profileNames, profiles, whyLeftOut } from './index.ts';
import { lacksOf } from '../index.ts';
import { sampleTarget } from '../engine/sample-session.test-data.ts';

describe('the profiles', () => {
  test.each(profileNames)('%s leaves each requirement out for one reason at the most', (name) => {
    const ids = profiles[name].leavesOut.flatMap((group) => group.ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => whyLeftOut(name, id) !== undefined)).toBe(true);
  });

  test('full and gate decide every requirement', () => {
    expect([...profiles.full.leavesOut, ...profiles.gate.leavesOut]).toEqual([]);
  });

  test('gate and health draw the same data in each run, and full does not', () => {
    expect([profiles.gate.seed, profiles.health.seed]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(profiles.full.seed).toBeUndefined();
  });

  test('gate does not wait for anything', () => {
    expect(profiles.gate).toMatchObject({ watching: { longest: 0 }, patience: { pause: 0 } });
  });

  test.each(profileNames)('%s costs no more than it may, and the more the more cases', (name) => {
    const [few, many] = [costOf(name, 5), costOf(name, 50)];
    expect(few.requests).toBeLessThanOrEqual(few.atMost.requests);
    expect(many.atMost.requests).toBeGreaterThanOrEqual(few.atMost.requests);
  });

  test('health writes eight times at the most, however many cases it is given', () => {
    expect(costOf('health', 10_000).atMost).toMatchObject({ written: 8, writes: { E2: 1 } });
  });

  test('write nothing, or connections alone, where that is all that the selected checks do', () => {
    const writesOf = (...only: RequirementId[]) => costOfSelected('gate', 5, { only, skip: [] }).atMost;
    const { writes } = costOf('gate', 5).atMost;
    expect(writesOf('token.type', 'isolation.groups')).toMatchObject({
      written: 0,
      writes: { E2: 0, E3: 0, E4: 0, E6: 0 },
    });
    expect(writesOf('groups.record')).toMatchObject({ written: writes.E2, writes: { E2: writes.E2, E3: 0 } });
    expect(writesOf('groups.record', 'paging.total').writes).toEqual(writes);
    expect(costOfSelected('health', 1, { only: ['paging.total'], skip: [] }).atMost.written).toBe(8);
  });

  test('tell how many requests they expect of everything alone', () => {
    expect(costOf('gate', 5).requests).toEqual(expect.any(Number));
    expect(costOfSelected('gate', 5, { skip: ['token.type'] })).not.toHaveProperty('requests');
  });

  test('are known by their names', () => {
    expect(profileNames.every(isProfileName)).toBe(true);
    expect(isProfileName('toString')).toBe(false);
  });
});

describe('what a configuration lacks', () => {
  const whole = sampleTarget({
    secondCredentials: { clientId: 'b', clientSecret: 'b' },
    expiredToken: 'a.b.c',
    fixtures: { groupId: 'g', carrierIds: [], planIds: [] },
  });

  test('is nothing when it has all', () => {
    expect(lacksOf(whole)).toEqual([]);
  });

  test('is told with each requirement once', () => {
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
