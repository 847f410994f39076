import { describe, expect, it } from 'vitest';
import type { Report, RequirementResult } from './report.ts';
import { failed, pastReport, skipped, undecided, withRun } from './sample-reports.test-data.ts';
import { trendOf } from './history.ts';

const historyOf = (...reports: readonly Report[]) => ({
  reports: reports.map((report, index) => ({ file: `${index}.json`, report })),
  unread: [],
});

const runsOf = (...nights: readonly Report[]) => trendOf(historyOf(...nights)).targets[0]?.runs ?? [];

/** A night that has another result of the edit. */
const withEdit = (report: Report, edit: RequirementResult, changes: Partial<Report> = {}): Report => ({
  ...report,
  requirements: report.requirements.map((result) => (result.id === edit.id ? edit : result)),
  ...changes,
});

describe('a trend', () => {
  it('reports no change at a night without a verdict, nor the one after', () => {
    const nights = [pastReport(0), pastReport(1, { hasNoVerdict: true }), pastReport(2)];
    const runs = runsOf(...nights);
    expect(runs.map(({ comparison }) => comparison?.drifted)).toEqual([undefined, undefined, false]);
    expect(runs[2]?.comparison?.old.startedAt).toBe(nights[0]?.run.startedAt);
  });

  it.each<[string, (night: Report) => Report]>([
    ['left it out', (night) => withEdit(night, skipped('renewals.edit-listed', 'deselected'))],
    [
      'was stopped before it',
      (night) => {
        const others = night.requirements.map(({ id }) => failed(id));
        const { run, summary } = night;
        return withEdit({ ...night, requirements: others }, undecided('renewals.edit-listed', 'not-reached'), {
          run: { ...run, interrupted: true },
          summary: { ...summary, verdict: 'nonconformant' },
        });
      },
    ],
  ])('compares a night with what was seen before one that %s', (_, unsee) => {
    const kinds = (...nights: readonly Report[]) =>
      runsOf(...nights)
        .at(-1)
        ?.comparison?.requirements.filter(({ id }) => id === 'renewals.edit-listed')
        .map(({ kind }) => kind);
    const [passing, failing] = [pastReport(0), pastReport(0, { fails: true })];
    const unseen = unsee(pastReport(1));
    expect(kinds(passing, unseen, pastReport(2, { fails: true }))).toEqual(['regression']);
    expect(kinds(failing, unseen, pastReport(2, { fails: true }))).toEqual([]);
    expect(kinds(failing, unseen, pastReport(2))).toEqual(['improvement']);
    expect(kinds(unsee(passing), unseen, pastReport(2, { fails: true }))).toEqual([]);
  });

  it('keeps targets apart by their names, the one that was run last first', () => {
    const { targets } = trendOf(
      historyOf(
        pastReport(0),
        pastReport(1, { target: 'b', fails: true }),
        pastReport(2),
        pastReport(3, { target: 'b' }),
      ),
    );
    expect(targets.map(({ name, runs }) => [name, runs.length])).toEqual([
      ['b', 2],
      ['a sandbox', 2],
    ]);
    expect(targets[1]?.runs[1]?.comparison?.drifted).toBe(false);
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
