import { describe, expect, test } from 'vitest';
import { register } from '../spec/index.ts';
import { isJudgedByRules } from './index.ts';
import { stepsOf } from './jobs.ts';

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
