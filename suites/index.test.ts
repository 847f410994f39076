import { describe, expect, test } from 'vitest';
import { register } from '../spec/index.ts';
import { lacksOf, whyLeftOut } from './index.ts';
import { stepsOf } from './jobs.ts';
import { sampleTarget } from './engine/sample-session.test-data.ts';

test('the profiles full and gate decide every requirement', () => {
  const ids = register.map(({ id }) => id);
  for (const name of ['full', 'gate'] as const)
    expect(ids.filter((id) => whyLeftOut(name, id) !== undefined)).toEqual([]);
});

test('names each requirement once in what a configuration lacks', () => {
  const lacks = lacksOf(sampleTarget({ environment: 'production', writesAllowed: false }));
  const ids = lacks.flatMap((lack) => lack.ids);
  expect(new Set(ids).size).toBe(ids.length);
  const named = ['--allow-writes', 'secondCredentials', 'expiredTokenEnv', 'environment', 'fixtures.groupId'];
  expect(lacks.map(({ why }) => why)).toEqual(named.map((name) => expect.stringContaining(name)));
});

const steps = stepsOf('full').map((lanes) => lanes.map((lane) => lane.flat().map(({ id }) => id)));

describe('the steps of a run', () => {
  test('request tokens, and read whole lists, while nothing else is sent', () => {
    const withTokens = steps.find((lanes) => lanes.flat().includes('token.usable')) ?? [];
    expect(withTokens.flat().filter((id) => !id.startsWith('token.'))).toEqual([]);
    expect(steps.map((lanes) => lanes.flat())).toContainEqual(['paging.full-pages']);
  });

  test('have the checks that filter and edit decisions in one lane, filters first', () => {
    const lanes = steps.flatMap((step) =>
      step.filter((lane) => lane.some((id) => /^renewals\.(?:filter|edit)/.test(id))),
    );
    const ids = lanes.find((lane) => lane.includes('renewals.filter-date')) ?? [];
    expect(ids.indexOf('renewals.filter-date')).toBeLessThan(ids.indexOf('renewals.edit-isolated'));
  });
});
