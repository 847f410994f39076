import type { AnsweredExchange } from '../../target/exchange.ts';
import { accessTokenOf, lifetimeOf, readJwt } from '../../target/access-tokens.ts';
import type { Violation } from '../engine/assertions.ts';
import type { Rule } from '../engine/definition.ts';
import type { Slot } from '../engine/memory.ts';
import { gathered } from './on-answers.ts';

interface Issued {
  readonly token: string;
  readonly exchange: AnsweredExchange;
}

/** A refusal of a good token, and the answer that the token was given in. */
interface Refusal {
  readonly issued: Issued;
  readonly exchange: AnsweredExchange;
}

/** By the key that asked for them: tokens, the newest last, and refusals that have not been judged. */
const tokens: Slot<{
  readonly issued: Map<string, readonly Issued[]>;
  readonly refusals: Map<string, readonly Refusal[]>;
}> = { name: 'issued tokens', create: () => ({ issued: new Map(), refusals: new Map() }) };

/** How often a good token was refused, by which of its key's tokens it was. */
export const refusedTokens: Slot<Map<string, number>> = { name: 'refused tokens', create: () => new Map() };

/** Seconds that a token lives at least which says nothing of it. */
const shortestLife = 300;
/** Share of its life in which a token has to be taken. */
const sureShare = 0.5;

/** Seconds that a token had left when it was given out: by its `exp` and the `Date` of the answer, as far as they are there. */
function secondsLeft({ token, exchange }: Issued): number {
  const jwt = readJwt(token);
  const date = Date.parse(exchange.answer.headers['date'] ?? '') / 1000;
  const { exp } = jwt?.payload ?? {};
  if (typeof exp === 'number' && !Number.isNaN(date)) return exp - date;
  return (jwt === undefined ? undefined : lifetimeOf(jwt)) ?? shortestLife;
}

const keyOf = ({ request }: AnsweredExchange): string => request.headers['authorization'] ?? '';

/** Remembers a refusal of a token that has most of its life before it. */
function noteRefusal(exchange: AnsweredExchange, { issued, refusals }: ReturnType<(typeof tokens)['create']>): void {
  for (const [key, all] of issued) {
    const own = all.find(({ token }) => exchange.request.headers['authorization'] === `Bearer ${token}`);
    if (own === undefined) continue;
    const age = (exchange.startedAt - own.exchange.startedAt) / 1000;
    if (age >= secondsLeft(own) * sureShare) return;
    refusals.set(key, [...(refusals.get(key) ?? []), { issued: own, exchange }]);
  }
}

/**
 * Judges that the newest token of a key is not refused in the first half of its life: a new one may end the others. A
 * refusal is judged with the next token of its key, when it is known that none was asked for before the refusal.
 */
export const takesItsNewestToken: Rule = (exchange, memory) => {
  const known = memory.at(tokens);
  if (exchange.request.endpoint !== 'token') {
    if (exchange.answer.status === 401) noteRefusal(exchange, known);
    return undefined;
  }
  const token = accessTokenOf(exchange);
  if (token === undefined) return undefined;
  const key = keyOf(exchange);
  const before = known.issued.get(key) ?? [];
  const refused = known.refusals.get(key) ?? [];
  known.refusals.delete(key);
  // A token that is given out again is as old as it was.
  if (!before.some((one) => one.token === token)) known.issued.set(key, [...before, { token, exchange }]);
  return gathered(
    refused.map(({ issued, exchange: refusal }): readonly Violation[] | undefined => {
      const newer = [...before.filter((one) => one !== issued).map((one) => one.exchange), exchange];
      const isNewest = newer.every(
        ({ startedAt, endedAt }) => endedAt <= issued.exchange.startedAt || startedAt >= refusal.endedAt,
      );
      const which = isNewest ? 'the newest of its key' : 'another one';
      const counts = memory.at(refusedTokens);
      counts.set(which, (counts.get(which) ?? 0) + 1);
      if (!isNewest) return undefined;
      return [
        {
          code: 'refused',
          message: `a good token was refused with 401 ${Math.round((refusal.startedAt - issued.exchange.endedAt) / 1000)} s after it was given out`,
          pointer: '#status',
          expected: 'any other status',
          actual: 401,
          earlier: [issued.exchange],
          exchange: refusal,
        },
      ];
    }),
  );
};
