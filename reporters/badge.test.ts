import { expect, it } from 'vitest';
import { sampleReport, sampleResult, withRun } from '../results/sample-reports.test-data.ts';
import { renderBadge } from './badge.ts';

const passed = sampleResult('token.issue');
const failed = sampleResult('groups.list', { outcome: 'fail' });
const warning = sampleResult('token.lifetime', { outcome: 'fail' });
const expected = sampleReport([passed, sampleResult('token.lifetime')], {}, 'expected');
const moved = sampleResult('renewals.edit-stale', { outcome: 'fail', detail: 'pinned' });

const baseline = { startedAt: '2027-01-01T00:00:00Z', new: [], known: [failed.id], fixed: [] };
const gate = { passed: true, verdict: 'conformant', problems: [], waivers: [], baseline } as const;

it.each([
  ['all passes', sampleReport([passed]), 'conformant 1/1', 'brightgreen'],
  ['something expected fails', sampleReport([passed, warning]), 'conformant 1/1', 'green'],
  ['the expected level is judged', withRun(expected, { level: 'expected' }), 'conformant 2/2', 'brightgreen'],
  ['a pinned open point has changed', sampleReport([passed, moved]), 'nonconformant 1/2', 'red'],
  ['the baseline knows what fails', sampleReport([passed, failed], { gate }), 'nonconformant 1/2, 1 known', 'orange'],
])('says so when %s', (_, report, message, color) => {
  const badge: unknown = JSON.parse(renderBadge(report)['badge.json']);
  expect(badge).toEqual({ schemaVersion: 1, label: 'conformance', message, color });
});
