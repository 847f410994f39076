import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { faults } from '../reference/index.ts';
import { createPage } from '../reporters/terminal/page.ts';
import { readPackageInfo } from './invocation.ts';
import { renderMatrix, renderProof } from './proof-report.ts';
import { sampleDialectProof, sampleProof } from './sample-proofs.test-data.ts';
import { readFault } from './serve-choices.ts';

const page = createPage(72, false);

it('each fault that is not proven, and each dialect that failed or was not decided, is shown with what is wrong', () => {
  const proof = sampleProof('token-opaque', {
    seed: 8,
    failed: { 'wire.json': 'an answer of E1 is no JSON at all, and neither is any other of this run' },
    missed: ['token.jwt: pass, 3 cases'],
    unexpected: ['wire.json'],
    suiteFaults: ['paging.tiling: TypeError'],
  });
  const dialects = [
    sampleDialectProof({ seed: 7, verdict: 'nonconformant', failed: ['token.issue: it was answered with 500'] }),
    sampleDialectProof({ seed: 8, undecided: ['versions.stable: the list was not walked'], suiteFaults: ['x: y'] }),
    sampleDialectProof({ seed: 9 }),
  ];
  const rules = [
    sampleDialectProof({
      rules: ['names-30'],
      undecided: ['paging.tiling: it was refused: 422', 'paging.last: it was refused: 422', 'paging.total: none: made'],
    }),
    sampleDialectProof({ rules: ['names-30', 'ssn-once'], seed: 4 }),
  ];
  const right = sampleProof('groups-keyed-by-id', { seed: 7 });
  const asked = { today: '2026-06-15', cases: { faults: 10, dialects: 5 } };
  expect(renderProof({ faults: [right, proof], dialects, rules }, asked, page)).toEqual([
    '✗ token-opaque (seed 8)',
    '    missed      token.jwt: pass, 3 cases',
    '    unexpected  wire.json: an answer of E1 is no JSON at all, and',
    '                neither is any other of this run',
    '    suite fault paging.tiling: TypeError',
    '✗ dialect 7: nonconformant',
    '    failed      token.issue: it was answered with 500',
    '✗ dialect 8: conformant',
    '    undecided   versions.stable: the list was not walked',
    '    suite fault x: y',
    '✗ names-30 (seed 1): conformant',
    '    undecided   paging.tiling, paging.last: it was refused: 422',
    '    undecided   paging.total: none: made',
    '1 of 2 faults caught by exactly the requirements they name (seeds 7 to 8, today 2026-06-15, 10 cases)',
    '1 of 3 random dialects conformant (seeds 7 to 9, today 2026-06-15, 5 cases)',
    '1 of 2 services with rules conformant (seeds 1 to 4, today 2026-06-15, 5 cases)',
  ]);
});

/** Cells of the rows that begin with a name. */
function rowOf(matrix: string, name: string): readonly string[] {
  const row = matrix.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? '';
  return row.slice(2, -2).split(' | ');
}

it('what caught a fault in every run has another column than what caught it in some', () => {
  const opaque = sampleProof('token-opaque');
  const proofs = [
    { ...opaque, seed: 7 },
    { ...opaque, seed: 8, failed: { ...opaque.failed, 'token.lifetime': 'it has no times' } },
    sampleProof('groups-keyed-by-id', { failed: {} }),
  ];
  const matrix = renderMatrix(proofs, [readFault('token-opaque'), readFault('groups-keyed-by-id')], 100);
  const caughtBy = readFault('token-opaque').breaks.map((id) => `\`${id}\``);
  expect(rowOf(matrix, 'token-opaque').slice(-2)).toEqual([caughtBy.join(', '), '`token.lifetime`']);
  expect(rowOf(matrix, 'groups-keyed-by-id').at(-2)).toBe('none');
  expect(rowOf(matrix, 'snapshots.echo')).toEqual(['`snapshots.echo`', 'required', 'none']);
});

it('the page of the proof matrix has every fault, caught in every run by what it names: else make it anew (CONTRIBUTING.md)', async () => {
  const page = await readFile(join(readPackageInfo().root, 'docs', 'proof-matrix.md'), 'utf8');
  const [, table = ''] = page.split('## Faults and the requirements that caught them');
  const named = [...table.matchAll(/^\| `([a-z0-9-]+)` \|/gm)].map(([, name]) => name);
  expect(named).toEqual(faults.map(({ name }) => name));
  const uncaught = faults.filter(({ name, breaks }) => {
    const caughtBy = rowOf(table, name).at(-2) ?? '';
    return !breaks.every((id) => caughtBy.includes(`\`${id}\``));
  });
  expect(uncaught.map(({ name }) => name)).toEqual([]);
});
