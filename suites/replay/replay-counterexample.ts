import type { Counterexample, Report, RequirementResult } from '../../reporters/report.ts';
import { isRequirementId, type RequirementId } from '../../spec/index.ts';
import type { Session } from '../engine/session.ts';
import { Undecided } from '../engine/verdicts.ts';
import type { RunOptions } from '../run.ts';
import { NoTokenError } from '../../target/token-service.ts';
import { decideVerdict, type CheckReplay, type CheckScope, type DecidedReplay } from './decide-verdict.ts';
import { replayExchanges, type ExchangesReplay } from './replay-exchanges.ts';

/** What a replay came to, with its evidence in the order in which it was had. */
export interface Replay extends DecidedReplay {
  readonly id: RequirementId;
  /** What the report recorded; absent where a requirement failed without an exchange. */
  readonly recorded?: Counterexample;
  /** The exchanges, sent twice. */
  readonly exchanges: readonly ExchangesReplay[];
  readonly checks: readonly CheckReplay[];
}

/** What a replay is made with. */
export interface ReplayParts {
  /** The report that is replayed. */
  readonly report: Report;
  /** Opens a session that remembers nothing yet. */
  readonly openSession: () => Session;
  /** Runs the suites. @throws NoVerdictError */
  readonly runSuites: (options: Pick<RunOptions, 'only' | 'replayed'>) => Promise<Report>;
}

/**
 * Times that the whole check has to hold, on records of its own each time, before a failure counts as fixed; and times
 * where the report tells of a violation that did not show again.
 */
const timesToHold = { usual: 2, byChance: 3 } as const;

/**
 * Replays the failure of one requirement: its exchanges as they were recorded, twice; then the case that its property
 * came to it by; and, where that holds, everything that decides the requirement, with the same data.
 *
 * @param result - the failed requirement in the report
 * @throws NoVerdictError
 */
export async function replayCounterexample(result: RequirementResult, parts: ReplayParts): Promise<Replay> {
  const { report } = parts;
  const { id, counterexample } = result;
  const exchanges: ExchangesReplay[] = [];
  const recorded = counterexample === undefined ? {} : { recorded: counterexample };
  try {
    if (counterexample !== undefined)
      for (let time = 0; time < timesSent; time += 1)
        exchanges.push(await sendAgain({ id, counterexample, baseUrl: report.target.baseUrl }, parts));
    // Saved traffic was never drawn: there is no seed to draw it again by.
    const checks = report.run.profile === judgedTraffic ? [] : await runChecks(id, counterexample, parts);
    return { id, ...decideVerdict(exchanges, checks, counterexample), ...recorded, exchanges, checks };
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

/** Times that the recorded exchanges are sent: two answers tell chance from rule more often than one. */
const timesSent = 2;

/** The profile of reports on saved traffic. */
export const judgedTraffic = 'judge';

async function sendAgain(
  recorded: Parameters<typeof replayExchanges>[1],
  { openSession }: ReplayParts,
): Promise<ExchangesReplay> {
  const session = openSession();
  try {
    return await replayExchanges(session, recorded);
  } catch (error) {
    // What the profile of the report may send at the most holds here as well.
    if (!(error instanceof Undecided)) throw error;
    return { showing: 'open', note: error.message, isOfOldRecord: false, exchanges: [] };
  } finally {
    await session.close();
  }
}

async function runChecks(
  id: RequirementId,
  counterexample: Counterexample | undefined,
  { runSuites }: ReplayParts,
): Promise<readonly CheckReplay[]> {
  const { property, path, passedAgain } = counterexample ?? {};
  const only = [...new Set([id, ...[property].filter((name) => name !== undefined && isRequirementId(name))])];
  const run = async (scope: CheckScope): Promise<CheckReplay | undefined> => {
    const named = property === undefined ? {} : { property };
    const replayed = scope === 'case' && path !== undefined ? { ...named, path } : named;
    const { requirements } = await runSuites({ only: only.filter(isRequirementId), replayed });
    const result = requirements.find((one) => one.id === id);
    return result === undefined ? undefined : { scope, result };
  };
  const times = timesToHold[passedAgain === undefined ? 'usual' : 'byChance'];
  const scopes: readonly CheckScope[] = [
    ...(property !== undefined && path !== undefined ? (['case'] as const) : []),
    ...Array.from({ length: times }, () => 'whole' as const),
  ];
  const checks: CheckReplay[] = [];
  for (const scope of scopes) {
    const check = await run(scope);
    if (check !== undefined) checks.push(check);
    // A check that cannot decide will not be able to the next time.
    if (check?.result.outcome === 'fail' || (scope === 'whole' && check?.result.outcome !== 'pass')) break;
  }
  return checks;
}
