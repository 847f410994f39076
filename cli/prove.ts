import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, resolve } from 'node:path';
import { Option, type Command } from 'commander';
import type { Fault, RuleName } from '../reference/index.ts';
import { defineCommand } from './command.ts';
import { exitCodes, UsageError } from './failures.ts';
import { watchInterruption } from './interruption.ts';
import { shardInWords, type ShardNumber } from '../suites/engine/shard.ts';
import { currentDay, day, option, seedNumber, shardNumber, wholeNumber } from './options.ts';
import { timeInWords } from '../results/printable.ts';
import type { ProofPlan, ProofResult, RuledSeed } from './proof-pool.ts';
import { isDirectory } from './read-report.ts';
import { canRewriteLine, printResult, type Surroundings } from './surroundings.ts';

const examples = `
Examples:
  $ bfc prove
      runs the suites against the reference service with each of its faults: every one has to be caught by
      exactly the requirements that it names
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
      500 random dialects, with the seeds 1 to 500, and no faults; "bfc serve --dialect random --seed 17" speaks
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
      writes a page of which requirements caught which faults too`;

interface ProveFlags {
  readonly seed: number;
  readonly seeds: number;
  readonly today: string;
  readonly cases: number;
  readonly only?: readonly string[];
  readonly faults: boolean;
  readonly dialects: number;
  /** True: each alone. */
  readonly rules?: true | string;
  readonly whole?: boolean;
  readonly processes: number;
  readonly shard?: ShardNumber;
  readonly matrix?: string;
  readonly json?: boolean;
}

const upFrom = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_unused, index) => first + index);

/** Makes a proof; an argument so that the command can be tested without running one. */
type ProveAll = (plan: ProofPlan) => Promise<ProofResult>;

/** `bfc prove`: proves the suites by the faults and dialects of the reference service. `done` gets the exit code. */
export function proveCommand(
  surroundings: Surroundings,
  done: (exitCode: number) => void,
  proveAll: ProveAll = async (plan) => (await import('./proof-pool.ts')).proveAll(plan),
): Command {
  const command = defineCommand({
    name: 'prove',
    description:
      'prove the suites themselves: by faults that they have to catch, and dialects in which nothing may fail',
    options: [
      option('--seed <n>', 'first seed', seedNumber('--seed')).default(1),
      option('--seeds <n>', 'seeds that each fault is proven with', wholeNumber('--seeds', 1, 1000)).default(1),
      option('--today <day>', 'the day that the data makes sense on, YYYY-MM-DD', day('--today')).default(
        currentDay(),
        'the current day, UTC',
      ),
      option('--cases <n>', 'cases of each property', wholeNumber('--cases', 1, 1_000_000)).default(100),
      option('--only <names>', 'faults with these names, or names that begin so, separated by commas', (text) =>
        text.split(',').map((name) => name.trim()),
      ),
      new Option('--no-faults', 'no faults: dialects alone'),
      option(
        '--dialects <n>',
        'random dialects to run as well, from the first seed on',
        wholeNumber('--dialects', 0, 100_000),
      ).default(0),
      new Option(
        '--rules [which]',
        'services with rules as well: each rule alone, or so many random combinations, or those with these names',
      ),
      new Option(
        '--whole',
        'check all requirements against each fault, not only those that it names and those of access; takes much longer',
      ),
      option('--processes <n>', 'processes that prove at the same time', wholeNumber('--processes', 1, 256)).default(
        2 * availableParallelism(),
        'two for each processor: half of a proof is waiting',
      ),
      option('--shard <i/n>', 'prove the i-th of n shares of all that', shardNumber('--shard')),
      new Option('--matrix <file>', 'write which requirements caught which faults, as a page of Markdown'),
      new Option('--json', 'print one JSON object'),
    ],
    examples,
    exitCodes: {
      0: 'everything proven',
      1: 'something is not',
      2: 'wrong usage',
      130: 'interrupted',
      143: 'terminated',
    },
  });
  return command.action(async () => done(await prove(command.opts<ProveFlags>(), surroundings, proveAll)));
}

