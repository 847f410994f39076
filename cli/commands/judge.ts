import { Command, Option } from 'commander';
import { formatNames, formatList, path, requirementList } from '../options.ts';
import type { JudgeFlags } from '../judge/judge-flags.ts';
import { parseAddress } from '../../target/configuration/target-settings.ts';
import type { Surroundings } from '../surroundings.ts';

const examples = `
A journal is the journal.ndjson that every run leaves in its --out. HAR files are saved by the developer tools of browsers
and by proxies. Which of them a file is, is told by what is in it; - is the standard input.

Examples:
  $ bfc judge conformance-report/journal.ndjson
      holds the traffic of an earlier run against all that can be told without a target
  $ bfc judge monday.har tuesday.har --base-url https://api.example.com/benefits
      a production service by what a proxy has saved of it, without sending it anything
  $ zcat night.har.gz | bfc judge - --only 'wire.*,versions.*' --level expected

Of what the files do not show, nothing is said: it stays undecided. Personal data and tokens are left out of the report.

Exit codes: 0 conformant as far as seen, 1 nonconformant, 2 wrong usage or files, 3 nothing to judge in the files.`;

const option = (flags: string, description: string, parse: (text: string) => unknown) =>
  new Option(flags, description).argParser(parse);

/** `bfc judge`: holds saved traffic against the requirements. `done` gets the exit code. */
export function judgeCommand(surroundings: Surroundings, done: (exitCode: number) => void): Command {
  const command = new Command('judge')
    .description('judge saved traffic (a journal, or HAR files) without sending anything')
    .argument('<files...>', 'journals and HAR files, or directories that hold the journal of a run')
    .addOption(
      new Option('--level <level>', 'requirements that can fail it')
        .choices(['required', 'expected'])
        .default('required'),
    )
    .addOption(
      option('--only <ids>', 'judge by these alone: ids or beginnings like renewals.*', requirementList('--only')),
    )
    .addOption(option('--skip <ids>', 'leave these out', requirementList('--skip')).default([], 'none'))
    .option('--base-url <url>', 'judge the traffic of this address alone, given without /api/v1', (url: string) =>
      parseAddress({ value: url, from: '--base-url' }),
    )
    .option('--name <name>', 'what the report calls the target (default: its addresses)')
    .option('--review-status <status>', "the target's own name of the status service_review")
    .option('--config <file>', 'waivers, pinned open points and reviewStatus (default: conformance.config.* here)')
    .option('--out <dir>', 'directory for report files', path('--out'), 'conformance-report/judged')
    .addOption(
      option(
        '--format <list>',
        `reports, of: ${formatNames}`,
        formatList('--format', surroundings.environment),
      ).default(['terminal', 'json'], 'terminal,json'),
    )
    .addHelpText('after', examples);
  return command.action(async (files: readonly string[]) => {
    const { judgeFiles } = await import('../judge/judge-files.ts');
    done(await judgeFiles(files, command.opts<JudgeFlags>(), surroundings, process.stdin));
  });
}
