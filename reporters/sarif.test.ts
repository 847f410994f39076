import type { Log, Result } from 'sarif';
import { describe, expect, it } from 'vitest';
import type { Report } from '../results/report.ts';
import { everyOutcome } from '../results/sample-outcomes.test-data.ts';
import { failed, sampleReport, sampleResult, withRun } from '../results/sample-reports.test-data.ts';
import { renderSarif } from './sarif.ts';

const runOf = (report: Report) => {
  const { runs }: Log = JSON.parse(renderSarif(report));
  return runs[0] ?? expect.fail('SARIF has one run');
};
const resultsOf = (report: Report): ReadonlyMap<string, Result> =>
  new Map(runOf(report).results?.map((result) => [result.ruleId ?? '', result]));

it('has each requirement as a rule, and what was found broken as results of them', () => {
  const { tool, results = [] } = runOf(everyOutcome);
  const { rules = [] } = tool.driver;
  expect(rules.map(({ id }) => id)).toEqual(everyOutcome.requirements.map(({ id }) => id));
  expect(results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
    ['renewals.edit-listed', 'error'],
    ['paging.tiling', 'error'],
    ['token.lifetime', 'warning'],
    ['renewals.edit-stale', 'error'],
    ['token.type', 'error'],
    ['groups.list', 'error'],
  ]);
  for (const { ruleId, ruleIndex = -1 } of results) expect(rules[ruleIndex]?.id).toBe(ruleId);
});

it.each([
  ['expected', ['error', 'error']],
  ['required', ['warning', 'error']],
] as const)('has as errors what fails a run of the level %s, and as warnings what does not', (level, levels) => {
  const moved = sampleResult('renewals.edit-stale', { outcome: 'fail', detail: 'pinned' });
  const report = withRun(sampleReport([failed('token.lifetime'), moved]), { level });
  expect(runOf(report).results?.map((result) => result.level)).toEqual(levels);
});

describe('a result', () => {
  const results = resultsOf(everyOutcome);

  it('that a waiver accepts is suppressed, for its reason', () => {
    expect(results.get('groups.list')?.suppressions).toEqual([
      { kind: 'external', status: 'accepted', justification: 'until 2027-03-01: known since spring' },
    ]);
    expect(results.get('renewals.edit-listed')?.suppressions).toEqual([]);
  });

  it('says whether the baseline has it', () => {
    expect(results.get('token.type')?.baselineState).toBe('updated');
    const baseline = { startedAt: '2027-01-01T03:04:05.678Z', new: [], known: ['token.type'], fixed: [] } as const;
    const gate = { passed: true, verdict: 'conformant', problems: [], waivers: [], baseline } as const;
    const alike = resultsOf({ ...everyOutcome, gate });
    expect(alike.get('token.type')?.baselineState).toBe('unchanged');
    expect(results.get('renewals.edit-listed')?.baselineState).toBe('new');
    expect(results.get('token.lifetime')?.baselineState).toBeUndefined();
  });

  it('is where the document states it, at the endpoint that showed it', () => {
    expect(results.get('renewals.edit-listed')?.locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: 'spec/documents/4-endpoints.md', uriBaseId: 'PACKAGE' },
          region: { startLine: 57 },
        },
        logicalLocations: [
          { name: 'E5', fullyQualifiedName: 'GET /api/v1/groups/{group_id}/renewal_decisions', kind: 'resource' },
        ],
      },
    ]);
  });

  it('has the deciding exchange', () => {
    expect(results.get('renewals.edit-listed')).toMatchObject({
      webRequest: { method: 'GET', target: 'http://127.0.0.1:8080/api/v1/groups/g/renewal_decisions' },
      webResponse: { statusCode: 200, body: { text: '{"response":[{"version":"b"}]}' } },
    });
    expect(results.get('groups.list')?.webResponse).toEqual({
      noResponseReceived: true,
      reasonPhrase: 'closed without an answer',
    });
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

it('names what kept it from judging as notifications of the tool', () => {
  const [invocation] = runOf(everyOutcome).invocations ?? [];
  expect(invocation?.toolExecutionNotifications?.map(({ message }) => message.text)).toEqual([
    'fault of the suite in token.issue: cannot read x',
    'snapshots.create could not be judged: the canonical body was refused: 422',
  ]);
});
