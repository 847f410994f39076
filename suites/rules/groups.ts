import { pointerTo } from '../../spec/index.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Invariant } from '../engine/invariant.ts';
import type { Slot } from '../engine/memory.ts';
import {
  arrayOf,
  idKey,
  isAuthorized,
  isTokenSpent,
  objectOf,
  recordsOf,
  sameId,
  successBody,
  unless,
} from './reading.ts';
import { schemaViolations } from './schema-violations.ts';
import { isTainted, isTaintedPlace } from './taint.ts';

/** The organization that each key was seen to belong to, and the exchange that showed it. */
const organizations: Slot<Map<string, { id: unknown; exchange: AnsweredExchange }>> = {
  name: 'organizations',
  create: () => new Map(),
};

/** What every answer of the groups list holds to (`spec/documents/4-endpoints.md`, E1). */
export const groupInvariants: readonly Invariant[] = [
  {
    id: 'groups.list',
    judge(exchange) {
      const { request, answer } = exchange;
      if (request.endpoint !== 'E1' || !isAuthorized(exchange) || isTokenSpent(exchange)) return undefined;
      if (Object.keys(request.query).length > 0) return undefined;
      return unless(answer.status === 200 && Array.isArray(successBody(exchange, 'E1')?.response), () => ({
        message: `the groups list was answered with ${answer.status}${answer.status === 200 ? ' and no page envelope' : ''}`,
        pointer: answer.status === 200 ? '/response' : '#status',
        expected: answer.status === 200 ? 'an array of group records' : 200,
        actual: answer.status === 200 ? objectOf(answer.json).response : answer.status,
      }));
    },
  },
  {
    id: 'groups.record',
    judge(exchange, memory) {
      if (arrayOf(successBody(exchange, 'E1')?.response).length === 0) return undefined;
      return schemaViolations(exchange).filter(
        ({ pointer }) => /^\/response\/\d/.test(pointer) && !isTaintedPlace(exchange, pointer, memory),
      );
    },
  },
  {
    id: 'groups.record-complete',
    judge(exchange, memory) {
      const listed = successBody(exchange, 'E1') === undefined ? [] : recordsOf(exchange);
      const records = listed.filter(({ record }) => !isTainted(record.id, memory));
      if (records.length === 0) return undefined;
      return records.flatMap(({ pointer, record }) =>
        ['sic_code', 'dba_name', 'federal_ein'].flatMap((name) =>
          unless(record[name] !== undefined && record[name] !== null, () => ({
            message: `${name} is missing from a group`,
            pointer: `${pointer}${pointerTo(name)}`,
            expected: 'present; may be empty',
          })),
        ),
      );
    },
  },
  {
    id: 'groups.own-organization',
    judge(exchange, memory) {
      if (successBody(exchange, 'E1', 'E2') === undefined || !isAuthorized(exchange)) return undefined;
      const known = memory.at(organizations);
      const records = recordsOf(exchange).filter(({ record }) => record.organization_id !== undefined);
      if (records.length === 0) return undefined;
      return records.flatMap(({ pointer, record: { organization_id: id } }) => {
        const own = known.get(exchange.access) ?? { id, exchange };
        known.set(exchange.access, own);
        return unless(sameId(own.id, id), () => ({
          message: 'records of one key carry different organizations',
          pointer: `${pointer}/organization_id`,
          expected: own.id,
          actual: id,
          earlier: own.exchange === exchange ? [] : [own.exchange],
        }));
      });
    },
  },
];

/** The organization that a key was seen to belong to. */
export function organizationOf(memory: { at<T>(slot: Slot<T>): T }, access: string): string | undefined {
  const known = memory.at(organizations).get(access);
  return known === undefined ? undefined : idKey(known.id);
}
