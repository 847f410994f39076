import { setTimeout as sleep } from 'node:timers/promises';
import { canonicalDecision } from '../../generators/index.ts';
import type { RenewalDecisionInput } from '../../spec/index.ts';
import { isSuccess } from '../../target/exchange.ts';
import type { Session } from '../engine/session.ts';
import { objectOf, type JsonObject } from '../invariants/reading.ts';
import { decisionBase } from '../world/bodies.ts';
import { ownDate } from '../world/dates.ts';
import { decisionReductions } from '../world/decision-reductions.ts';
import { currentDecision, decisionOf, editDecision } from '../world/decisions.ts';
import { createEmployee, listSnapshots } from '../world/employee.ts';
import { groupId } from '../world/group.ts';
import type { Drive } from './drive.ts';

/** Milliseconds that records are watched at the most, and between two looks at them. */
const watching = { longest: 6_000, pause: 200 } as const;

/** Whether a watched snapshot has come to an end, as far as ends are shown. */
function isAtRest({ status }: JsonObject): boolean {
  return status === 'completed';
}

/**
 * A decision with descriptions that no carrier may know, and one of a carrier's own plan for a day to come: where the
 * first is not ready, the second is more likely to be and to stay so.
 */
async function decisionBodies(session: Session): Promise<readonly RenewalDecisionInput[]> {
  const { context, reduce } = await decisionBase(session);
  const body = reduce(canonicalDecision(context));
  const [byId] = decisionReductions;
  const known = byId === undefined || context.planIds.length === 0 ? [] : [byId.apply(body)];
  return [body, ...known.map((one) => ({ ...one, renewal_date: ownDate(session, 'watched', 0) }))];
}

/**
 * Snapshots and decisions that are left alone and looked at until they stop moving (E5, E7, E8): what changes in a
 * record has to change its version. Whether and when anything moves is not shown, so that the look ends by itself.
 */
export const watch: Drive = async (session) => {
  const group = await groupId(session);
  const api = session.api('snapshots.fulfillment');
  const { employeeId, snapshotIds } = await createEmployee(session, api, 'watched', 2);
  const other = await createEmployee(session, api, 'watched-alone', 1);
  const bodies = await decisionBodies(session).catch(() => []);
  const created = await Promise.all(bodies.map((json) => api.call('E3', { path: { group_id: group }, json })));
  const decisions = created.map(decisionOf);

  const end = Math.min(performance.now() + watching.longest, session.deadline);
  for (let moving = true; moving && performance.now() < end;) {
    const ids = [...snapshotIds, ...other.snapshotIds];
    const seen = await Promise.all(ids.map((id) => api.call('E7', { path: { snapshot_id: id } })));
    await Promise.all([employeeId, other.employeeId].map((id) => listSnapshots(api, id)));
    const made = decisions.filter(({ id }) => id !== undefined);
    await Promise.all(made.map((decision) => currentDecision(api, group, decision)));
    const alone = seen.at(-1);
    moving = alone === undefined || !isSuccess(alone) || !isAtRest(objectOf(alone.answer.json));
    if (moving) await sleep(watching.pause);
  }
  // A decision that has moved on begins anew with an edit.
  for (const [index, decision] of decisions.entries()) {
    const body = bodies[index];
    if (body === undefined || decision.id === undefined) continue;
    await editDecision(api, group, decision, body);
    await currentDecision(api, group, decision);
  }
};
