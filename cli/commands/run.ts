import { Command, Option } from 'commander';
import { formatList } from '../arguments/formats.ts';
import { duration, wholeNumber } from '../arguments/numbers.ts';
import { refuseSecrets } from '../arguments/secrets.ts';
import { requirementList } from '../arguments/selection.ts';
import { runConformance } from '../run/run-conformance.ts';
import type { RunParts } from '../run/run-conformance.ts';
import type { RunFlags } from '../run/run-flags.ts';
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
  $ bfc run --only 'renewals.*' --skip renewals.invalid-body --seed 7
      a part of the requirements, with the data of an earlier run

Environment: BFC_BASE_URL, BFC_AUTH_URL, BFC_CLIENT_ID, BFC_CLIENT_SECRET, BFC_SECOND_CLIENT_ID, BFC_SECOND_CLIENT_SECRET,
  BFC_EXPIRED_TOKEN, BFC_CONFIG. Flags win over them, and they win over the configuration file.

Exit codes: 0 conformant, 1 nonconformant, 2 wrong usage or configuration, 3 no verdict, 130 interrupted.
In a checkout, "npm start -- …" is "bfc run …".`;

const option = (flags: string, description: string, parse: (text: string) => unknown) =>
  new Option(flags, description).argParser(parse);

/** `bfc run`: judges a target and reports. `done` gets the exit code. */
export function runCommand(surroundings: Surroundings, done: (exitCode: number) => void): Command {
  const command = new Command('run')
    .description('judge a service, requirement by requirement; without a target, the embedded reference service')
    .option('--base-url <url>', 'base address of the API, without /api/v1')
    .option('--auth-url <url>', 'address of the token service')
    .option('--client-id <id>', 'client id of the API key')
    .option('--client-secret-env <name>', 'environment variable that holds its secret (default: BFC_CLIENT_SECRET)')
    .option('--second-client-id <id>', "client id of another organization's key, to judge isolation")
    .option('--second-client-secret-env <name>', 'variable with its secret (default: BFC_SECOND_CLIENT_SECRET)')
    .option('--expired-token-env <name>', 'variable with an expired token of the target (default: BFC_EXPIRED_TOKEN)')
    .option('--config <file>', 'configuration (default: conformance.config.{ts,js,json,yaml} here)')
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
        'draws the same data again (default: drawn by chance)',
        wholeNumber('--seed', 0, 2 ** 31 - 1),
      ),
    )
    .addOption(option('--cases <n>', 'cases of each property', wholeNumber('--cases', 1, 1_000_000)).default(100))
    .addOption(
      option(
        '--time-budget <time>',
        'stop in good order after this time, like 90s, 10m, 1h',
        duration('--time-budget'),
      ).default(600_000, '10m'),
    )
    .addOption(
      option(
        '--concurrency <n>',
        'requests in flight (default: 32 on loopback, otherwise 4)',
        wholeNumber('--concurrency', 1, 1024),
      ),
    )
    .addOption(
      option(
        '--rate <n>',
        'requests per second (default: unlimited on loopback, otherwise 10)',
        wholeNumber('--rate', 1, 1_000_000),
      ),
    )
    .option('--out <dir>', 'directory for report files', 'conformance-report')
    .addOption(
      option('--format <list>', 'reports, of: terminal, json, allure', formatList('--format')).default(
        ['terminal', 'json'],
        'terminal,json',
      ),
    )
    .option('--allow-writes', 'records may be created on a target that is no sandbox')
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
