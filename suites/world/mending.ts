import type { MemberSnapshotInput, RenewalDecisionInput } from '../../spec/index.ts';
import { idKey } from '../invariants/reading.ts';

/**
 * The snapshot without enrolled members that are nobody in it, and with every event that is named among its own: what
 * is left of a body when some of its people or events were taken out must still make sense.
 */
export function mendSnapshot(body: MemberSnapshotInput): MemberSnapshotInput {
  const people = new Set([body.employee?.id, ...(body.dependents ?? []).map(({ id }) => id)]);
  const events = (body.events ?? []).map(({ id }) => id);
  const [first] = events;
  const withEvent = <T extends { event_id?: string }>(item: T): T =>
    item.event_id === undefined || first === undefined || events.includes(item.event_id)
      ? item
      : { ...item, event_id: first };
  return {
    ...body,
    ...(body.employee === undefined ? {} : { employee: withEvent(body.employee) }),
    ...(body.dependents === undefined ? {} : { dependents: body.dependents.map(withEvent) }),
    ...(body.coverages === undefined
      ? {}
      : {
          coverages: body.coverages.map((coverage) =>
            coverage.enrolled_members === undefined
              ? coverage
              : {
                  ...coverage,
                  enrolled_members: coverage.enrolled_members
                    .filter(({ individual_id: id }) => id === undefined || people.has(id))
                    .map(withEvent),
                },
          ),
        }),
  };
}

/** The decision with each carrier once: two entries of one carrier cannot be told apart in an answer. */
export function mendDecision(decision: RenewalDecisionInput): RenewalDecisionInput {
  const carriers = decision.body?.carriers;
  if (carriers === undefined) return decision;
  const ids = carriers.map((carrier) => idKey(carrier.carrier_id));
  const once = carriers.filter((_, index) => ids.indexOf(ids[index] ?? '') === index);
  return { ...decision, body: { ...decision.body, carriers: once } };
}
