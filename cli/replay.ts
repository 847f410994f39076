import { randomBytes } from 'node:crypto';
import { Option } from 'commander';
import type { RunningReference } from '../reference/index.ts';
import { lines, type Lines, plural, printable, printableValue } from '../results/printable.ts';
import type { Report, RequirementResult, Counterexample, RecordedExchange } from '../results/report.ts';
import { requirementOf } from '../spec/index.ts';
import { createBudget } from '../suites/engine/budget.ts';
import { preflight } from '../suites/preflight.ts';
import { tagOf } from '../suites/profiles.ts';
import {
  replayBounds,
  replayedCases,
  replayedProfile,
  replayFailures,
  shrinkTries,
  type Replay,
  type ReplayTools,
  type ReplayVerdict,
} from '../suites/replay/replay-failures.ts';
import { runSuites, openSession } from '../suites/run-suites.ts';
import { resolveTarget, type TargetFlags } from '../target/configuration/resolve-target.ts';
import type { Target } from '../target/configuration/target.ts';
import { embeddedTarget, isOfEmbedded, startEmbedded } from './embedded-target.ts';
import { exitCodes, signalCodes, UsageError, verdictCodes } from './failures.ts';
import { hang, interruptible, printResult, readPackageInfo, type Surroundings } from './surroundings.ts';
import { requirementList, targetOptions } from './options.ts';
import type { CommandDefinition } from './program.ts';
import { readReport } from './report-directory.ts';
import { gentlyDriven } from './run-plan.ts';
import { atMostOf, recordsOf } from './describe-plan.ts';
import { comparedLines } from '../reporters/compared-lists.ts';
import { answerLine, differenceLine, expectedLine, placeOf, requestLine } from '../reporters/evidence.ts';
import type { Page, Tone } from '../reporters/terminal/page.ts';
import { recordedValue, type ExchangesReplay } from '../suites/replay/send-again.ts';
import { isCut } from '../target/exchange.ts';

const examples = `
Examples:
  $ bfc replay conformance-report/report.json connections.echo --config conformance.config.yaml
      sends the recorded exchange again, then runs the whole check of the requirement with the same data
  $ bfc replay conformance-report/report.json
      everything that failed, a line each

  "fixed" means that the whole check of the requirement held with the data of that run, each time that it was run again;
  where the traffic of another check had shown the failure, that check was run with it.
  Addresses in the report are moved to the target given now. The report is left as it is.`;

export const command: CommandDefinition<ReplayFlags> = {
  arguments: [
    ['<report>', 'report.json of an earlier run, or the directory that holds it'],
    ['[ids...]', 'requirements that failed in it (default: all that did)'],
  ],
  options: () => [...targetOptions(), new Option('--json', 'print one JSON object, with all exchanges')],
  examples,
  exitCodes: { ...verdictCodes, ...signalCodes, 0: 'fixed', 1: 'still failing or nondeterministic' },
  act: (flags, surroundings, [path = '', ...ids]) => replayReport(path, ids, flags, surroundings),
};

export type ReplayFlags = TargetFlags & { readonly json?: true };

/**
 * Replays failures of a report against the configured target. If none is configured and the report is about the
 * embedded service, that is used.
 *
 * @param words - requirement ids; if empty, everything that failed
 */
export async function replayReport(
  path: string,
  words: readonly string[],
  flags: ReplayFlags,
  surroundings: Surroundings,
  startReference = startEmbedded,
): Promise<number> {
  const { environment, cwd, stderr } = surroundings;
  const report = await readReport(path, cwd, 'REPORT');
  const failures = chooseFailures(report, words, path);
  const { seed } = report.run;
  if (failures.length === 0) {
    const isJudged = report.summary.verdict !== 'no-verdict';
    const why = isJudged ? `nothing failed in ${path}` : `${path}: ${printable(report.summary.headline, 300)}`;
    printResult(surroundings, flags.json, { seed, replays: [] }, () => [`${why}; there is nothing to replay`]);
    return isJudged ? exitCodes.success : exitCodes.noVerdict;
  }
  const isAskedFor = words.length > 0 || failures.length === 1;
  return interruptible(surroundings, 'interrupted before the end of the replay', async (signal) => {
    let reference: RunningReference | undefined;
    try {
      const target = await resolveTarget({
        flags,
        environment,
        cwd,
        fallback: async () => {
          if (!isOfEmbedded(report)) throw withoutTarget(path, report);
          reference = await startReference(seed);
          return embeddedTarget(reference);
        },
      });
      stderr.write(introduction(report, failures, target, reference !== undefined));
      const gentle = gentlyDriven(target, replayedProfile(report), flags);
      const tools = await replayTools(report, failures, gentle, signal);
      const replays = await replayFailures(report, failures, tools);
      printResult(surroundings, flags.json, { seed, replays }, (page) => [
        ...replays.flatMap((one) => (isAskedFor ? renderReplay(one, page) : [renderVerdict(one, page)])),
        ...(replays.length > 1 ? [inAll(replays)] : []),
      ]);
      return exitCodeOf(replays);
    } finally {
      await reference?.close();
    }
  });
}

