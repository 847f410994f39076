import type { RequirementResult } from '../../reporters/report.ts';
import { register, type RequirementId } from '../../spec/index.ts';
import type { Exchange } from '../../target/exchange.ts';
import { createRedactor, placeholders, type Redactor } from '../../target/redaction.ts';
import { accessTokenOf } from '../../target/token-service.ts';
import type { Ledger } from '../engine/ledger.ts';
import { observedValue, resultOf, type Judged } from '../engine/result.ts';
import { invariantIds } from '../invariants/index.ts';
import { captured } from './capture-entry.ts';
import type { JudgeOptions } from './judge-options.ts';
import { basicOf, bearerOf } from './keyring.ts';
import { observedPoints } from './open-points.ts';
import { withoutPersonalData } from './personal-data.ts';

/** What exchanges may show, whoever sent them. */
const observable: ReadonlySet<RequirementId> = new Set([...invariantIds, ...observedPoints]);

/** What the ledger says of each requirement of the register. */
export function judgedResults(
  { ledger, durations }: { readonly ledger: Ledger; readonly durations: WeakMap<Exchange, number> },
  { only, skip, expect, waive, again }: JudgeOptions,
): readonly RequirementResult[] {
  for (const { id } of register) {
    if (ledger.entry(id).cases === 0) ledger.undecided(id, 'not-reached', unseen(id));
  }
  const judged: Judged = {
    ledger,
    redactor: trafficRedactor(ledger, durations),
    selected: (id: RequirementId) => (only?.includes(id) ?? true) && !skip.includes(id),
    parameters: {
      // No requirement is left out by a profile: what was selected is told.
      profile: 'full',
      seed: 0,
      tellsAll: false,
      replayCommand: { before: '', after: '' },
      target: { expect: expectedOf(ledger, expect), waive },
    },
  };
  return register.map(({ id }) => {
    const result = resultOf(judged, id);
    const { counterexample } = result;
    if (counterexample === undefined) return result;
    const told = { ...counterexample, replay: again(id) };
    const isCaptured = ledger.entry(id).finding?.exchanges.some(({ purpose }) => purpose === captured) === true;
    return { ...result, counterexample: isCaptured ? withoutPersonalData(told) : told };
  });
}

/** What journals do not hold: it takes a capture. */
const ofTokens: ReadonlySet<RequirementId> = new Set(['token.jwt', 'token.lifetime']);

function unseen(id: RequirementId): string {
  if (ofTokens.has(id)) return 'no exchange in the files says anything of it: a journal holds no tokens';
  return observable.has(id)
    ? 'no exchange in the files says anything of it'
    : 'takes a run: saved traffic cannot show it';
}

/** Saved traffic shows part of what a target does: a pinned point holds as long as nothing else was seen. */
function expectedOf(ledger: Ledger, expect: JudgeOptions['expect']): JudgeOptions['expect'] {
  return Object.fromEntries(
    Object.entries(expect).map(([id, wanted]) => {
      const entry = register.find((requirement) => requirement.id === id);
      if (entry === undefined) return [id, wanted];
      const { observed } = ledger.entry(entry.id);
      const allowed = new Set(String(wanted).split('; '));
      return [
        id,
        [...observed.keys()].every((value) => allowed.has(value)) ? observedValue(ledger.entry(entry.id)) : wanted,
      ];
    }),
  );
}

/** A redactor that knows the keys and tokens of all evidence. Durations are those that were saved. */
function trafficRedactor(ledger: Ledger, durations: WeakMap<Exchange, number>): Redactor {
  const redactor = createRedactor();
  for (const { id } of register)
    for (const exchange of ledger.entry(id).finding?.exchanges ?? []) learn(redactor, exchange);
  return {
    ...redactor,
    exchange(exchange) {
      const recorded = redactor.exchange(exchange);
      return { ...recorded, durationMs: durations.get(exchange) ?? recorded.durationMs };
    },
  };
}

function learn(redactor: Redactor, exchange: Exchange): void {
  const { authorization } = exchange.request.headers;
  const bearer = bearerOf(authorization);
  const key = basicOf(authorization);
  const issued = exchange.request.endpoint === 'token' ? accessTokenOf(exchange) : undefined;
  for (const token of [bearer, issued]) {
    if (token !== undefined && !isPlaceholder(token)) redactor.learn(token, placeholders.token);
  }
  if (key === undefined) return;
  redactor.learn(key.clientSecret, '<client secret>');
  redactor.learn((authorization ?? '').replace(/^\S+\s+/, ''), placeholders.credentials);
}

const isPlaceholder = (text: string): boolean => /^[$<]/.test(text);
