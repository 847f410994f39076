import { canonicalConnection, canonicalDecision } from '../../generators/index.ts';
import { isSuccess } from '../../target/exchange.ts';
import type { Session } from '../engine/session.ts';
import { idKey, objectOf, recordsOf } from '../invariants/reading.ts';
import { connectionBase, decisionBase } from './bodies.ts';
import { snapshotBody } from './employee.ts';
import { groupId } from './group.ts';

/**
 * Another group of the same organization: one that is listed beside the first, else the one that comes with a new
 * connection; undefined when the target gives neither.
 */
export function otherGroupId(session: Session): Promise<string | undefined> {
  return session.once('other group', async () => {
    const first = idKey(await groupId(session));
    const listed = recordsOf(await session.api('setup').call('E1')).map(({ record }) => record.id);
    const connected = await connectionBase(session).then(
      ({ exchange }) => objectOf(exchange.answer.json).group_id,
      () => undefined,
    );
    const others = [...listed, connected].filter((id) => typeof id === 'string' && idKey(id) !== first);
    return others[0] as string | undefined;
  });
}

/**
 * The group for bodies outside the documented types: the other one where it takes sound decisions, so that what a
 * lenient target keeps of them never turns up in the lists that everything else reads.
 */
export function scratchGroupId(session: Session): Promise<string> {
  return session.once('scratch group', async () => {
    const [main, other] = [await groupId(session), await otherGroupId(session)];
    if (other === undefined) return main;
    const { context, reduce } = await decisionBase(session);
    const json = reduce(canonicalDecision(context));
    const exchange = await session.api('setup').call('E3', { path: { group_id: other }, json });
    return isSuccess(exchange) ? other : main;
  });
}

/**
 * Groups that have no records yet, each of a connection of this run; fewer than asked for where the target makes none of
 * a connection, or takes no decisions in them.
 */
export function newGroupIds(session: Session, count: number): Promise<readonly string[]> {
  return session.once('new groups', async () => {
    const [connection, decision] = [await connectionBase(session), await decisionBase(session)];
    const api = session.api('setup');
    const groups = new Set<string>();
    for (let made = 0; made < count; made += 1) {
      const { runTag } = connection.context;
      const body = connection.reduce(canonicalConnection({ ...connection.context, runTag: `${runTag}-${made}` }));
      const { group_id: group } = objectOf((await api.call('E2', { json: body })).answer.json);
      if (typeof group !== 'string') continue;
      const json = decision.reduce(canonicalDecision(decision.context));
      if (isSuccess(await api.call('E3', { path: { group_id: group }, json }))) groups.add(group);
    }
    return [...groups];
  });
}

/** The groups that take snapshots: the first, and the other one where it takes one like the first took. */
export function snapshotGroups(session: Session): Promise<readonly string[]> {
  return session.once('snapshot groups', async () => {
    const [main, other] = [await groupId(session), await otherGroupId(session)];
    if (other === undefined) return [main];
    const json = await snapshotBody(session, 'other-group');
    const exchange = await session.api('setup').call('E6', { path: { group_id: other }, json });
    return isSuccess(exchange) ? [main, other] : [main];
  });
}
