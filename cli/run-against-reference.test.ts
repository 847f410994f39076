import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { folderOfTests } from '../spec/folders.test-data.ts';
import { randomDialect, type ReferenceOptions } from '../reference/index.ts';
import { schemaErrorsOf } from '../results/sample-reports.test-data.ts';
import type { RequirementId } from '../spec/index.ts';
import { broken, entryOf, jwtOf, readCapture, readJournal } from '../suites/saved-traffic/saved-samples.test-data.ts';
import { readFault } from './serve-choices.ts';
import { runAgainstReference } from './run-against-reference.ts';
import { failedIn } from './judged-reference.test-data.ts';

const out = folderOfTests();

/** A run against a reference service of its own: its report, and the lines of its journal. */
async function savedRun(options: ReferenceOptions, only: readonly RequirementId[]) {
  const run = { seed: 7, cases: 2, only, profile: 'gate', out } as const;
  const report = await runAgainstReference({ pace: 100, ...options }, run);
  const journal = await readFile(join(out, 'journal.ndjson'), 'utf8');
  return { report, lines: journal.trimEnd().split('\n') };
}

/** The entries of a HAR file as a proxy would have saved it from a run, including tokens. */
function entriesOf(lines: readonly string[]): readonly unknown[] {
  return readJournal(lines).flatMap(({ entries }) =>
    entries.flatMap((entry) => {
      const { exchange } = entry.read();
      const { access, request } = exchange;
      if (request.wire !== undefined) return [];
      const isGood = access === 'first' || access === 'second';
      const headers = { ...request.headers, ...(isGood ? { Authorization: `Bearer ${jwtOf(access)}` } : {}) };
      return [entryOf({ ...exchange, request: { ...request, headers } })];
    }),
  );
}

/** Requirements that send little traffic, of many kinds. */
const ofManyKinds = [
  'renewals.invalid-body',
  'connections.echo',
  'isolation.records',
  'unauthorized.altered',
  'input.malformed-json',
  'renewals.filter-bounds',
] as const;

describe('a run against a random dialect', () => {
  let saved: Awaited<ReturnType<typeof savedRun>>;
  beforeAll(async () => {
    saved = await savedRun({ dialect: randomDialect(1) }, ofManyKinds);
  });

  test('has no failures, and neither has its saved traffic', () => {
    expect(saved.report.summary.failed).toMatchObject({ required: 0, expected: 0 });
    expect(broken(readJournal(saved.lines))).toEqual([]);
    expect(broken(readCapture(entriesOf(saved.lines)))).toEqual([]);
  });

  test('writes a report that matches the published schema, with no undescribed member', () => {
    expect(schemaErrorsOf(saved.report)).toBeNull();
  });

  test('has no failures in any part of its saved traffic, in any order', () => {
    const parts = fc.shuffledSubarray([...saved.lines], { minLength: 1 });
    fc.assert(
      fc.property(parts, (part) => {
        expect(broken(readJournal(part))).toEqual([]);
        expect(broken(readCapture(entriesOf(part)))).toEqual([]);
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });
});

test.each([
  ['connections-name-astral-lost', 'connections.echo'],
  ['renewals-begin-ready', 'renewals.edit-isolated'],
  ['unauthorized-other-detail', 'unauthorized.altered'],
] as const)('the saved traffic of the fault %s shows the failures that its run reported', async (name, decided) => {
  const fault = readFault(name);
  const { report, lines } = await savedRun({ fault }, [decided]);
  const reported = failedIn(report);
  expect(reported).toContain(fault.breaks[0]);
  expect(broken(readJournal(lines))).toEqual(reported);
  const ofCapture = broken(readCapture(entriesOf(lines)));
  expect(reported.filter((id) => !ofCapture.includes(id) && !id.startsWith('token.'))).toEqual([]);
});
