import { dirname } from 'node:path';
import { Option } from 'commander';
import type { RunningReference } from '../reference/index.ts';
import { createProgressDisplay } from '../reporters/progress.ts';
import { knownFailures } from '../results/gate.ts';
import type { Report } from '../results/report.ts';
import { profileNames, profiles, type Profile } from '../suites/profiles.ts';
import { NoVerdictError } from '../suites/preflight.ts';
import { runSuites, type RunOptions } from '../suites/run-suites.ts';
import type { CommandDefinition } from './program.ts';
import { deliver, writeReports, type Delivery } from './conclude.ts';
import { introduction, printPlan } from './describe-plan.ts';
import { embeddedTarget, refuseOfOther, startEmbedded } from './embedded-target.ts';
import { signalCodes, UsageError, verdictCodes } from './failures.ts';
import {
  canRewriteLine,
  interruptible,
  invocation,
  readPackageInfo,
  warnOn,
  widthOf,
  type Surroundings,
} from './surroundings.ts';
import { keepToken } from './kept-token.ts';
import {
  caseNumber,
  day,
  duration,
  formatOption,
  gateOptions,
  nonEmpty,
  option,
  outOption,
  seedNumber,
  selectionOptions,
  shardNumber,
  targetOptions,
  wholeNumber,
} from './options.ts';
import { prepareDirectory } from './report-directory.ts';
import { planRun, replayCommand, type RunFlags, type RunPlan } from './run-plan.ts';

const examples = `
Examples:
  $ bfc run
      judges the embedded reference service: a first look at what a report is
  $ export BFC_CLIENT_SECRET=…
  $ bfc run --base-url https://sandbox.example.com --auth-url https://auth.example.com --client-id my-key --allow-writes
      judges a service that may be written to
  $ bfc run --config conformance.config.yaml --level expected
      as the file says, expected requirements failing the run as well
  $ bfc run --profile health --dry-run
      prints what a nightly look at a sandbox would send, and sends nothing
  $ bfc run --only 'renewals.*' --skip renewals.invalid-body --seed 7 --today 2027-01-31
      a part of the requirements, with the data of an earlier run
  $ bfc run --shard 2/4 --seed 7 --out shards/2
      the second of four parts, which run side by side; "bfc merge shards/*" joins their reports

Environment: BFC_BASE_URL, BFC_AUTH_URL, BFC_CLIENT_ID, BFC_CLIENT_SECRET, BFC_SECOND_CLIENT_ID, BFC_SECOND_CLIENT_SECRET,
  BFC_EXPIRED_TOKEN, BFC_CONFIG. Flags win over them, and they win over the configuration file.`;

const notes = `
What a waiver accepts or the --baseline knows does not count as a failure; a waiver that has ended, or that is no longer
needed, does (1). With --fail-on drift, so does everything that has changed since the baseline, except faster answers.

In a checkout, "npm start -- …" is "bfc run …".`;

/** The default of each profile: `100, 5 in gate, 1 in health`. */
function ofProfiles(read: (profile: Profile) => string): string {
  const [usual, ...others] = profileNames;
  return [read(profiles[usual]), ...others.map((name) => `${read(profiles[name])} in ${name}`)].join(', ');
}

export const command: CommandDefinition<RunFlags> = {
  options: (environment) => [
    ...targetOptions(),
    new Option(
      '--profile <name>',
      'full: for developers of a service; gate: for CI; health: for a nightly look at a sandbox (default: full)',
    ).choices(profileNames),
    option(
      '--shard <i/n>',
      'do the i-th of n parts of the run, for "bfc merge" to join; all get the same seed, day, configuration and flags, whose limits are for all of them together',
      shardNumber,
    ),
    new Option('--dry-run', 'print what the run would check, send and write, and send nothing'),
    new Option('--json', 'with --dry-run: as one JSON object'),
    ...selectionOptions(
      'requirements that can fail the run',
      'check only these: ids or prefixes like renewals.*, separated by commas',
    ),
    option('--seed <n>', 'seed of the generated data (default: random; 1 in the profiles gate and health)', seedNumber),
    option(
      '--today <day>',
      'date the generated data is based on, YYYY-MM-DD; the same date and seed give the same data (default: the current day, UTC)',
      day,
    ),
    option('--cases <n>', `cases of each property (default: ${ofProfiles(({ cases }) => `${cases}`)})`, caseNumber),
    option(
      '--time-budget <time>',
      `end the run, with a report, after this time, like 90s, 10m, 1h; what does not fit is skipped from the start, and named (default: ${ofProfiles(({ timeBudgetMs }) => `${timeBudgetMs / 60_000}m`)})`,
      duration,
    ),
    option(
      '--watch <time>',
      'when all else is done, read records of the run again and again for so long, like 10m: some services change them later; --time-budget is extended by it',
      duration,
    ),
    new Option(
      '--wait-for-expiry',
      'where no expired token is configured: keep one unused, and try it at the end of the run, once it has expired (the default of --time-budget is 15m longer then)',
    ),
    option(
      '--keep-token <file>',
      'keep a token of this run in a file, for a later run to use as an expired one; it is a secret',
      nonEmpty,
    ),
    option('--max-failures <n>', 'stop after n failures that count', wholeNumber(1, 1000)),
    outOption('conformance-report'),
    ...gateOptions(),
    formatOption(environment),
  ],
  examples,
  exitCodes: { ...verdictCodes, ...signalCodes },
  notes,
  act: (flags, surroundings) => runConformance(flags, surroundings, ownParts),
};

