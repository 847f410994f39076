import { expect, it } from 'vitest';
import type { Report } from '../results/report.ts';
import { sampleReport, sampleResult, skipped, undecided, withRun } from '../results/sample-reports.test-data.ts';
import { renderBadge } from './badge.ts';

const badgeOf = (report: Report): unknown => JSON.parse(renderBadge(report)['badge.json']);

const passed = sampleResult('token.issue');
const waived = skipped('token.type', 'waived');
const failed = sampleResult('groups.list', { outcome: 'fail' });
const blocked = undecided('groups.list', 'blocked');

const warning = sampleResult('token.lifetime', { outcome: 'fail' });
const moved = sampleResult('renewals.edit-stale', { outcome: 'fail', detail: 'pinned' });

it.each([
  ['all passes', [passed], 'conformant 1/1', 'brightgreen'],
  ['something is waived', [passed, waived], 'conformant 1/1, 1 waived', 'green'],
  ['something expected fails', [passed, warning], 'conformant 1/1', 'green'],
  ['something fails', [passed, failed], 'nonconformant 1/2', 'red'],
  ['a pinned open point has changed', [passed, moved], 'nonconformant 1/2', 'red'],
  ['there is no verdict', [passed, blocked], 'no verdict 1/2', 'lightgrey'],
])('says so when %s', (_, results, message, color) => {
  expect(badgeOf(sampleReport(results))).toEqual({ schemaVersion: 1, label: 'conformance', message, color });
});

it('counts what a run of the expected level is judged by', () => {
  const report = withRun(sampleReport([passed, warning], {}, 'expected'), { level: 'expected' });
  expect(badgeOf(report)).toMatchObject({ message: 'nonconformant 1/2', color: 'red' });
});

it('is no green where the baseline knows the failures, though the gate passes', () => {
  const baseline = { startedAt: '2027-01-01T00:00:00Z', new: [], known: [failed.id], fixed: [] };
  const gate = { passed: true, verdict: 'conformant' as const, problems: [], waivers: [], baseline };
  expect(badgeOf(sampleReport([passed, failed], { gate }))).toMatchObject({
    message: 'nonconformant 1/2, 1 known',
    color: 'orange',
  });
});
