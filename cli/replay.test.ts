import { beforeEach, describe, expect, it } from 'vitest';
import { createPage } from '../reporters/terminal/page.ts';
import {
  failed,
  recordedExchange,
  sampleEvidence,
  sampleReport,
  sampleResult,
  undecided,
  withRun,
} from '../results/sample-reports.test-data.ts';
import type { Counterexample, Report, RequirementResult } from '../results/report.ts';
import { folderOfTest } from '../spec/folders.test-data.ts';
import type { RequirementId } from '../spec/index.ts';
import { validator } from '../spec/validator.ts';
import type { Replay } from '../suites/replay/replay-failures.ts';
import type { Target } from '../target/configuration/target.ts';
import { collecting, fill, readJson } from './command-line.test-data.ts';
import { faultyTarget, judged, resultOf, seed, servedTarget } from './judged-reference.test-data.ts';
import { renderReplay, replayReport, replayTools, type ReplayFlags } from './replay.ts';

let cwd = '';
beforeEach(() => {
  cwd = folderOfTest();
});

/** The configuration that a target came from. */
function configOf({ baseUrl, authUrl, credentials, secondCredentials, expiredToken, fixtures, expect }: Target) {
  return { baseUrl, authUrl, credentials, secondCredentials, expiredToken, fixtures, expect };
}

async function replay(report: unknown, ids: readonly string[], target?: Target, flags: ReplayFlags = {}) {
  await fill(cwd, { 'report.json': report, ...(target && { 'conformance.config.json': configOf(target) }) });
  const { printed, surroundings } = collecting({}, cwd);
  const start = () => Promise.reject(new Error('a reference was started'));
  const exitCode = await replayReport('report.json', ids, flags, surroundings, start);
  return { exitCode, ...printed };
}

describe('a replayed failure', () => {
  it.each<[string, string, RequirementId]>([
    ['found by a property or an example', 'connections-number-formatted', 'connections.echo'],
    ['found by a check', 'groups-other-success', 'groups.list'],
    ['that the report does not have in full', 'unauthorized-unsigned', 'unauthorized.forged'],
  ])('%s still fails against the faulty service, and is fixed without the fault', async (_how, fault, id) => {
    const faulty = await faultyTarget(fault);
    const report = await judged(faulty, [id]);
    const failing = await replay(report, [id], faulty);
    expect(failing.stdout).toContain(`✗ ${id}  still failing: `);
    expect(failing.exitCode).toBe(1);
    const fixed = await replay(report, [id], await servedTarget());
    expect(fixed.stdout).toContain(`✓ ${id}  fixed: its whole check held 2 times with the same data`);
    expect(fixed.exitCode).toBe(0);
  });

  it('of a pin still fails, and is fixed once the pin is what the service does', async () => {
    const target = await servedTarget();
    const pinnedTo = (value: string): Target => ({ ...target, expect: { 'renewals.edit-stale': value } });
    const moved = pinnedTo('refused with 412');
    const report = await judged(moved, ['renewals.edit-stale']);
    const failing = await replay(report, [], moved);
    expect(failing.stdout).toContain('✗ renewals.edit-stale  still failing: its check fails again');
    expect((await replay(report, [], pinnedTo('refused with 409'))).stdout).toContain('✓ renewals.edit-stale  fixed');
  });

  it('from saved traffic is judged only by its exchange', async () => {
    const target = await faultyTarget('connections-number-formatted');
    const report = await judged(target, ['connections.echo']);
    const saved = { ...report, run: { ...report.run, profile: 'judge', seed: 0 } };
    expect((await replay(saved, [], target)).stdout).toContain('still failing: the recorded exchange shows it again');
    expect((await replay(saved, [], await servedTarget())).stdout).toContain(
      'fixed: the recorded exchange is answered as it should be; there is no more',
    );
  });

  it('that is intermittent is not reported as fixed, and can be printed as JSON', async () => {
    const faulty = await faultyTarget('token-type-forgotten');
    const report = await judged(faulty, ['token.issue']);
    const { stdout, exitCode } = await replay(report, ['token.issue'], faulty, { json: true });
    expect(JSON.parse(stdout)).toMatchObject({ seed, replays: [{ id: 'token.issue', recorded: { seed } }] });
    expect(stdout).toMatch(/"verdict": "(nondeterministic|still failing)"/);
    expect(exitCode).toBe(1);
  });

  it('takes one line without an id, has its evidence with an id, and leaves the report unchanged', async () => {
    const faulty = await faultyTarget('connections-status-capital');
    const report = await judged(faulty, ['connections.status-values', 'connections.initial-status']);
    const { stdout } = await replay(report, [], faulty);
    expect(stdout.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^✗ connections\.initial-status {2}still failing: /),
      expect.stringMatching(/^✗ connections\.status-values {2}still failing: /),
      '2 replayed: 2 still failing',
    ]);
    const named = await replay(report, ['connections.status-values', 'connections.initial-status'], faulty);
    expect(named.stdout.match(/^ {4}recorded /gm)).toHaveLength(2);
    expect(await readJson<Report>(cwd, 'report.json')).toEqual(report);
  });
});

