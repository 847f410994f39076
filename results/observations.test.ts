import { describe, expect, it } from 'vitest';
import { pinnedResult } from './observations.ts';
import type { Report } from './report.ts';
import { sampleObservation, sampleReport, sampleResult, undecided, withRun } from './sample-reports.test-data.ts';
import { compareReports } from './compare-reports.ts';

const [edit, shape, order] = ['renewals.edit-stale', 'input.error-shape', 'paging.order'] as const;
const [pages, bodies, limits] = ['paging.defaults', 'connections.accepts-generated', 'wire.rate-limits'];
const [transitions, fulfillment, lines] = ['renewals.transitions', 'snapshots.fulfillment', 'renewals.lines'];
const [snapshots, renewals] = ['snapshots.accepts-generated', 'renewals.accepts-generated'];
const lifetime = 'token.expires-in-unit';
const ofIssues = 'further members of issues';

describe('an open point', () => {
  const observing = (id: string, value: string): Report =>
    sampleReport([sampleResult(edit)], { observations: [sampleObservation(id, value)] });
  const changes = (id: string, before: string, after: string) =>
    compareReports(observing(id, before), observing(id, after)).observations.map(({ appeared, vanished }) => [
      appeared,
      vanished,
    ]);

  it('is not a change if only one run reached it', () => {
    const none = sampleReport([undecided(edit, 'not-reached')]);
    expect(compareReports(none, observing(edit, 'a')).drifted).toBe(false);
    expect(compareReports(observing(edit, 'a'), none).drifted).toBe(false);
  });

  it('with an undocumented word is a change if the earlier run watched as long', () => {
    const words = (profile: string, value: string): Report => {
      const report = observing(fulfillment, value);
      return withRun(report, { profile });
    };
    const [before, after] = ['snapshots: processing', 'snapshots: processing, rejected'];
    const appearing = (old: string, latest: string) =>
      compareReports(words(old, before), words(latest, after)).observations.flatMap(({ appeared }) => appeared);
    expect(appearing('health', 'health')).toEqual(['snapshots: rejected']);
    expect(appearing('full', 'gate')).toEqual(['snapshots: rejected']);
    expect([...appearing('gate', 'gate'), ...appearing('gate', 'health'), ...appearing('health', 'full')]).toEqual([]);
  });

  it('lists some of many values, and how many more there are', () => {
    const members = Array.from({ length: 10_000 }, (_, index) => `m${index}`).join(', ');
    const [[appeared = []] = []] = changes(snapshots, 'taken', `not taken: left out (${members})`);
    expect(appeared).toHaveLength(21);
    expect(appeared.at(-1)).toBe('… and 9980 more');
  });

  const short = 'page_size 20 by default (a shorter list)';
  const shortest = 'page_size 20 by default (a list no longer than that)';
  it.each([
    [edit, 'a; b', 'b; a'],
    [snapshots, 'taken', 'taken; refused with 422; not taken: a text: plain, longer than 255 (employee.name)'],
    [renewals, 'taken', 'not taken: x: "1" together with y: a text: plain; taken'],
    [pages, `E5: ${shortest}`, 'E5: the whole list by default'],
    [pages, `E5: ${short}`, 'E5: page_size 20 by default'],
    [pages, `E1: ${short}; E8: ${short}`, `E1: ${shortest}; E8: the whole list by default`],
    [shape, 'validation: 400', 'validation: 400; not found: 404'],
    [lifetime, 'milliseconds', 'lifetime: 10 minutes; milliseconds'],
    [transitions, 'statuses seen: submitted', 'statuses seen: done, ready, submitted'],
    [transitions, 'statuses seen: done', `${ofIssues}: line; statuses seen: done`],
    [fulfillment, 'carriers: processing, stuck', 'carriers: processing'],
    [limits, 'no 429', 'answers 429; header x-ratelimit-limit'],
  ])('is not a change if it depends on the run: %s from "%s" to "%s"', (id, before, after) => {
    expect(changes(id, before, after)).toEqual([]);
  });

  const [twenty, whole] = ['page_size 20 by default', 'the whole list by default'];
  it.each([
    [snapshots, 'taken', 'taken; not taken: left out (a, b)', ['not taken: a left out', 'not taken: b left out'], []],
    [snapshots, 'not taken: "NY" (x, y)', 'not taken: "NY" (x)', [], ['not taken: y "NY"']],
    [renewals, 'refused: no carriers; taken', 'taken', [], ['refused: no carriers']],
    [pages, `E5: ${twenty}`, `E5: ${whole}`, [`E5: ${whole}`], [`E5: ${twenty}`]],
    [fulfillment, 'carriers: sent; snapshots: completed', 'carriers: sent, stuck', ['carriers: stuck'], []],
    [pages, `E8: ${short}`, `E8: ${short.replace('20', '50')}`, ['E8: page_size 50 by default'], [`E8: ${twenty}`]],
    [limits, 'no 429', 'header x-ratelimit-limit; no 429', ['header x-ratelimit-limit'], []],
  ])('is a change if it is about the target: %s from "%s" to "%s"', (id, before, after, appeared, vanished) => {
    expect(changes(id, before, after)).toEqual([[appeared, vanished]]);
  });

  it('groups topics that changed alike', () => {
    const [before, after] = ['a: 400; b: 400; c: 400; d: 1; d: 400', 'a: 422; b: 422; c: 500; d: 422'];
    expect(compareReports(observing(edit, before), observing(edit, after)).observations[0]?.turned).toEqual([
      { from: '400', to: '422', topics: ['a', 'b'] },
    ]);
  });

  it('of an early report, which has only the text, is compared by the text', () => {
    const early = sampleReport([sampleResult(edit)], { observations: [{ id: edit, value: 'a; b', cases: 2 }] });
    const values = (before: Report, after: Report) =>
      compareReports(before, after).observations.map(({ after: now }) => now);
    expect(values(early, observing(edit, 'a; b'))).toEqual([]);
    expect(values(early, observing(edit, 'b; a'))).toEqual(['b; a']);
  });
});

