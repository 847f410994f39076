import { expect, it } from 'vitest';
import { createPage } from '../../reporters/terminal/page.ts';
import { isConformant, isProven } from './prove-all.ts';
import { renderProof } from './render-proof.ts';
import { faultNamed, sampleDialectProof, samplePlan, sampleProof } from './sample-proofs.test-data.ts';

const page = createPage(72, false);
const known = ['groups-keyed-by-id', 'token-opaque'] as const;
const plan = samplePlan({ faults: known.map(faultNamed), faultSeeds: [7, 8], dialectSeeds: [7], cases: 10 });

it('what is proven is told by its counts alone', () => {
  const proofs = known.flatMap((name) => [7, 8].map((seed) => sampleProof(name, { seed })));
  expect(renderProof({ faults: proofs, dialects: [sampleDialectProof({ seed: 7 })] }, plan, page)).toEqual([
    '4 of 4 faults caught by exactly the requirements they name (seeds 7 to 8, 10 cases)',
    '1 of 1 random dialects conformant (seed 7, 10 cases)',
  ]);
  expect(renderProof({ faults: [], dialects: [] }, plan, page)).toEqual([]);
});

it('each fault that is not proven is told with what was missed and what failed besides', () => {
  const proof = sampleProof('token-opaque', {
    seed: 8,
    failed: { 'wire.json': 'an answer of E1 is no JSON at all, and neither is any other of this run' },
    missed: ['token.jwt: pass, 3 cases'],
    unexpected: ['wire.json'],
    suiteFaults: ['paging.tiling: TypeError'],
  });
  expect(renderProof({ faults: [sampleProof('groups-keyed-by-id'), proof], dialects: [] }, plan, page)).toEqual([
    '✗ token-opaque (seed 8)',
    '    missed      token.jwt: pass, 3 cases',
    '    unexpected  wire.json: an answer of E1 is no JSON at all, and',
    '                neither is any other of this run',
    '    suite fault paging.tiling: TypeError',
    '1 of 2 faults caught by exactly the requirements they name (seeds 7 to 8, 10 cases)',
  ]);
});

it('each dialect that is accused, or not decided, is told with its seed', () => {
  const dialects = [
    sampleDialectProof({ seed: 7, verdict: 'nonconformant', failed: ['token.issue: it was answered with 500'] }),
    sampleDialectProof({ seed: 8, undecided: ['versions.stable: the list was not walked'], suiteFaults: ['x: y'] }),
  ];
  expect(renderProof({ faults: [], dialects }, { ...plan, dialectSeeds: [7, 8] }, page)).toEqual([
    '✗ dialect 7: nonconformant',
    '    failed      token.issue: it was answered with 500',
    '✗ dialect 8: conformant',
    '    undecided   versions.stable: the list was not walked',
    '    suite fault x: y',
    '0 of 2 random dialects conformant (seeds 7 to 8, 10 cases)',
  ]);
});

it('colours tell what is wrong', () => {
  const lines = renderProof(
    { faults: [sampleProof('token-opaque', { missed: ['x'] })], dialects: [] },
    plan,
    createPage(72, true),
  );
  expect(lines[0]).toBe('\u001b[31m\u001b[1m✗ token-opaque (seed 1)\u001b[22m\u001b[39m');
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
