import { expect, test } from 'vitest';
import type { Counterexample, Outcome } from '../../results/report.ts';
import { sampleEvidence, sampleResult } from '../../results/sample-reports.test-data.ts';
import { decideReplay, type CheckReplay } from './replay-verdict.ts';
import type { ExchangesReplay } from './send-again.ts';

const replayOf = (showing: ExchangesReplay['showing'], isOfOldRecord = false): ExchangesReplay => ({
  showing,
  isOfOldRecord,
  exchanges: [],
});
const [again, fine, open, old] = [
  replayOf('shows again'),
  replayOf('in order'),
  replayOf('open'),
  replayOf('shows again', true),
];

function check(outcome: Outcome, counterexample?: Partial<Counterexample>): CheckReplay {
  const evidence = counterexample === undefined ? {} : { counterexample: sampleEvidence(counterexample) };
  return { scope: 'whole', result: sampleResult('token.issue', { outcome, ...evidence }) };
}
const [holds, fails, once, undecided] = [
  check('pass'),
  check('fail', {}),
  check('fail', { passedAgain: null }),
  check('inconclusive'),
];

const recorded = sampleResult('token.issue', {
  outcome: 'fail',
  cases: 1900,
  counterexample: sampleEvidence({ property: 'token.issue' }),
});

test.for([
  ['both fail', [again, again], [fails], 'still failing'],
  ['the check fails where the exchange does not decide', [open, open], [fails], 'still failing'],
  ['the check fails although the exchange is in order', [fine, fine], [holds, fails], 'still failing'],
  ['the exchange shows it although the check holds', [again, again], [holds], 'still failing'],
  ['the exchange shows it and the check does not decide', [again, again], [undecided], 'still failing'],
  ['one question is answered in two ways', [again, fine], [holds], 'nondeterministic'],
  ['the check fails once and then not', [open, open], [once], 'nondeterministic'],
  ['the exchange shows it, and the check shows it once', [again, again], [once], 'nondeterministic'],
  ['both are in order', [fine, fine], [holds], 'fixed'],
  ['the check holds where the exchange does not decide', [open, open], [holds], 'fixed'],
  ['only a record of that time shows it', [old, old], [holds], 'fixed'],
  ['nothing decides', [open, open], [undecided], 'no verdict'],
  ['only the exchange is in order, and the check does not decide', [fine, fine], [undecided], 'no verdict'],
  ['there is no check, and the exchange shows it', [again, again], [], 'still failing'],
  ['there is no check, and an old record shows it', [old, old], [], 'still failing'],
  ['there is no check, and the exchange is in order', [fine, fine], [], 'fixed'],
  ['there is no check, and the exchange does not decide', [fine, open], [], 'no verdict'],
  ['there was no exchange, and the check fails', [], [check('fail')], 'still failing'],
] as const)('when %s: %s', ([, exchanges, checks, verdict]) => {
  expect(decideReplay(recorded, exchanges, checks).verdict).toBe(verdict);
});

const other = { message: 'a plan is missing', pointer: '/body' };
const alsoRecorded = { ...other, also: [{ ...sampleEvidence(), occurrences: 1 }] };
const knownAs = (also?: Counterexample['also']) => ({
  ...recorded,
  counterexample: sampleEvidence({ property: 'token.issue', ...(also === undefined ? {} : { also }) }),
});

test.for([
  ['nothing shows what was recorded', knownAs(), [fine, fine], [other], 'otherwise than recorded'],
  ['the other way was recorded as well', knownAs([{ ...other, occurrences: 2 }]), [fine], [other], 'as also recorded'],
  ['the recorded exchange shows again', knownAs(), [again, again], [other], undefined],
  ['at another position only', knownAs(), [fine, fine], [{ pointer: '/response/7/version' }], undefined],
  ['as recorded as well', knownAs(), [open, open], [alsoRecorded], undefined],
  ['as recorded in one of its runs', knownAs(), [open, open], [other, {}], undefined],
] as const)('a check fails in another way: %s', ([, failure, exchanges, failures, otherwise]) => {
  const checks = failures.map((changes) => check('fail', changes));
  const decided = decideReplay(failure, exchanges, checks);
  expect(decided.verdict).toBe('still failing');
  expect(decided.otherwise).toBe(otherwise);
  expect(decided.because === other.message).toBe(otherwise !== undefined);
});