const ownParts = { runSuites, startReference: startEmbedded };

export type RunParts = typeof ownParts;

/** Judges the target that flags, environment and configuration describe; if none do, the embedded service. */
export async function runConformance(flags: RunFlags, surroundings: Surroundings, parts: RunParts): Promise<number> {
  if (flags.json === true && flags.dryRun !== true)
    throw new UsageError('--json: belongs to --dry-run; for the report of a run as JSON take --format json');
  if (flags.dryRun === true) return printPlan(flags, surroundings);
  const said = 'interrupted before anything was decided; no report was written';
  return interruptible(surroundings, said, (signal) => run(flags, surroundings, parts, signal));
}

async function run(flags: RunFlags, surroundings: Surroundings, parts: RunParts, signal: AbortSignal): Promise<number> {
  const { cwd, stderr } = surroundings;
  let reference: RunningReference | undefined;
  try {
    const plan = await planRun(flags, surroundings, async (seed) => {
      reference = await parts.startReference(seed);
      return embeddedTarget(reference);
    });
    return await deliver(flags, plan.target.waive, surroundings, async (delivery) => {
      const { known } = delivery;
      if (plan.isEmbedded && known !== undefined) refuseOfOther(known);
      if (plan.keptToken !== undefined) await prepareDirectory('--keep-token', dirname(plan.keptToken.file));
      stderr.write(introduction(plan));
      const replay = replayCommand((command) => invocation(command, cwd), flags, plan);
      return judge({ ...plan, replayCommand: replay, signal }, delivery, surroundings, parts);
    });
  } finally {
    await reference?.close();
  }
}

async function judge(
  { keptToken, ...plan }: RunPlan & Pick<RunOptions, 'replayCommand' | 'signal'>,
  delivery: Delivery,
  surroundings: Surroundings,
  { runSuites }: RunParts,
): Promise<Report> {
  const { environment, stderr } = surroundings;
  const display = createProgressDisplay({
    write: (text) => stderr.write(text),
    live: canRewriteLine(stderr, environment),
    width: widthOf(stderr, environment),
    now: () => performance.now(),
  });
  const warn = (line: string): void => {
    display.clear();
    warnOn(stderr)(line);
  };
  const { known } = delivery;
  try {
    return await runSuites({
      ...plan,
      bounds: plan.cost.atMost,
      accepted: known === undefined ? [] : knownFailures(known),
      out: delivery.directory,
      version: readPackageInfo().version,
      measuresPace: true,
      coversEdges: true,
      onPlan(sentences) {
        display.clear();
        stderr.write(`${['At the pace at which the target answers:', ...sentences].join('\n')}\n`);
      },
      onProgress: (progress) => display.update(progress),
      onToken(token) {
        const problem = keptToken?.isRenewed === true ? keepToken(keptToken.file, token, plan.target) : undefined;
        if (problem !== undefined) warn(problem);
      },
      onTrouble: warn,
    }).finally(() => display.clear());
  } catch (error) {
    // Readers of the files must see that there is no verdict; the terminal has the one line that says why.
    const flags = { ...delivery.flags, format: delivery.flags.format.filter((name) => name !== 'terminal') };
    if (error instanceof NoVerdictError && error.report !== undefined && !plan.signal.aborted)
      await writeReports(error.report, { ...delivery, flags }, surroundings);
    throw error;
  }
}
