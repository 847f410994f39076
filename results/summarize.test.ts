import { describe, expect, it } from 'vitest';
import { sampleResult, skipped, undecided } from './sample-reports.test-data.ts';
import { summarize } from './summarize.ts';

const pass = sampleResult('token.issue');
const fail = sampleResult('token.jwt', { outcome: 'fail' });
const warning = sampleResult('token.lifetime', { outcome: 'fail' });
const expectedPass = sampleResult('token.lifetime');
const unreached = undecided('unauthorized.expired', 'not-configured');
const blocked = undecided('snapshots.create', 'blocked');
const waived = skipped('token.type', 'waived');
const leftOut = skipped('groups.list', 'deselected');

describe('the verdict', () => {
  it.each([
    ['all pass', [pass], 'conformant', 'conformant: 1 of 1 required pass'],
    [
      'some are undecided',
      [pass, unreached, leftOut],
      'conformant',
      'conformant: 1 of 2 required pass, 1 inconclusive, 1 left out',
    ],
    [
      'a part of one could not be judged',
      [pass, { ...fail, outcome: 'pass', partly: true }],
      'conformant',
      'conformant: 2 of 2 required pass, 1 of them only in part',
    ],
    [
      'a part of one got no answer',
      [pass, { ...fail, outcome: 'pass', partly: true, unanswered: 'PUT /renewal_decisions/{id}' }],
      'no-verdict',
      'no verdict: 1 of 2 required were judged only in part, as the target gave no answer to PUT /renewal_decisions/{id}',
    ],
    ['one is waived', [pass, waived], 'conformant', 'conformant: 1 of 1 required pass, 1 accepted by a waiver'],
    [
      'one fails and one is waived',
      [pass, fail, waived],
      'nonconformant',
      'nonconformant: 1 of 2 required fail, 1 accepted by a waiver',
    ],
    ['a required one fails', [pass, fail, blocked], 'nonconformant', 'nonconformant: 1 of 3 required fail'],
    [
      'one fails of those selected',
      [pass, fail, leftOut],
      'nonconformant',
      'nonconformant: 1 of 2 required fail, 1 left out',
    ],
    ['an expected one fails', [pass, warning], 'conformant', 'conformant: 1 of 1 required pass'],
    [
      'one of a part is blocked, and others of it pass',
      [pass, blocked, sampleResult('snapshots.record')],
      'conformant',
      'conformant: 2 of 3 required pass, 1 inconclusive',
    ],
    [
      'nothing of a part could be decided',
      [pass, blocked],
      'no-verdict',
      'no verdict: nothing required of the part snapshots could be decided',
    ],
    ['nothing passes', [unreached], 'no-verdict', 'no verdict: none of 1 required could be decided'],
    [
      'all are switched off',
      [leftOut],
      'no-verdict',
      'no verdict: nothing required was selected; --level expected judges more',
    ],
    [
      'no required one is selected',
      [expectedPass, leftOut],
      'no-verdict',
      'no verdict: nothing required was selected; --level expected judges more',
    ],
  ] as const)('when %s', (_when, results, verdict, headline) => {
    expect(summarize(results, 'required')).toMatchObject({ verdict, headline });
  });

  it.each([
    ['an expected one fails', [pass, warning], 'nonconformant', 'nonconformant: 1 of 1 expected fail'],
    ['both levels fail', [fail, warning], 'nonconformant', 'nonconformant: 1 of 1 required and 1 of 1 expected fail'],
    ['both levels pass', [pass, expectedPass], 'conformant', 'conformant: 1 of 1 required and 1 of 1 expected pass'],
    [
      'only an expected one is selected',
      [expectedPass, leftOut],
      'conformant',
      'conformant: 1 of 1 expected pass, 1 left out',
    ],
  ] as const)('at the expected level, when %s', (_when, results, verdict, headline) => {
    expect(summarize(results, 'expected')).toMatchObject({ verdict, headline });
  });

  it.each([
    [{ interrupted: true }, 'interrupted when 1 of 2 required had passed'],
    [{ outOfTime: true }, 'out of time when 1 of 2 required had passed; allow more with --time-budget'],
    [
      { outOfRequests: true },
      'out of requests when 1 of 2 required had passed; fewer requirements at a time (--only) take fewer',
    ],
    [{ suiteFaults: 1 }, 'the suite itself failed in 1 place'],
  ])('is withheld by %j, unless something failed before', (circumstances, why) => {
    expect(summarize([pass, unreached], 'required', circumstances)).toMatchObject({
      verdict: 'no-verdict',
      headline: `no verdict: ${why}`,
    });
    expect(summarize([pass, fail], 'required', circumstances).verdict).toBe('nonconformant');
  });

  it.each([
    [{ outOfTime: true }, { throttled: 57, unavailable: 0 }, 'time', 'asked to slow down (429) 57 times'],
    [{ outOfTime: true }, { throttled: 0, unavailable: 1 }, 'time', 'was not available (502, 503, 504) once'],
    [
      { outOfRequests: true },
      { throttled: 2, unavailable: 3 },
      'requests',
      'asked to slow down (429) 2 times and was not available (502, 503, 504) 3 times',
    ],
  ])('names the target as the cause where it turned requests away: %j, %j', (end, turnedAway, of, why) => {
    expect(summarize([pass, unreached], 'required', { ...end, turnedAway }).headline).toBe(
      `no verdict: out of ${of} when 1 of 2 required had passed: the target ${why}`,
    );
  });

  it('speaks of a refusal only where there was one', () => {
    const unanswered = sampleResult('groups.list', {
      outcome: 'inconclusive',
      reason: 'blocked',
      unanswered: 'GET /groups',
    });
    const turnedAway = { throttled: 0, unavailable: 6 };
    expect(summarize([pass, unanswered], 'required', { turnedAway }).headline).toBe(
      'no verdict: 1 of 2 required could not be judged, as the target gave no answer to what they build on: the target was not available (502, 503, 504) 6 times',
    );
  });

  it('goes against a target that changed an open point which is pinned', () => {
    const moved = sampleResult('renewals.edit-stale', { outcome: 'fail' });
    expect(summarize([pass, moved], 'required')).toMatchObject({
      verdict: 'nonconformant',
      headline: 'nonconformant: 1 pinned open point has changed',
    });
    expect(summarize([pass, fail, moved], 'required').headline).toBe(
      'nonconformant: 1 of 2 required fail, 1 pinned open point has changed',
    );
  });
});