it('an accepted invalid body is reduced to what is invalid in it, and is replayed', async () => {
  const id = 'snapshots.invalid-body';
  const faulty = await faultyTarget('snapshots-names-of-any-type');
  const report = await judged(faulty, [id], 4, 200);
  const { curl = '', exchanges = [] } = resultOf(report, id).counterexample ?? {};
  const sent = exchanges.at(-1)?.request.body ?? '';
  expect(curl).toContain(sent);
  const body: unknown = JSON.parse(sent);
  const text = expect.any(String);
  const [identity, member] = [
    { id: text, custom_individual_id: text },
    { individual_id: text, individual_type: text },
  ];
  const coverage = { carrier_id: text, line_of_coverage: 'medical', plan_id: text, enrolled_members: [member] };
  expect(body).toEqual({
    // The reference service needs these names.
    employee: { ...identity, person: { first_name: { unexpected: 'object' }, last_name: text } },
    dependents: [],
    coverages: [coverage],
    events: [{ id: text }],
  });
  const errors = validator.validate('member-snapshot-input', body);
  expect(errors.map(({ pointer, keyword }) => [pointer, keyword])).toEqual([['/employee/person/first_name', 'type']]);
  expect((await replay(report, [id], faulty)).stdout).toContain(`✗ ${id}  still failing: `);
  expect((await replay(report, [id], await servedTarget())).stdout).toContain(`✓ ${id}  fixed: `);
});

const reportOf = (...results: readonly RequirementResult[]): Report => sampleReport(results);
const broken = failed('renewals.edit-listed');

describe('a report of the profile health', () => {
  const ids = ['connections.status-values', 'connections.initial-status', 'snapshots.initial-status'] as const;
  const report = withRun(reportOf(...ids.map((id) => sampleResult(id, { outcome: 'fail' }))), {
    profile: 'health',
    casesPerProperty: 1,
  });

  it('is replayed by one run of that profile, announced beforehand', async () => {
    const failing = await replay(report, [], await faultyTarget('connections-status-capital'), { rate: 500 });
    expect(failing.stderr).toContain('In all at most 600 requests, at most 8 records created or changed');
    expect(failing.stdout.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^✗ connections\.status-values {2}still failing: /),
      expect.stringMatching(/^✗ connections\.initial-status {2}still failing: /),
      expect.stringMatching(/^✓ snapshots\.initial-status {2}fixed: its whole check held once/),
      '3 replayed: 2 still failing, 1 fixed',
    ]);
  });

  it('has one budget for everything that its replay sends', async () => {
    const tools = await replayTools(report, report.requirements, await servedTarget(), new AbortController().signal);
    const take = async (records: number): Promise<void> => {
      const session = tools.openSession();
      for (let taken = 0; taken < records; taken += 1) session.budget.take('E3', 'POST');
      await session.close();
    };
    await take(8);
    await expect(take(1)).rejects.toThrow('it takes more writes than the 8 of this replay');
  });
});

it.each([
  ['the day of the report', { today: '2027-01-31' }, '2027-01-31'],
  ['the day it was made, if the report does not state one', {}, '2027-01-02'],
])('the data of a replay is made for %s', async (_which, says, day) => {
  const { today: _, ...run } = reportOf().run;
  const report = { ...reportOf(), run: { ...run, ...says } };
  const tools = await replayTools(report, [], await servedTarget(), new AbortController().signal);
  const session = tools.openSession();
  expect([session.plan.seed, session.plan.today]).toEqual([report.run.seed, day]);
  await session.close();
});

it('requests in a report that cannot be sent have no verdict, and do not end the replay', async () => {
  const target = await servedTarget();
  const hostile = (id: RequirementId, request: object) => {
    const { exchanges, ...evidence } = sampleEvidence();
    const spoiled = exchanges.map((exchange) => ({ ...exchange, request: { ...exchange.request, ...request } }));
    return sampleResult(id, { outcome: 'fail', counterexample: { ...evidence, property: id, exchanges: spoiled } });
  };
  const report = reportOf(
    hostile('groups.list', { method: 'GET', url: `${target.baseUrl}/api/v1/groups`, headers: { 'x-a': 'a\r\nb: c' } }),
    hostile('groups.record', { method: 'G T', url: 'file:///etc', headers: {} }),
    hostile('token.issue', { url: 'https://example.net', wire: 'POST / HTTP/1.1\r\n\r\n' }),
  );
  const recorded = { ...report, target: { ...report.target, baseUrl: target.baseUrl } };
  const { stdout } = await replay({ ...recorded, run: { ...report.run, profile: 'judge' } }, [], target);
  expect(stdout).toContain('3 replayed: 3 no verdict');
});

it('a report without failures has nothing to replay, and exits 3 if it has no verdict', async () => {
  expect(await replay(reportOf(sampleResult('token.issue')), [])).toMatchObject({
    stdout: 'nothing failed in report.json; there is nothing to replay\n',
    exitCode: 0,
  });
  expect(await replay(reportOf(undecided('token.issue', 'blocked')), [])).toMatchObject({
    stdout:
      'report.json: no verdict: nothing required of the part token could be decided; there is nothing to replay\n',
    exitCode: 3,
  });
});

