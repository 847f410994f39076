import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { faults, randomDialect } from '../../reference/index.ts';
import schema from '../../results/report.schema.json' with { type: 'json' };
import type { RequirementId } from '../../spec/index.ts';
import { broken, readCapture, readJournal } from '../../suites/judge/saved-samples.test-data.ts';
import { entriesOf, savedRun } from './saved-run.test-data.ts';

/** Runs against services that speak dialects of their own, for requirements that take little traffic of many kinds. */
const dialects: readonly { readonly seed: number; readonly only: readonly RequirementId[] }[] = [
  { seed: 1, only: ['renewals.invalid-body', 'connections.invalid-body', 'isolation.records', 'unauthorized.altered'] },
  { seed: 2, only: ['snapshots.invalid-body', 'input.malformed-json', 'connections.echo', 'renewals.filter-bounds'] },
];

describe.each(dialects)('a service of dialect $seed is not accused', ({ seed, only }) => {
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
  ['renewals-begin-done', 'renewals.edit-isolated'],
  ['unauthorized-other-detail', 'unauthorized.altered'],
  ['token-type-lower-case', 'token.type'],
] as const)('with the fault %s the traffic tells what the run has told', async (name, decided) => {
  const fault = faults.find((candidate) => candidate.name === name);
  if (fault === undefined) throw new RangeError(`there is no fault "${name}"`);
  const { report, lines } = await savedRun({ fault }, [decided]);
  const reported = report.requirements.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
  expect(reported).toContain(fault.breaks[0]);
  expect(broken(readJournal(lines))).toEqual(reported);
  const ofCapture = broken(readCapture(entriesOf(lines)));
  expect(reported.filter((id) => !ofCapture.includes(id) && !id.startsWith('token.'))).toEqual([]);
});
