import type { Fault } from '../reference/index.ts';
import type { Page } from '../reporters/terminal/page.ts';
import { parts, register, type Requirement } from '../spec/index.ts';
import type { ProofPlan, ProofResult } from './proof-pool.ts';
import { isConformant, isProven, type DialectProof, type FaultProof } from './proof.ts';

/** Whether every fault was caught, and the service found conformant in every dialect and with all rules. */
export function isAllRight({ faults, dialects, rules }: ProofResult): boolean {
  return faults.every(isProven) && [...dialects, ...rules].every(isConformant);
}

/** What is wrong, under a head: a list for each kind of mistake. */
function renderWrong(head: string, lists: Readonly<Record<string, readonly string[]>>, page: Page): readonly string[] {
  const indent = ' '.repeat(16);
  const lines = Object.entries(lists).flatMap(([label, items]) =>
    items.flatMap((item) => {
      const [first = '', ...others] = page.wrap(item, indent);
      return [`    ${label.padEnd(12)}${first.slice(indent.length)}`, ...others];
    }),
  );
  return [page.paint('bad', `✗ ${head}`), ...lines];
}

const renderFault = ({ fault, seed, missed, unexpected, failed, suiteFaults }: FaultProof, page: Page) =>
  renderWrong(
    `${fault} (seed ${seed})`,
    { missed, unexpected: unexpected.map((id) => `${id}: ${failed[id] ?? ''}`), 'suite fault': suiteFaults },
    page,
  );

/** Requirements with what is said of them, those together of which the same is said. */
function byReason(lines: readonly string[]): readonly string[] {
  const split = lines.map((line) => /^(\S+): (.*)$/s.exec(line)?.slice(1) ?? [line, '']);
  return [...Map.groupBy(split, ([, reason]) => reason)].map(
    ([reason, same]) => `${same.map(([id]) => id).join(', ')}: ${reason}`,
  );
}

function renderConformance(name: string, proof: DialectProof, page: Page): readonly string[] {
  const { verdict, failed, undecided, suiteFaults } = proof;
  const lists = { failed: byReason(failed), undecided: byReason(undecided), 'suite fault': suiteFaults };
  return renderWrong(`${name}: ${verdict}`, lists, page);
}

const rulesOf = ({ rules, isConfigured }: DialectProof): string =>
  `${rules.join('+')}${isConfigured ? ', configured' : ''}`;

const nameOfDialect = (proof: DialectProof): string =>
  [`dialect ${proof.seed}`, ...(proof.rules.length === 0 ? [] : [rulesOf(proof)])].join(' with ');

const nameOfRules = (proof: DialectProof): string => `${rulesOf(proof)} (seed ${proof.seed})`;

const seedsIn = (proofs: readonly DialectProof[]): readonly number[] => [...new Set(proofs.map(({ seed }) => seed))];

const seedsOf = (seeds: readonly number[]): string =>
  seeds.length === 1 ? `seed ${seeds[0] ?? ''}` : `seeds ${seeds[0] ?? ''} to ${seeds.at(-1) ?? ''}`;

/** The result of a proof, for people: each thing that is wrong, then the counts. */
export function renderProof({ faults, dialects, rules }: ProofResult, plan: ProofPlan, page: Page): readonly string[] {
  const wrongFaults = faults.filter((proof) => !isProven(proof));
  const wrongDialects = dialects.filter((proof) => !isConformant(proof));
  const wrongRules = rules.filter((proof) => !isConformant(proof));
  const counted = (wrong: number, all: number, what: string, seeds: readonly number[]): readonly string[] => {
    const line = `${all - wrong} of ${all} ${what} (${seedsOf(seeds)}, today ${plan.today}, ${plan.cases} cases)`;
    return all === 0 ? [] : [page.paint(wrong === 0 ? 'good' : 'bad', line)];
  };
  const caught = 'faults caught by exactly the requirements they name';
  return [
    ...wrongFaults.flatMap((proof) => renderFault(proof, page)),
    ...wrongDialects.flatMap((proof) => renderConformance(nameOfDialect(proof), proof, page)),
    ...wrongRules.flatMap((proof) => renderConformance(nameOfRules(proof), proof, page)),
    ...counted(wrongFaults.length, faults.length, caught, plan.faultSeeds),
    ...counted(wrongDialects.length, dialects.length, 'random dialects conformant', seedsIn(dialects)),
    ...counted(wrongRules.length, rules.length, 'services with rules conformant', seedsIn(rules)),
  ];
}

/** Ids as code, in the order of the register. */
function ids(wanted: ReadonlySet<string>): string {
  const found = register.filter(({ id }) => wanted.has(id)).map(({ id }) => `\`${id}\``);
  return found.length === 0 ? 'none' : found.join(', ');
}

/** Text that does not end a cell. */
const cell = (text: string): string => text.replaceAll('|', '\\|');

function requirementRow({ id, level }: Requirement, faults: readonly Fault[]): string {
  const proving = faults.filter(({ breaks }) => breaks.includes(id));
  const names = proving.map(({ name, when }) => `\`${name}\`${when === undefined ? '' : ' ◐'}`);
  return `| \`${id}\` | ${level} | ${names.length === 0 ? 'none' : names.join(', ')} |`;
}

function faultRow({ name, description, when }: Fault, proofs: readonly FaultProof[]): string {
  const runs = proofs.filter(({ fault }) => fault === name).map(({ failed }) => new Set(Object.keys(failed)));
  const always = new Set(register.map(({ id }) => id as string).filter((id) => runs.every((run) => run.has(id))));
  const sometimes = new Set(runs.flatMap((run) => [...run]).filter((id) => !always.has(id)));
  return `| \`${name}\` | ${cell(description)} | ${when === undefined ? 'at once' : cell(when)} | ${ids(always)} | ${sometimes.size === 0 ? '' : ids(sometimes)} |`;
}

/**
 * The proof as a page of the documentation: which faults prove each requirement, and which requirements caught each
 * fault in these runs.
 */
export function renderMatrix({ faults: proofs }: ProofResult, plan: ProofPlan): string {
  const { faults, faultSeeds, cases } = plan;
  const hidden = faults.filter(({ when }) => when !== undefined).length;
  const proven = register.filter(({ level }) => level !== 'open');
  const sections = parts.flatMap(({ name, title }) => {
    const rows = proven.filter(({ part }) => part === name).map((requirement) => requirementRow(requirement, faults));
    if (rows.length === 0) return [];
    return [`### ${title}`, '', '| Requirement | Level | Faults |', '| --- | --- | --- |', ...rows, ''];
  });
  return [
    '# Proof matrix',
    '',
    `Made by \`npm run prove -- --seed ${faultSeeds[0] ?? 1} --seeds ${faultSeeds.length} --cases ${cases} --matrix docs/proof-matrix.md\`: the suites were run against the reference service with each of its ${faults.length} faults, ${faultSeeds.length} ${faultSeeds.length === 1 ? 'time' : 'times'}. ${hidden} of them (◐) show only on certain data, in a certain order or now and then. Every required and every expected requirement is proven by at least one.`,
    '',
    '## Requirements and the faults that prove them',
    '',
    ...sections,
    '## Faults and the requirements that caught them',
    '',
    'The fourth column has the requirements that failed in every run, the fifth those that failed in some: what shows together with a fault now and then, depending on the data.',
    '',
    '| Fault | What is wrong | Shows | Caught by | At times also |',
    '| --- | --- | --- | --- | --- |',
    ...faults.map((fault) => faultRow(fault, proofs)),
    '',
  ].join('\n');
}
