import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Memory, Slot } from '../engine/memory.ts';

/** Which token a request was taken with. */
export type TokenFact = 'a token after another one' | 'an older token beside a newer one' | 'a second key';

const known: Slot<Map<string, string[]>> = { name: 'tokens in the order of use', create: () => new Map() };

/** The facts of the token that a request was taken with. */
export function* tokenHistory({ access, request }: AnsweredExchange, memory: Memory): Iterable<TokenFact> {
  const { authorization } = request.headers;
  if (authorization === undefined) return;
  if (access === 'second') yield 'a second key';
  const tokens = memory.at(known).get(access) ?? [];
  memory.at(known).set(access, tokens);
  const position = tokens.indexOf(authorization);
  if (position < 0) tokens.push(authorization);
  if (position > 0 || (position < 0 && tokens.length > 1)) yield 'a token after another one';
  if (position >= 0 && position < tokens.length - 1) yield 'an older token beside a newer one';
}