it('a report of the embedded service is replayed against it when no target is given', async () => {
  const report = { ...reportOf(broken), target: { name: 'embedded reference service', baseUrl: 'http://127.0.0.1:1' } };
  await expect(replay(report, [])).rejects.toThrow('a reference was started');
});

const id = 'renewals.edit-listed';

const url = 'http://127.0.0.1:8080/api/v1/groups/g/renewal_decisions';
const listing = (version: string) => recordedExchange(JSON.stringify({ response: [{ version }] }), { url });

const rendered = (recorded: Counterexample, changes: Partial<Replay> = {}): readonly string[] => {
  const failing = { id, verdict: 'still failing', because: 'its check fails again' } as const;
  return renderReplay({ ...failing, recorded, exchanges: [], checks: [], ...changes }, createPage(90, false));
};

it('a replay shows the verdict, then what decided it, then the recorded and the new answers', () => {
  const recorded = sampleEvidence({ exchanges: [listing('b')], property: 'model', passedAgain: listing('c') });
  const broken = { message: 'the list is behind', exchanges: [listing('d')], passedAgain: null };
  const counterexample = sampleEvidence(broken);
  const note = 'undecided: the record is gone';
  const [verdict, ...rest] = rendered(recorded, {
    exchanges: [
      { showing: 'shows again', isOfOldRecord: false, exchanges: [listing('b')] },
      { showing: 'open', note, isOfOldRecord: false, exchanges: [recordedExchange('{}')] },
    ],
    checks: [sampleResult(id), sampleResult(id), sampleResult(id, { outcome: 'fail', counterexample })],
  });
  expect(verdict).toBe(`✗ ${id}  still failing: its check fails again`);
  const evidence = rest.join('\n');
  expect(evidence.slice(evidence.indexOf('    check'))).toBe(`    check     holds (3 cases) (2 times)
              fails: the list is behind
              GET http://127.0.0.1:8080/api/v1/groups/g/renewal_decisions
              answered 200, "b" at /response/0/version
              expected "c"
              run once more, it did not get to that request
    recorded  GET http://127.0.0.1:8080/api/v1/groups/g/renewal_decisions
              answered 200, "b" at /response/0/version
              expected "c"
              asked once more: 200, "c" at /response/0/version
    again     answered 200, "b" at /response/0/version: the violation shows again
              answered 200, nothing at /response/0/version: undecided: the record is gone`);
});

it('the value expected of new records is shown with their answer, and answers that say the same are shown once', () => {
  const again = (version: string) => {
    const expected = `another version than ${version}`;
    return { showing: 'shows again', expected, isOfOldRecord: false, exchanges: [listing(version)] } as const;
  };
  const text = rendered(
    sampleEvidence({ exchanges: [listing('a')], expected: 'another version than a', actual: 'a' }),
    {
      verdict: 'nondeterministic',
      exchanges: [again('b'), again('c'), { showing: 'in order', isOfOldRecord: false, exchanges: [listing('d')] }],
      checks: [sampleResult(id)],
    },
  ).join('\n');
  expect(text.slice(text.indexOf('    recorded')))
    .toBe(`    recorded  GET http://127.0.0.1:8080/api/v1/groups/g/renewal_decisions
              answered 200, "a" at /response/0/version
              expected "another version than a"
    again     answered 200, "b" at /response/0/version, where "another version than b" is
              expected: the violation shows again (2 times)
              answered 200, "d" at /response/0/version: in order
    check     holds (3 cases)`);
});

it('an answer that is cut in the report is shown as cut, not as lacking a value', () => {
  const cut = recordedExchange(`${'x'.repeat(64 * 1024)}… (70 more characters)`);
  const recorded = sampleEvidence({ exchanges: [cut], expected: 'A ', actual: 'A' });
  const again = { showing: 'open', isOfOldRecord: false, exchanges: [cut] } as const;
  const text = rendered(recorded, { exchanges: [again] }).join('\n');
  expect(text).toContain('answered 200, with a body that is cut in the report');
  expect(text).toContain('differs: in character 2: U+0020 was expected, nothing came');
});

it('control characters and workflow commands from a target are escaped', () => {
  const hostile = '\u001b[2J::error::x\u202e\n';
  const recorded = sampleEvidence({
    message: hostile,
    exchanges: [{ ...listing(hostile), failure: hostile }],
    pointer: `/response/0/version`,
    expected: hostile,
    property: hostile,
    path: hostile,
    passedAgain: { ...listing(hostile) },
  });
  const text = rendered(recorded, {
    because: hostile,
    exchanges: [{ showing: 'open', note: hostile, isOfOldRecord: false, exchanges: [listing(hostile)] }],
    checks: [
      sampleResult(id, { outcome: 'fail', detail: hostile }),
      sampleResult(id, { outcome: 'inconclusive', detail: hostile }),
    ],
  }).join('\n');
  for (const character of ['\u001b', '\u202e']) expect(text).not.toContain(character);
  expect(text).not.toMatch(/^::/m);
});
