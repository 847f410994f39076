import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, resolve } from 'node:path';
import { Option } from 'commander';
import { faults as allFaults, randomRules, rules as catalogue, type Fault, type RuleName } from '../reference/index.ts';
import { lines, timeInWords } from '../results/printable.ts';
import { shardInWords, type ShardNumber } from '../suites/engine/plan.ts';
import type { CommandDefinition } from './program.ts';
import { exitCodes, signalCodes, UsageError } from './failures.ts';
import { currentDay } from '../target/configuration/target.ts';
import { caseNumber, day, nonEmpty, option, seedNumber, shardNumber, wholeNumber } from './options.ts';
import { proveAll as ownProveAll, type ProofPlan, type Job, type ProofResult } from './proof-pool.ts';
import { readMatrix, renderMatrix, renderProof, whyNotKept, type Matrix, type MatrixData } from './proof-report.ts';
import { isRight } from './proof.ts';
import { isDirectory } from './report-directory.ts';
import { readRule } from './serve-choices.ts';
import { canRewriteLine, interruptible, printResult, type Surroundings } from './surroundings.ts';

const examples = `
Examples:
  $ bfc prove
      runs the suites against the reference service with each of its faults, and without any: every fault has to
      be caught by exactly the requirements that it names, which have to hold without one
  $ bfc prove --seed 7 --seeds 10
      the same with ten seeds, from 7 to 16
  $ bfc prove --shard 2/4
      the second of four shares, each proven by a machine of its own; the exit codes of all decide
  $ bfc prove --dialects 30
      the faults, and 30 random dialects as well: no requirement may fail in any, and all has to be decided that
      the dialect allows to be decided
  $ bfc prove --only paging,renewals-edit
      the faults whose names begin like that; "bfc list --faults" lists all
  $ bfc prove --no-faults --dialects 500
      500 random dialects, with the seeds 1 to 500, and no faults; "bfc serve --dialect random --seed 17" serves
      the one of seed 17
  $ bfc prove --no-faults --rules
      a service with each rule that the documents neither state nor exclude, one at a time: nothing may fail, and
      nothing stay undecided; where a configuration can say something of a rule, with and without it;
      "bfc list --rules" lists them
  $ bfc prove --no-faults --rules 20 --seed 3
      20 random combinations of two to five rules, with the seeds 3 to 22
  $ bfc prove --no-faults --rules ssn-,zip-of-state+state-known
      the rules whose names begin with ssn-, each alone, and two rules together
  $ bfc prove --no-faults --rules 20 --dialects 30
      random dialects have rules, too, when --rules is given
  $ bfc prove --seeds 10 --matrix docs/proof-matrix.md
      writes a page of which requirements caught which faults too
  $ bfc prove --only groups-without-version --seeds 10 --matrix docs/proof-matrix.md
      renews the row of that fault, in a page that was made with the same seeds and cases`;

interface ProveFlags {
  readonly seed: number;
  readonly seeds: number;
  readonly today: string;
  readonly cases?: number;
  readonly only?: readonly string[];
  readonly faults: boolean;
  readonly dialects: number;
  readonly rules?: true | string;
  readonly whole?: boolean;
  readonly processes: number;
  readonly shard?: ShardNumber;
  readonly matrix?: string;
  readonly json?: boolean;
}

type ProveAll = typeof ownProveAll;

/** A fault may only show with certain data; conformant services are tried in many dialects instead. */
const usualCases: ProofPlan['cases'] = { faults: 100, dialects: 25 };

const casesOf = ({ cases }: Pick<ProveFlags, 'cases'>): ProofPlan['cases'] =>
  cases === undefined ? usualCases : { faults: cases, dialects: cases };

