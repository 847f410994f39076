import type { RequirementResult } from '../../results/report.ts';
import { judgedTraffic } from '../../results/run-scope.ts';
import { register, type RequirementId } from '../../spec/index.ts';
import type { Exchange } from '../../target/exchange.ts';
import { createRedactor, type Redactor } from '../../target/redaction.ts';
import type { Ledger } from '../engine/ledger.ts';
import { resultOf, type Judged } from '../engine/result.ts';
import { invariants } from '../invariants/index.ts';
import { captured } from './capture-entry.ts';
import { learnSecrets, withoutCredentials } from './captured-secrets.ts';
import type { JudgeOptions } from './judge-options.ts';
import { observedPoints } from './open-points.ts';
import type { Traffic } from './traffic.ts';
import { withoutPeople, withoutPersonalData } from './personal-data.ts';

/** What exchanges may show, whoever sent them. */
const observable: ReadonlySet<RequirementId> = new Set([...invariants.map(({ id }) => id), ...observedPoints]);

/** What saved traffic has shown. */
export interface Gathered {
  readonly ledger: Ledger;
  /** Milliseconds that exchanges took, as they were saved. */
  readonly durations: WeakMap<Exchange, number>;
  /** What kind of files all of it is from. */
  readonly source: Traffic['source'] | 'both';
}

/** What the ledger says of each requirement of the register. */
export function judgedResults(
  { ledger, durations, source }: Gathered,
  { only, skip, expect, waive, again }: JudgeOptions,
): readonly RequirementResult[] {
  for (const { id } of register) {
    if (ledger.entry(id).cases === 0) ledger.undecided(id, 'not-reached', unseen(id, source));
  }
  const judged: Judged = {
    ledger,
    redactor: trafficRedactor(ledger, durations),
    selected: (id: RequirementId) => (only?.includes(id) ?? true) && !skip.includes(id),
    isCutShort: false,
    parameters: {
      profile: judgedTraffic,
      seed: 0,
      tellsAll: false,
      replayCommand: { before: '', after: '' },
      target: { expect, waive },
    },
  };
  return register.map(({ id }) => {
    const result = resultOf(judged, id);
    const { counterexample } = result;
    if (counterexample === undefined) return result;
    const told = { ...counterexample, replay: again(id) };
    const ofPeople = ledger.entry(id).finding?.exchanges.some(isCaptured) === true;
    return { ...result, counterexample: ofPeople ? withoutPersonalData(told) : told };
  });
}

/** What journals do not hold: it takes a capture. */
const ofTokens: ReadonlySet<RequirementId> = new Set(['token.jwt', 'token.lifetime']);

function unseen(id: RequirementId, source: Gathered['source']): string {
  if (ofTokens.has(id) && source === 'journal')
    return 'no exchange in the files says anything of it: a journal holds no tokens';
  return observable.has(id)
    ? 'no exchange in the files says anything of it'
    : 'takes a run: saved traffic cannot show it';
}

/**
 * A redactor that knows the keys and tokens of all evidence, and keeps to itself what captures hold of secrets and people.
 * Durations are those that were saved.
 */
function trafficRedactor(ledger: Ledger, durations: WeakMap<Exchange, number>): Redactor {
  const redactor = createRedactor();
  for (const { id } of register)
    for (const exchange of ledger.entry(id).finding?.exchanges ?? []) learnSecrets(redactor, exchange);
  return {
    ...redactor,
    exchange(exchange, shown) {
      const recorded = { ...redactor.exchange(exchange, shown), durationMs: durations.get(exchange) ?? 0 };
      return isCaptured(exchange) ? withoutPeople(withoutCredentials(recorded)) : recorded;
    },
  };
}

const isCaptured = ({ purpose }: Exchange): boolean => purpose === captured;
