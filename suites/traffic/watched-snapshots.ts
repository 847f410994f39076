import { atSeveralCarriers, withAnotherDependent } from '../../generators/index.ts';
import { type MemberSnapshotInput, objectOf } from '../../spec/index.ts';
import { isSuccess, type AnsweredExchange } from '../../target/exchange.ts';
import type { Api } from '../engine/api.ts';
import type { Session } from '../engine/session.ts';
import {
  createEmployee,
  listSnapshots,
  snapshotBody,
  submitSnapshot,
  type OwnEmployee,
} from '../fixtures/employee-records.ts';
import { groupId } from '../fixtures/own-groups.ts';
import { snapshotAdaptation } from '../fixtures/adaptation.ts';
import { snapshotBase } from '../fixtures/taken-bodies.ts';

/** Names what is of the employee with one snapshot. */
const alone = 'watched-alone';

/** An employee whose snapshots are watched. */
type Watched = Pick<OwnEmployee, 'employeeId' | 'snapshotIds'>;

/** An employee with one snapshot: with coverages at several carriers, as far as the target knows and takes them. @throws Undecided */
export async function employeeOfSeveralCarriers(session: Session, api: Api): Promise<Watched> {
  const [group, { context }] = await Promise.all([groupId(session), snapshotBase(session)]);
  const body = atSeveralCarriers(await snapshotBody(session, alone), context);
  const created = body === undefined ? undefined : await sendAdapted(session, api, group, body);
  const { id, employee_id: employeeId } = objectOf(created?.answer.json);
  if (created === undefined || !isSuccess(created) || typeof id !== 'string' || typeof employeeId !== 'string')
    return createEmployee(session, api, alone, 1);
  return { employeeId, snapshotIds: [id] };
}

async function sendAdapted(
  session: Session,
  api: Api,
  group: string,
  body: MemberSnapshotInput,
): Promise<AnsweredExchange> {
  const adaptation = await snapshotAdaptation(session);
  return adaptation.send(body, (json) => api.call('E6', { path: { group_id: group }, json }));
}

/**
 * Replaces a snapshot at rest twice, by one with a dependent more and by one with coverages at several carriers where the
 * target takes that, else by plain ones, and reads it each time, alone and in the list.
 */
export async function replaceTwice(session: Session, api: Api, { employeeId, snapshotIds }: Watched): Promise<void> {
  const [group, { context, reduce }] = await Promise.all([groupId(session), snapshotBase(session)]);
  const plain = await snapshotBody(session, alone, employeeId);
  const family = reduce(withAnotherDependent(plain, { ...context, runTag: `${context.runTag}-${alone}` }));
  const further = (json: MemberSnapshotInput) => () => submitSnapshot(session, api, group, json);
  // What is refused for the dependent is not sent again and again.
  const withDependent = () => api.call('E6', { path: { group_id: group }, json: family });
  const several = atSeveralCarriers(plain, context);
  const adapted = several === undefined ? [] : [(await snapshotAdaptation(session)).adapted(several)];
  let replaced = 0;
  for (const submit of [withDependent, ...adapted.map(further), further(plain)]) {
    if (replaced === 2) return;
    const submitted = await submit();
    if (!isSuccess(submitted)) continue;
    replaced += 1;
    await listSnapshots(api, employeeId);
    await api.call('E7', { path: { snapshot_id: snapshotIds[0] ?? '' } });
  }
}
