import { describe, expect, it } from 'vitest';
import type { Report, RequirementResult } from './report.ts';
import { pastReport } from './past-runs.test-data.ts';
import { withRun } from './sample-reports.test-data.ts';
import { trendOf } from './history.ts';

const historyOf = (...reports: readonly Report[]) => ({
  reports: reports.map((report, index) => ({ file: `${index}.json`, report })),
  unread: [],
});

const withEdit = (report: Report, state: Partial<RequirementResult>): Report => ({
  ...report,
  requirements: report.requirements.map((result) =>
    result.id === 'renewals.edit-listed' ? { ...result, ...state } : result,
  ),
});

describe('a trend', () => {
  it('reports no change at a night without a verdict, nor the one after', () => {
    const nights = [pastReport(0), pastReport(1, { hasNoVerdict: true }), pastReport(2)];
    const runs = trendOf(historyOf(...nights)).targets[0]?.runs ?? [];
    expect(runs.map(({ comparison }) => comparison?.drifted)).toEqual([undefined, undefined, false]);
    expect(runs[2]?.comparison?.old.startedAt).toBe(nights[0]?.run.startedAt);
  });

  const unseen: readonly [string, (night: Report) => Report][] = [
    ['left it out', (night) => withEdit(night, { outcome: 'skipped', reason: 'deselected', cases: 0 })],
    [
      'was stopped before it',
      (night) => {
        const found = withEdit(night, { outcome: 'inconclusive', reason: 'not-reached', cases: 0 });
        const [other, ...rest] = found.requirements;
        const failing = other === undefined ? [] : [{ ...other, outcome: 'fail' as const }];
        return {
          ...found,
          requirements: [...failing, ...rest],
          run: { ...found.run, interrupted: true },
          summary: { ...found.summary, verdict: 'nonconformant' },
        };
      },
    ],
  ];

  it.each(unseen)('compares a night with what was seen before one that %s', (_, unsee) => {
    const kinds = (...nights: readonly Report[]) =>
      trendOf(historyOf(...nights))
        .targets[0]?.runs.at(-1)
        ?.comparison?.requirements.map(({ id, kind }) => id === 'renewals.edit-listed' && kind)
        .filter((kind) => kind !== false);
    expect(kinds(pastReport(0), unsee(pastReport(1)), pastReport(2, { fails: true }))).toEqual(['regression']);
    expect(kinds(pastReport(0, { fails: true }), unsee(pastReport(1)), pastReport(2, { fails: true }))).toEqual([]);
    expect(kinds(pastReport(0, { fails: true }), unsee(pastReport(1)), pastReport(2))).toEqual(['improvement']);
    expect(kinds(unsee(pastReport(0)), unsee(pastReport(1)), pastReport(2, { fails: true }))).toEqual([]);
  });

  it('compares an open point with the night that last observed it', () => {
    const unobserved = { ...pastReport(1, { fails: true }), observations: [] };
    const nights = [pastReport(0), unobserved, pastReport(2, { staleEdit: 'refused with 412' })];
    const last = trendOf(historyOf(...nights)).targets[0]?.runs.at(-1);
    expect(last?.comparison?.observations).toMatchObject([
      { appeared: ['refused with 412'], vanished: ['refused with 409'] },
    ]);
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
    const runs = trendOf(historyOf(...nights)).targets[0]?.runs ?? [];
    expect(runs.map(({ comparison }) => comparison?.drifted)).toEqual([undefined, undefined, false, false]);
    expect(runs[3]?.comparison?.old.startedAt).toBe(nights[1]?.run.startedAt);
  });
});