export function proveCommand(proveAll: ProveAll = ownProveAll): CommandDefinition<ProveFlags> {
  return {
    options: () => [
      option('--seed <n>', 'first seed', seedNumber).default(1),
      option('--seeds <n>', 'seeds that each fault is proven with', wholeNumber(1, 1000)).default(1),
      option('--today <day>', 'date the generated data is based on, YYYY-MM-DD', day).default(
        currentDay(),
        'the current day, UTC',
      ),
      option(
        '--cases <n>',
        `cases of each property (default: ${usualCases.faults} against faults, ${usualCases.dialects} against dialects and rules)`,
        caseNumber,
      ),
      option('--only <names>', 'faults with these names or prefixes, separated by commas', (text) =>
        text.split(',').map((name) => name.trim()),
      ),
      new Option('--no-faults', 'no faults: only dialects and rules'),
      option(
        '--dialects <n>',
        'random dialects to run as well, from the first seed on',
        wholeNumber(0, 100_000),
      ).default(0),
      new Option(
        '--rules [which]',
        'services with rules as well: each rule alone, or so many random combinations, or those with these names',
      ),
      new Option(
        '--whole',
        'check all requirements against each fault, not only those that it names and those of access; takes much longer',
      ),
      option('--processes <n>', 'processes that prove at the same time', wholeNumber(1, 256)).default(
        availableParallelism(),
        'one for each processor, each with four proofs at a time',
      ),
      option('--shard <i/n>', 'prove the i-th of n shares of all that', shardNumber),
      option(
        '--matrix <file>',
        'write which requirements caught which faults, as a page of Markdown; with --only, these rows of it',
        nonEmpty,
      ),
      new Option('--json', 'print one JSON object'),
    ],
    examples,
    exitCodes: { 0: 'everything proven', 1: 'something is not', 2: 'wrong usage', ...signalCodes },
    act: (flags, surroundings) => prove(flags, surroundings, proveAll),
  };
}

function chosenFaults({ only, faults, dialects, rules }: ProveFlags): readonly Fault[] {
  if (!faults && only !== undefined)
    throw new UsageError('--only: chooses among the faults that --no-faults leaves out; give one of the two');
  const unknown = only?.find((name) => name === '' || !allFaults.some((fault) => fault.name.startsWith(name)));
  if (unknown !== undefined)
    throw new UsageError(
      `--only: no fault's name begins with ${JSON.stringify(unknown)}; "bfc list --faults" lists them`,
    );
  if (!faults && dialects === 0 && rules === undefined)
    throw new UsageError('--no-faults: nothing is left to prove; give --dialects or --rules as well');
  return faults ? allFaults.filter(({ name }) => only?.some((start) => name.startsWith(start)) ?? true) : [];
}

const upFrom = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_unused, index) => first + index);

/** How many rules a random combination or a random dialect may have: most dialects have one, and some none. */
const together = { own: [2, 3, 4, 5], random: [0, 0, 0, 1, 1, 1, 1, 1, 2, 3, 4, 5] } as const;

const mostCombinations = 100_000;

/** Services with random rules, one per seed; for even seeds the configuration describes the rules if it can. */
function drawn(dialect: 'own' | 'random', seeds: readonly number[], counts: readonly number[]): readonly Job[] {
  return seeds.map((seed) => {
    const rules = randomRules(seed, counts);
    const isConfigured = seed % 2 === 0 && rules.some((name) => catalogue[name].values !== undefined);
    return { seed, dialect, rules, isConfigured };
  });
}

function chosenRules({ rules: which, seed }: ProveFlags): readonly Job[] {
  if (which === undefined) return [];
  if (which !== true && /^\d+$/.test(which))
    return drawn('own', upFrom(seed, wholeNumber(1, mostCombinations)(which, '--rules')), together.own);
  const names = Object.keys(catalogue) as RuleName[];
  const chosen = (which === true ? names : which.split(',')).flatMap((word): readonly (readonly RuleName[])[] => {
    const alone = names.filter((name) => name === word.trim());
    const begun = alone.length > 0 || word.trim() === '' ? alone : names.filter((name) => name.startsWith(word.trim()));
    if (begun.length > 0) return begun.map((name) => [name]);
    return [word.split('+').map((name) => readRule(name.trim(), '--rules'))];
  });
  const waysOf = (rules: readonly RuleName[]): readonly boolean[] =>
    rules.some((name) => catalogue[name].values !== undefined) ? [false, true] : [false];
  return chosen.flatMap((rules) =>
    waysOf(rules).map((isConfigured) => ({ seed, dialect: 'own' as const, rules, isConfigured })),
  );
}

/**
 * The rows of the existing matrix for faults that are not proven now. Called before anything that takes long.
 *
 * @throws UsageError if the new matrix would not have all faults or could not be written
 */
