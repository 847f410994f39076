import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Invariant } from '../engine/invariant.ts';
import { violationsOf } from './schema-violations.ts';
import { arrayOf, objectOf, unless } from './reading.ts';

function isUnauthorized({ request, answer }: AnsweredExchange): boolean {
  return request.endpoint !== 'token' && answer.status === 401 && answer.isJson;
}

/** What every 401 of E1 to E8 looks like (`spec/documents/7-errors.md`). */
export const unauthorizedInvariants: readonly Invariant[] = [
  {
    id: 'unauthorized.shape',
    judge: (exchange) => (isUnauthorized(exchange) ? violationsOf('unauthorized', exchange.answer.json) : undefined),
  },
  {
    id: 'unauthorized.details-present',
    judge(exchange) {
      if (!isUnauthorized(exchange)) return undefined;
      const { details } = objectOf(exchange.answer.json);
      return unless(arrayOf(details).length > 0, () => ({
        message: 'details is empty',
        pointer: '/details',
        expected: 'at least one entry',
        actual: details,
      }));
    },
  },
];