it.each([
  ['conformant as far as seen: 1 of 2 required seen and held', [pass, unreached]],
  ['nonconformant: 1 of 2 required seen fail', [pass, fail, unreached]],
  ['no verdict: none of 1 required was seen', [unreached]],
])('of saved traffic goes no further than what was seen: %s', (headline, results) => {
  expect(summarize(results, 'required', { isFromTraffic: true }).headline).toBe(headline);
});

it('of saved traffic takes something required that was seen, if any of it is asked for', () => {
  const summaryOf = (...results: Parameters<typeof summarize>[0]) =>
    summarize(results, 'expected', { isFromTraffic: true });
  expect(summaryOf(unreached, expectedPass)).toMatchObject({
    verdict: 'no-verdict',
    headline: 'no verdict: none of 1 required was seen',
  });
  expect(summaryOf(pass, expectedPass).verdict).toBe('conformant');
  expect(summaryOf(unreached, waived, expectedPass).verdict).toBe('conformant');
  expect(summaryOf(leftOut, expectedPass).verdict).toBe('conformant');
});

it('counts by outcome and level', () => {
  expect(summarize([pass, fail, warning, unreached, leftOut], 'required')).toMatchObject({
    passed: { required: 1, expected: 0, open: 0 },
    failed: { required: 1, expected: 1, open: 0 },
    inconclusive: { required: 1, expected: 0, open: 0 },
    skipped: { required: 1, expected: 0, open: 0 },
  });
});
