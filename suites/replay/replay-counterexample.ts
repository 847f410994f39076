import type { Counterexample, Report, RequirementResult } from '../../results/report.ts';
import { judgedTraffic } from '../../results/run-scope.ts';
import { endpointOf, isRequirementId, type RequirementId } from '../../spec/index.ts';
import type { Session } from '../engine/session.ts';
import { Undecided } from '../engine/verdicts.ts';
import { invariantIds } from '../invariants/index.ts';
import { NoTokenError } from '../../target/token-service.ts';
import {
  decideVerdict,
  failsAsRecorded,
  type CheckReplay,
  type CheckScope,
  type DecidedReplay,
} from './decide-verdict.ts';
import { isOfReads, repeatsOf, timesOf, wasSeenElsewhere, type Repeats } from './replay-bounds.ts';
import type { RunSuites, SharedRuns } from './shared-runs.ts';
import { replayExchanges, type ExchangesReplay } from './replay-exchanges.ts';

/** What a replay came to, with its evidence in the order in which it was had. */
export interface Replay extends DecidedReplay {
  readonly id: RequirementId;
  /** What the report recorded; absent where a requirement failed without an exchange. */
  readonly recorded?: Counterexample;
  /** The exchanges, each time that they were sent. */
  readonly exchanges: readonly ExchangesReplay[];
  readonly checks: readonly CheckReplay[];
}

/** What a replay is made with. */
export interface ReplayParts {
  /** The report that is replayed. */
  readonly report: Report;
  /** The open points that the target's configuration pins. */
  readonly pinned: ReadonlySet<string>;
  /** Opens a session that remembers nothing yet. */
  readonly openSession: () => Session;
  /** Runs the suites. @throws NoVerdictError */
  readonly runSuites: RunSuites;
  /** The runs that decide all failures that are replayed. */
  readonly shared: SharedRuns;
}

/**
 * How much further a check of something rare goes: until it has held in as many cases as would have shown it ten times,
 * by how often its rarest kind was seen; but not beyond this time in milliseconds for each failure that is decided with it.
 */
const rare = { shows: 10, ms: 20_000 } as const;

const unpinned = {
  verdict: 'no verdict',
  because: 'it failed by a pin, and this configuration does not pin it; give the one of that run (expect)',
} as const;

/**
 * Replays the failure of one requirement: its exchanges as they were recorded; then the case that its property
 * came to it by; and, where that holds, everything that decides the requirement, with the same data.
 *
 * @param result - the failed requirement in the report
 * @throws NoVerdictError
 */
export async function replayCounterexample(result: RequirementResult, parts: ReplayParts): Promise<Replay> {
  const { report } = parts;
  const { id, level, counterexample } = result;
  const exchanges: ExchangesReplay[] = [];
  // Of itself an open point can fail by nothing.
  if (level === 'open' && !parts.pinned.has(id)) return { id, ...unpinned, exchanges, checks: [] };
  const recorded = counterexample === undefined ? {} : { recorded: counterexample };
  try {
    const repeats = repeatsOf(report);
    if (counterexample !== undefined && (repeats.sendsWrites || isOfReads(counterexample)))
      for (let time = 0; time < repeats.sent; time += 1)
        exchanges.push(await sendAgain({ id, counterexample, baseUrl: report.target.baseUrl }, parts));
    // Saved traffic was never drawn: there is no seed to draw it again by.
    const checks = report.run.profile === judgedTraffic ? [] : await runChecks(result, parts, repeats);
    const decided = decideVerdict(exchanges, checks, result, decidedAt(result));
    return { id, ...decided, ...recorded, exchanges, checks };
  } catch (error) {
    if (!(error instanceof NoTokenError)) throw error;
    return {
      id,
      verdict: 'no verdict',
      because: error.message,
      ...recorded,
      exchanges,
      checks: [],
    };
  }
}

async function sendAgain(
  recorded: Parameters<typeof replayExchanges>[1],
  { openSession }: ReplayParts,
): Promise<ExchangesReplay> {
  const session = openSession();
  try {
    return await replayExchanges(session, recorded);
  } catch (error) {
    // What the replay may send at the most holds here as well.
    if (!(error instanceof Undecided)) throw error;
    return { showing: 'open', note: error.message, isOfOldRecord: false, exchanges: [] };
  } finally {
    await session.close();
  }
}

/** The endpoint whose exchange decided, where an invariant did, which holds each exchange against it by itself. */
function decidedAt({ id, counterexample }: RequirementResult): string | undefined {
  const { exchanges, property } = counterexample ?? {};
  const request = exchanges?.at(-1)?.request;
  if (request === undefined || !invariantIds.includes(id) || property === id || property === 'model') return undefined;
  return URL.canParse(request.url) ? endpointOf(request.method, new URL(request.url).pathname)?.endpoint : undefined;
}

/** What a run says of a requirement: one in which the suite failed, or that ended before its end, tells of no pass. */
function asFarAsItWent(result: RequirementResult, { suiteFaults, run }: Report): RequirementResult {
  if (result.outcome !== 'pass') return result;
  const [fault] = suiteFaults;
  if (fault !== undefined)
    return { ...result, outcome: 'inconclusive', detail: `a fault of the suite in ${fault.id}: ${fault.message}` };
  return run.interrupted ? { ...result, outcome: 'inconclusive', detail: 'the run ended before its end' } : result;
}

async function runChecks(
  failure: RequirementResult,
  { runSuites, shared }: ReplayParts,
  repeats: Repeats,
): Promise<readonly CheckReplay[]> {
  const { id, cases, counterexample } = failure;
  const { property, path, passedAgain, occurrences = 1, also = [] } = counterexample ?? {};
  const checks: CheckReplay[] = [];
  const add = async (scope: CheckScope, run: Promise<Report>): Promise<RequirementResult | undefined> => {
    const report = await run;
    const found = report.requirements.find((one) => one.id === id);
    const result = found === undefined ? undefined : asFarAsItWent(found, report);
    if (result !== undefined) checks.push({ scope, result });
    return result;
  };
  if (repeats.byCase && property !== undefined && path !== undefined) {
    const only = [...new Set([id, property])].filter(isRequirementId);
    const result = await add('case', runSuites({ only, replayed: { property, path } }));
    // What fails otherwise says nothing of what was recorded.
    if (result?.outcome === 'fail' && failsAsRecorded(result, counterexample)) return checks;
  }
  const least = repeats[passedAgain === undefined ? 'usual' : 'byChance'];
  // All kinds that were seen have to be gone, the rarest among them.
  const rarest = Math.min(occurrences, ...also.map((seen) => seen.occurrences));
  const casesToHold = (rare.shows * cases) / rarest;
  const most = timesOf(failure, repeats);
  const begin = performance.now();
  for (let [times, held] = [0, 0]; times < least || (held < casesToHold && times < most); times += 1) {
    if (times >= least && performance.now() - begin > rare.ms * shared.failures) break;
    const result = await add('whole', shared.checks(times));
    // A check that cannot decide will not be able to the next time.
    if (result?.outcome !== 'pass' || result.partly === true) return checks;
    held += result.cases;
  }
  const at = decidedAt(failure);
  const isMissed = at !== undefined && !checks.some(({ result }) => result.judgedAt?.includes(at));
  if (repeats.ofEverything && (isMissed || wasSeenElsewhere(failure))) await add('run', shared.everything());
  return checks;
}
