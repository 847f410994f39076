import type { Report } from './report.ts';
import { sampleEvidence, sampleReport, sampleResult, undecided, withRun } from './sample-reports.test-data.ts';

/** How a night of a made-up history differs from the others. */
export interface Night {
  readonly fails?: boolean;
  readonly hasNoVerdict?: boolean;
  /** What an edit of an old version is answered with. */
  readonly staleEdit?: string;
  /** Base of the latency of E7. Milliseconds. */
  readonly base?: number;
  readonly target?: string;
  /** What the failing run saw. */
  readonly message?: string;
}

const firstNight = Date.UTC(2027, 0, 1, 2);
const day = 86_400_000;

/** The report of the n-th night of a history. */
export function pastReport(index: number, night: Night = {}): Report {
  const { fails = false, hasNoVerdict = false, staleEdit = 'refused with 409', base = 5 } = night;
  const { target = 'a sandbox', message = 'the list still shows the version before the edit' } = night;
  const edit = sampleResult(
    'renewals.edit-listed',
    fails ? { outcome: 'fail', counterexample: sampleEvidence({ message }) } : {},
  );
  const blocked = undecided('renewals.edit-listed', 'blocked');
  const report = sampleReport(hasNoVerdict ? [blocked] : [sampleResult('groups.list'), edit], {
    target: { name: target, baseUrl: 'http://127.0.0.1:8080' },
    observations: hasNoVerdict ? [] : [{ id: 'renewals.edit-stale', value: staleEdit, cases: 1 }],
    latency: hasNoVerdict ? {} : { E7: { p50: base + 4, p95: base + 9, p99: base + 20, count: 99, base, spread: 0.5 } },
  });
  return withRun(report, { startedAt: new Date(firstNight + index * day).toISOString() });
}
