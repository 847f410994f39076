import { describe, expect, it } from 'vitest';
import { holdPin } from './pins.ts';

/** What comes of a pin in a run that sees all and waits, in one that does not wait, and in a short one. */
function statesOf(id: string, pinned: string, observed: string): readonly string[] {
  return [
    { isWhole: true, waits: true },
    { isWhole: true, waits: false },
    { isWhole: false, waits: true },
  ].map((sight) => holdPin(id, pinned, observed, sight).state);
}

const always = (state: string): readonly string[] => [state, state, state];
const wholeBreaks = (short: string): readonly string[] => ['broken', 'broken', short];

const [edit, shape, order] = ['renewals.edit-stale', 'input.error-shape', 'paging.order'];
const [pages, bodies, limits] = ['paging.defaults', 'connections.accepts-generated', 'wire.rate-limits'];
const [transitions, fulfillment, lines] = ['renewals.transitions', 'snapshots.fulfillment', 'renewals.lines'];

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
    [transitions, 'banana', 'statuses seen: submitted', wholeBreaks('unseen')],
    [bodies, 'refused with 422', 'taken', always('broken')],
    [bodies, 'taken', 'taken; not taken: left out (carrier_id)', always('broken')],
    [bodies, 'taken', 'refused with 422', wholeBreaks('unseen')],
    [limits, 'header x-limit; no 429', 'no 429', wholeBreaks('held')],
    [limits, 'no 429', 'header x-limit; no 429', always('broken')],
  ])('fails where the target does something else: %s to "%s", and "%s" is seen', (id, pinned, observed, states) => {
    expect(statesOf(id, pinned, observed)).toEqual(states);
  });

  it('fails for a status word that no document has, be it new or never seen by a run that waits for it', () => {
    const plain = 'snapshots: processing; carriers: processing';
    const rejected = 'snapshots: processing, rejected; carriers: processing';
    expect(statesOf(fulfillment, plain, rejected)).toEqual(always('broken'));
    expect(statesOf(fulfillment, rejected, plain)).toEqual(['broken', 'held', 'held']);
    expect(statesOf(transitions, 'statuses seen: submitted', 'statuses seen: lost')).toEqual(always('broken'));
    // Those that a document has take their time.
    expect(statesOf(fulfillment, 'snapshots: completed, processing', plain)).toEqual(always('held'));
    expect(statesOf(fulfillment, plain, 'snapshots: completed; carriers: processing')).toEqual(always('held'));
  });

  it.each([
    [edit, '409', '409'],
    [bodies, 'refused with 400; taken', 'refused with 422; taken; not taken: a text: plain (federal_ein)'],
    [bodies, 'not taken: left out (a, b); taken', 'not taken: left out (b, a); taken'],
    [shape, 'not found: 404', 'malformed JSON: 400; not found: 404'],
    [
      pages,
      'E1: page_size 20 by default; E8: page_size 5 by default',
      'E1: page_size 20 by default (a shorter list); E8: page_size 5 by default',
    ],
    [
      pages,
      'E1: page_size 9 by default (a list no longer than that); page_size 0: 400',
      'E1: page_size 10 by default (a list no longer than that); page_size 0: 400',
    ],
    [
      pages,
      'E8: page_size 20 by default (a shorter list); page_size 0: 400',
      'E8: the whole list by default; page_size 0: 400',
    ],
  ])('holds where only the run is another: %s to "%s", and "%s" is seen', (id, pinned, observed) => {
    expect(statesOf(id, pinned, observed)).toEqual(always('held'));
  });

  it.each([
    [limits, 'answers 429', 'no 429'],
    [bodies, 'refused with 400', 'refused with 400'],
    [
      pages,
      'E1: page_size 9 by default (a list no longer than that)',
      'E1: page_size 9 by default (a list no longer than that)',
    ],
  ])('is told as none where nothing of it is a statement on the target: %s to "%s"', (id, pinned, observed) => {
    expect(statesOf(id, pinned, observed)).toEqual(always('void'));
  });

  it('says which of its statements the run did not see', () => {
    const short = { isWhole: false, waits: true };
    expect(holdPin(edit, 'a; b', 'a', short)).toEqual({ state: 'held', unseen: ['b'] });
    expect(holdPin(shape, 'not found: 404; query: 400', 'not found: 404', short)).toEqual({
      state: 'held',
      unseen: ['query: 400'],
    });
  });
});
