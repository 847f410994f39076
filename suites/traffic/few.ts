import { setTimeout as sleep } from 'node:timers/promises';
import { isSuccess, type Exchange } from '../../target/exchange.ts';
import { profileOf, type Session } from '../engine/session.ts';
import { fewestSuccesses } from '../engine/timings.ts';
import { objectOf } from '../invariants/reading.ts';
import { goodTokenRequest } from '../invariants/token.ts';
import { connectionBase } from '../fixtures/bodies.ts';
import { currentDecision, walkDecisions } from '../fixtures/decisions.ts';
import { theOneDecision } from '../fixtures/edit-story.ts';
import { createEmployee, listSnapshots } from '../fixtures/employee.ts';
import { groupId } from '../fixtures/group.ts';
import type { Drive } from './drive.ts';
import { groups as allGroups } from './groups.ts';
import { tokens as allTokens } from './tokens.ts';

/** Asks for something until enough of its answers were successes to tell how long it takes. */
async function untilTimed(session: Session, endpoint: 'E1' | 'token', ask: () => Promise<Exchange>): Promise<void> {
  const succeeded = (): number => (session.timings.get(endpoint) ?? []).filter((timing) => timing.succeeded).length;
  for (let asked = 0; asked < fewestSuccesses && succeeded() < fewestSuccesses; asked += 1) {
    if (!isSuccess(await ask())) return;
  }
}

/** The groups list, and often enough to tell how long it takes (E1). */
const groups: Drive = async (session) => {
  await allGroups(session);
  await untilTimed(session, 'E1', () => session.api('groups.list').call('E1'));
};

/** Tokens, and enough of them to tell how long they take. */
const tokens: Drive = async (session) => {
  await allTokens(session);
  await untilTimed(session, 'token', () => session.api('token.issue').token({ name: goodTokenRequest }));
};

/** One connection (E2). */
const connections: Drive = async (session) => {
  await connectionBase(session);
};

/** One decision, edited under its current version and under an old one, and listed (E3, E4, E5). */
const decisions: Drive = async (session) => {
  await theOneDecision(session);
  await walkDecisions(session.api('renewals.list'), await groupId(session), {}, []);
};

/** The snapshots of one employee, each read back (E6, E7). */
const snapshots: Drive = async (session) => {
  const api = session.api('snapshots.get');
  const { snapshotIds } = await createEmployee(session, api, 'few', 2);
  for (const id of snapshotIds) await api.call('E7', { path: { snapshot_id: id } });
};

/** The few records there are, looked at until they stop moving. */
const watch: Drive = async (session) => {
  const api = session.api('snapshots.fulfillment');
  const { longest, pause } = profileOf(session).watching;
  const group = await groupId(session);
  const { employeeId, snapshotIds } = await createEmployee(session, api, 'few', 2);
  const story = await theOneDecision(session).catch(() => undefined);
  const [first = ''] = snapshotIds;
  const end = Math.min(performance.now() + longest, session.deadline);
  for (let isMoving = true; isMoving;) {
    const read = await api.call('E7', { path: { snapshot_id: first } });
    await listSnapshots(api, employeeId);
    const decision = story?.after.decision ?? story?.before.decision;
    if (decision !== undefined) await currentDecision(api, group, decision);
    const isAtRest = isSuccess(read) && objectOf(read.answer.json).status === 'completed';
    isMoving = !isAtRest && performance.now() + pause < end;
    if (isMoving) await sleep(pause);
  }
};

/** Drives that make do with few records, in place of those of the same name that make many. */
export const drivesOfFew = { groups, tokens, connections, decisions, snapshots, watch } satisfies Record<string, Drive>;
