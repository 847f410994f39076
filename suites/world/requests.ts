import { canonicalConnection, canonicalDecision, canonicalSnapshot } from '../../generators/index.ts';
import { endpointIds, endpoints, type EndpointId } from '../../spec/index.ts';
import type { Call } from '../engine/api.ts';
import { isFrugal, type Session } from '../engine/session.ts';
import { objectOf } from '../invariants/reading.ts';
import { decisionBase, snapshotBase } from './bodies.ts';
import { contextOf } from './context.ts';
import { groupId, unknownId } from './group.ts';

/** What a request refers to, and whether its body is sound. */
export type RequestVariant = 'known' | 'unknown-id' | 'invalid-body' | 'malformed-body';

/** The value of each path parameter that the target knows; made up when the target never gave one. */
const knownParameters: Readonly<Record<string, (session: Session) => Promise<unknown>>> = {
  group_id: groupId,
  renewal_decision_id: async (session) => objectOf((await decisionBase(session)).exchange.answer.json).id,
  version: async (session) => objectOf((await decisionBase(session)).exchange.answer.json).version,
  snapshot_id: async (session) => objectOf((await snapshotBase(session)).exchange.answer.json).id,
  employee_id: async (session) => objectOf((await snapshotBase(session)).exchange.answer.json).employee_id,
};

const canonicalBodies: Partial<Record<EndpointId, (session: Session) => unknown>> = {
  E2: (session) => canonicalConnection(contextOf(session, 'refused')),
  E3: (session) => canonicalDecision(contextOf(session, 'refused')),
  E4: (session) => canonicalDecision(contextOf(session, 'refused')),
  E6: (session) => canonicalSnapshot(contextOf(session, 'refused')),
};

/** The endpoints that may be asked what ought to be refused: those that read alone, where few or no records may be made. */
export function askedOf(session: Session): readonly EndpointId[] {
  const readsAlone = isFrugal(session) || !session.parameters.target.writesAllowed;
  return endpointIds.filter((id) => !readsAlone || endpoints[id].method === 'GET');
}

/** A request of the endpoint that differs from a good one in the way of the variant alone. */
export async function requestFor(session: Session, endpoint: EndpointId, variant: RequestVariant): Promise<Call> {
  const names = endpoints[endpoint].pathParameters;
  const path = await Promise.all(names.map(async (name) => [name, await parameter(session, name, variant)] as const));
  const json = await session.once(`canonical body of ${endpoint}`, async () => canonicalBodies[endpoint]?.(session));
  const body: Partial<Record<RequestVariant, Call>> = {
    'invalid-body': {
      json: Array.isArray(json) ? json : { body: 1, employee: 'none', carrier_id: 0, renewal_date: 'never' },
    },
    'malformed-body': { body: JSON.stringify(json ?? '').slice(0, -1) },
  };
  return { path: Object.fromEntries(path), ...(json === undefined ? {} : (body[variant] ?? { json })) };
}

async function parameter(session: Session, name: string, variant: RequestVariant): Promise<string> {
  if (variant === 'unknown-id') return unknownId(name);
  const known = await knownParameters[name]?.(session).catch(() => undefined);
  return typeof known === 'string' ? known : unknownId(name);
}
