import { describe, expect, it } from 'vitest';
import type { Report } from './report.ts';
import { sampleReport, sampleResult } from './sample-reports.test-data.ts';
import { compareReports } from './compare-reports.ts';

const open = 'renewals.edit-stale';

describe('an open point', () => {
  const observing = (id: string, value: string): Report =>
    sampleReport([sampleResult(open)], { observations: [{ id, value, cases: 2 }] });
  const changes = (id: string, before: string, after: string) =>
    compareReports(observing(id, before), observing(id, after)).observations.map(({ appeared, vanished }) => [
      appeared,
      vanished,
    ]);

  it('tells which values appeared and vanished', () => {
    const { observations } = compareReports(observing(open, 'a; b'), observing(open, 'b; c'));
    expect(observations).toMatchObject([{ id: open, before: 'a; b', after: 'b; c', appeared: ['c'], vanished: ['a'] }]);
    expect(observations[0]?.title).toBe('What happens to an edit of a version that is no longer current.');
  });

  it('is no change when only one run came to it', () => {
    const none = sampleReport([sampleResult(open, { outcome: 'inconclusive', reason: 'not-reached', cases: 0 })]);
    expect(compareReports(none, observing(open, 'a')).drifted).toBe(false);
    expect(compareReports(observing(open, 'a'), none).drifted).toBe(false);
  });

  it('of a word that no document has is one where the earlier run watched as long', () => {
    const words = (profile: string, value: string): Report => {
      const report = observing('snapshots.fulfillment', value);
      return { ...report, run: { ...report.run, profile } };
    };
    const [before, after] = ['snapshots: processing', 'snapshots: processing, rejected'];
    const told = (old: string, latest: string) =>
      compareReports(words(old, before), words(latest, after)).observations.flatMap(({ appeared }) => appeared);
    expect(told('health', 'health')).toEqual(['snapshots: rejected']);
    expect(told('full', 'gate')).toEqual(['snapshots: rejected']);
    expect([...told('gate', 'gate'), ...told('gate', 'health'), ...told('health', 'full')]).toEqual([]);
  });

  it('tells some of many values, and how many more there are', () => {
    const members = Array.from({ length: 10_000 }, (_, index) => `m${index}`).join(', ');
    const [[appeared = []] = []] = changes('snapshots.accepts-generated', 'taken', `not taken: left out (${members})`);
    expect(appeared).toHaveLength(21);
    expect(appeared.at(-1)).toBe('… and 9980 more');
    expect(changes(open, 'a; … and 3 more', 'a; … and 4 more')).toEqual([]);
  });

  it.each([
    ['in another order', open, 'a; b', 'b; a'],
    [
      'of bodies that were drawn',
      'snapshots.accepts-generated',
      'taken',
      'taken; refused with 422; not taken: a text: plain, longer than 255 (employee.name)',
    ],
    [
      'of members that only together are not taken',
      'renewals.accepts-generated',
      'taken',
      'not taken: x: "1" together with y: a text: plain; taken',
    ],
    [
      'of a list that was too short to be cut',
      'paging.defaults',
      'E5: page_size 20 by default (a list no longer than that)',
      'E5: the whole list by default',
    ],
    [
      'of a list that was shorter than a page, and is cut now',
      'paging.defaults',
      'E5: page_size 20 by default (a shorter list)',
      'E5: page_size 20 by default',
    ],
    [
      'of a list that has grown past the least page of a service that does not cut it',
      'paging.defaults',
      'E1: page_size 20 by default (a shorter list); E8: page_size 20 by default (a shorter list)',
      'E1: page_size 31 by default (a list no longer than that); E8: the whole list by default',
    ],
    [
      'of a kind of failure that one run did not meet',
      'input.error-shape',
      'validation: 400',
      'validation: 400; not found: 404',
    ],
    [
      'of a lifetime that an older report does not tell',
      'token.expires-in-unit',
      'milliseconds',
      'lifetime: 10 minutes; milliseconds',
    ],
    [
      'of documented states that were seen or not',
      'renewals.transitions',
      'statuses seen: submitted',
      'statuses seen: done, ready, submitted',
    ],
    [
      'of a state that is no longer met',
      'snapshots.fulfillment',
      'carriers: processing, stuck',
      'carriers: processing',
    ],
    ['of a limit that one run ran into', 'wire.rate-limits', 'no 429', 'answers 429; header x-ratelimit-limit'],
  ])('is no change where it hangs on the run: %s', (_, id, before, after) => {
    expect(changes(id, before, after)).toEqual([]);
  });

  it.each([
    [
      'snapshots.accepts-generated',
      'taken',
      'taken; not taken: left out (a, b)',
      [['not taken: a left out', 'not taken: b left out'], []],
    ],
    ['snapshots.accepts-generated', 'not taken: "NY" (x, y)', 'not taken: "NY" (x)', [[], ['not taken: y "NY"']]],
    ['renewals.accepts-generated', 'refused: no carriers; taken', 'taken', [[], ['refused: no carriers']]],
    [
      'paging.defaults',
      'E5: page_size 20 by default',
      'E5: the whole list by default',
      [['E5: the whole list by default'], ['E5: page_size 20 by default']],
    ],
    [
      'snapshots.fulfillment',
      'carriers: processing; snapshots: completed, processing',
      'carriers: processing, stuck; snapshots: processing',
      [['carriers: stuck'], []],
    ],
    [
      'paging.defaults',
      'E8: page_size 20 by default (a shorter list)',
      'E8: page_size 50 by default (a shorter list)',
      [['E8: page_size 50 by default'], ['E8: page_size 20 by default']],
    ],
    ['wire.rate-limits', 'no 429', 'header x-ratelimit-limit; no 429', [['header x-ratelimit-limit'], []]],
  ])('is one where it is a statement on the target: %s', (id, before, after, expected) => {
    expect(changes(id, before, after)).toEqual([expected]);
  });
});
