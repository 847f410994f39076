import { describe, expect, test } from 'vitest';
import { sampleObservation } from '../../results/sample-reports.test-data.ts';
import type { RequirementId } from '../../spec/index.ts';
import { resultOf } from './result.ts';
import type { Session } from './session.ts';
import { sampleSession } from './sample-session.test-data.ts';

/** Enters each thing of a line as it is reported. */
function observe({ ledger }: Pick<Session, 'ledger'>, id: RequirementId, line: string): void {
  for (const { value, topic, words } of sampleObservation(id, line).seen ?? [])
    ledger.observed(id, value, topic, words);
}

describe('a pinned open point', () => {
  const openPoint = 'renewals.edit-stale';

  test.each([
    ['paging.defaults', 'page_size 20', 'E5: page_size 20 by default'],
    ['renewals.transitions', 'submitted to done', 'statuses seen: done, ready, submitted'],
  ] as const)('of which nothing is observed fails, or stays undecided in a short run: %s', (id, wanted, seen) => {
    const outcomes = (['full', 'health'] as const).map((profile) => {
      const session = sampleSession({ expect: { [id]: wanted } }, { profile });
      observe(session, id, seen);
      return resultOf(session, id);
    });
    const detail = `pinned by expect to "${wanted}", of which the run saw nothing; observed "${seen}"`;
    expect(outcomes).toMatchObject([
      { outcome: 'fail', detail },
      { outcome: 'inconclusive', reason: 'not-reached', detail },
    ]);
  });

  test('is reported with its result, judged or not', () => {
    const [unseen, lines] = ['paging.order', 'renewals.lines'] as const;
    const session = sampleSession(
      { expect: { [openPoint]: 'a; b', [unseen]: 'x', [lines]: 'y' } },
      { profile: 'health' },
    );
    session.ledger.observed(openPoint, 'a');
    expect(resultOf(session, openPoint)).toMatchObject({ outcome: 'pass', pin: { to: 'a; b', unseen: ['b'] } });
    expect(resultOf(session, unseen)).toMatchObject({ outcome: 'inconclusive', pin: { to: 'x' } });
    expect(resultOf(session, lines)).toMatchObject({ outcome: 'skipped', pin: { to: 'y' } });
    expect(resultOf(session, 'renewals.transitions')).not.toHaveProperty('pin');
  });

  test('stays undecided, and says why, when nothing that it says is a statement on the target', () => {
    const session = sampleSession({ expect: { 'wire.rate-limits': 'answers 429' } });
    session.ledger.observed('wire.rate-limits', 'no 429');
    expect(resultOf(session, 'wire.rate-limits')).toMatchObject({
      outcome: 'inconclusive',
      detail: expect.stringMatching(/^this pin cannot be held \(.*"answers 429".*"no 429"\): .*how fast it asks/),
    });
  });

  test('does not fail for a value that part of its check got no answer to', () => {
    const session = sampleSession({ expect: { 'renewals.lines': 'dental taken; medical taken' } });
    session.ledger.observed('renewals.lines', 'medical taken');
    session.ledger.undecided('renewals.lines', 'blocked', 'no answer to POST');
    expect(resultOf(session, 'renewals.lines')).toMatchObject({ outcome: 'pass', partly: true });
    session.ledger.observed('renewals.lines', 'vision taken');
    expect(resultOf(session, 'renewals.lines').outcome).toBe('fail');
  });

  test.each([
    ['full', 'pass', 'fail'],
    ['health', 'pass', 'pass'],
  ] as const)('in the profile %s: %s with all values, %s with one missing', (profile, all, some) => {
    const outcomeOf = (...seen: readonly string[]) => {
      const session = sampleSession({ expect: { [openPoint]: 'a; b' } }, { profile });
      for (const value of seen) session.ledger.observed(openPoint, value);
      return resultOf(session, openPoint).outcome;
    };
    expect([outcomeOf('a', 'b'), outcomeOf('a'), outcomeOf('a', 'c')]).toEqual([all, some, 'fail']);
  });
});
