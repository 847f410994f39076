import { isSuccess } from '../../target/exchange.ts';
import type { Invariant } from '../engine/invariant.ts';
import { firstDifference } from './comparison.ts';
import { isObject, objectOf, successBody, unless } from './reading.ts';
import { schemaViolations } from './schema-violations.ts';
import { settings } from './settings.ts';
import { isMalformed } from './taint.ts';

/** What every group connection answered by E2 holds to (`spec/documents/4-endpoints.md`, E2). */
export const connectionInvariants: readonly Invariant[] = [
  {
    id: 'connections.record',
    judge: (exchange) =>
      exchange.request.endpoint === 'E2' && isSuccess(exchange) && exchange.answer.isJson && !isMalformed(exchange)
        ? schemaViolations(exchange).filter(({ pointer, keyword }) => !(pointer === '/status' && keyword === 'enum'))
        : undefined,
  },
  {
    id: 'connections.status-values',
    judge(exchange, memory) {
      if (successBody(exchange, 'E2')?.status === undefined) return undefined;
      const { reviewStatus } = memory.at(settings);
      return schemaViolations(exchange).filter(
        ({ pointer, keyword, actual }) => pointer === '/status' && keyword === 'enum' && actual !== reviewStatus,
      );
    },
  },
  {
    id: 'connections.initial-status',
    judge(exchange) {
      const body = successBody(exchange, 'E2');
      if (body === undefined || isMalformed(exchange)) return undefined;
      return unless(body.status === 'created', () => ({
        message: 'a new connection does not begin as created',
        pointer: '/status',
        expected: 'created',
        actual: body.status,
      }));
    },
  },
  {
    id: 'connections.echo',
    judge(exchange) {
      const body = successBody(exchange, 'E2');
      const sent = exchange.request.json;
      if (body === undefined || !isObject(sent) || isMalformed(exchange)) return undefined;
      const { carrier_id, federal_ein, group_data } = sent;
      const { carrier_group_id, group_name } = objectOf(group_data);
      const difference = firstDifference(
        { carrier_id, federal_ein, group_data: { carrier_group_id, group_name } },
        body,
        { missingMembers: 'different', anyOrder: false },
      );
      if (difference === undefined) return [];
      return [{ message: `${difference.pointer} is not what was sent`, ...difference }];
    },
  },
];
