import type { Fault } from '../reference/index.ts';
import type { Page } from '../reporters/terminal/page.ts';
import { plural } from '../results/printable.ts';
import { parts, register, type Requirement } from '../spec/index.ts';
import type { ProofPlan, ProofResult } from './proof-pool.ts';
import { isOfFault, isRight, type DialectProof, type FaultProof, type Proof } from './proof.ts';
import { hang } from './surroundings.ts';

/** Requirements with their reasons; those with the same reason share a line. */
function byReason(lines: readonly string[]): readonly string[] {
  const split = lines.map((line) => /^(\S+): (.*)$/s.exec(line)?.slice(1) ?? [line, '']);
  return [...Map.groupBy(split, ([, reason]) => reason)].map(
    ([reason, same]) => `${same.map(([id]) => id).join(', ')}: ${reason}`,
  );
}

function mistakesOf(proof: Proof): Readonly<Record<string, readonly string[]>> {
  const of = { 'suite fault': proof.suiteFaults };
  if (!isOfFault(proof)) return { failed: byReason(proof.failed), undecided: byReason(proof.undecided), ...of };
  const { missed, unexpected, failed } = proof;
  return { missed, unexpected: unexpected.map((id) => `${id}: ${failed[id] ?? ''}`), ...of };
}

function renderWrong(head: string, proof: Proof, page: Page): readonly string[] {
  const mistakes = Object.entries(mistakesOf(proof)).flatMap(([label, items]) =>
    items.flatMap((item) => hang(page, `    ${label.padEnd(12)}`, item)),
  );
  return [page.paint('bad', `✗ ${head}`), ...mistakes];
}

const rulesOf = ({ rules, isConfigured }: DialectProof): string =>
  `${rules.join('+')}${isConfigured ? ', configured' : ''}`;

const seedsOf = (proofs: readonly Proof[]): readonly number[] => [...new Set(proofs.map(({ seed }) => seed))];

function seedsInWords(proofs: readonly Proof[]): string {
  const [first, ...others] = seedsOf(proofs);
  return others.length === 0 ? `seed ${first}` : `seeds ${first} to ${others.at(-1)}`;
}

const unexpectedRemedy =
  'let the fault break less, or name the requirement in its row: .and(…) if it states what the fault breaks, .also(…) if it cannot help failing';

/** Faults with what is wrong; seeds with the same mistakes share the lines of the first one. */
function renderWrongFaults(faults: readonly FaultProof[], page: Page): readonly string[] {
  const idOf = (mistake: string): string => mistake.split(': ')[0] ?? '';
  const alike = Map.groupBy(
    faults.filter((proof) => !isRight(proof)),
    ({ fault, missed, unexpected, suiteFaults }) =>
      [fault, ...missed.map(idOf), 'unexpected', ...unexpected, 'suite', ...suiteFaults.map(idOf)].join(' '),
  );
  const rendered = [...alike.values()].flatMap((proofs) => {
    const seeds = `${proofs.length === 1 ? 'seed' : 'seeds'} ${seedsOf(proofs).join(', ')}`;
    return proofs.slice(0, 1).flatMap((proof) => renderWrong(`${proof.fault} (${seeds})`, proof, page));
  });
  const isUnexpected = faults.some(({ unexpected }) => unexpected.length > 0);
  return [...rendered, ...(isUnexpected ? hang(page, 'Unexpected: ', unexpectedRemedy) : [])];
}

export function renderProof(
  { faults, controls, dialects, rules }: ProofResult,
  { today, cases }: Pick<ProofPlan, 'today' | 'cases'>,
  page: Page,
): readonly string[] {
  const wrongOf = <T extends Proof>(proofs: readonly T[], nameOf: (proof: T) => string): readonly string[] =>
    proofs.filter((proof) => !isRight(proof)).flatMap((proof) => renderWrong(nameOf(proof), proof, page));
  const ruled = (proof: DialectProof): string => (proof.rules.length === 0 ? '' : ` with ${rulesOf(proof)}`);
  const counted = (proofs: readonly Proof[], what: string, each: number): readonly string[] => {
    const right = proofs.filter(isRight).length;
    const line = `${right} of ${proofs.length} ${what} (${seedsInWords(proofs)}, today ${today}, ${each} cases)`;
    return proofs.length === 0 ? [] : [page.paint(right === proofs.length ? 'good' : 'bad', line)];
  };
  const different = new Set(faults.map(({ fault }) => fault)).size;
  const runs = different === faults.length ? 'faults' : `runs of ${plural(different, 'fault')}`;
  return [
    ...renderWrongFaults(faults, page),
    ...wrongOf(controls, ({ seed, verdict }) => `no fault (seed ${seed}): ${verdict}`),
    ...wrongOf(dialects, (proof) => `dialect ${proof.seed}${ruled(proof)}: ${proof.verdict}`),
    ...wrongOf(rules, (proof) => `${rulesOf(proof)} (seed ${proof.seed}): ${proof.verdict}`),
    ...counted(faults, `${runs} caught by exactly the requirements they name`, cases.faults),
    ...counted(controls, 'services without a fault conformant', cases.faults),
    ...counted(dialects, 'random dialects conformant', cases.dialects),
    ...counted(rules, 'services with rules conformant', cases.dialects),
  ];
}

