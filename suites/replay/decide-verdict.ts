import { isSameKind } from '../../results/failure-kind.ts';
import type { Counterexample, RequirementResult } from '../../results/report.ts';
import type { ExchangesReplay } from './replay-exchanges.ts';

/** What a replay came to; `no verdict`: neither the exchanges nor the check could tell. */
export type ReplayVerdict = 'fixed' | 'still failing' | 'nondeterministic' | 'no verdict';

/**
 * How the requirement's own check was run again: the one case of a property; everything that decides it; or everything
 * that the profile runs, where an exchange of another check showed it.
 */
export type CheckScope = 'case' | 'whole' | 'run';

/** What came of running the check again. */
export interface CheckReplay {
  readonly scope: CheckScope;
  readonly result: RequirementResult;
}

/** A verdict and why, as a sentence without its full stop. */
export interface DecidedReplay {
  readonly verdict: ReplayVerdict;
  /** It does not fail as its counterexample did: how it fails then, which `because` says, compares with the record. */
  readonly otherwise?: 'otherwise than recorded' | 'as also recorded';
  readonly because: string;
}

const of = (verdict: ReplayVerdict, because: string): DecidedReplay => ({ verdict, because });

/** Whether what a check fails by now is, in one of the ways it shows, what was recorded. */
export function failsAsRecorded(now: RequirementResult, recorded: Counterexample | undefined): boolean {
  const { counterexample } = now;
  if (counterexample === undefined || recorded === undefined) return true;
  return [counterexample, ...(counterexample.also ?? [])].some((seen) => isSameKind(seen, recorded));
}

/**
 * The verdict on a replay. Nothing counts as fixed that was seen to fail, be it once; and nothing does by its exchanges
 * alone, as far as there is a check: they show one case, and the check has all of them.
 *
 * @param exchanges - the recorded exchanges, sent again some times
 * @param checks - the check of the requirement, run again; none where the report is on saved traffic
 * @param recorded - what the report says of the requirement
 * @param judgedAt - the endpoint whose exchange decided then, where it was judged by itself
 */
export function decideVerdict(
  exchanges: readonly ExchangesReplay[],
  checks: readonly CheckReplay[],
  recorded: Pick<RequirementResult, 'cases' | 'counterexample'>,
  judgedAt?: string,
): DecidedReplay {
  const shown = exchanges.filter(({ showing }) => showing === 'shows again');
  const inOrder = exchanges.filter(({ showing }) => showing === 'in order');
  const failures = checks.filter(({ result }) => result.outcome === 'fail');
  const asRecorded = failures.find(({ result }) => failsAsRecorded(result, recorded.counterexample));
  const failed = asRecorded ?? failures[0];
  const last = checks.at(-1)?.result;

  if (shown.length > 0 && inOrder.length > 0)
    return of('nondeterministic', 'the same request was answered rightly and wrongly');
  if (failed !== undefined) {
    const { counterexample } = failed.result;
    const isOnce = counterexample?.passedAgain !== undefined;
    if (isOnce)
      return of(
        'nondeterministic',
        'its check failed, and the case that failed did not fail when it was run once more',
      );
    if (asRecorded !== undefined || shown.length > 0 || counterexample === undefined)
      return of('still failing', 'its check fails again');
    const isKnown = (recorded.counterexample?.also ?? []).some((seen) => isSameKind(seen, counterexample));
    const otherwise = isKnown ? 'as also recorded' : 'otherwise than recorded';
    return { ...of('still failing', counterexample.message), otherwise };
  }
  if (shown.length > 0 && !shown.every(({ isOfOldRecord }) => isOfOldRecord))
    return of('still failing', 'the recorded exchange shows it again');
  if (checks.length === 0) {
    if (shown.length > 0) return of('still failing', 'the recorded exchange shows it again');
    if (inOrder.length > 0 && inOrder.length === exchanges.length)
      return of(
        'fixed',
        'the recorded exchange is answered as it should be; there is no more to replay of saved traffic',
      );
    return of('no verdict', 'the recorded exchange cannot tell, and there is no more to replay of saved traffic');
  }
  if (last?.outcome !== 'pass')
    return of('no verdict', `its check could not decide: ${last?.detail ?? last?.reason ?? 'it was not run'}`);
  const whole = checks.filter(({ scope }) => scope !== 'case').map(({ result }) => result);
  const blocked = whole.find(({ partly }) => partly === true);
  if (judgedAt !== undefined && !whole.some((result) => result.judgedAt?.includes(judgedAt) === true)) {
    const why = blocked?.detail === undefined ? '' : `: ${blocked.detail}`;
    return of('no verdict', `its check holds, but came to no answer of ${judgedAt}, where it failed before${why}`);
  }
  if (blocked !== undefined)
    return of('no verdict', `its check holds as far as it could be made, and no further: ${blocked.detail ?? ''}`);
  const isOfRun = checks.some(({ scope }) => scope === 'run');
  const count = whole.length - (isOfRun ? 1 : 0);
  const times = count === 1 ? 'once' : `${count} times`;
  const cases = whole.reduce((sum, result) => sum + result.cases, 0);
  const held = `its whole check held ${times} with the same data${isOfRun ? ', and in a whole run' : ''}, ${cases} ${cases === 1 ? 'case' : 'cases'} in all`;
  const before = `${recorded.counterexample?.occurrences ?? 1} of ${recorded.cases} failed before`;
  if (shown.length > 0) return of('fixed', `${held}; the record of that run shows it still, as it was stored then`);
  return of(
    'fixed',
    `${held}; ${before}${recorded.counterexample?.passedAgain === undefined ? '' : ', and it did not show every time'}`,
  );
}
