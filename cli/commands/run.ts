import { Command, Option } from 'commander';
import { allFormats } from '../../reporters/index.ts';
import { formatList, formatNames } from '../arguments/formats.ts';
import { duration, wholeNumber } from '../arguments/numbers.ts';
import { path } from '../arguments/paths.ts';
import { refuseSecrets } from '../arguments/secrets.ts';
import { requirementList } from '../arguments/selection.ts';
import { addTargetOptions } from '../arguments/target-options.ts';
import { runConformance, type RunParts } from '../run/run-conformance.ts';
import type { RunFlags } from '../run/run-flags.ts';
import { profileNames, profiles, type Profile } from '../../suites/profiles.ts';
import type { Surroundings } from '../surroundings.ts';

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
      tells what a nightly look at a sandbox would send, and sends nothing
  $ bfc run --only 'renewals.*' --skip renewals.invalid-body --seed 7
      a part of the requirements, with the data of an earlier run

Environment: BFC_BASE_URL, BFC_AUTH_URL, BFC_CLIENT_ID, BFC_CLIENT_SECRET, BFC_SECOND_CLIENT_ID, BFC_SECOND_CLIENT_SECRET,
  BFC_EXPIRED_TOKEN, BFC_CONFIG. Flags win over them, and they win over the configuration file.

Exit codes: 0 conformant, 1 nonconformant, 2 wrong usage or configuration, 3 no verdict, 130 interrupted.
  What a waiver accepts or the --baseline knows does not count as a failure; a waiver that has ended, or that is no longer
  needed, does (1). With --fail-on drift, so does whatever has changed since the baseline,
  but answers that came faster.
In a checkout, "npm start -- …" is "bfc run …".`;

const option = (flags: string, description: string, parse: (text: string) => unknown) =>
  new Option(flags, description).argParser(parse);

/** What each profile has by default: `100, 5 in gate, 1 in health`. */
function ofProfiles(read: (profile: Profile) => string): string {
  const [usual, ...others] = profileNames;
  return [read(profiles[usual]), ...others.map((name) => `${read(profiles[name])} in ${name}`)].join(', ');
}

/** `bfc run`: judges a target and reports. `done` gets the exit code. */
export function runCommand(surroundings: Surroundings, done: (exitCode: number) => void): Command {
  const command = addTargetOptions(
    new Command('run').description(
      'judge a service, requirement by requirement; without a target, the embedded reference service',
    ),
  )
    .addOption(
      new Option(
        '--profile <name>',
        'full: for whoever makes a service; gate: for CI; health: for a nightly look at a sandbox (default: full)',
      ).choices(profileNames),
    )
    .option('--dry-run', 'tell what the run would check, send and write, and send nothing')
    .option('--json', 'with --dry-run: as one JSON object')
    .addOption(
      new Option('--level <level>', 'requirements that can fail the run')
        .choices(['required', 'expected'])
        .default('required'),
    )
    .addOption(
      option(
        '--only <ids>',
        'check these alone: ids or beginnings like renewals.*, separated by commas',
        requirementList('--only'),
      ),
    )
    .addOption(option('--skip <ids>', 'leave these out', requirementList('--skip')).default([], 'none'))
    .addOption(
      option(
        '--seed <n>',
        'draws the same data again (default: drawn by chance; 1 in the profiles gate and health)',
        wholeNumber('--seed', 0, 2 ** 31 - 1),
      ),
    )
    .addOption(
      option(
        '--cases <n>',
        `cases of each property (default: ${ofProfiles(({ cases }) => String(cases))})`,
        wholeNumber('--cases', 1, 1_000_000),
      ),
    )
    .addOption(
      option(
        '--time-budget <time>',
        `stop in good order after this time, like 90s, 10m, 1h (default: ${ofProfiles(({ timeBudgetMs }) => `${timeBudgetMs / 60_000}m`)})`,
        duration('--time-budget'),
      ),
    )
    .addOption(
      option(
        '--max-failures <n>',
        'stop in good order when so many requirements have failed that can fail the run',
        wholeNumber('--max-failures', 1, 1000),
      ),
    )
    .option('--out <dir>', 'directory for report files', path('--out'), 'conformance-report')
    .option(
      '--baseline <file>',
      'report of an earlier run: only failures that are new fail this one, and changes are told',
      path('--baseline'),
    )
    .option('--update-baseline', 'make this run the baseline, what fails in it being known from then on')
    .addOption(
      new Option('--fail-on <what>', 'what fails against the baseline: new failures, or anything that has changed')
        .choices(['regression', 'drift'])
        .default('regression'),
    )
    .option('--history <dir>', 'keep the report in this directory as well, and renew its trend page', path('--history'))
    .addOption(
      option(
        '--format <list>',
        `reports, of: ${formatNames}`,
        formatList('--format', surroundings.environment),
      ).default(allFormats(surroundings.environment), 'all'),
    )
    .addHelpText('after', examples);
  return refuseSecrets(command).action(async () => {
    // Loaded when needed: help and mistakes of usage or configuration are then told at once.
    const parts: RunParts = {
      runSuites: async (options) => (await import('../../suites/run.ts')).runSuites(options),
      startReference: async (options) => (await import('../../reference/index.ts')).startReference(options),
    };
    done(await runConformance(command.opts<RunFlags>(), surroundings, parts));
  });
}
