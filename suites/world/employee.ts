import { canonicalSnapshot } from '../../generators/index.ts';
import type { MemberSnapshotInput } from '../../spec/index.ts';
import { isSuccess, type AnsweredExchange } from '../../target/exchange.ts';
import type { Api } from '../engine/api.ts';
import { OutOfBudget } from '../engine/budget.ts';
import { isFrugal, type Session } from '../engine/session.ts';
import { Undecided } from '../engine/verdicts.ts';
import { idKey, objectOf, recordsOf, sameId } from '../invariants/reading.ts';
import { snapshotBase } from './bodies.ts';
import { wordsOf } from './base.ts';
import { groupId } from './group.ts';

/** An employee of the suite's own, whose list nobody else adds to. */
export interface OwnEmployee {
  readonly employeeId: string;
  /** Tells the employee's snapshots from those of others. */
  readonly tag: string;
  /** Ids of the snapshots that creating them answered for this employee, in order of creation. */
  readonly snapshotIds: readonly string[];
  /** A create was lost without an answer and repeated: the list may hold more than is known. */
  readonly uncertain: boolean;
  readonly lastCreate: AnsweredExchange;
}

/**
 * Snapshots of the employees that the paging checks read: more than a page of 20, which is the size that is shown,
 * exactly such a page, and few enough that a page can hold them all whatever the target's largest page is.
 */
const pagedTotals = [25, 20, 4] as const;

/** A snapshot like the target took before, of the given employee; of a new one when none is given. */
export function snapshotBody(session: Session, tag: string, employeeId?: string): Promise<MemberSnapshotInput> {
  return session.once(`snapshot body ${tag} ${employeeId ?? 'of a new employee'}`, async () => {
    const { context, reduce } = await snapshotBase(session);
    const tagged = {
      ...context,
      runTag: `${context.runTag}-${tag}`,
      ...(employeeId === undefined ? {} : { employeeId }),
    };
    return reduce(canonicalSnapshot(tagged));
  });
}

/** Employees made anew, one after the other, until one is made without a create that was lost and repeated. */
const triesForCertainty = 3;

/**
 * Creates `count` snapshots of one employee: the first answer's `employee_id` is sent as `employee.id` from then on.
 * A service may answer with another employee each time; only those of the first one count. A run of few records has
 * one employee for all purposes.
 *
 * @param inGroup - default: the group that everything is created in
 * @throws Undecided when the target refuses
 */
export async function createEmployee(
  session: Session,
  api: Api,
  tag: string,
  count: number,
  inGroup?: string,
): Promise<OwnEmployee> {
  if (isFrugal(session)) return employeeOfFew(session);
  const group = inGroup ?? (await groupId(session));
  for (let tried = 1; ; tried += 1) {
    const employee = await createOnce(session, api, tried === 1 ? tag : `${tag}-${tried}`, count, group);
    if (!employee.uncertain || tried === triesForCertainty) return employee;
  }
}

async function createOnce(session: Session, api: Api, tag: string, count: number, group: string): Promise<OwnEmployee> {
  const snapshotIds: string[] = [];
  let employeeId: string | undefined;
  let uncertain = false;
  let lastCreate: AnsweredExchange | undefined;
  for (let created = 0; created < count; created += 1) {
    const json = await snapshotBody(session, tag, employeeId);
    const exchange = await api.call('E6', { path: { group_id: group }, json });
    if (!isSuccess(exchange))
      throw new Undecided('blocked', `a snapshot of a known employee was refused: ${wordsOf(exchange)}`);
    const { id, employee_id: employee } = objectOf(exchange.answer.json);
    if (typeof id !== 'string' || typeof employee !== 'string')
      throw new Undecided('blocked', 'a created snapshot has no id or employee_id');
    employeeId ??= employee;
    if (idKey(employee) === idKey(employeeId)) snapshotIds.push(idKey(id));
    uncertain ||= exchange.repeated;
    lastCreate = exchange;
  }
  if (employeeId === undefined || lastCreate === undefined)
    throw new Undecided('not-reached', 'no snapshot was created');
  return { employeeId, tag, snapshotIds: [...new Set(snapshotIds)], uncertain, lastCreate };
}

/**
 * The one employee of a run that makes few records: the snapshot that was taken first, and a second one of the same
 * employee where there is room for it.
 */
function employeeOfFew(session: Session): Promise<OwnEmployee> {
  return session.once('the one employee', async () => {
    const { context, reduce, exchange: first } = await snapshotBase(session);
    const { id, employee_id: employeeId } = objectOf(first.answer.json);
    if (typeof id !== 'string' || typeof employeeId !== 'string')
      throw new Undecided('blocked', 'a created snapshot has no id or employee_id');
    const known = { employeeId, tag: context.runTag };
    const json = reduce(canonicalSnapshot({ ...context, employeeId }));
    const second = await session
      .api('snapshots.list')
      .call('E6', { path: { group_id: await groupId(session) }, json })
      .catch(unlessOutOfBudget);
    if (second === undefined || !isSuccess(second))
      return { ...known, snapshotIds: [idKey(id)], uncertain: first.repeated, lastCreate: first };
    const { id: secondId, employee_id: other } = objectOf(second.answer.json);
    const isAlike = typeof secondId === 'string' && sameId(other, employeeId);
    return {
      ...known,
      snapshotIds: [idKey(id), ...(isAlike ? [idKey(secondId)] : [])],
      uncertain: first.repeated || second.repeated,
      lastCreate: second,
    };
  });
}

/** Nothing, where a run could not send any more. */
function unlessOutOfBudget(error: unknown): undefined {
  if (!(error instanceof OutOfBudget)) throw error;
}

/** The employees that all paging checks read, the one with the longest list first: made once, then left at rest. @throws Undecided */
export function pagedEmployees(session: Session): Promise<readonly OwnEmployee[]> {
  return session.once('paged employees', () =>
    isFrugal(session)
      ? employeeOfFew(session).then((one) => [one])
      : Promise.all(
          pagedTotals.map((total) => createEmployee(session, session.api('paging.total'), `paging-${total}`, total)),
        ),
  );
}

/** The employee with the longest list. @throws Undecided */
export async function pagedEmployee(session: Session): Promise<OwnEmployee> {
  const [longest] = await pagedEmployees(session);
  if (longest === undefined) throw new Undecided('not-reached', 'no employee was made for the paging checks');
  return longest;
}

/** One page of an employee's snapshots (E8). */
export function listSnapshots(
  api: Api,
  employeeId: string,
  query: Readonly<Record<string, string>> = {},
): Promise<AnsweredExchange> {
  return api.call('E8', { path: { employee_id: employeeId }, query });
}

/** The ids on a page, in one letter case. */
export function idsOf(exchange: AnsweredExchange): readonly string[] {
  return recordsOf(exchange).map(({ record }) => idKey(record.id));
}

/** The employee's own snapshots on a page that no create was answered with; a record of another employee is not looked at. */
export function unaccountedFor(
  exchange: AnsweredExchange,
  { employeeId, snapshotIds }: OwnEmployee,
  others: readonly AnsweredExchange[] = [],
): readonly string[] {
  const answered = [...snapshotIds, ...others.map(({ answer }) => objectOf(answer.json).id)].map(idKey);
  return recordsOf(exchange)
    .filter(({ record }) => sameId(record.employee_id, employeeId))
    .map(({ record }) => idKey(record.id))
    .filter((id) => !answered.includes(id));
}
