import { describe, expect, it } from 'vitest';
import type { Report } from '../results/report.ts';
import { everyOutcome } from '../results/sample-outcomes.test-data.ts';
import {
  failed,
  sampleReport,
  sampleResult,
  skipped,
  undecided,
  withRun,
} from '../results/sample-reports.test-data.ts';
import { isGateAsked, nextSteps, standingOf, undecidedPinsInShort } from './outcomes.ts';
import { renderTerminal } from './terminal/render-terminal.ts';

it('a failure counts where its waiver has ended, even where the baseline knows it', () => {
  const { gate = expect.fail('the sample has a gate'), run } = everyOutcome;
  const waivers = [{ id: 'token.type', reason: 'x', until: '2027-01-01', state: 'expired' as const }];
  const type = failed('token.type');
  expect(standingOf(type, { run, gate: { ...gate, waivers } })).toBe('failing');
});

describe('pins that were not decided, or not in full', () => {
  const of = (id: string) => ({ id, value: 'x', cases: 1 });
  const results = [
    sampleResult('renewals.edit-stale', { pin: { to: 'refused with 409' } }),
    sampleResult('paging.defaults', { outcome: 'fail', pin: { to: 'E8: page_size 20 by default' } }),
    undecided('paging.order', 'not-reached', { pin: { to: 'x' } }),
    { ...skipped('renewals.lines', 'deselected'), pin: { to: 'x' } },
    undecided('wire.rate-limits', 'not-reached', { detail: 'this pin cannot be compared', pin: { to: '429' } }),
    sampleResult('input.error-shape', { pin: { to: 'query: \u001B400', unseen: ['query: \u001B400'] } }),
    sampleResult('wire.unknown-fields'),
  ];
  const observed = ['renewals.edit-stale', 'paging.defaults', 'wire.rate-limits', 'input.error-shape'];
  const report = withRun(sampleReport(results, { observations: observed.map(of) }), { profile: 'health' });
  const notLookedAt = 'Pinned, not looked at: paging.order, renewals.lines (profile health)';

  it('are listed on the terminal, with the reason', () => {
    expect(renderTerminal(report, { width: 110, colour: false, written: [] })).toContain(
      `Pinned open points that were not decided
  ${notLookedAt}
  wire.rate-limits  this pin cannot be compared
  input.error-shape  holds, as far as it was seen; not seen: query: \\u001b400
`,
    );
  });

  it('are a line for each kind in short, and none where all were decided', () => {
    expect(undecidedPinsInShort(report)).toEqual([
      notLookedAt,
      'Pinned, not decided: wire.rate-limits',
      'Pinned, seen in part: input.error-shape',
    ]);
    expect(undecidedPinsInShort(sampleReport([sampleResult('paging.order', { pin: { to: 'x' } })]))).toEqual([]);
  });
});

describe('what to do next', () => {
  const refused = undecided('snapshots.create', 'blocked', { detail: 'the plain body was refused: 422' });
  const unanswered = undecided('snapshots.create', 'blocked', { detail: '503 6 times', unanswered: 'GET /groups' });

  it.each([
    ['a refusal', [refused], [true, false]],
    ['a target that did not answer', [unanswered], [false, true]],
    ['both', [refused, unanswered], [true, true]],
  ])('advises fixtures for what a refusal blocks alone: %s', (_, results, [fixtures, later]) => {
    const text = nextSteps(sampleReport(results)).join('\n');
    expect([text.includes('fixtures.groupId'), text.includes('run again when the target is available again')]).toEqual([
      fixtures,
      later,
    ]);
  });

  it('names what the configuration lacks, and what needs it', () => {
    const lacking = (id: Parameters<typeof undecided>[0], detail: string) =>
      undecided(id, 'not-configured', { detail });
    const key = 'no key of a second organization (secondCredentials)';
    const others = ['isolation.groups', 'isolation.records', 'token.type', 'token.lifetime'] as const;
    const group = lacking('groups.fixture-listed', 'no group is configured; set fixtures.groupId');
    const steps = nextSteps(sampleReport([group, ...others.map((id) => lacking(id, key))]));
    expect(steps.filter((step) => step.startsWith('The configuration'))).toEqual([
      'The configuration lacks what groups.fixture-listed (expected) needs: no group is configured; set fixtures.groupId.',
      `The configuration lacks what isolation.groups, isolation.records (expected), token.type and 1 more need: ${key}.`,
    ]);
  });

  it('sends to more time where the target turned requests away, and nobody who ended the run by hand', () => {
    const stopped = (changes: Partial<Report['run']> = {}) =>
      nextSteps(withRun(sampleReport([unanswered]), { interrupted: true, ...changes })).join('\n');
    expect(stopped({ turnedAway: { throttled: 57, unavailable: 0 } })).toContain('The target turned requests away');
    expect(stopped()).toContain('Let the run come to its end');
    expect(stopped()).not.toContain('--time-budget');
  });
});

it('a gate says more than the verdict where something else fails as well', () => {
  const gate = { passed: false, verdict: 'nonconformant', problems: [], waivers: [] } as const;
  expect(isGateAsked({ ...gate, besides: ['it has changed'] })).toBe(true);
});
