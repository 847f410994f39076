import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  allureDirectory,
  createProgressDisplay,
  printable,
  renderProgress,
  renderReport,
  summarize,
} from '../../reporters/index.ts';
import type { Progress, Report } from '../../reporters/index.ts';
import type { RunningReference } from '../../reference/index.ts';
import type { RunOptions } from '../../suites/run.ts';
import { resolveTarget } from '../../target/configuration/index.ts';
import type { Target } from '../../target/configuration/index.ts';
import { embeddedTarget } from '../embedded-target.ts';
import { exitCodeOf } from '../exit-codes.ts';
import { invocation } from '../invocation.ts';
import { readPackageInfo } from '../package-info.ts';
import { watchInterruption } from '../process/interruption.ts';
import type { Interruption } from '../process/interruption.ts';
import { canRewriteLine, wantsColour, widthOf } from '../surroundings.ts';
import type { Surroundings } from '../surroundings.ts';
import { UsageError } from '../usage-error.ts';
import { prepareOutput } from './prepare-output.ts';
import { replayCommand } from './replay-command.ts';
import type { RunFlags } from './run-flags.ts';

/** What a run is made of, as arguments so that the command can be tested without either. */
export interface RunParts {
  runSuites(options: RunOptions): Promise<Report>;
  startReference(options: { seed: number; pace: number }): Promise<RunningReference>;
}

/** Milliseconds per step of the embedded service's fulfilment: short enough for a run to see records move on. */
const embeddedPaceMs = 200;
/** What an interrupted run leaves the embedded service to close in. Milliseconds. */
const closeWithinMs = 100;

function introduce(target: Target, embedded: boolean, seed: number): string {
  const lines = [
    embedded
      ? `No target given: started the embedded reference service at ${target.baseUrl}, and judging it by that address alone.`
      : `Judging ${printable(target.name, 80)} at ${target.baseUrl} (${target.environment}).`,
    ...(target.writesAllowed
      ? []
      : [
          'Nothing will be written to it, so all that needs new records stays undecided: set environment to sandbox in the configuration, or pass --allow-writes.',
        ]),
    `Seed ${seed}.`,
  ];
  return `${lines.join('\n')}\n`;
}

/** What was decided before an interruption is no verdict on the whole, unless something failed already. */
function asInterrupted(report: Report, { level }: RunFlags): Report {
  const circumstances = { suiteFaults: report.suiteFaults.length, interrupted: true };
  return {
    ...report,
    run: { ...report.run, interrupted: true },
    summary: summarize(report.requirements, level, circumstances),
  };
}

async function finish(
  outcome: Report | undefined,
  last: Progress | undefined,
  flags: RunFlags,
  directory: string,
  interruption: Interruption,
  { environment, stdout, stderr }: Surroundings,
): Promise<number> {
  const interrupted = interruption.exitCode();
  if (outcome === undefined) {
    const state = last === undefined ? 'before anything was decided' : renderProgress(last);
    stderr.write(`interrupted: ${state}; no report was written\n`);
    return interrupted ?? exitCodeOf['no-verdict'];
  }
  const report = interrupted === undefined ? outcome : asInterrupted(outcome, flags);
  await renderReport(report, flags.format, {
    directory,
    print: (text) => stdout.write(text),
    width: widthOf(stdout, environment),
    colour: wantsColour(stdout, environment),
  });
  if (!flags.format.includes('terminal')) stdout.write(`${printable(report.summary.headline)}\n`);
  return interrupted ?? exitCodeOf[report.summary.verdict];
}

/**
 * Runs the suites against the target that flags, environment and configuration describe, or against the embedded
 * service when they describe none, and reports.
 *
 * @returns the exit code
 * @throws UsageError and ConfigurationError before anything is sent; whatever `runSuites` throws
 */
export async function runConformance(flags: RunFlags, surroundings: Surroundings, parts: RunParts): Promise<number> {
  const { environment, cwd, stderr } = surroundings;
  const skipped = new Set(flags.skip);
  if (flags.only?.every((id) => skipped.has(id)) === true) {
    throw new UsageError('--only and --skip: nothing is left to check; give one of them fewer ids');
  }
  const seed = flags.seed ?? randomInt(2 ** 31 - 1);
  const directory = resolve(cwd, flags.out);
  const info = readPackageInfo();
  const interruption = watchInterruption();
  let reference: RunningReference | undefined;
  try {
    const target = await resolveTarget({
      flags,
      environment,
      cwd,
      fallback: async () => {
        reference = await parts.startReference({ seed, pace: embeddedPaceMs });
        return embeddedTarget(reference);
      },
    });
    await prepareOutput(directory, flags.format);
    stderr.write(introduce(target, reference !== undefined, seed));

    const display = createProgressDisplay({
      write: (text) => stderr.write(text),
      live: canRewriteLine(stderr, environment),
      width: widthOf(stderr, environment),
      now: () => performance.now(),
    });
    let last: Progress | undefined;
    const run = parts.runSuites({
      target,
      seed,
      cases: flags.cases,
      timeBudgetMs: flags.timeBudget,
      level: flags.level,
      only: flags.only,
      skip: flags.skip,
      profile: 'full',
      out: directory,
      ...(flags.format.includes('allure') ? { allureResults: allureDirectory(directory) } : {}),
      version: info.version,
      replayCommand: replayCommand(invocation('run', cwd, info), flags),
      signal: interruption.signal,
      onProgress(progress) {
        last = progress;
        if (!interruption.signal.aborted) display.update(progress);
      },
    });
    const outcome = await settle(run, interruption, () => display.clear());
    return await finish(outcome, last, flags, directory, interruption, surroundings);
  } finally {
    const closed = reference?.close();
    await (interruption.exitCode() === undefined ? closed : Promise.race([closed, sleep(closeWithinMs)]));
    interruption.dispose();
  }
}

/** Waits for the run, but not past the time it has to end after an interruption: undefined then, or when it failed by that. */
async function settle(
  run: Promise<Report>,
  interruption: Interruption,
  clear: () => void,
): Promise<Report | undefined> {
  try {
    const report = await Promise.race([run, interruption.deadline]);
    return report ?? undefined;
  } catch (error) {
    if (interruption.exitCode() !== undefined) return undefined;
    throw error;
  } finally {
    clear();
  }
}
