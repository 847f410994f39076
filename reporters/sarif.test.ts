import type { Log } from 'sarif';
import { expect, it } from 'vitest';
import { failed, sampleReport } from '../results/sample-reports.test-data.ts';
import { renderSarif } from './sarif.ts';

it('has fingerprints that depend on the kind of failure, but not on its place or data', () => {
  const fingerprint = (changes: Parameters<typeof failed>[1]) => {
    const { runs }: Log = JSON.parse(renderSarif(sampleReport([failed('token.issue', changes)])));
    return runs[0]?.results?.[0]?.partialFingerprints;
  };
  const first = fingerprint({ pointer: '/response/0/version', code: 'missing' });
  expect(fingerprint({ pointer: '/a/17/id', code: 'missing', message: 'other words', actual: 1 })).toEqual(first);
  expect(fingerprint({ pointer: '/response/0/version', code: 'schema-type' })).not.toEqual(first);
});
