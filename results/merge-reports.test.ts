import { describe, expect, test } from 'vitest';
import { mergeReports, type ShardReport } from './merge-reports.ts';
import type { Report, RequirementResult } from './report.ts';
import { failed, sampleEvidence, sampleReport, sampleResult, skipped, undecided } from './sample-reports.test-data.ts';

const id = 'connections.echo';
const elsewhere = (cases = 0): RequirementResult => ({ ...skipped(id, 'other-shard'), cases });

type Found = Omit<Partial<Report>, 'run'> & { readonly run?: Partial<ShardReport['run']> };

/** Reports of all shards of a run, from the results of each. */
function shardsOf(...found: readonly Found[]): readonly [ShardReport, ...ShardReport[]] {
  const { run, ...report } = sampleReport([]);
  const [first, ...rest] = found.map((changes, at): ShardReport => {
    const shard = { index: at + 1, count: found.length, run: 'a', sends: [], replay: ' --rate 5' };
    return { ...report, ...changes, run: { ...run, shard, ...changes.run } };
  });
  if (first === undefined) throw new Error('there is no shard');
  return [first, ...rest];
}

const merge = (...found: readonly Found[]): Report => mergeReports(shardsOf(...found), '0.1.0');
const merged = (...results: readonly RequirementResult[]): RequirementResult | undefined =>
  merge(...results.map((result) => ({ requirements: [result] }))).requirements.find((result) => result.id === id);

describe('a merged requirement', () => {
  const lost = { detail: 'no answer', unanswered: 'POST /group_connections' };
  const [held, broken] = [sampleResult(id), failed(id)];
  const [blocked, silent] = [undecided(id, 'blocked'), undecided(id, 'blocked', lost)];
  const doubted = undecided(id, 'blocked', { afterOutage: true });
  const leftOut = skipped(id, 'deselected', 'why');
  const waived = { outcome: 'skipped', reason: 'waived', detail: 'until then' } as const;
  const inPart = { outcome: 'pass', partly: true } as const;
  const unreached = { outcome: 'inconclusive', reason: 'not-reached' } as const;
  const deselected = { outcome: 'skipped', reason: 'deselected' } as const;
  test.each<[string, readonly [RequirementResult, RequirementResult], Partial<RequirementResult>]>([
    ['passes if it held in the shard that decides it', [held, elsewhere()], { outcome: 'pass', cases: 3 }],
    ['passes with the cases of other shards as well', [held, elsewhere(4)], { outcome: 'pass', cases: 7 }],
    ['passes if it held in shards that need not decide it', [elsewhere(), elsewhere(4)], { outcome: 'pass', cases: 4 }],
    ['is not reached if no shard met it', [elsewhere(), elsewhere()], unreached],
    ['fails if any shard broke it', [held, broken], { outcome: 'fail' }],
    ['fails if it is broken in one shard and blocked in another', [blocked, broken], { outcome: 'fail' }],
    ['is undecided if the shard that decides it is', [silent, elsewhere()], { outcome: 'inconclusive', ...lost }],
    ['passes in part if one shard got no answer', [silent, held], { ...inPart, ...lost }],
    ['passes in part if it held only where it need not be decided', [silent, elsewhere(4)], { ...inPart, ...lost }],
    ['is skipped if the shard that decides it left it out', [leftOut, elsewhere(4)], deselected],
    ['passes in part if one shard left it out', [leftOut, held], inPart],
    ['is undecided if it is in doubt after an outage', [doubted, held], { outcome: 'inconclusive', afterOutage: true }],
    ['is skipped if a waiver accepts its failure', [{ ...broken, ...waived }, elsewhere(4)], waived],
  ])('%s', (_what, results, expected) => {
    expect(merged(...results)).toMatchObject(expected);
    expect(merged(...results.toReversed())).toMatchObject(expected);
    expect(merged(...results)?.partly ?? false).toBe('partly' in expected);
  });

  test('shows a reproduced failure before one that was not, with the occurrences of both', () => {
    const other = { code: 'lost', pointer: '/group_data/group_name', occurrences: 2 };
    const result = merged(
      failed(id, { code: 'changed', passedAgain: null, message: 'not again' }),
      failed(id, { ...other, message: 'again', also: [{ ...sampleEvidence(), code: 'changed', occurrences: 1 }] }),
    );
    expect(result?.counterexample).toMatchObject({
      message: 'again',
      occurrences: 5,
      also: [{ code: 'changed', occurrences: 4 }],
    });
    expect(result?.counterexample).not.toHaveProperty('passedAgain');
  });

  test('has a failure that is replayed with the merged report and the target flags of its shard', () => {
    const shards = shardsOf({ requirements: [elsewhere()] }, { requirements: [failed(id)] });
    const { requirements } = mergeReports(shards, '0.1.0', (of) => `bfc replay all/report.json ${of}`);
    const result = requirements.find((one) => one.id === id);
    expect(result?.counterexample?.replay).toBe('bfc replay all/report.json connections.echo --rate 5');
  });
});

