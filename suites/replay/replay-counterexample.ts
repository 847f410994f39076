import type { Counterexample, Report, RequirementResult } from '../../reporters/report.ts';
import { judgedTraffic } from '../../reporters/sees-all.ts';
import { endpointOf, isRequirementId, type RequirementId } from '../../spec/index.ts';
import type { Session } from '../engine/session.ts';
import { Undecided } from '../engine/verdicts.ts';
import { invariantIds } from '../invariants/index.ts';
import type { RunOptions } from '../run.ts';
import { NoTokenError } from '../../target/token-service.ts';
import { decideVerdict, type CheckReplay, type CheckScope, type DecidedReplay } from './decide-verdict.ts';
import { isOfReads, repeatsOf, type Repeats } from './replay-bounds.ts';
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
  readonly runSuites: (options: Pick<RunOptions, 'only' | 'replayed'>) => Promise<Report>;
}

/**
 * How much further a check of something rare goes: until it has held in as many cases as would have shown it ten times,
 * by how often it was seen; but not beyond this time in milliseconds.
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
      because: 'the token service gave no token',
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

async function runChecks(
  { id, cases, counterexample }: RequirementResult,
  { runSuites }: ReplayParts,
  repeats: Repeats,
): Promise<readonly CheckReplay[]> {
  const { property, path, passedAgain, occurrences = 1 } = counterexample ?? {};
  const only = [...new Set([id, ...[property].filter((name) => name !== undefined && isRequirementId(name))])];
  const run = async (scope: CheckScope): Promise<CheckReplay | undefined> => {
    const named = property === undefined ? {} : { property };
    const replayed = scope === 'case' && path !== undefined ? { ...named, path } : named;
    const { requirements } = await runSuites({ only: only.filter(isRequirementId), replayed });
    const result = requirements.find((one) => one.id === id);
    return result === undefined ? undefined : { scope, result };
  };
  const checks: CheckReplay[] = [];
  const add = async (scope: CheckScope): Promise<RequirementResult | undefined> => {
    const check = await run(scope);
    if (check !== undefined) checks.push(check);
    return check?.result;
  };
  const hasCase = repeats.byCase && property !== undefined && path !== undefined;
  if (hasCase && (await add('case'))?.outcome === 'fail') return checks;
  const least = repeats[passedAgain === undefined ? 'usual' : 'byChance'];
  // A check of one case ends with its first failure: what it came to before says nothing of how rare that is.
  const isOfMany = property !== id || path !== undefined;
  const casesToHold = isOfMany ? (rare.shows * cases) / occurrences : 0;
  const begin = performance.now();
  for (let [times, held] = [0, 0]; times < least || (held < casesToHold && times < repeats.rare); times += 1) {
    if (times >= least && performance.now() - begin > rare.ms) break;
    const result = await add('whole');
    // A check that cannot decide will not be able to the next time.
    if (result?.outcome !== 'pass' || result.partly === true) break;
    held += result.cases;
  }
  return checks;
}
