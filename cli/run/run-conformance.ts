import { randomBytes, randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { allureDirectory, createProgressDisplay, renderProgress, type Progress } from '../../reporters/index.ts';
import { printable, summarize, type Report } from '../../results/index.ts';
import type { RunningReference } from '../../reference/index.ts';
import { tagOf } from '../../suites/profiles.ts';
import type { RunOptions } from '../../suites/run.ts';
import { resolveTarget, type Target } from '../../target/configuration/index.ts';
import { embeddedPaceMs, embeddedTarget } from '../embedded-target.ts';
import { exitCodes } from '../exit-codes.ts';
import { invocation } from '../invocation.ts';
import { readPackageInfo } from '../package-info.ts';
import { watchInterruption, type Interruption } from '../process/interruption.ts';
import { canRewriteLine, warnOn, widthOf, type Surroundings } from '../surroundings.ts';
import { UsageError } from '../usage-error.ts';
import { keepBaseline, openBaseline, type Baseline } from './baseline.ts';
import { courseOf, gentlyDriven } from './course.ts';
import { deliver, endWith } from './deliver.ts';
import { planOf, type Plan } from './plan.ts';
import { historyOf, keptIn } from './keep-history.ts';
import { prepareDirectory, prepareOutput } from './prepare-output.ts';
import { planInShort } from './render-plan.ts';
import { replayCommand } from './replay-command.ts';
import type { RunFlags } from './run-flags.ts';
import { tellPlan, writtenBy } from './tell-plan.ts';

/** What a run is made of, as arguments so that the command can be tested without either. */
export interface RunParts {
  runSuites(options: RunOptions): Promise<Report>;
  startReference(options: { seed: number; pace: number }): Promise<RunningReference>;
}

/** What an interrupted run leaves the embedded service to close in. Milliseconds. */
const closeWithinMs = 100;

function introduce(target: Target, embedded: boolean, plan: Plan, seed: number): string {
  const lines = [
    embedded
      ? `No target given: started the embedded reference service at ${target.baseUrl}, and judging it by that address alone.`
      : `Judging ${printable(target.name, 80)} at ${target.baseUrl} (${target.environment}).`,
    ...(target.writesAllowed
      ? []
      : [
          'Nothing will be written to it, so all that needs new records stays undecided: set environment to sandbox in the configuration, or pass --allow-writes.',
        ]),
    ...planInShort(plan),
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

/** What a run that has ended is finished with. */
interface Finishing {
  readonly flags: RunFlags;
  readonly target: Target;
  readonly baseline: Baseline | undefined;
  readonly directory: string;
  /** Absolute directory that keeps the reports of all runs. */
  readonly history: string | undefined;
  readonly last: Progress | undefined;
  readonly interruption: Interruption;
}

/** Delivers a report, and keeps it where it is to be kept. */
async function deliverAndKeep(
  judged: Report,
  format: RunFlags['format'],
  { flags, target: { waive }, baseline, directory, history, interruption }: Finishing,
  surroundings: Surroundings,
): Promise<Report> {
  const { stderr } = surroundings;
  const isInterrupted = interruption.signal.aborted;
  const delivery = { flags, baseline, waive, format, directory, isInterrupted };
  const { report, next } = await deliver(judged, delivery, surroundings);
  if (history !== undefined) stderr.write(await keptIn(history, report));
  if (baseline !== undefined && flags.updateBaseline === true) stderr.write(await keepBaseline(baseline, next));
  return report;
}

async function finish(outcome: Report | undefined, finishing: Finishing, surroundings: Surroundings): Promise<number> {
  const { flags, interruption, last } = finishing;
  const interrupted = interruption.exitCode();
  if (outcome === undefined) {
    const state = last === undefined ? 'before anything was decided' : renderProgress(last);
    surroundings.stderr.write(`interrupted: ${state}; no report was written\n`);
    return interrupted ?? exitCodes.noVerdict;
  }
  const judged = interrupted === undefined ? outcome : asInterrupted(outcome, flags);
  const report = await deliverAndKeep(judged, flags.format, finishing, surroundings);
  const exitCode = endWith(report, flags.format, surroundings);
  return interrupted ?? exitCode;
}

/** The report of a run that could not begin, which the error that says why brings along. */
function reportOfNothing(error: unknown): Report | undefined {
  const isKnown = error instanceof Error && error.name === 'NoVerdictError' && 'report' in error;
  return isKnown ? (error.report as Report | undefined) : undefined;
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
  const course = courseOf(flags, () => randomInt(2 ** 31 - 1));
  if (flags.dryRun === true) return tellPlan(flags, course, surroundings);
  if (flags.json === true)
    throw new UsageError('--json: belongs to --dry-run; for the report of a run as JSON take --format json');
  const { seed, profile, cases, timeBudgetMs, cost } = course;
  const directory = resolve(cwd, flags.out);
  const info = readPackageInfo();
  const interruption = watchInterruption();
  let reference: RunningReference | undefined;
  let release: (() => void) | undefined;
  try {
    const resolved = await resolveTarget({
      flags,
      environment,
      cwd,
      fallback: async () => {
        reference = await parts.startReference({ seed, pace: embeddedPaceMs });
        return embeddedTarget(reference);
      },
    });
    const target = gentlyDriven(resolved, profile, flags);
    const baseline = await openBaseline(flags, cwd, directory);
    const history = historyOf(flags, cwd, directory, baseline?.file);
    release = await prepareOutput(directory, flags.format);
    if (history !== undefined) await prepareDirectory('--history', history);
    const { only, skip } = flags;
    const runId = randomBytes(4).toString('hex');
    const tag = tagOf(runId);
    const plan = planOf({ target, isEmbedded: false, course, only, skip, tag, written: writtenBy(flags) });
    stderr.write(introduce(target, reference !== undefined, plan, seed));

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
      cases,
      timeBudgetMs,
      level: flags.level,
      only,
      skip,
      profile,
      runId,
      bounds: cost.atMost,
      ...(flags.maxFailures === undefined ? {} : { maxFailures: flags.maxFailures }),
      accepted: baseline?.failing ?? [],
      out: directory,
      ...(flags.format.includes('allure') ? { allureResults: allureDirectory(directory) } : {}),
      version: info.version,
      replayCommand: replayCommand((command) => invocation(command, cwd, info), flags, seed),
      signal: interruption.signal,
      onProgress(progress) {
        last = progress;
        if (!interruption.signal.aborted) display.update(progress);
      },
      onTrouble(line) {
        display.clear();
        warnOn(stderr)(line);
      },
    });
    const finishing = (): Finishing => ({ flags, target, baseline, directory, history, last, interruption });
    try {
      const outcome = await settle(run, interruption, () => display.clear());
      return await finish(outcome, finishing(), surroundings);
    } catch (error) {
      // Whoever reads the files is told as well that there is no verdict; the terminal has the one line that says why.
      const unjudged = reportOfNothing(error);
      const files = flags.format.filter((name) => name !== 'terminal');
      if (unjudged !== undefined) await deliverAndKeep(unjudged, files, finishing(), surroundings);
      throw error;
    }
  } finally {
    const closed = reference?.close();
    await (interruption.exitCode() === undefined ? closed : Promise.race([closed, sleep(closeWithinMs)]));
    release?.();
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
    interruption.settled();
  }
}