function chooseFailures({ requirements }: Report, words: readonly string[], path: string) {
  if (words.length === 0) return requirements.filter(({ outcome }) => outcome === 'fail');
  return requirementList(words.join(','), 'ID').map((id) => {
    const result = requirements.find((one) => one.id === id);
    if (result === undefined) throw new UsageError(`ID: ${id} is not in ${path}; "bfc run" makes a new report`);
    const { outcome, reason, detail } = result;
    if (outcome === 'fail' || reason === 'waived') return result;
    const was = `${outcome}${detail === undefined ? '' : `, ${detail}`}`;
    throw new UsageError(`ID: ${id} did not fail in ${path} (${was}); without an id all failures are replayed`);
  });
}

/** Refused because failures must not appear fixed when another service than the report's own is asked. */
function withoutTarget(path: string, { target }: Report): UsageError {
  const of = printable([target.name, target.baseUrl].filter((text) => text !== '').join(' at '), 300);
  return new UsageError(
    `REPORT: ${path} is of ${of}; name its configuration with --config, or its addresses with --base-url and --auth-url`,
  );
}

function introduction(
  report: Report,
  failures: readonly RequirementResult[],
  target: Target,
  isEmbedded: boolean,
): string {
  const what = plural(failures.length, 'failure');
  const against = isEmbedded
    ? `No target given: started the embedded reference service at ${target.baseUrl}, and replaying ${what} against it.`
    : `Replaying ${what} against ${printable(target.name, 80)} at ${target.baseUrl}.`;
  const atMost = atMostOf(replayBounds(report, failures), target);
  return `${against}\nIn all at most ${atMost.requests} requests, ${recordsOf(atMost, `${tagOf('')}…`)}.\n`;
}

/** Milliseconds for one run of checks, in addition to the time for which it watches records. */
const usualTimeMs = 600_000;

/** The tools that replay a report: with its seed, day, profile and number of cases, and one budget for everything. */
export async function replayTools(
  report: Report,
  failures: readonly RequirementResult[],
  target: Target,
  signal: AbortSignal,
): Promise<ReplayTools> {
  const budget = createBudget(replayBounds(report, failures), 'this replay');
  const { seed, today, startedAt, watchMs } = report.run;
  const timeBudgetMs = usualTimeMs + (watchMs ?? 0);
  await preflight(target, { signal, deadline: performance.now() + timeBudgetMs });
  const shared = {
    // An accepted failure is still a failure.
    target: { ...target, waive: [] },
    seed,
    // Early reports only have their start.
    today: today ?? new Date(startedAt).toISOString().slice(0, 10),
    cases: replayedCases(report),
    timeBudgetMs,
    watchMs,
    skip: [],
    profile: replayedProfile(report),
    shrinkTries,
    level: 'expected',
    version: readPackageInfo().version,
    replayCommand: { before: 'bfc replay REPORT ', after: '' },
  } as const;
  return {
    pinned: new Set(Object.keys(target.expect)),
    openSession: () => openSession({ ...shared, runId: randomBytes(4).toString('hex') }, { signal, budget }),
    runChecks: (selection) => runSuites({ ...shared, ...selection, signal, onProgress: () => undefined, budget }),
  };
}

function exitCodeOf(replays: readonly Replay[]): number {
  const verdicts = new Set(replays.map(({ verdict }) => verdict));
  if (verdicts.has('still failing') || verdicts.has('nondeterministic')) return exitCodes.nonconformant;
  return verdicts.has('no verdict') ? exitCodes.noVerdict : exitCodes.success;
}

function inAll(replays: readonly Replay[]): string {
  const groups = Map.groupBy(replays, ({ verdict }) => verdict);
  return `${replays.length} replayed: ${[...groups].map(([verdict, { length }]) => `${length} ${verdict}`).join(', ')}`;
}

const looks: Readonly<Record<ReplayVerdict, readonly [mark: string, tone: Tone]>> = {
  fixed: ['✓', 'good'],
  'still failing': ['✗', 'bad'],
  nondeterministic: ['~', 'warning'],
  'no verdict': ['?', 'warning'],
};

/** The most characters of a shown value, and of a list or an object that is shown whole. */
const shownOf = { value: 300, whole: 100 } as const;

/** The status of an answer, and the value at the pointer unless that is a large one. */
function answerOf(exchange: RecordedExchange | undefined, pointer: string): string {
  const { response, failure } = exchange ?? {};
  if (response === undefined) return `no answer${failure === undefined ? '' : `: ${printable(failure, 200)}`}`;
  if (pointer === '#status') return String(response.status);
  if (!pointer.startsWith('#') && isCut(response.body))
    return `${response.status}, with a body that is cut in the report`;
  const value = recordedValue(response, pointer);
  if (typeof value === 'object' && JSON.stringify(value).length > shownOf.whole) return String(response.status);
  return `${response.status}, ${printableValue(value)} at ${placeOf({ pointer })}`;
}

