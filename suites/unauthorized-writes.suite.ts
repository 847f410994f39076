import { canonicalConnection, canonicalDecision, httpDate } from '../generators/index.ts';
import type { AnsweredExchange } from '../target/exchange.ts';
import type { Check } from './engine/check.ts';
import { requirement } from './engine/requirement.ts';
import { decisionEchoBreaches } from './invariants/decision-echo.ts';
import { sameId } from './invariants/reading.ts';
import { inOrderOf } from './invariants/wanted.ts';
import { connectionBase, decisionBase } from './fixtures/bodies.ts';
import { farDays, ownDate } from './fixtures/dates.ts';
import { currentListing, decisionOf, walkDecisions } from './fixtures/decisions.ts';
import { createEmployee, idsOf, listSnapshots, snapshotBody, unaccountedFor } from './fixtures/employee.ts';
import { groupId } from './fixtures/group.ts';
import { findGroup } from './fixtures/groups.ts';

const noToken = { name: 'no Authorization header', header: undefined };

/** Whether a write was refused as it has to be; one that was not is judged by `unauthorized.missing`. */
function refused({ answer: { status } }: AnsweredExchange): boolean {
  return status === 401;
}

async function snapshotCreate({ api, session, that }: Check): Promise<void> {
  const group = await groupId(session);
  const employee = await createEmployee(session, api, 'no-effect', 2);
  const json = await snapshotBody(session, 'no-effect', employee.employeeId);
  const write = await api.call('E6', { path: { group_id: group }, json }, noToken);
  const listed = await listSnapshots(api, employee.employeeId);
  if (!refused(write) || employee.uncertain) return;
  that(unaccountedFor(listed, employee).length === 0, () => ({
    message: 'a snapshot refused with 401 was created all the same',
    exchanges: [write, listed],
    pointer: '/response',
    expected: inOrderOf(idsOf(listed), employee.snapshotIds),
    actual: idsOf(listed),
  }));
}

async function decisionCreate({ api, session, that }: Check): Promise<void> {
  const group = await groupId(session);
  const { context, reduce } = await decisionBase(session);
  const json = { ...reduce(canonicalDecision(context)), renewal_date: ownDate(session, 'no-effect create', 0) };
  const onTheDay = { renewal_date: httpDate(json.renewal_date) };
  const before = await walkDecisions(api, group, onTheDay, []);
  const write = await api.call('E3', { path: { group_id: group }, json }, noToken);
  const after = await walkDecisions(api, group, onTheDay, []);
  if (!refused(write)) return;
  const made = after.decisions.filter(
    ({ id, ...decision }) =>
      !before.decisions.some((earlier) => sameId(earlier.id, id)) && decisionEchoBreaches(json, decision).length === 0,
  );
  that(made.length === 0, () => ({
    message: 'a decision refused with 401 was created all the same',
    exchanges: [write, ...after.exchanges.slice(-1)],
    pointer: '/response',
    expected: 'no such decision',
    actual: made,
  }));
}

async function decisionEdit({ api, session, that }: Check): Promise<void> {
  const group = await groupId(session);
  const { context, reduce } = await decisionBase(session);
  const [before, after] = farDays.slice(0, 2).map((day) => ({
    ...reduce(canonicalDecision(context)),
    renewal_date: ownDate(session, 'no-effect edit', day),
  }));
  const created = decisionOf(await api.call('E3', { path: { group_id: group }, json: before }));
  const path = { renewal_decision_id: String(created.id), version: String(created.version) };
  const write = await api.call('E4', { path, json: after }, noToken);
  if (!refused(write) || created.id === undefined) return;
  const moved = await currentListing(api, group, { ...after, id: created.id });
  const { decision, page, pointer } = moved.decision === undefined ? await currentListing(api, group, created) : moved;
  const [breach] = decision === undefined ? [] : decisionEchoBreaches({ ...before }, decision);
  that(breach === undefined, () => ({
    message: 'an edit refused with 401 changed the decision',
    exchanges: [write, ...page],
    pointer: `${pointer}${breach?.pointer}`,
    expected: breach?.expected,
    actual: breach?.actual,
  }));
}

async function connectionCreate({ api, session, that }: Check): Promise<void> {
  const { context } = await connectionBase(session);
  const json = canonicalConnection({ ...context, runTag: `${context.runTag}-no-effect` });
  const write = await api.call('E2', { json }, noToken);
  const name = json.group_data?.group_name;
  const { found, page } = await findGroup(api, (group) => group.name === name);
  if (!refused(write)) return;
  that(found === undefined, () => ({
    message: 'a connection refused with 401 made its group all the same',
    exchanges: [write, page],
    pointer: '/response',
    expected: 'no such group',
    actual: found?.id,
  }));
}

requirement('unauthorized.no-effect', async (check) => {
  for (const write of [snapshotCreate, decisionCreate, decisionEdit, connectionCreate]) await write(check);
});