/** The results of a pin in a run that sees everything and waits, in one that does not wait, and in a partial one. */
function statesOf(id: string, pinned: string, observed: string): readonly string[] {
  return [
    { isWhole: true, waits: true },
    { isWhole: true, waits: false },
    { isWhole: false, waits: true },
  ].map((sight) => {
    const { outcome, detail = '' } = pinnedResult(id, { to: pinned }, sampleObservation(id, observed), sight);
    if (outcome === 'inconclusive') return detail.startsWith('this pin cannot be held') ? 'void' : 'unseen';
    return outcome === 'pass' ? 'held' : 'broken';
  });
}

const always = (state: string): readonly string[] => [state, state, state];
const wholeBreaks = (short: string): readonly string[] => ['broken', 'broken', short];

describe('a pin', () => {
  it.each([
    [edit, 'refused with 409', 'accepted with 200', always('broken')],
    [edit, 'refused with 409; refused with 412', 'refused with 409', wholeBreaks('held')],
    [order, 'E8: newest first', 'E8: oldest first', always('broken')],
    [lines, 'dental taken; vision taken', 'dental taken; medical taken', always('broken')],
    [pages, 'page_size 20', 'E8: page_size 20 by default', wholeBreaks('unseen')],
    [pages, 'E8: page_size 99 by default', 'E8: page_size 20 by default', always('broken')],
    [pages, 'E8: page_size 20 by default', 'E8: page_size 50 by default (a shorter list)', always('broken')],
    [pages, 'huge page_size: 400', 'huge page_size: 422; page_size 0: 400', always('broken')],
    [shape, '404 application/problem+json', 'not found: 404 application/json {error}', wholeBreaks('unseen')],
    [transitions, 'banana', 'statuses seen: submitted', ['broken', 'unseen', 'unseen']],
    [transitions, `${ofIssues}: line`, `${ofIssues}: lines; statuses seen: ready`, always('broken')],
    [bodies, 'refused with 422', 'taken', always('broken')],
    [bodies, 'taken', 'taken; not taken: left out (carrier_id)', always('broken')],
    [bodies, 'taken', 'refused with 422', wholeBreaks('unseen')],
    [limits, 'header x-limit; no 429', 'no 429', wholeBreaks('held')],
    [limits, 'no 429', 'header x-limit; no 429', always('broken')],
  ])('fails if the target does something else: %s pinned to "%s", "%s" observed', (id, pinned, observed, states) => {
    expect(statesOf(id, pinned, observed)).toEqual(states);
  });

  it('fails for an undocumented status that is new, or that a waiting run does not see', () => {
    const plain = 'snapshots: processing; carriers: processing';
    const rejected = 'snapshots: processing, rejected; carriers: processing';
    expect(statesOf(fulfillment, plain, rejected)).toEqual(always('broken'));
    expect(statesOf(fulfillment, rejected, plain)).toEqual(['broken', 'held', 'held']);
    expect(statesOf(transitions, 'statuses seen: submitted', 'statuses seen: lost')).toEqual(always('broken'));
    // Statuses that a document names take time.
    expect(statesOf(fulfillment, 'snapshots: completed, processing', plain)).toEqual(always('held'));
    expect(statesOf(fulfillment, plain, 'snapshots: completed; carriers: processing')).toEqual(always('held'));
  });

  it('does not fail for members of issues if a run that does not wait met no issue', () => {
    const seen = 'statuses seen: submitted';
    expect(statesOf(transitions, `${ofIssues}: line; ${seen}`, seen)).toEqual(['broken', 'held', 'held']);
  });

  const nine = 'E1: page_size 9 by default (a list no longer than that)';
  const shorter = 'E8: page_size 20 by default (a shorter list); page_size 0: 400';
  it.each([
    [edit, '409', '409', 'held'],
    [bodies, 'refused with 400; taken', 'refused with 422; taken; not taken: a text: plain (federal_ein)', 'held'],
    [bodies, 'not taken: left out (a, b); taken', 'not taken: left out (b, a); taken', 'held'],
    [shape, 'not found: 404', 'malformed JSON: 400; not found: 404', 'held'],
    [pages, 'E8: page_size 20 by default', 'E8: page_size 20 by default (a shorter list)', 'held'],
    [pages, `${nine}; page_size 0: 400`, `${nine.replace('9', '10')}; page_size 0: 400`, 'held'],
    [pages, shorter, 'E8: the whole list by default; page_size 0: 400', 'held'],
    [limits, 'answers 429', 'no 429', 'void'],
    [bodies, 'refused with 400', 'refused with 400', 'void'],
    [pages, nine, nine, 'void'],
  ])('does not fail for the same behaviour: %s pinned to "%s", "%s" observed: %s', (id, pinned, observed, state) => {
    expect(statesOf(id, pinned, observed)).toEqual(always(state));
  });

  it.each([
    [edit, 'a; b', 'a', 'b'],
    [shape, 'not found: 404; query: 400', 'not found: 404', 'query: 400'],
  ])('names its statements that the run did not see: %s pinned to "%s"', (id, pinned, observed, unseen) => {
    const held = pinnedResult(id, { to: pinned }, sampleObservation(id, observed), { isWhole: false, waits: true });
    expect(held).toEqual({ outcome: 'pass', pin: { to: pinned, unseen: [unseen] } });
  });
});
