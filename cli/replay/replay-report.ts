import { jsonText, printable } from '../../results/printable.ts';
import type { Report, RequirementResult } from '../../results/report.ts';
import { createPage } from '../../reporters/terminal/page.ts';
import type { RunningReference } from '../../reference/index.ts';
import { tagOf, type Bounds } from '../../suites/profiles/index.ts';
import { replayBounds } from '../../suites/replay/replay-bounds.ts';
import { replayCounterexample, type Replay, type ReplayParts } from '../../suites/replay/replay-counterexample.ts';
import { resolveTarget, type Target, type TargetFlags } from '../../target/configuration/index.ts';
import { embeddedPaceMs, embeddedTarget, isOfEmbedded } from '../embedded-target.ts';
import { exitCodes } from '../exit-codes.ts';
import { watchInterruption } from '../process/interruption.ts';
import { readReport } from '../reports/read-report.ts';
import { atMostOf } from '../run/plan.ts';
import { recordsOf } from '../run/render-plan.ts';
import { wantsColour, widthOf, type Surroundings } from '../surroundings.ts';
import { UsageError } from '../usage-error.ts';
import { chooseFailures } from './choose-failures.ts';
import { renderReplay, renderVerdict } from './render-replay.ts';

/** The flags of `bfc replay`. */
export interface ReplayFlags extends TargetFlags {
  readonly json?: true;
}

/** What a replay is made of, as arguments so that the command can be tested without either. */
export interface ReplayMakers {
  /** What speaks to the target for this report. */
  partsFor(
    report: Report,
    target: Target,
    flags: ReplayFlags,
    failures: readonly RequirementResult[],
    signal: AbortSignal,
  ): Promise<ReplayParts>;
  startReference(options: { seed: number; pace: number }): Promise<RunningReference>;
}

/** The worst of what replays came to decides. */
function exitCodeOf(replays: readonly Replay[]): number {
  const verdicts = new Set(replays.map(({ verdict }) => verdict));
  if (verdicts.has('still failing') || verdicts.has('nondeterministic')) return exitCodes.nonconformant;
  return verdicts.has('no verdict') ? exitCodes.noVerdict : exitCodes.success;
}

/**
 * Replays failures of a report against the target that flags, environment and configuration describe, or against the
 * embedded service when they describe none and the report is of it; prints what each came to.
 *
 * @param path - of the report, relative to the working directory
 * @param words - requirement ids; none: everything that failed
 * @returns the exit code
 * @throws UsageError and ConfigurationError before anything is sent; NoVerdictError
 */
export async function replayReport(
  path: string,
  words: readonly string[],
  flags: ReplayFlags,
  surroundings: Surroundings,
  makers: ReplayMakers,
): Promise<number> {
  const { environment, cwd, stdout, stderr } = surroundings;
  const report = await readReport(path, cwd, 'REPORT');
  const failures = chooseFailures(report, words, path);
  const { seed } = report.run;
  if (failures.length === 0) {
    const isJudged = report.summary.verdict !== 'no-verdict';
    const why = isJudged ? `nothing failed in ${path}` : `${path} came to ${printable(report.summary.headline, 300)}`;
    stdout.write(flags.json === true ? rendered([], report) : `${why}; there is nothing to replay\n`);
    return isJudged ? exitCodes.success : exitCodes.noVerdict;
  }
  const page = createPage(widthOf(stdout, environment), wantsColour(stdout, environment));
  const interruption = watchInterruption();
  let reference: RunningReference | undefined;
  try {
    const target = await resolveTarget({
      flags,
      environment,
      cwd,
      fallback: async () => {
        if (!isOfEmbedded(report)) throw withoutTarget(path, report);
        reference = await makers.startReference({ seed, pace: embeddedPaceMs });
        return embeddedTarget(reference);
      },
    });
    stderr.write(`${introduction(failures.length, target, reference !== undefined)}\n`);
    stderr.write(`${amountOf(replayBounds(report, failures), target)}\n`);
    const parts = await makers.partsFor(report, target, flags, failures, interruption.signal);
    const replays: Replay[] = [];
    for (const failure of failures) {
      const replay = await replayCounterexample(failure, parts);
      replays.push(replay);
      if (flags.json === true) continue;
      const isAskedFor = words.length > 0 || failures.length === 1;
      const lines = isAskedFor ? renderReplay(replay, seed, page) : [renderVerdict(replay, page)];
      stdout.write(`${lines.join('\n')}\n`);
    }
    if (flags.json === true) stdout.write(rendered(replays, report));
    else if (replays.length > 1) stdout.write(`${inAll(replays)}\n`);
    return interruption.exitCode() ?? exitCodeOf(replays);
  } catch (error) {
    const interrupted = interruption.exitCode();
    if (interrupted === undefined) throw error;
    stderr.write('interrupted before the replay came to its end\n');
    return interrupted;
  } finally {
    interruption.dispose();
    await reference?.close();
  }
}

function introduction(count: number, target: Target, isEmbedded: boolean): string {
  const what = count === 1 ? 'one failure' : `${count} failures`;
  return isEmbedded
    ? `No target given: started the embedded reference service at ${target.baseUrl}, and replaying ${what} against it.`
    : `Replaying ${what} against ${printable(target.name, 80)} at ${target.baseUrl}.`;
}

/** A report must not be told as fixed by another service than its own. */
function withoutTarget(path: string, { target }: Report): UsageError {
  const of = printable([target.name, target.baseUrl].filter((text) => text !== '').join(' at '), 300);
  return new UsageError(
    `REPORT: ${path} is of ${of}; name its configuration with --config, or its addresses with --base-url and --auth-url`,
  );
}

/** What all of it may write at the most, as runs begin with it. */
function amountOf(bounds: Bounds, target: Target): string {
  const atMost = atMostOf(bounds, target);
  return `In all ${recordsOf({ atMost, tag: `${tagOf('')}…` })}.`;
}

/** How many came to which verdict, as one line. */
function inAll(replays: readonly Replay[]): string {
  const counts = new Map<string, number>();
  for (const { verdict } of replays) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  const parts = [...counts].map(([verdict, count]) => `${count} ${verdict}`);
  return `${replays.length} replayed: ${parts.join(', ')}`;
}

function rendered(replays: readonly Replay[], { run }: Report): string {
  return jsonText({ seed: run.seed, replays });
}
