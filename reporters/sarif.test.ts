import type { Log, Result } from 'sarif';
import { describe, expect, it } from 'vitest';
import type { Report } from '../results/report.ts';
import { everyOutcome } from '../results/sample-outcomes.test-data.ts';
import { failed, sampleReport } from '../results/sample-reports.test-data.ts';
import { renderSarif } from './sarif.ts';

const runOf = (report: Report) => {
  const { runs }: Log = JSON.parse(renderSarif(report));
  return runs[0] ?? expect.fail('SARIF has one run');
};
const resultsOf = (report: Report): ReadonlyMap<string, Result> =>
  new Map(runOf(report).results?.map((result) => [result.ruleId ?? '', result]));

describe('a result', () => {
  it('that shows as in the baseline is unchanged there', () => {
    const baseline = { startedAt: '2027-01-01T03:04:05.678Z', new: [], known: ['token.type'], fixed: [] } as const;
    const gate = { passed: true, verdict: 'conformant', problems: [], waivers: [], baseline } as const;
    expect(resultsOf({ ...everyOutcome, gate }).get('token.type')?.baselineState).toBe('unchanged');
  });

  it('has a fingerprint that neither the place nor the data changes, but the kind of failure does', () => {
    const fingerprint = (changes: Parameters<typeof failed>[1]) => {
      const failure = failed('token.issue', changes);
      return resultsOf(sampleReport([failure])).get('token.issue')?.partialFingerprints;
    };
    const first = fingerprint({ pointer: '/response/0/version', code: 'missing' });
    expect(fingerprint({ pointer: '/a/17/id', code: 'missing', message: 'other words', actual: 1 })).toEqual(first);
    expect(fingerprint({ pointer: '/response/0/version', code: 'schema-type' })).not.toEqual(first);
  });
});