/** The faults to prove. @throws UsageError when a name means none, or when none is left and no dialect either */
function chosenFaults(all: readonly Fault[], { only, faults, dialects, rules }: ProveFlags): readonly Fault[] {
  if (!faults && only !== undefined)
    throw new UsageError('--only: chooses among the faults that --no-faults leaves out; give one of the two');
  const unknown = only?.find((name) => name === '' || !all.some((fault) => fault.name.startsWith(name)));
  if (unknown !== undefined)
    throw new UsageError(
      `--only: no fault's name begins with ${JSON.stringify(unknown)}; "bfc list --faults" lists them`,
    );
  if (!faults && dialects === 0 && rules === undefined)
    throw new UsageError('--no-faults: nothing is left to prove; give --dialects or --rules as well');
  return faults ? all.filter(({ name }) => only?.some((start) => name.startsWith(start)) ?? true) : [];
}

/** How many rules a random combination has, and a random dialect: most have one, and some none. */
const together = { combination: [2, 3, 4, 5], dialect: [0, 0, 0, 1, 1, 1, 1, 1, 2, 3, 4, 5] } as const;

const mostCombinations = 100_000;

/** Random rules of a seed: those of an even one with a configuration that says what it can of them. */
async function drawnRules(seed: number, counts: readonly number[]): Promise<RuledSeed> {
  const { randomRules, rules } = await import('../reference/index.ts');
  const drawn = randomRules(seed, counts);
  return { seed, rules: drawn, isConfigured: seed % 2 === 0 && drawn.some((name) => rules[name].values !== undefined) };
}

/** The rules of services to run, and the seed of each. @throws UsageError when a name means none */
async function chosenRules({ rules: which, seed }: ProveFlags): Promise<readonly RuledSeed[]> {
  if (which === undefined) return [];
  const { rules } = await import('../reference/index.ts');
  const { readRule } = await import('./serve-choices.ts');
  // Its keys are the names.
  const names = Object.keys(rules) as RuleName[];
  const bothWays = (chosen: readonly RuleName[]): readonly RuledSeed[] =>
    [false, ...(chosen.some((name) => rules[name].values !== undefined) ? [true] : [])].map((isConfigured) => ({
      seed,
      rules: chosen,
      isConfigured,
    }));
  if (which === true) return names.flatMap((name) => bothWays([name]));
  if (/^\d+$/.test(which)) {
    const count = wholeNumber('--rules', 1, mostCombinations)(which);
    return Promise.all(upFrom(seed, count).map((each) => drawnRules(each, together.combination)));
  }
  return which.split(',').flatMap((word): readonly RuledSeed[] => {
    const begun = word.trim() === '' ? [] : names.filter((name) => name.startsWith(word.trim()));
    if (begun.length > 0 && !begun.includes(word.trim() as RuleName)) return begun.flatMap((name) => bothWays([name]));
    return bothWays(word.split('+').map((name) => readRule(name.trim(), '--rules')));
  });
}

/** The seeds of random dialects, and the rules of each: none unless there are to be some. */
async function chosenDialects({ seed, dialects, rules }: ProveFlags): Promise<readonly RuledSeed[]> {
  const counts = rules === undefined ? [0] : together.dialect;
  return Promise.all(upFrom(seed, dialects).map((each) => drawnRules(each, counts)));
}

/** Refuses, before anything takes its time, a matrix that would not have all faults or could not be written. @throws UsageError */
async function checkMatrix({ matrix, only, faults, shard }: ProveFlags, cwd: string): Promise<void> {
  if (matrix === undefined) return;
  if (shard !== undefined) throw new UsageError('--matrix: has to have all faults; leave --shard away');
  if (only !== undefined || !faults)
    throw new UsageError(`--matrix: has to have all faults; leave ${faults ? '--only' : '--no-faults'} away`);
  if (!(await isDirectory(dirname(resolve(cwd, matrix)))))
    throw new UsageError(`--matrix: the directory of ${matrix} does not exist; make it, or choose another`);
}