/** The deciding exchange of a counterexample, what it shows, and the answer of a second run if that differed. */
function evidenceLines(evidence: Counterexample): Lines {
  const { exchanges, pointer, passedAgain } = evidence;
  const last = exchanges.at(-1);
  if (last === undefined) return [];
  const { actual } = comparedLines(evidence, shownOf.value);
  const differs = differenceLine(evidence, shownOf.value);
  const isOfBody = last.response !== undefined && pointer !== '#status';
  return [
    requestLine(last, 300),
    `${answerLine(last)}${isOfBody ? `, ${actual} at ${placeOf(evidence)}` : ''}`,
    `expected ${expectedLine(evidence, shownOf.value)}`,
    differs !== undefined && `differs: ${differs}`,
    passedAgain === null
      ? 'run once more, it did not get to that request'
      : passedAgain && `asked once more: ${answerOf(passedAgain, pointer)}`,
  ];
}

const wordsOf: Readonly<Record<ExchangesReplay['showing'], string>> = {
  'shows again': 'the violation shows again',
  'in order': 'in order',
  open: '',
};

function exchangeLine({ showing, note, expected, exchanges }: ExchangesReplay, recorded: Counterexample): string {
  const said = printable(note ?? wordsOf[showing], 400);
  const last = exchanges.at(-1);
  if (last === undefined) return said;
  // If only a part of the list was recorded, the pointer does not fit the whole list.
  const isPart = recorded.exchanges.at(-1)?.response?.leftOut !== undefined;
  const answer = `answered ${answerOf(last, isPart ? '#status' : recorded.pointer)}`;
  return expected === undefined
    ? `${answer}: ${said}`
    : `${answer}, where ${printableValue(expected, shownOf.value)} is expected: ${said}`;
}

/** Merges neighbours that say the same, with their number. */
function inRuns<T>(all: readonly T[], saysOf: (one: T) => string) {
  const runs: { readonly one: T; times: number }[] = [];
  for (const one of all) {
    const last = runs.at(-1);
    if (last !== undefined && saysOf(last.one) === saysOf(one)) last.times += 1;
    else runs.push({ one, times: 1 });
  }
  return runs;
}

const timesOf = (times: number): string => (times === 1 ? '' : ` (${times} times)`);

/** The results of sending the recorded exchanges again; those that differ only in the ids of new records are merged. */
function exchangeRows(exchanges: readonly ExchangesReplay[], recorded: Counterexample): readonly string[] {
  const says = ({ showing, note, exchanges: sent }: ExchangesReplay): string =>
    [showing, note, sent.at(-1)?.response?.status].join(' ');
  return inRuns(exchanges, says).map(({ one, times }) => `${exchangeLine(one, recorded)}${timesOf(times)}`);
}

function checkLines({ result, times }: { readonly result: RequirementResult; readonly times: number }): Lines {
  const { outcome, cases, counterexample, detail, reason } = result;
  if (outcome === 'pass') return `holds (${plural(cases, 'case')})${timesOf(times)}`;
  if (outcome !== 'fail') return `could not decide: ${printable(detail ?? reason ?? '', 300)}`;
  if (counterexample === undefined) return `fails: ${printable(detail ?? '', 300)}`;
  return [`fails: ${printable(counterexample.message, 300)}`, evidenceLines(counterexample)];
}

/** The results of whole checks; consecutive ones that held are merged. */
function checkRows(checks: readonly RequirementResult[]): Lines {
  const says = (result: RequirementResult): string => (result.outcome === 'pass' ? 'holds' : JSON.stringify(result));
  return inRuns(checks, says).map(({ one: result, times }) => checkLines({ result, times }));
}

function renderVerdict({ id, verdict, otherwise, because }: Replay, page: Page): string {
  const [mark, tone] = looks[verdict];
  const text = `${mark} ${id}  ${verdict}${otherwise === undefined ? '' : `, ${otherwise}`}`;
  return `${page.paint(tone, text)}: ${printable(because, 400)}`;
}

/** Verdicts whose text already says what the checks have shown. */
const saysChecks: ReadonlySet<ReplayVerdict> = new Set(['fixed', 'no verdict']);

/** A replay as a paragraph: the verdict, then the evidence that decided it, then the rest. */
export function renderReplay(replay: Replay, page: Page): readonly string[] {
  const { id, verdict, recorded, exchanges, checks } = replay;
  const { level, statement } = requirementOf(id);
  const row = (label: string, texts: Lines): Lines =>
    lines(texts).map((text, index) => hang(page, `    ${(index === 0 ? label : '').padEnd(10)}`, text));
  const ofChecks = !saysChecks.has(verdict) && row('check', checkRows(checks));
  const ofExchanges = recorded !== undefined && [
    row('recorded', evidenceLines(recorded)),
    row('again', exchangeRows(exchanges, recorded)),
  ];
  const isByCheck = checks.some(({ outcome }) => outcome === 'fail');
  return lines([
    renderVerdict(replay, page),
    page.wrap(`${level}: ${printable(statement, 600)}`, '    ', 'faint'),
    isByCheck ? [ofChecks, ofExchanges] : [ofExchanges, ofChecks],
  ]);
}