function ids(wanted: ReadonlySet<string>): string {
  const found = register.filter(({ id }) => wanted.has(id)).map(({ id }) => `\`${id}\``);
  return found.length === 0 ? 'none' : found.join(', ');
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

function requirementRow({ id, level }: Requirement, faults: readonly Fault[]): string {
  const proving = faults.filter(({ breaks }) => breaks.includes(id));
  const names = proving.map(({ name, when }) => `\`${name}\`${when === undefined ? '' : ' ◐'}`);
  return `| \`${id}\` | ${level} | ${names.length === 0 ? 'none' : names.join(', ')} |`;
}

/** What caught a fault, as the cells of a matrix. */
type Caught = Readonly<Record<'always' | 'sometimes', string>>;

function caughtBy(proofs: readonly FaultProof[]): Caught {
  const runs = proofs.map(({ failed }) => new Set(Object.keys(failed)));
  const always = new Set(register.map(({ id }) => id as string).filter((id) => runs.every((run) => run.has(id))));
  const sometimes = new Set(runs.flatMap((run) => [...run]).filter((id) => !always.has(id)));
  return { always: ids(always), sometimes: sometimes.size === 0 ? '' : ids(sometimes) };
}

/** The data of a matrix: the first seed, the number of seeds, and the cases of each property. */
export type MatrixData = Readonly<Record<'seed' | 'seeds' | 'cases', number>>;

const flagsOf = ({ seed, seeds, cases }: MatrixData): string => `--seed ${seed} --seeds ${seeds} --cases ${cases}`;

export type Matrix = ReturnType<typeof readMatrix>;

/** The flags that a rendered matrix was made with, and its rows by the names of faults; none of either in another page. */
export function readMatrix(page: string) {
  const rows = page.matchAll(/^\| `([a-z0-9-]+)` \|.* \| ([^|]+) \| ([^|]*) \|$/gm);
  return {
    flags: /npm run prove -- (--seed \d+ --seeds \d+ --cases \d+) /.exec(page)?.[1],
    caught: new Map<string, Caught>(
      [...rows].map(([, name = '', always = '', sometimes = '']) => [name, { always, sometimes }]),
    ),
  };
}

/** Why a matrix cannot keep its rows of these faults when others are proven again; undefined if it can. */
export function whyNotKept({ flags, caught }: Matrix, kept: readonly Fault[], data: MatrixData): string | undefined {
  if (flags !== flagsOf(data)) return flags === undefined ? 'it is no matrix' : `it was made with ${flags}`;
  const missing = kept.find(({ name }) => !caught.has(name));
  return missing && `it has no row of ${missing.name}`;
}

/** Which faults prove each requirement, and the reverse. @param before - rows of faults that were not proven now */
export function renderMatrix(
  proofs: readonly FaultProof[],
  faults: readonly Fault[],
  data: MatrixData,
  before: Matrix,
): string {
  const { seeds } = data;
  const faultRow = ({ name, description, when }: Fault): string => {
    const own = proofs.filter(({ fault }) => fault === name);
    const { always, sometimes } = (own.length === 0 ? before.caught.get(name) : undefined) ?? caughtBy(own);
    return `| \`${name}\` | ${cell(description)} | ${when === undefined ? 'at once' : cell(when)} | ${always} | ${sometimes} |`;
  };
  const hidden = faults.filter(({ when }) => when !== undefined).length;
  const proven = register.filter(({ level }) => level !== 'open');
  const sections = parts.flatMap(({ name, title }) => {
    const rows = proven.filter(({ part }) => part === name).map((requirement) => requirementRow(requirement, faults));
    if (rows.length === 0) return [];
    return [`### ${title}`, '', '| Requirement | Level | Faults |', '| --- | --- | --- |', ...rows, ''];
  });
  return `# Proof matrix

Made by \`npm run prove -- ${flagsOf(data)} --matrix docs/proof-matrix.md\`: the suites were run against the reference service with each of its ${faults.length} faults, ${seeds} ${seeds === 1 ? 'time' : 'times'}. ${hidden} of them (◐) show only on certain data, in a certain order or now and then. Every required and every expected requirement is proven by at least one.

## Requirements and the faults that prove them

${sections.join('\n')}
## Faults and the requirements that caught them

The fourth column has the requirements that failed in every run, the fifth those that failed in some: what shows together with a fault now and then, depending on the data.

| Fault | What is wrong | Shows | Caught by | At times also |
| --- | --- | --- | --- | --- |
${faults.map(faultRow).join('\n')}
`;
}
