import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import type { Report } from '../results/report.ts';
import { everyOutcome } from '../results/sample-outcomes.test-data.ts';
import { sampleReport, sampleResult, undecided } from '../results/sample-reports.test-data.ts';
import { renderJunit } from './junit.ts';

interface Case {
  readonly name: string;
  readonly failure?: unknown;
  readonly error?: unknown;
  readonly skipped?: unknown;
}
type Counts = Readonly<Record<'tests' | 'failures' | 'errors' | 'skipped', string>>;
interface Page {
  readonly testsuites: Counts & { readonly testsuite: readonly (Counts & { readonly testcase: readonly Case[] })[] };
}

const lists = new Set(['testsuite', 'testcase', 'property']);
const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', isArray: (name) => lists.has(name) });
const pageOf = (report: Report): Page => parser.parse(renderJunit(report));
const caseOf = (report: Report, id: string): Case | undefined =>
  pageOf(report)
    .testsuites.testsuite.flatMap(({ testcase }) => testcase)
    .find(({ name }) => name.startsWith(id));

it('counts what is in it, in each suite and in all', () => {
  const { testsuites } = pageOf(everyOutcome);
  const counted = (cases: readonly Case[]): Counts => ({
    tests: String(cases.length),
    failures: String(cases.filter(({ failure }) => failure !== undefined).length),
    errors: String(cases.filter(({ error }) => error !== undefined).length),
    skipped: String(cases.filter(({ skipped }) => skipped !== undefined).length),
  });
  for (const suite of testsuites.testsuite) expect(suite).toMatchObject(counted(suite.testcase));
  expect(testsuites).toMatchObject(counted(testsuites.testsuite.flatMap(({ testcase }) => testcase)));
  expect(testsuites).toMatchObject({ failures: '4', errors: '1', skipped: '6', time: '5.230' });
});

describe('a case', () => {
  it('of a failure has the level, what was seen, and the evidence', () => {
    expect(caseOf(everyOutcome, 'renewals.edit-listed')).toMatchObject({
      classname: 'benefits-fulfillment.renewals',
      failure: {
        type: 'required',
        message: 'the list still shows the version before the edit (seen 3 times)',
        '#text': expect.stringContaining('again     npm start -- --only renewals.edit-listed --seed 42'),
      },
      properties: { property: expect.arrayContaining([{ name: 'level', value: 'required' }]) },
    });
  });

  it.each([
    ['an expected one below the level', 'token.lifetime', 'the run is judged by what is required'],
    [
      'one that the baseline knows',
      'token.type',
      'the baseline fails this requirement as well, there: token_type is missing',
    ],
    ['one that a waiver accepts', 'groups.list', 'accepted by a waiver until 2027-03-01: known since spring'],
  ])('of %s is skipped, with the reason and the evidence', (_, id, reason) => {
    expect(caseOf(everyOutcome, id)).toMatchObject({
      skipped: { message: expect.stringContaining(reason) },
      'system-out': expect.stringContaining('--- the exchange that shows it'),
    });
  });

  it('of a changed pin that a waiver accepts says so once', () => {
    const detail = 'until 2027-03-01: fixed soon; pinned by expect to "refused", observed "taken"';
    const waived = sampleResult('renewals.edit-stale', { outcome: 'skipped', reason: 'waived', detail });
    expect(caseOf(sampleReport([waived]), 'renewals.edit-stale')).toMatchObject({
      skipped: { message: `fails, but does not fail the run (accepted by a waiver ${detail})` },
    });
  });

  it.each([
    ['snapshots.create', { skipped: { message: 'undecided (blocked): the canonical body was refused: 422' } }],
    ['isolation.groups', { skipped: { message: 'undecided (not-configured): set secondCredentials' } }],
    ['wire.timestamp-unit', { 'system-out': 'observed: seconds' }],
    ['gate', { failure: { type: 'gate', message: 'token.issue passes now: remove its waiver (was broken)' } }],
    ['fault of the suite', { error: { message: 'cannot read x' } }],
  ])('of %s says what was not decided, observed or wrong', (id, parts) => {
    expect(caseOf(everyOutcome, id)).toMatchObject(parts);
  });
});

describe('the run', () => {
  it('is all that errs where nothing could be judged', () => {
    const blocked = (['token.issue', 'groups.list', 'groups.record'] as const).map((id) => undecided(id, 'blocked'));
    expect(pageOf(sampleReport(blocked)).testsuites).toMatchObject({ failures: '0', errors: '1', skipped: '3' });
  });

  it('has no case for its gate where that objects to nothing of its own, and never loses that it fails', () => {
    const gate = (problems: readonly string[]) =>
      ({ passed: false, verdict: 'nonconformant', problems, waivers: [] }) as const;
    const broken = sampleReport([sampleResult('token.issue', { outcome: 'fail' })]);
    expect(caseOf({ ...broken, gate: gate(['token.issue fails']) }, 'gate')).toBeUndefined();
    const sound = sampleReport([sampleResult('token.issue')]);
    expect(caseOf({ ...sound, gate: gate([]) }, 'gate')).toMatchObject({ failure: { type: 'gate' } });
  });

  it('errs without a verdict', () => {
    const blocked = undecided('token.issue', 'blocked');
    expect(caseOf(sampleReport([blocked]), 'verdict')).toMatchObject({ error: { type: 'no-verdict' } });
    expect(caseOf(sampleReport([sampleResult('token.issue')]), 'verdict')).toMatchObject({
      time: '5.230',
      'system-out': 'conformant: 1 of 1 required pass',
    });
  });
});