describe('an open point', () => {
  const open = 'wire.unknown-fields';
  const seen = (...values: readonly string[]) => ({
    requirements: [sampleResult(open, { pin: { to: 'group.color' } })],
    observations: [
      { id: open, value: values.join('; '), cases: values.length, seen: values.map((value) => ({ value, cases: 1 })) },
    ],
  });
  const of = (report: Report) => ({
    value: report.observations.find((observation) => observation.id === open)?.value,
    outcome: report.requirements.find((result) => result.id === open)?.outcome,
  });

  test('has the values that any shard saw, and "none" only if all saw none', () => {
    expect(of(merge(seen('none'), seen('group.color')))).toEqual({ value: 'group.color', outcome: 'pass' });
    expect(of(merge(seen('none'), seen('none')))).toEqual({ value: 'none', outcome: 'fail' });
  });

  test('that lists words has the words of all shards', () => {
    const states = (...words: readonly string[]) => ({
      observations: [
        {
          id: 'renewals.transitions',
          value: '',
          cases: 1,
          seen: [{ topic: 'statuses seen', value: `statuses seen: ${words.join(', ')}`, words, cases: 1 }],
        },
      ],
    });
    const { observations } = merge(states('ready', 'submitted'), states('done', 'ready'), states());
    expect(observations).toMatchObject([{ value: 'statuses seen: done, ready, submitted', cases: 3 }]);
  });
});

describe('the merged run', () => {
  const passing = { requirements: [sampleResult('token.issue')] };
  const withEnd = (end: NonNullable<Report['run']['end']>) => ({
    requirements: [undecided('token.issue', 'not-reached')],
    run: { end, shard: { index: 2, count: 2, run: 'a', sends: [], replay: '' } },
  });

  test.each([
    [{ interrupted: true }, /^no verdict: interrupted when /],
    [{ outOfTime: true }, /^no verdict: out of time when .*--time-budget$/],
    [{ outOfRequests: true }, /^no verdict: out of requests when /],
    [{ refused: 'it gives no token' }, /^no verdict: shard 2 of 2 could not begin: it gives no token$/],
  ] as const)('has no verdict if a shard ended with %j, unless something failed', (end, headline) => {
    const { summary, run } = merge(passing, withEnd(end));
    expect(summary.verdict).toBe('no-verdict');
    expect(summary.headline).toMatch(headline);
    expect(run.interrupted).toBe(true);
    expect(merge({ requirements: [failed('token.issue')] }, withEnd(end)).summary.verdict).toBe('nonconformant');
  });

  test('has the sums of its shards, and lasts from the first start to the last end', () => {
    const plan = { timeBudgetMs: 1000, requests: 10, requestsPerSecond: 2.5, sentences: ['Short.'] };
    const { run, latency, edges, accepts, suiteFaults } = merge(
      {
        ...passing,
        run: {
          startedAt: '2027-01-02T03:04:05.000Z',
          durationMs: 4000,
          requests: 10,
          plan: { ...plan, leftOut: ['token.issue'] },
        },
        latency: { E1: { p50: 1, p95: 2, p99: 3, count: 30, base: 1, spread: 0 } },
        edges: [{ name: 'a leap day', about: 'why', endpoints: ['E3'], exchanges: 1, cases: ['a'] }],
        accepts: [{ about: 'days', value: 'any' }],
      },
      {
        ...passing,
        run: { startedAt: '2027-01-02T03:04:03.000Z', durationMs: 4000, requests: 20, plan },
        latency: { E1: { p50: 5, p95: 6, p99: 7, count: 10, base: 3, spread: 0.1 } },
        edges: [{ name: 'a leap day', about: 'why', endpoints: ['E3'], exchanges: 2, cases: ['b'] }],
        accepts: [{ about: 'days', value: 'any' }],
        suiteFaults: [{ id: 'suite', message: 'broken' }],
      },
    );
    expect(run).toMatchObject({ startedAt: '2027-01-02T03:04:03.000Z', durationMs: 6000, requests: 30, shards: 2 });
    expect(run.plan).toMatchObject({
      requests: 20,
      requestsPerSecond: 5,
      fewer: ['token.issue'],
      sentences: ['Shard 1 of 2: Short.', 'Shard 2 of 2: Short.'],
    });
    expect(run).not.toHaveProperty('shard');
    expect(latency).toEqual({ E1: { p50: 2, p95: 3, p99: 4, count: 40, base: 1.5, spread: 1.5 } });
    expect(edges).toMatchObject([{ exchanges: 3, cases: ['a', 'b'] }]);
    expect(accepts).toHaveLength(1);
    expect(suiteFaults).toHaveLength(1);
  });
});
