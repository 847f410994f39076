import { isSameKind } from '../../results/failure-kind.ts';
import type { Counterexample, RecordedExchange, RequirementResult } from '../../results/report.ts';
import { endpointOf, type EndpointId } from '../../spec/index.ts';
import { isJudgedByRules } from '../index.ts';
import type { ExchangesReplay } from './send-again.ts';

/** `no verdict`: neither the exchanges nor the check could decide. */
export type ReplayVerdict = 'fixed' | 'still failing' | 'nondeterministic' | 'no verdict';

/** The whole check of a requirement, run again. */
export interface CheckReplay {
  readonly scope: 'whole';
  readonly result: RequirementResult;
}

/** A verdict on a failure. */
export interface DecidedReplay {
  readonly verdict: ReplayVerdict;
  /** It does not fail as its counterexample did: how the failure of now compares with the report. */
  readonly otherwise?: 'otherwise than recorded' | 'as also recorded';
  /** Why, as a sentence without its full stop. */
  readonly because: string;
}

/**
 * The verdict on a failure. What fails even once is not fixed; and if there is a check nothing is fixed by its exchanges
 * alone: they show one case, and the check has all of them.
 */
export function decideReplay(
  failure: RequirementResult,
  exchanges: readonly ExchangesReplay[],
  checks: readonly CheckReplay[],
): DecidedReplay {
  const { cases, counterexample } = failure;
  const shown = exchanges.filter(({ showing }) => showing === 'shows again');
  const inOrder = exchanges.filter(({ showing }) => showing === 'in order');
  if (shown.length > 0 && inOrder.length > 0)
    return { verdict: 'nondeterministic', because: 'the same request was answered rightly and wrongly' };
  const results = checks.map(({ result }) => result);
  const failed = results.filter(({ outcome }) => outcome === 'fail');
  if (failed.length > 0) return decideFailed(failed, counterexample, shown.length > 0);
  if (shown.some(({ isOfOldRecord }) => !isOfOldRecord || checks.length === 0))
    return { verdict: 'still failing', because: 'the recorded exchange shows it again' };
  if (checks.length === 0) {
    const noMore = 'there is no more to replay of saved traffic';
    return inOrder.length > 0 && inOrder.length === exchanges.length
      ? { verdict: 'fixed', because: `the recorded exchange is answered as it should be; ${noMore}` }
      : { verdict: 'no verdict', because: `the recorded exchange does not decide, and ${noMore}` };
  }
  const why = whyUndecided(results, decidedAt(failure));
  if (why !== undefined) return { verdict: 'no verdict', because: why };
  const times = results.length === 1 ? 'once' : `${results.length} times`;
  const casesHeld = results.reduce((sum, result) => sum + result.cases, 0);
  const held = `its whole check held ${times} with the same data, ${casesHeld} ${casesHeld === 1 ? 'case' : 'cases'} in all`;
  if (shown.length > 0)
    return { verdict: 'fixed', because: `${held}; the record of that run shows it still, as it was stored then` };
  const before = `${counterexample?.occurrences ?? 1} of ${cases} failed before`;
  const now = counterexample?.passedAgain === undefined ? '' : ', and it did not show every time';
  return { verdict: 'fixed', because: `${held}; ${before}${now}` };
}

/** The verdict on a check that fails: by what was recorded, or by something else. */
function decideFailed(
  failed: readonly RequirementResult[],
  recorded: Counterexample | undefined,
  isShown: boolean,
): DecidedReplay {
  const shows = (one: Counterexample, other: Counterexample): boolean =>
    [one, ...(one.also ?? [])].some((seen) => isSameKind(seen, other));
  const isAsRecorded = ({ counterexample: now }: RequirementResult): boolean =>
    now === undefined || recorded === undefined || shows(now, recorded);
  const asRecorded = failed.find(isAsRecorded);
  const { counterexample } = asRecorded ?? failed[0] ?? {};
  if (counterexample?.passedAgain !== undefined)
    return {
      verdict: 'nondeterministic',
      because: 'its check failed, and the case that failed did not fail when it was run once more',
    };
  if (asRecorded !== undefined || isShown || counterexample === undefined)
    return { verdict: 'still failing', because: 'its check fails again' };
  const isKnown = recorded !== undefined && shows(recorded, counterexample);
  const otherwise = isKnown ? 'as also recorded' : 'otherwise than recorded';
  return { verdict: 'still failing', because: counterexample.message, otherwise };
}

/** The endpoint at which a rule was broken that judges each exchange by itself. */
function decidedAt(failure: RequirementResult): string | undefined {
  const { id, counterexample } = failure;
  const finder = counterexample?.property;
  const last = counterexample?.exchanges.at(-1);
  if (last === undefined || !isJudgedByRules(id) || finder === id || finder === 'model') return undefined;
  return endpointAsked(last);
}

/** Why checks that did not fail do not show that the failure is fixed; undefined if they do. */
function whyUndecided(results: readonly RequirementResult[], at: string | undefined): string | undefined {
  const last = results.at(-1);
  if (last?.outcome !== 'pass')
    return `its check could not decide: ${last?.detail ?? last?.reason ?? 'it was not run'}`;
  const blocked = results.find(({ partly }) => partly === true);
  const detail = blocked?.detail ?? '';
  if (at !== undefined && !results.some(({ judgedAt }) => judgedAt?.includes(at))) {
    const why = detail === '' ? '' : `: ${detail}`;
    return `its check holds, but got no answer of ${at}, where it failed before${why}`;
  }
  return blocked === undefined ? undefined : `its check holds as far as it could be made, and no further: ${detail}`;
}

/** The endpoint that a recorded request asked; undefined if it is none of the interface's. */
export function endpointAsked({ request: { method, url } }: RecordedExchange): EndpointId | 'token' | undefined {
  return URL.canParse(url) ? endpointOf(method, new URL(url).pathname)?.endpoint : undefined;
}
