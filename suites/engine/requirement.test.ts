import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { register, requirementOf, type RequirementId } from '../../spec/index.ts';
import { invariantIds } from '../invariants/index.ts';
import { drivesOf } from '../traffic/index.ts';

const bound: RequirementId[] = [];

/** Modules that nothing else has loaded: a module knows its runner, and suites bind their requirements once. */
const afresh = () => {
  vi.resetModules();
  return import('./requirement.ts');
};

// The next file of this worker is to meet suites that have not told their requirements yet.
afterAll(() => void vi.resetModules());

test('a requirement is bound by a runner alone', async () => {
  const { requirement } = await afresh();
  expect(() => requirement('groups.list', async () => undefined)).toThrow('run the suites with vitest');
});

describe('the suites', () => {
  beforeAll(async () => {
    const { setHost } = await afresh();
    setHost(({ id }) => void bound.push(id));
    const directory = new URL('../', import.meta.url);
    const files = (await readdir(directory)).filter((name) => name.endsWith('.suite.ts'));
    await Promise.all(files.map((name) => import(new URL(name, directory).href)));
  });

  test('every requirement of the register is bound to a check', () => {
    const all = new Set(bound);
    expect(register.map(({ id }) => id).filter((id) => !all.has(id))).toEqual([]);
  });

  test('every invariant has traffic that it is judged on', () => {
    expect(invariantIds.filter((id) => drivesOf(id).length === 0)).toEqual([]);
  });

  test('an open point is no invariant: nothing can break it', () => {
    expect(invariantIds.filter((id) => requirementOf(id).level === 'open')).toEqual([]);
  });
});
