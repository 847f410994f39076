import { describe, expect, it } from 'vitest';
import { sampleResult, skipped, undecided } from './sample-reports.test-data.ts';
import { summarize } from './summarize.ts';

const samples = {
  pass: sampleResult('token.issue'),
  partly: sampleResult('token.jwt', { partly: true }),
  silent: sampleResult('token.jwt', { partly: true, unanswered: 'PUT /x' }),
  fail: sampleResult('token.jwt', { outcome: 'fail' }),
  warning: sampleResult('token.lifetime', { outcome: 'fail' }),
  expected: sampleResult('token.lifetime'),
  moved: sampleResult('renewals.edit-stale', { outcome: 'fail' }),
  observed: sampleResult('renewals.edit-stale'),
  unreached: undecided('unauthorized.expired', 'not-configured'),
  blocked: undecided('snapshots.create', 'blocked'),
  unanswered: undecided('groups.list', 'blocked', { unanswered: 'GET /groups' }),
  record: sampleResult('snapshots.record'),
  waived: skipped('token.type', 'waived'),
  leftOut: skipped('groups.list', 'deselected'),
} as const;

type Options = Parameters<typeof summarize>[2];

/** The summary of these samples. */
const summary = (names: string, level: 'required' | 'expected' = 'required', options: Options = {}) =>
  summarize(
    names.split(' ').map((name) => samples[name as keyof typeof samples]),
    level,
    options,
  );

const verdicts = { conformant: 'conformant', nonconformant: 'nonconformant', 'no verdict': 'no-verdict' } as const;
const verdictOf = (headline: string) => verdicts[(headline.split(':')[0] ?? '') as keyof typeof verdicts];

const nothingSelected = 'no verdict: nothing required was selected; --level expected judges more';

describe('the verdict', () => {
  it.each([
    ['pass', 'conformant: 1 of 1 required pass'],
    ['pass unreached leftOut', 'conformant: 1 of 2 required pass, 1 inconclusive, 1 skipped'],
    ['pass partly', 'conformant: 2 of 2 required pass, 1 of them only in part'],
    ['pass silent', 'no verdict: 1 of 2 required were judged only in part, as the target gave no answer to PUT /x'],
    ['pass waived', 'conformant: 1 of 1 required pass, 1 accepted by a waiver'],
    ['pass fail waived', 'nonconformant: 1 of 2 required fail, 1 accepted by a waiver'],
    ['pass fail blocked', 'nonconformant: 1 of 3 required fail'],
    ['pass fail leftOut', 'nonconformant: 1 of 2 required fail, 1 skipped'],
    ['pass warning', 'conformant: 1 of 1 required pass'],
    ['pass blocked record', 'conformant: 2 of 3 required pass, 1 inconclusive'],
    ['pass blocked', 'no verdict: nothing required of the part snapshots could be decided'],
    ['unreached', 'no verdict: none of 1 required could be decided'],
    ['leftOut', nothingSelected],
    ['expected leftOut', nothingSelected],
    ['observed leftOut', 'no verdict: nothing required was selected: open points are observed'],
    ['pass moved', 'nonconformant: 1 pinned open point has changed'],
    ['pass fail moved', 'nonconformant: 1 of 2 required fail, 1 pinned open point has changed'],
  ])('of %s', (names, headline) => {
    expect(summary(names)).toMatchObject({ verdict: verdictOf(headline), headline });
  });

  it.each([
    ['pass warning', 'nonconformant: 1 of 1 expected fail'],
    ['fail warning', 'nonconformant: 1 of 1 required and 1 of 1 expected fail'],
    ['pass expected', 'conformant: 1 of 1 required and 1 of 1 expected pass'],
    ['expected leftOut', 'conformant: 1 of 1 expected pass, 1 skipped'],
  ])('at the expected level, of %s', (names, headline) => {
    expect(summary(names, 'expected')).toMatchObject({ verdict: verdictOf(headline), headline });
  });

  const slow = { throttled: 57, unavailable: 0 };
  const away = { throttled: 0, unavailable: 1 };
  const both = { throttled: 2, unavailable: 3 };
  it.each<[string, Options, string]>([
    ['pass unreached', { interrupted: true }, 'interrupted when 1 of 2 required had passed'],
    ['pass blocked', { outOfTime: true }, 'out of time when 1 of 2 required had passed; allow more with --time-budget'],
    ['pass unreached', { suiteFaults: 1 }, 'the suite itself failed in 1 place'],
  ])('of %s is withheld after %j, unless something failed', (names, circumstances, why) => {
    const headline = `no verdict: ${why}`;
    expect(summary(names, 'required', circumstances)).toMatchObject({ verdict: 'no-verdict', headline });
    expect(summary(`${names} fail`, 'required', circumstances).verdict).toBe('nonconformant');
  });

  it.each<[Options, string]>([
    [{ outOfTime: true }, 'out of time; allow more with --time-budget'],
    [{ outOfTime: true, turnedAway: slow }, 'out of time: the target asked to slow down (429) 57 times'],
    [{ outOfTime: true, turnedAway: away }, 'out of time: the target was not available (502, 503, 504) once'],
    [{ outOfRequests: true }, 'out of requests; fewer requirements at a time (--only) take fewer'],
    [
      { outOfRequests: true, turnedAway: both },
      'out of requests: the target asked to slow down (429) 2 times and was not available (502, 503, 504) 3 times',
    ],
  ])('stands after a run that ended with %j, and says so, if each part was judged', (circumstances, why) => {
    const headline = `conformant: 1 of 2 required pass, 1 inconclusive, ${why}`;
    expect(summary('pass unreached', 'required', circumstances)).toMatchObject({ verdict: 'conformant', headline });
    expect(summary('pass', 'required', circumstances).headline).toBe('conformant: 1 of 1 required pass');
  });

  it('mentions only the kinds of refusal that occurred', () => {
    expect(summary('pass unanswered', 'required', { turnedAway: { throttled: 0, unavailable: 6 } }).headline).toBe(
      'no verdict: 1 of 2 required could not be judged, as the target gave no answer to what they build on: the target was not available (502, 503, 504) 6 times',
    );
  });
});

it.each([
  ['pass unreached', 'required', 'conformant as far as seen: 1 of 2 required seen and held'],
  ['pass fail unreached', 'required', 'nonconformant: 1 of 2 required seen fail'],
  ['unreached', 'required', 'no verdict: none of 1 required was seen'],
  ['unreached expected', 'expected', 'no verdict: none of 1 required was seen'],
  ['pass expected', 'expected', 'conformant as far as seen'],
  ['unreached waived expected', 'expected', 'conformant as far as seen'],
  ['leftOut expected', 'expected', 'conformant as far as seen'],
] as const)('the verdict on saved traffic with %s covers only what was seen', (names, level, headline) => {
  expect(summary(names, level, { isFromTraffic: true }).headline).toContain(headline);
});
