import { Command, Option } from 'commander';
import { path } from '../arguments/paths.ts';
import { comparisonFormats, type CompareFlags } from '../compare/compare-flags.ts';
import type { Surroundings } from '../surroundings.ts';
import { UsageError } from '../usage-error.ts';

const examples = `
OLD and NEW are report.json files that "bfc run" has written, or directories that hold one.

Examples:
  $ bfc compare last-night/report.json conformance-report
      what has changed since last night: requirements, open points, latency
  $ bfc compare old.json new.json --fail-on drift
      exits with 1 when anything at all has changed, be it only where the document leaves it open
  $ bfc compare nightly/last conformance-report --fail-on drift --update
      night after night against what was seen last: the new report takes the place of the old one
  $ bfc compare old.json new.json --format html --beside other-vendor.json --out drift.html
      the new report as a page, with what the old run and another target do beside its observations
  $ bfc compare --history nightly --out trend.html
      a folder of past reports as one page: pass rate, what changed when, latency

Exit codes: 0 no regression, 1 regressions (or any change but faster answers, with --fail-on drift), 2 wrong usage, or no report.`;

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** `bfc compare`: what has changed from one report to another, or over a folder of them. `done` gets the exit code. */
export function compareCommand(surroundings: Surroundings, done: (exitCode: number) => void): Command {
  const command = new Command('compare')
    .description('tell what has changed from one run to another, or over a history of runs')
    .argument('[old]', 'earlier report')
    .argument('[new]', 'later report')
    .addOption(new Option('--format <name>', 'how to tell it (default: text)').choices(comparisonFormats))
    .addOption(
      new Option('--fail-on <change>', 'what makes it exit with 1 (default: regression)').choices([
        'regression',
        'drift',
      ]),
    )
    .addOption(
      new Option('--level <level>', 'requirements whose failure is a regression (default: as the new run)').choices([
        'required',
        'expected',
      ]),
    )
    .addOption(
      new Option('--beside <file>', "with html: another target's report, shown beside; may be repeated").argParser(
        collect,
      ),
    )
    .addOption(
      new Option('--history <dir>', 'make a page of the reports in a folder, in place of comparing two')
        .argParser(path('--history'))
        .conflicts(['format', 'failOn', 'level', 'beside', 'update']),
    )
    .option(
      '--update',
      'make NEW the next OLD: what NEW did not look at is kept from OLD; not by a NEW that was stopped or has no verdict',
    )
    .option('--out <file>', 'write there (default: print it; with --history: trend.html in that folder)', path('--out'))
    .addHelpText('after', examples);
  return command.action(async (old?: string, latest?: string) => {
    const flags = command.opts<CompareFlags>();
    if (flags.history !== undefined) {
      if (old !== undefined) throw new UsageError('--history: takes no OLD and NEW; leave them out');
      const { drawHistory } = await import('../compare/draw-history.ts');
      done(await drawHistory(flags.history, flags.out, surroundings));
      return;
    }
    if (old === undefined || latest === undefined) {
      throw new UsageError(
        `${old === undefined ? 'OLD and NEW are' : 'NEW is'} missing; name two reports, or a folder of them with --history; see "bfc compare --help"`,
      );
    }
    const { compareRuns } = await import('../compare/compare-runs.ts');
    done(await compareRuns([old, latest], flags, surroundings));
  });
}
