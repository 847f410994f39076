import { readdir } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { register, requirementOf, type RequirementId } from '../../spec/index.ts';
import { invariantIds } from '../invariants/index.ts';
import { drivesOf } from '../drives/index.ts';
import { requirement, setHost } from './requirement.ts';

const bound: RequirementId[] = [];

test('a requirement is bound by a runner alone', () => {
  expect(() => requirement('groups.list', async () => undefined)).toThrow('run the suites with vitest');
});

describe('the suites', () => {
  beforeAll(async () => {
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
