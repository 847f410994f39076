import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { folderOfTests } from '../spec/folders.test-data.ts';
import { randomDialect, startReference, type ReferenceOptions } from '../reference/index.ts';
import schema from '../results/report.schema.json' with { type: 'json' };
import type { Report } from '../results/report.ts';
import type { RequirementId } from '../spec/index.ts';
import { broken, entryOf, jwtOf, readCapture, readJournal } from '../suites/saved-traffic/saved-samples.test-data.ts';
import { readFault } from './serve-choices.ts';
import { asTarget, judgeDirectly } from './judge-reference.ts';

const out = folderOfTests();

/** A run against a reference service of its own: what it reported, and the lines of its journal. */
async function savedRun(
  options: ReferenceOptions,
  only: readonly RequirementId[],
): Promise<{ readonly report: Report; readonly lines: readonly string[] }> {
  const reference = await startReference({ seed: 7, pace: 100, ...options });
  try {
    const report = await judgeDirectly(await asTarget(reference), {
      seed: 7,
      cases: 2,
      only,
      profile: 'gate',
      out,
      shrinkTries: 1,
      tellsAll: true,
    });
    const journal = await readFile(join(out, 'journal.ndjson'), 'utf8');
    return { report, lines: journal.trimEnd().split('\n') };
  } finally {
    await reference.close();
  }
}

/** The entries of a HAR file that a proxy would have saved of a run, tokens and all. */
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

/** Runs against services that speak dialects of their own, for requirements that take little traffic of many kinds. */
const dialects: readonly { readonly seed: number; readonly only: readonly RequirementId[] }[] = [
  { seed: 1, only: ['renewals.invalid-body', 'connections.invalid-body', 'isolation.records', 'unauthorized.altered'] },
  { seed: 2, only: ['snapshots.invalid-body', 'input.malformed-json', 'connections.echo', 'renewals.filter-bounds'] },
];

describe.each(dialects)('a service of dialect $seed conforms', ({ seed, only }) => {
  let saved: ReturnType<typeof savedRun>;
  beforeAll(() => {
    saved = savedRun({ dialect: randomDialect(seed) }, only);
    return saved;
  });

  test('by what its run has saved', async () => {
    const { report, lines } = await saved;
    expect(report.summary.failed).toMatchObject({ required: 0, expected: 0 });
    expect(broken(readJournal(lines))).toEqual([]);
    expect(broken(readCapture(entriesOf(lines)))).toEqual([]);
  });

  test('and its report is what the published schema describes, to the last member', async () => {
    const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
    addFormats.default(ajv, ['date-time', 'date']);
    const conforms = ajv.compile(schema);
    const { report } = await saved;
    conforms(JSON.parse(JSON.stringify(report)));
    expect(conforms.errors).toBeNull();
  });

  test('by any part of it, in any order', async () => {
    const { lines } = await saved;
    const parts = fc.shuffledSubarray([...lines], { minLength: 1 });
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
  ['groups-without-version', 'groups.record'],
  ['renewals-begin-ready', 'renewals.edit-isolated'],
  ['unauthorized-other-detail', 'unauthorized.altered'],
  ['token-type-lower-case', 'token.type'],
] as const)('the traffic of the fault %s shows what its run has reported', async (name, decided) => {
  const fault = readFault(name);
  const { report, lines } = await savedRun({ fault }, [decided]);
  const reported = report.requirements.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
  expect(reported).toContain(fault.breaks[0]);
  expect(broken(readJournal(lines))).toEqual(reported);
  const ofCapture = broken(readCapture(entriesOf(lines)));
  expect(reported.filter((id) => !ofCapture.includes(id) && !id.startsWith('token.'))).toEqual([]);
});