type ToProve = Pick<ProofPlan, 'faults' | 'dialects' | 'rules'>;

/** The share of a shard: every n-th of all that is to be proven, since what stands together takes about as long. */
function shareOf({ faults, dialects, rules }: ToProve, shard: ShardNumber | undefined): ToProve {
  if (shard === undefined) return { faults, dialects, rules };
  const { index, count } = shard;
  const dealt = <T>(items: readonly T[], before: number): readonly T[] =>
    items.filter((_item, at) => (before + at) % count === index - 1);
  return {
    faults: dealt(faults, 0),
    dialects: dealt(dialects, faults.length),
    rules: dealt(rules, faults.length + dialects.length),
  };
}

/** Milliseconds between two lines of progress: rewritten on a terminal, and added elsewhere. */
const showEvery = { live: 1000, plain: 10_000 };

interface Done {
  readonly proven: number;
  readonly total: number;
  readonly wrong: number;
}

/** How many are proven after so many milliseconds, and how long the others take if they are like these. */
function progressLine({ proven, total, wrong }: Done, milliseconds: number): string {
  const failed = wrong === 0 ? '' : `, ${wrong} wrong`;
  const left = proven === total ? '' : `, some ${timeInWords((milliseconds / proven) * (total - proven))} left`;
  return `${proven} of ${total} proven${failed}${left}`;
}

async function prove(flags: ProveFlags, surroundings: Surroundings, proveAll: ProveAll): Promise<number> {
  const { cwd, environment, stderr } = surroundings;
  const { faults } = await import('../reference/index.ts');
  const chosen = chosenFaults(faults, flags);
  await checkMatrix(flags, cwd);
  const interruption = watchInterruption();
  const isLive = canRewriteLine(stderr, environment);
  const clear = (): void => void (isLive && stderr.write('\r\u001B[2K'));
  const all = { faults: chosen, dialects: await chosenDialects(flags), rules: await chosenRules(flags) };
  const plan: ProofPlan = {
    ...shareOf(all, flags.shard),
    faultSeeds: upFrom(flags.seed, flags.seeds),
    today: flags.today,
    cases: flags.cases,
    whole: flags.whole === true,
    processes: flags.processes,
    signal: interruption.signal,
    onProgress(proven, total, wrong) {
      done = { proven, total, wrong };
      if (isLive || proven === total) show();
    },
  };
  const startedAt = performance.now();
  let done: Done | undefined;
  const show = (): void => {
    clear();
    const line = done === undefined ? 'proving' : progressLine(done, performance.now() - startedAt);
    stderr.write(isLive ? line : `${line}\n`);
  };
  const beat = setInterval(show, isLive ? showEvery.live : showEvery.plain);
  try {
    const result = await proveAll(plan);
    clear();
    return await report(result, plan, flags, surroundings);
  } catch (error) {
    const code = interruption.exitCode();
    if (code === undefined) throw error;
    clear();
    stderr.write('interrupted: nothing is proven\n');
    return code;
  } finally {
    clearInterval(beat);
    interruption.dispose();
  }
}

/** Prints a result, writes its matrix, and gives the exit code. */
async function report(
  result: ProofResult,
  plan: ProofPlan,
  { json, matrix, shard }: ProveFlags,
  surroundings: Surroundings,
): Promise<number> {
  const { isAllRight, renderMatrix, renderProof } = await import('./proof-report.ts');
  const which = shard === undefined ? [] : [`${shardInWords(shard)} of all that is to be proven`];
  printResult(surroundings, json, shard === undefined ? result : { shard, ...result }, (page) => [
    ...which,
    ...renderProof(result, plan, page),
  ]);
  if (matrix !== undefined) {
    await writeFile(resolve(surroundings.cwd, matrix), renderMatrix(result, plan));
    surroundings.stderr.write(`The matrix is in ${matrix}.\n`);
  }
  return isAllRight(result) ? exitCodes.success : exitCodes.nonconformant;
}
