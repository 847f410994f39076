import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { register, requirementOf } from '../../spec/index.ts';
import { createLedger, type Ledger } from '../engine/ledger.ts';
import { judgeExchange } from '../engine/judge-exchange.ts';
import { createMemory } from '../engine/memory.ts';
import type { Finding } from '../engine/verdicts.ts';
import { samples } from './all-samples.test-data.ts';
import {
  connection,
  createdDecision,
  createdSnapshot,
  decision,
  decisions,
  exchangeOf,
  listedItem,
  readSnapshot,
  type Sample,
  type SequenceSample,
  summary,
} from './exchange-samples.test-data.ts';
import { isJudgedByRules, rules } from '../index.ts';
import { violationsOf } from './schema-violations.ts';
import { settings } from './reading.ts';

function judged(sequence: readonly Sample[], reviewStatus?: string): Ledger {
  const ledger = createLedger();
  const memory = createMemory();
  memory.at(settings).reviewStatus = reviewStatus;
  for (const [position, sample] of sequence.entries())
    judgeExchange(rules, exchangeOf(sample, position), memory, ledger);
  return ledger;
}

function brokenIn(ledger: Ledger): readonly string[] {
  return register.map(({ id }) => id).filter((id) => ledger.entry(id).finding !== undefined);
}

/** Whether expected and actual value have the same shape, so that only what is wrong differs. */
function isComparable(finding: Finding | undefined): boolean {
  const { expected, expectedOneOf, actual } = finding ?? {};
  if (expectedOneOf === true) return Array.isArray(expected) && expected.length > 1 && !expected.includes(actual);
  if (typeof expected !== 'object' || expected === null || (actual ?? null) === null) return expected !== actual;
  const isAlike = Array.isArray(expected) === Array.isArray(actual) && !isDeepStrictEqual(expected, actual);
  // An object may have more than was asked for; the finding shows the surplus only if that is what is wrong.
  return isAlike && (Array.isArray(expected) || Object.keys(expected).length === Object.keys(actual ?? {}).length);
}

/** The sequences of a requirement that break it, that satisfy it, or that it is not judged on. */
const those = (sequences: readonly SequenceSample[], stands: SequenceSample['stands']) =>
  sequences.filter((one) => one.stands === stands);

for (const { id, sequences } of samples) {
  describe(`the requirement ${id}`, () => {
    test.for(those(sequences, 'breaks'))('is broken by: $name', ({ exchanges }) => {
      const { finding } = judged(exchanges).entry(id);
      expect(finding?.message).toMatch(/./);
      expect(finding?.code).toMatch(/./);
      expect(finding?.pointer).toMatch(/^(?:$|[/#])/);
      expect(isComparable(finding)).toBe(true);
      const numbers = finding?.exchanges.map(({ number }) => number) ?? [];
      expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
    });

    test.for(those(sequences, 'holds'))('is satisfied by: $name', ({ exchanges }) => {
      const ledger = judged(exchanges);
      expect(ledger.entry(id).cases).toBeGreaterThan(0);
      expect(brokenIn(ledger)).toEqual([]);
    });

    test.for(those(sequences, 'says nothing'))('is not judged on: $name', ({ exchanges }) => {
      expect(judged(exchanges).entry(id)).toMatchObject({ cases: 0, violations: 0 });
    });
  });
}

test('every rule has a sample that breaks it and one that satisfies it, in the tables of suites/judging/*.test-data.ts', () => {
  const isProven = ({ sequences }: (typeof samples)[number]): boolean =>
    those(sequences, 'breaks').length > 0 && those(sequences, 'holds').length > 0;
  const ids = new Set(samples.filter(isProven).map(({ id }) => id));
  expect(rules.rules.all.map(({ id }) => id).filter((id) => !ids.has(id))).toEqual([]);
});

test('all samples are of requirements that rules judge and that are not open points', () => {
  for (const { id } of samples) {
    expect(isJudgedByRules(id)).toBe(true);
    expect(requirementOf(id).level).not.toBe('open');
  }
});

test("accepts the target's own name of the review status as well as the documented one", () => {
  const id = 'connections.status-values';
  const moved = [connection({ status: 'acme_review' })];
  expect(judged(moved, 'acme_review').entry(id)).toMatchObject({ cases: 1, violations: 0 });
  expect(judged(moved).entry(id)).toMatchObject({ cases: 1, violations: 1 });
  expect(judged([connection({ status: 'service_review' })], 'acme_review').entry(id)).toMatchObject({ violations: 0 });
});

test.for([
  ['page-meta', { offset: '0' }, '/offset', 'is not an integer', 'an integer'],
  ['page-meta', {}, '/offset', 'is missing', 'present'],
  ['page-meta', { offset: null }, '/offset', 'is null', 'present'],
  ['group', { id: 'x' }, '/id', 'is not a UUID', 'a UUID'],
  ['renewal-decision', { renewal_date: '1 May' }, '/renewal_date', 'is not a date YYYY-MM-DD', 'a date YYYY-MM-DD'],
  ['renewal-issue', { level: 'info' }, '/level', 'is none of the allowed values', ['warning', 'error']],
] as const)('%s %j: %s %s', ([schema, value, pointer, message, expected]) => {
  const violation = violationsOf(schema, value).find((one) => one.pointer === pointer);
  expect(violation).toMatchObject({ message: `${pointer} ${message}`, expected });
});

test('reports a record that changed under the same version at its version, with what changed', () => {
  const changed = (parts: object): Finding | undefined =>
    judged([createdDecision(), decisions([decision({ ...parts })])]).entry('versions.change-with-record').finding;
  const version = String(decision()['version']);
  expect(changed({ modified: 1557329999 })).toMatchObject({
    message: `the record changed (/modified from 1557329940 to 1557329999) under the same version ${version}`,
    pointer: '/response/0/version',
    isOfClock: true,
  });
  expect(changed({ status: 'ready' })).not.toHaveProperty('isOfClock');
});

test('the evidence of a missing summary entry includes the create that requires it', () => {
  const create = createdSnapshot();
  const [entry] = summary();
  const lacking = { fulfillment_summary: [entry] };
  for (const read of [readSnapshot(lacking), listedItem(lacking)]) {
    const { finding } = judged([create, read]).entry('snapshots.summary');
    expect(finding?.exchanges.map(({ request }) => request.endpoint)).toEqual(['E6', read.endpoint]);
  }
  const alone = judged([createdSnapshot(lacking)]).entry('snapshots.summary').finding;
  expect(alone?.exchanges).toHaveLength(1);
});
