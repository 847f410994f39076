import { expect, it } from 'vitest';
import { faults } from '../../reference/index.ts';
import { register } from '../../spec/index.ts';
import { renderMatrix } from './render-matrix.ts';
import { faultNamed, samplePlan, sampleProof } from './sample-proofs.test-data.ts';

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
