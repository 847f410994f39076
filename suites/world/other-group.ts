import { canonicalConnection, canonicalDecision } from '../../generators/index.ts';
import type { EndpointId } from '../../spec/index.ts';
import { isSuccess } from '../../target/exchange.ts';
import type { Session } from '../engine/session.ts';
import { mayBeOwn } from '../invariants/leftovers.ts';
import { idKey, objectOf, recordsOf } from '../invariants/reading.ts';
import { connectionBase, decisionBase } from './bodies.ts';
import { snapshotBody } from './employee.ts';
import { groupId } from './group.ts';

/**
 * The other groups of the organization, those first that say least of earlier runs: the one that comes with a connection
 * of this run, which is new, then those that no run of the suite made.
 */
function otherGroupIds(session: Session): Promise<readonly string[]> {
  return session.once('other groups', async () => {
    const first = idKey(await groupId(session));
    const connected = await connectionBase(session).then(
      ({ exchange }) => objectOf(exchange.answer.json).group_id,
      () => undefined,
    );
    // Listed after that, so that the new group is known to be the key's own.
    const listed = recordsOf(await session.api('setup').call('E1')).map(({ record }) => record);
    const [own, others] = [listed.filter(mayBeOwn), listed.filter((group) => !mayBeOwn(group))];
    return [connected, ...[...others, ...own].map(({ id }) => id)].filter(
      (id): id is string => typeof id === 'string' && idKey(id) !== first,
    );
  });
}

/** Groups that are tried for one that takes decisions, at the most. */
const triedGroups = 3;

/** The first of the other groups that takes a sound decision; undefined when none of the first few does. */
function decidedGroupId(session: Session): Promise<string | undefined> {
  return session.once('other group with decisions', async () => {
    const others = await otherGroupIds(session);
    if (others.length === 0) return undefined;
    const { context, reduce } = await decisionBase(session);
    const json = reduce(canonicalDecision(context));
    for (const other of others.slice(0, triedGroups)) {
      if (isSuccess(await session.api('setup').call('E3', { path: { group_id: other }, json }))) return other;
    }
    return undefined;
  });
}

/** Another group of the same organization, one that takes decisions where there is such; undefined when there is none. */
export function otherGroupId(session: Session): Promise<string | undefined> {
  return session.once('other group', async () => {
    const decided = await decidedGroupId(session).catch(() => undefined);
    return decided ?? (await otherGroupIds(session))[0];
  });
}

/**
 * The group for bodies outside the documented types: another one where it takes sound decisions, so that what a lenient
 * target keeps of them never turns up in the lists that everything else reads, in this run or in a later one.
 */
export async function scratchGroupId(session: Session): Promise<string> {
  return (await decidedGroupId(session)) ?? groupId(session);
}

/** Path parameters of the scratch group, or of a decision in it, where a body outside the documented types is sent there. */
export async function scratchPath(session: Session, endpoint: EndpointId): Promise<Readonly<Record<string, string>>> {
  if (endpoint === 'E3') return { group_id: await scratchGroupId(session) };
  if (endpoint !== 'E4') return {};
  return session.once('scratch decision', async () => {
    const { context, reduce } = await decisionBase(session);
    const path = { group_id: await scratchGroupId(session) };
    const made = await session.api('setup').call('E3', { path, json: reduce(canonicalDecision(context)) });
    const { id, version } = objectOf(made.answer.json);
    return typeof id === 'string' && typeof version === 'string' ? { renewal_decision_id: id, version } : {};
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
