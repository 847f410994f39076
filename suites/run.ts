import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Progress } from '../reporters/progress.ts';
import { buildReport, statedIn } from '../results/build-report.ts';
import type { Report, RequirementResult } from '../results/report.ts';
import { register, type RequirementId } from '../spec/index.ts';
import type { Tally } from '../target/client.ts';
import type { Target } from '../target/configuration/target.ts';
import { journalName } from '../target/journal.ts';
import { deselected, isSelected, profiles, type Bounds, type ProfileName } from './profiles/index.ts';
import type { Begun, ReplayCommand, ReplayedPart } from './engine/session.ts';
import { NoVerdictError, preflight } from './preflight.ts';
import type { Collected, Runner, RunnerOptions } from './runner.ts';

export { NoVerdictError };

/** What a run is asked to do. */
export interface RunOptions {
  readonly target: Target;
  readonly seed: number;
  /** Cases of each property. */
  readonly cases: number;
  readonly timeBudgetMs: number;
  /** Milliseconds that an answer may take; default: as much as in every run. */
  readonly answerMs?: number;
  /** The level up to which a failure makes the target nonconformant. */
  readonly level: 'required' | 'expected';
  readonly only: readonly RequirementId[] | undefined;
  readonly skip: readonly RequirementId[];
  readonly profile: ProfileName;
  /** Eight hexadecimal digits that mark what the run creates; default: drawn. */
  readonly runId?: string;
  /** What the run may send at the most, preflight included; default: as much as it takes. */
  readonly bounds?: Bounds;
  /** Requirements of the judged level whose failing ends the run; default: it goes on to its end. */
  readonly maxFailures?: number;
  /** Failures that are known and accepted: they do not count as such. */
  readonly accepted?: readonly string[];
  /** Directory for the journal of exchanges; it exists. Absent: none is kept. */
  readonly out?: string;
  /** Directory for allure-vitest's results; absent: none are written. */
  readonly allureResults?: string;
  /** Version of the suite, for the report. */
  readonly version: string;
  /** Command that shows a requirement's counterexample again. */
  readonly replayCommand: ReplayCommand;
  /** The part of an earlier run to run again; default: everything that decides the selected requirements. */
  readonly replayed?: ReplayedPart;
  readonly signal: AbortSignal;
  onProgress(progress: Progress): void;
  /** Learns, as one line, of what went wrong and touches no verdict; default: nobody does. */
  onTrouble?(line: string): void;
  /** Cases tried at the most to make one counterexample smaller; the first of them confirms it. Default: the profile's. */
  readonly shrinkTries?: number;
  /** Whether a requirement that was not selected is reported all the same when it was found broken; default: false. */
  readonly tellsAll?: boolean;
  /** Whether it is told which edges were reached; default: true. */
  readonly coversEdges?: boolean;
  /** What runs the suite files; default: vitest. */
  readonly runner?: Runner;
}

const runVitest: Runner = async (options) => (await import('./vitest/run-vitest.ts')).runVitest(options);

/**
 * Runs the suites against a target and gives the report. An aborted run gives the report of what was decided so far.
 *
 * @throws NoVerdictError when the target cannot be reached or gives no token
 */
export async function runSuites(options: RunOptions): Promise<Report> {
  const startedAt = new Date();
  const clock = performance.now();
  const report = (collected: Collected, sent: Tally | undefined, refused?: string): Report =>
    reportOf(options, collected, { startedAt, durationMs: Math.round(performance.now() - clock), sent, refused });
  const { target, signal, timeBudgetMs } = options;
  const sent = await preflight(target, { signal, deadline: clock + timeBudgetMs }).catch((error: unknown) => {
    if (!(error instanceof NoVerdictError)) throw error;
    throw new NoVerdictError(error.message, {
      report: report(notBegun(options, error.message), error.sent, error.message),
    });
  });
  const collected = await (options.runner ?? runVitest)({
    parameters: parametersOf(options, { tookMs: Math.round(performance.now() - clock), sent }),
    allureResults: options.allureResults,
    signal: options.signal,
    onProgress: (progress) => options.onProgress(progress),
    onTrouble: (line) => options.onTrouble?.(line),
  });
  // Whoever interrupts a run does not wait for all of it; any other that tells nothing at its end has failed.
  const isLost = collected.closing === undefined && !signal.aborted;
  return report(isLost ? { ...collected, errors: [...collected.errors, lost] } : collected, sent);
}

const lost = 'the results of the suites got lost on their way to the report';

/** What a run that could not begin came to. */
function notBegun(options: RunOptions, why: string): Collected {
  const results = register.map(({ id }): readonly [RequirementId, RequirementResult] => {
    const outcome = isSelected(options.profile, options, id)
      ? ({ outcome: 'inconclusive', reason: 'blocked', detail: why } as const)
      : deselected(options.profile, id);
    return [id, { ...statedIn(id), cases: 0, ...outcome }];
  });
  return { results: new Map(results), closing: undefined, errors: [] };
}

/** What a run is known to have taken. */
interface Measured {
  readonly startedAt: Date;
  readonly durationMs: number;
  /** What it sent before its suites began. */
  readonly sent: Tally | undefined;
  /** Why it could not begin. */
  readonly refused: string | undefined;
}

function reportOf(
  options: RunOptions,
  { results, closing, errors }: Collected,
  { startedAt, durationMs, sent: before, refused }: Measured,
): Report {
  const { target, version, seed, profile, level, cases, signal } = options;
  const { outOfTime = false, outOfRequests = false, endedByFailures = false } = closing ?? {};
  const { tries = 0, throttled } = closing?.sent ?? before ?? {};
  return buildReport(
    { version, target, seed, profile, level, casesPerProperty: cases, startedAt, durationMs },
    {
      ...closing,
      requirements: closing?.requirements ?? [...results.values()],
      suiteFaults: [...(closing?.suiteFaults ?? []), ...errors.map((message) => ({ id: 'suite', message }))],
      requests: tries,
      turnedAway: { throttled: throttled?.count ?? 0, unavailable: throttled?.unavailable ?? 0 },
      end: {
        interrupted: signal.aborted,
        outOfTime,
        outOfRequests,
        byFailures: endedByFailures,
        ...(refused === undefined ? {} : { refused }),
      },
    },
  );
}

/** @param begun - what was done already */
function parametersOf(options: RunOptions, begun: Begun): RunnerOptions['parameters'] {
  const { target, seed, cases, timeBudgetMs, only, skip, profile, out, replayCommand, replayed, answerMs } = options;
  const { runId = randomBytes(4).toString('hex'), bounds, maxFailures, level, accepted = [] } = options;
  const { coversEdges = true, shrinkTries = profiles[profile].shrinkTries, tellsAll = false } = options;
  return {
    target,
    seed,
    runId,
    cases,
    timeBudgetMs,
    begun,
    ...(answerMs === undefined ? {} : { answerMs }),
    ...(only === undefined ? {} : { only }),
    skip,
    profile,
    ...(bounds === undefined
      ? {}
      : { bounds: { ...bounds, requests: Math.max(bounds.requests - begun.sent.tries, 0) } }),
    ...(maxFailures === undefined ? {} : { failures: { most: maxFailures, level, accepted } }),
    coversEdges,
    shrinkTries,
    tellsAll,
    ...(out === undefined ? {} : { journalFile: join(out, journalName) }),
    replayCommand,
    ...(replayed === undefined ? {} : { replayed }),
  };
}
