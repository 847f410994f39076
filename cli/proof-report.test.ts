import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { faults } from '../reference/index.ts';
import { createPage } from '../reporters/terminal/page.ts';
import { register } from '../spec/index.ts';
import { readPackageInfo } from './invocation.ts';
import { renderMatrix, renderProof } from './proof-report.ts';
import { isConformant, isProven } from './proof.ts';
import { faultNamed, sampleDialectProof, samplePlan, sampleProof } from './sample-proofs.test-data.ts';

const page = createPage(72, false);
const known = ['groups-keyed-by-id', 'token-opaque'] as const;
const knownPlan = samplePlan({ faults: known.map(faultNamed), faultSeeds: [7, 8], dialectSeeds: [7], cases: 10 });

it('what is proven is shown by its counts alone', () => {
  const proofs = known.flatMap((name) => [7, 8].map((seed) => sampleProof(name, { seed })));
  expect(renderProof({ faults: proofs, dialects: [sampleDialectProof({ seed: 7 })] }, knownPlan, page)).toEqual([
    '4 of 4 faults caught by exactly the requirements they name (seeds 7 to 8, 10 cases)',
    '1 of 1 random dialects conformant (seed 7, 10 cases)',
  ]);
  expect(renderProof({ faults: [], dialects: [] }, knownPlan, page)).toEqual([]);
});

it('each fault that is not proven is shown with what was missed and what else failed', () => {
  const proof = sampleProof('token-opaque', {
    seed: 8,
    failed: { 'wire.json': 'an answer of E1 is no JSON at all, and neither is any other of this run' },
    missed: ['token.jwt: pass, 3 cases'],
    unexpected: ['wire.json'],
    suiteFaults: ['paging.tiling: TypeError'],
  });
  expect(renderProof({ faults: [sampleProof('groups-keyed-by-id'), proof], dialects: [] }, knownPlan, page)).toEqual([
    '✗ token-opaque (seed 8)',
    '    missed      token.jwt: pass, 3 cases',
    '    unexpected  wire.json: an answer of E1 is no JSON at all, and',
    '                neither is any other of this run',
    '    suite fault paging.tiling: TypeError',
    '1 of 2 faults caught by exactly the requirements they name (seeds 7 to 8, 10 cases)',
  ]);
});

it('each dialect that is accused, or not decided, is shown with its seed', () => {
  const dialects = [
    sampleDialectProof({ seed: 7, verdict: 'nonconformant', failed: ['token.issue: it was answered with 500'] }),
    sampleDialectProof({ seed: 8, undecided: ['versions.stable: the list was not walked'], suiteFaults: ['x: y'] }),
  ];
  expect(renderProof({ faults: [], dialects }, { ...knownPlan, dialectSeeds: [7, 8] }, page)).toEqual([
    '✗ dialect 7: nonconformant',
    '    failed      token.issue: it was answered with 500',
    '✗ dialect 8: conformant',
    '    undecided   versions.stable: the list was not walked',
    '    suite fault x: y',
    '0 of 2 random dialects conformant (seeds 7 to 8, 10 cases)',
  ]);
});

it.each([
  [{}, true],
  [{ missed: ['token.jwt: pass'] }, false],
  [{ unexpected: ['wire.json'] as const }, false],
  [{ suiteFaults: ['x'] }, false],
])('a proof with %j is one: %s', (changes, is) => {
  expect(isProven(sampleProof('token-opaque', changes))).toBe(is);
});

it.each([
  [{}, true],
  [{ verdict: 'no-verdict' as const }, false],
  [{ failed: ['token.issue'] }, false],
  [{ undecided: ['token.issue'] }, false],
  [{ suiteFaults: ['x'] }, false],
])('a dialect with %j is conformant: %s', (changes, is) => {
  expect(isConformant(sampleDialectProof(changes))).toBe(is);
});

const plan = samplePlan({ faults: [faultNamed('token-opaque'), faultNamed('groups-keyed-by-id')], faultSeeds: [7, 8] });

/** Cells of the rows that begin with a name. */
function rowOf(matrix: string, name: string): readonly string[] {
  const row = matrix.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? '';
  return row.slice(2, -2).split(' | ');
}

it('the matrix has a row for each requirement that can fail, and one for each fault', () => {
  const matrix = renderMatrix(
    { faults: faults.map(({ name }) => sampleProof(name)), dialects: [] },
    { ...plan, faults },
  );
  const rows = matrix.split('\n').filter((line) => line.startsWith('| `'));
  const provable = register.filter(({ level }) => level !== 'open');
  expect(rows).toHaveLength(provable.length + faults.length);
  expect(matrix).toContain('`npm run prove -- --seed 7 --seeds 2 --cases 100 --matrix docs/proof-matrix.md`');
  expect(matrix).toContain(`each of its ${faults.length} faults, 2 times`);
  for (const { id } of provable) expect(rowOf(matrix, id)[2]).toMatch(/^`/);
});

it('what caught a fault in every run stands apart from what caught it in some', () => {
  const opaque = sampleProof('token-opaque');
  const proofs = [
    { ...opaque, seed: 7 },
    { ...opaque, seed: 8, failed: { ...opaque.failed, 'token.lifetime': 'it has no times' } },
    sampleProof('groups-keyed-by-id', { failed: {} }),
  ];
  const matrix = renderMatrix({ faults: proofs, dialects: [] }, plan);
  const caughtBy = faultNamed('token-opaque').breaks.map((id) => `\`${id}\``);
  expect(rowOf(matrix, 'token-opaque').slice(-2)).toEqual([caughtBy.join(', '), '`token.lifetime`']);
  expect(rowOf(matrix, 'groups-keyed-by-id').at(-2)).toBe('none');
  expect(rowOf(matrix, 'snapshots.echo')).toEqual(['`snapshots.echo`', 'required', 'none']);
});

describe('the page of the proof matrix', () => {
  let rows: ReadonlyMap<string, string> = new Map();
  beforeAll(async () => {
    const page = await readFile(join(readPackageInfo().root, 'docs', 'proof-matrix.md'), 'utf8');
    const [, table = ''] = page.split('## Faults and the requirements that caught them');
    const found = table.split('\n').flatMap((line) => {
      const [, name] = /^\| `([a-z0-9-]+)` \|/.exec(line) ?? [];
      return name === undefined ? [] : [[name, line] as const];
    });
    rows = new Map(found);
  });

  it('has every fault of the catalogue, and no other: else make it anew (CONTRIBUTING.md)', () => {
    expect([...rows.keys()]).toEqual(faults.map(({ name }) => name));
  });

  it('shows each fault caught in every run by the requirements it names', () => {
    const uncaught = faults.filter(({ name, breaks }) => {
      const caughtBy = rows.get(name)?.split(' | ').at(-2) ?? '';
      return !breaks.every((id) => caughtBy.includes(`\`${id}\``));
    });
    expect(uncaught.map(({ name }) => name)).toEqual([]);
  });
});