async function matrixBefore(faults: readonly Fault[], flags: ProveFlags, cwd: string): Promise<Matrix> {
  const { matrix, only, shard } = flags;
  if (matrix === undefined) return readMatrix('');
  const [less] = lines([shard && '--shard', !flags.faults && '--no-faults']);
  if (less !== undefined) throw new UsageError(`--matrix: has to have all faults; remove ${less}`);
  const path = resolve(cwd, matrix);
  if (!(await isDirectory(dirname(path))))
    throw new UsageError(`--matrix: the directory of ${matrix} does not exist; make it, or choose another`);
  if (only === undefined) return readMatrix('');
  const before = readMatrix(await readFile(path, 'utf8').catch(() => ''));
  const others = allFaults.filter((fault) => !faults.includes(fault));
  const why = whyNotKept(before, others, matrixDataOf(flags));
  if (why !== undefined)
    throw new UsageError(`--matrix: with --only, ${matrix} keeps its rows of other faults, and ${why}`);
  return before;
}

const matrixDataOf = (flags: ProveFlags): MatrixData => ({ ...flags, cases: casesOf(flags).faults });

/** All jobs, or those of a shard: every n-th, because neighbours take about as long. */
function chosenJobs(faults: readonly Fault[], flags: ProveFlags): readonly Job[] {
  const { seed, seeds, dialects, rules, shard } = flags;
  const controlOf = [...new Set(faults.flatMap(({ breaks, also = [] }) => [...breaks, ...also]))];
  const ofDialects = drawn('random', upFrom(seed, dialects), rules === undefined ? [0] : together.random);
  // Dialects have no fault either, and are judged by all requirements, so no control is needed with them.
  const isControlled = faults.length > 0 && ofDialects.length === 0;
  const all: readonly (readonly Job[])[] = [
    ...faults.map(({ name }) => upFrom(seed, seeds).map((each) => ({ seed: each, fault: name }))),
    ...(isControlled ? upFrom(seed, seeds).map((each) => [{ seed: each, controlOf }]) : []),
    ...[...ofDialects, ...chosenRules(flags)].map((job) => [job]),
  ];
  return (shard === undefined ? all : all.filter((_jobs, at) => at % shard.count === shard.index - 1)).flat();
}

function progressLine(checked: number, total: number, wrong: number, share: number, milliseconds: number): string {
  const failed = wrong === 0 ? '' : `, ${wrong} wrong`;
  const left = checked === total ? '' : `, some ${timeInWords((milliseconds / share) * (1 - share))} left`;
  return `${checked} of ${total} checked${failed}${left}`;
}

async function prove(flags: ProveFlags, surroundings: Surroundings, proveAll: ProveAll): Promise<number> {
  const { cwd, environment, stderr } = surroundings;
  const faults = chosenFaults(flags);
  const kept = await matrixBefore(faults, flags, cwd);
  const jobs = chosenJobs(faults, flags);
  // On a terminal one line is rewritten; elsewhere lines are added.
  const [before, after, everyMs] = canRewriteLine(stderr, environment) ? ['\r\u001B[2K', '', 1000] : ['', '\n', 10_000];
  const startedAt = performance.now();
  let shownAt = startedAt;
  const { today, whole = false, processes, matrix } = flags;
  return interruptible(surroundings, 'interrupted', async (signal) => {
    const result = await proveAll({
      jobs,
      today,
      cases: casesOf(flags),
      whole,
      processes,
      signal,
      onProgress(checked, total, wrong, share) {
        const now = performance.now();
        if (checked < total && now - shownAt < everyMs) return;
        shownAt = now;
        stderr.write(`${before}${progressLine(checked, total, wrong, share, now - startedAt)}${after}`);
      },
    }).finally(() => stderr.write(before));
    const checked = Object.values(result).flat();
    if (signal.aborted) {
      stderr.write(`interrupted: ${checked.length} of ${jobs.length} checked\n`);
      if (checked.length > 0) print(result, flags, surroundings);
      return exitCodes.interrupted;
    }
    print(result, flags, surroundings);
    if (matrix !== undefined) {
      await writeFile(resolve(cwd, matrix), renderMatrix(result.faults, allFaults, matrixDataOf(flags), kept));
      stderr.write(`The matrix is in ${matrix}.\n`);
    }
    return checked.every(isRight) ? exitCodes.success : exitCodes.nonconformant;
  });
}

function print(result: ProofResult, flags: ProveFlags, surroundings: Surroundings): void {
  const { today, json, shard } = flags;
  const which = shard === undefined ? [] : [`${shardInWords(shard)} of all that is to be proven`];
  printResult(surroundings, json, shard === undefined ? result : { shard, ...result }, (page) => [
    ...which,
    ...renderProof(result, { today, cases: casesOf(flags) }, page),
  ]);
}

export const command = proveCommand();
