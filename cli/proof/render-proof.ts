import type { Page } from '../../reporters/terminal/page.ts';
import { isConformant, isProven, type ProofPlan, type ProofResult } from './prove-all.ts';
import type { DialectProof } from './prove-dialect.ts';
import type { Proof } from './prove-fault.ts';

function renderList(label: string, items: readonly string[], page: Page): readonly string[] {
  const indent = ' '.repeat(16);
  return items.flatMap((item) => {
    const [first = '', ...others] = page.wrap(item, indent);
    return [`    ${label.padEnd(12)}${first.slice(indent.length)}`, ...others];
  });
}

function renderFault({ fault, seed, missed, unexpected, failed, suiteFaults }: Proof, page: Page): readonly string[] {
  return [
    page.paint('bad', `✗ ${fault} (seed ${seed})`),
    ...renderList('missed', missed, page),
    ...renderList(
      'unexpected',
      unexpected.map((id) => `${id}: ${failed[id] ?? ''}`),
      page,
    ),
    ...renderList('suite fault', suiteFaults, page),
  ];
}

function renderDialect({ seed, verdict, failed, undecided, suiteFaults }: DialectProof, page: Page): readonly string[] {
  return [
    page.paint('bad', `✗ dialect ${seed}: ${verdict}`),
    ...renderList('failed', failed, page),
    ...renderList('undecided', undecided, page),
    ...renderList('suite fault', suiteFaults, page),
  ];
}

const seedsOf = (seeds: readonly number[]): string =>
  seeds.length === 1 ? `seed ${seeds[0] ?? ''}` : `seeds ${seeds[0] ?? ''} to ${seeds.at(-1) ?? ''}`;

/** What came of a proof, for people: each thing that is not as it should be, then the counts. */
export function renderProof({ faults, dialects }: ProofResult, plan: ProofPlan, page: Page): readonly string[] {
  const wrongFaults = faults.filter((proof) => !isProven(proof));
  const wrongDialects = dialects.filter((proof) => !isConformant(proof));
  const counted = (wrong: number, all: number, what: string, seeds: readonly number[]): readonly string[] => {
    const line = `${all - wrong} of ${all} ${what} (${seedsOf(seeds)}, ${plan.cases} cases)`;
    return all === 0 ? [] : [page.paint(wrong === 0 ? 'good' : 'bad', line)];
  };
  const caught = 'faults caught by exactly the requirements they name';
  return [
    ...wrongFaults.flatMap((proof) => renderFault(proof, page)),
    ...wrongDialects.flatMap((proof) => renderDialect(proof, page)),
    ...counted(wrongFaults.length, faults.length, caught, plan.faultSeeds),
    ...counted(wrongDialects.length, dialects.length, 'random dialects conformant', plan.dialectSeeds),
  ];
}
