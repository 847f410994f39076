import { availableParallelism } from 'node:os';
import { stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Command, Option } from 'commander';
import type { Fault } from '../../reference/index.ts';
import { createPage } from '../../reporters/terminal/page.ts';
import { wholeNumber } from '../arguments/numbers.ts';
import { exitCodes } from '../exit-codes.ts';
import { watchInterruption } from '../process/interruption.ts';
import type { ProofPlan, ProofResult } from '../proof/prove-all.ts';
import { canRewriteLine, wantsColour, widthOf, type Surroundings } from '../surroundings.ts';
import { UsageError } from '../usage-error.ts';

const examples = `
Examples:
  $ bfc prove
      runs the suites against the reference service with each of its faults: every one has to be caught by
      exactly the requirements that it names
  $ bfc prove --seed 7 --seeds 10
      the same with ten seeds, from 7 to 16
  $ bfc prove --dialects 30
      the faults, and 30 random dialects as well: no requirement may fail in any, and all has to be decided that
      the dialect allows to be decided
  $ bfc prove --only paging,renewals-edit
      the faults whose names begin like that; "bfc list --faults" lists all
  $ bfc prove --no-faults --dialects 500
      500 random dialects, with the seeds 1 to 500, and no faults; "bfc serve --dialect random --seed 17" speaks
      the one of seed 17
  $ bfc prove --seeds 10 --matrix docs/proof-matrix.md
      writes a page of which requirements caught which faults too

Exit codes: 0 everything proven, 1 something is not, 2 wrong usage, 130 interrupted.`;

interface ProveFlags {
  readonly seed: number;
  readonly seeds: number;
  readonly cases: number;
  readonly only?: readonly string[];
  readonly faults: boolean;
  readonly dialects: number;
  readonly whole?: boolean;
  readonly processes: number;
  readonly matrix?: string;
  readonly json?: boolean;
}

const number = (flags: string, description: string, least: number, most: number): Option =>
  new Option(flags, description).argParser(wholeNumber(flags.split(' ')[0] ?? flags, least, most));

const upFrom = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_unused, index) => first + index);

/** What a proof is made by; its own where nothing else is given. */
export interface ProveParts {
  readonly proveAll: (plan: ProofPlan) => Promise<ProofResult>;
}

const ownParts: ProveParts = {
  proveAll: async (plan) => (await import('../proof/prove-all.ts')).proveAll(plan),
};

/** `bfc prove`: proves the suites by the faults and dialects of the reference service. `done` gets the exit code. */
export function proveCommand(
  surroundings: Surroundings,
  done: (exitCode: number) => void,
  parts: ProveParts = ownParts,
): Command {
  const command = new Command('prove')
    .description(
      'prove the suites themselves: by faults that they have to catch, and dialects that they must not accuse',
    )
    .addOption(number('--seed <n>', 'first seed', 0, 2 ** 31 - 1).default(1))
    .addOption(number('--seeds <n>', 'seeds that each fault is proven with', 1, 1000).default(1))
    .addOption(number('--cases <n>', 'cases of each property', 1, 1_000_000).default(100))
    .option('--only <names>', 'faults with these names, or names that begin so, separated by commas', (text) =>
      text.split(',').map((name) => name.trim()),
    )
    .option('--no-faults', 'no faults: dialects alone')
    .addOption(
      number('--dialects <n>', 'random dialects to run as well, from the first seed on', 0, 100_000).default(0),
    )
    .option('--whole', 'check all requirements against each fault, not only those that it names; takes much longer')
    .addOption(
      number('--processes <n>', 'processes that prove at the same time', 1, 256).default(
        availableParallelism(),
        'one for each processor',
      ),
    )
    .option('--matrix <file>', 'write which requirements caught which faults, as a page of Markdown')
    .option('--json', 'print one JSON object')
    .addHelpText('after', examples);
  return command.action(async () => done(await prove(command.opts<ProveFlags>(), surroundings, parts)));
}

/** The faults to prove. @throws UsageError when a name means none, or when none is left and no dialect either */
function chosenFaults(all: readonly Fault[], { only, faults, dialects }: ProveFlags): readonly Fault[] {
  if (!faults && only !== undefined)
    throw new UsageError('--only: chooses among the faults that --no-faults leaves out; give one of the two');
  const strange = only?.find((name) => name === '' || !all.some((fault) => fault.name.startsWith(name)));
  if (strange !== undefined)
    throw new UsageError(
      `--only: no fault's name begins with ${JSON.stringify(strange)}; "bfc list --faults" lists them`,
    );
  if (!faults && dialects === 0) throw new UsageError('--no-faults: nothing is left to prove; give --dialects as well');
  return faults ? all.filter(({ name }) => only?.some((start) => name.startsWith(start)) ?? true) : [];
}

/** Refuses, before anything takes its time, a matrix that would not have all faults or could not be written. @throws UsageError */
async function checkMatrix({ matrix, only, faults }: ProveFlags, cwd: string): Promise<void> {
  if (matrix === undefined) return;
  if (only !== undefined || !faults)
    throw new UsageError(`--matrix: has to have all faults; leave ${faults ? '--only' : '--no-faults'} away`);
  const directory = await stat(dirname(resolve(cwd, matrix))).catch(() => undefined);
  if (directory?.isDirectory() !== true)
    throw new UsageError(`--matrix: the directory of ${matrix} does not exist; make it, or choose another`);
}

async function prove(flags: ProveFlags, surroundings: Surroundings, { proveAll }: ProveParts): Promise<number> {
  const { cwd, environment, stdout, stderr } = surroundings;
  const { faults } = await import('../../reference/index.ts');
  const chosen = chosenFaults(faults, flags);
  await checkMatrix(flags, cwd);
  const { isConformant, isProven } = await import('../proof/prove-all.ts');
  const interruption = watchInterruption();
  const isLive = canRewriteLine(stderr, environment);
  const plan: ProofPlan = {
    faults: chosen,
    faultSeeds: upFrom(flags.seed, flags.seeds),
    dialectSeeds: upFrom(flags.seed, flags.dialects),
    cases: flags.cases,
    whole: flags.whole === true,
    processes: flags.processes,
    signal: interruption.signal,
    onProgress(proven: number, total: number, wrong: number) {
      const line = `${proven} of ${total} proven${wrong === 0 ? '' : `, ${wrong} wrong`}`;
      if (isLive) stderr.write(`\r\u001B[2K${line}`);
      else if (proven % 25 === 0 || proven === total) stderr.write(`${line}\n`);
    },
  };
  try {
    const result = await proveAll(plan);
    if (isLive) stderr.write('\r\u001B[2K');
    if (flags.json === true) {
      stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
    } else {
      const { renderProof } = await import('../proof/render-proof.ts');
      const page = createPage(widthOf(stdout, environment), wantsColour(stdout, environment));
      stdout.write(`${renderProof(result, plan, page).join('\n')}\n`);
    }
    if (flags.matrix !== undefined) {
      const { renderMatrix } = await import('../proof/render-matrix.ts');
      await writeFile(resolve(cwd, flags.matrix), renderMatrix(result, plan));
      stderr.write(`The matrix is in ${flags.matrix}.\n`);
    }
    const isAllRight = result.faults.every(isProven) && result.dialects.every(isConformant);
    return isAllRight ? exitCodes.success : exitCodes.nonconformant;
  } catch (error) {
    const code = interruption.exitCode();
    if (code === undefined) throw error;
    if (isLive) stderr.write('\r\u001B[2K');
    stderr.write('interrupted: nothing is proven\n');
    return code;
  } finally {
    interruption.dispose();
  }
}
