import type { Dialect } from '../dialect/dialect.ts';
import { completeSnapshotBody, connectionBody, decisionBody } from './bodies.ts';
import { expectSchema, startClient, type ReferenceClient } from './client.ts';

/** The employee that the walk submits snapshots of. */
export const employeeId = '00000000-0000-4000-8000-0000000000e1';

/** One call of every endpoint, each answer judged by its schema. */
export async function walk(client: ReferenceClient) {
  const { fixtures } = client;
  const path = { group_id: fixtures.groupId };
  const groups = await client.call('E1');
  const connection = await client.call('E2', { body: connectionBody(fixtures) });
  const decision = await client.call('E3', { path, body: decisionBody(fixtures) });
  const { id, version } = expectSchema('renewal-decision', decision.json);
  const at = { renewal_decision_id: id, version };
  const edited = await client.call('E4', { path: at, body: decisionBody(fixtures, [], '2028-01-01') });
  const stale = await client.call('E4', { path: at, body: decisionBody(fixtures, [], '2029-01-01') });
  const decisions = await client.call('E5', { path });
  const snapshot = await client.call('E6', { path, body: completeSnapshotBody(fixtures, employeeId) });
  const again = await client.call('E6', { path, body: completeSnapshotBody(fixtures, employeeId) });
  const got = await client.call('E7', { path: { snapshot_id: expectSchema('snapshot', again.json).id } });
  const snapshots = await client.call('E8', {
    path: { employee_id: expectSchema('snapshot', again.json).employee_id },
  });
  expectSchema('renewal-decision', edited.json);
  return {
    groups: expectSchema('group-page', groups.json),
    connection: expectSchema('group-connection', connection.json),
    decision: expectSchema('renewal-decision', decision.json),
    decisions: expectSchema('renewal-decision-page', decisions.json),
    snapshot: expectSchema('snapshot', snapshot.json),
    again: expectSchema('snapshot', again.json),
    got: expectSchema('snapshot', got.json),
    snapshots: expectSchema('snapshot-page', snapshots.json),
    statuses: [connection, decision, edited, stale, snapshot].map(({ status }) => status),
  };
}

/** Walks once through a service that speaks a dialect, and looks at what came back. */
export async function spoken(
  dialect: Partial<Dialect>,
  check: (walked: Awaited<ReturnType<typeof walk>>, client: ReferenceClient) => unknown,
) {
  const client = await startClient({ dialect });
  try {
    await check(await walk(client), client);
  } finally {
    await client.close();
  }
}
