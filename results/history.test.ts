import { describe, expect, it } from 'vitest';
import type { Report } from './report.ts';
import { pastReport, sampleResult, skipped, withRun } from './sample-reports.test-data.ts';
import { trendOf } from './history.ts';

const historyOf = (...reports: readonly Report[]) => ({
  reports: reports.map((report, index) => ({ file: `${index}.json`, report })),
  unread: [],
});

const runsOf = (...nights: readonly Report[]) => trendOf(historyOf(...nights)).targets[0]?.runs ?? [];

describe('a trend', () => {
  it('does not compare a run without a verdict, and compares the next one with the last verdict', () => {
    const nights = [pastReport(0), pastReport(1, { hasNoVerdict: true }), pastReport(2)];
    const runs = runsOf(...nights);
    expect(runs.map(({ comparison }) => comparison?.drifted)).toEqual([undefined, undefined, false]);
    expect(runs[2]?.comparison?.old.startedAt).toBe(nights[0]?.run.startedAt);
  });

  it('compares a requirement with the last run that did not leave it out', () => {
    const kinds = (...nights: readonly Report[]) =>
      runsOf(...nights)
        .at(-1)
        ?.comparison?.requirements.map(({ kind }) => kind);
    const withoutEdit = (night: Report): Report => ({
      ...night,
      requirements: [sampleResult('groups.list'), skipped('renewals.edit-listed', 'deselected')],
    });
    const [passing, failing] = [pastReport(0), pastReport(0, { fails: true })];
    const unseen = withoutEdit(pastReport(1));
    expect(kinds(passing, unseen, pastReport(2, { fails: true }))).toEqual(['regression']);
    expect(kinds(failing, unseen, pastReport(2, { fails: true }))).toEqual([]);
    expect(kinds(failing, unseen, pastReport(2))).toEqual(['improvement']);
    expect(kinds(withoutEdit(passing), unseen, pastReport(2, { fails: true }))).toEqual([]);
  });

  it('compares each run with the last one of its profile', () => {
    const of = (profile: string, report: Report): Report => withRun(report, { profile });
    const nights = [
      of('full', pastReport(0)),
      of('health', pastReport(1, { staleEdit: 'not seen' })),
      of('full', pastReport(2)),
      of('health', pastReport(3, { staleEdit: 'not seen' })),
    ];
    const runs = runsOf(...nights);
    expect(runs.map(({ comparison }) => comparison?.drifted)).toEqual([undefined, undefined, false, false]);
    expect(runs[3]?.comparison?.old.startedAt).toBe(nights[1]?.run.startedAt);
  });
});
