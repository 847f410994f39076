import { expect, it } from 'vitest';
import { everyOutcome } from '../results/sample-outcomes.test-data.ts';
import { sampleReport, sampleResult, skipped, undecided, withRun } from '../results/sample-reports.test-data.ts';
import { summarize } from '../results/summarize.ts';
import { badgeOf, renderBadgeEndpoint, renderBadgeSvg } from './badge.ts';

const passed = sampleResult('token.issue');
const waived = skipped('token.type', 'waived');
const failed = sampleResult('groups.list', { outcome: 'fail' });
const blocked = undecided('groups.list', 'blocked');

it.each([
  ['all passes', [passed], 'conformant 1/1', 'brightgreen'],
  ['something is waived', [passed, waived], 'conformant 1/1, 1 waived', 'green'],
  ['something fails', [passed, failed], 'nonconformant 1/2', 'red'],
  ['there is no verdict', [passed, blocked], 'no verdict 1/2', 'lightgrey'],
])('says so when %s', (_, results, message, color) => {
  expect(badgeOf(sampleReport(results))).toEqual({ label: 'conformance', message, color });
});

it.each([
  ['expected' as const, 'nonconformant 1/2', 'red'],
  ['required' as const, 'conformant 1/1', 'green'],
])('counts what a run of the level %s is judged by', (level, message, color) => {
  const warning = sampleResult('token.lifetime', { outcome: 'fail' });
  const report = sampleReport([passed, warning]);
  const summary = summarize(report.requirements, level);
  const judged = { ...withRun(report, { level }), summary };
  expect(badgeOf(judged)).toMatchObject({ message, color });
});

it('counts a pinned open point that has changed', () => {
  const moved = sampleResult('renewals.edit-stale', { outcome: 'fail', detail: 'pinned' });
  expect(badgeOf(sampleReport([passed, moved]))).toMatchObject({ message: 'nonconformant 1/2', color: 'red' });
});

it('is no green where the baseline knows the failures, though the gate passes', () => {
  const gate = {
    passed: true,
    verdict: 'conformant' as const,
    problems: [],
    waivers: [],
    baseline: { startedAt: '2027-01-01T00:00:00Z', new: [], known: [failed.id], fixed: [] },
  };
  expect(badgeOf(sampleReport([passed, failed], { gate }))).toMatchObject({
    message: 'nonconformant 1/2, 1 known',
    color: 'orange',
  });
});

it('is a picture that says what it shows, and what shields.io makes one of', () => {
  expect(renderBadgeSvg(everyOutcome)).toMatch(/^<svg .*aria-label="conformance: nonconformant 1\/7, /);
  expect(JSON.parse(renderBadgeEndpoint(everyOutcome))).toEqual({ schemaVersion: 1, ...badgeOf(everyOutcome) });
});
