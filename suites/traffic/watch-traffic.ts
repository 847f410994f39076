import { setTimeout as sleep } from 'node:timers/promises';
import {
  atSeveralCarriers,
  httpDate,
  shifted,
  withAnotherDependent,
  type GenerationContext,
} from '../../generators/index.ts';
import {
  objectOf,
  sameId,
  type JsonObject,
  type MemberSnapshotInput,
  type RenewalDecisionInput,
} from '../../spec/index.ts';
import { isSuccess, type AnsweredExchange } from '../../target/exchange.ts';
import type { Query } from '../engine/api.ts';
import type { Check } from '../engine/check.ts';
import type { Workload } from '../engine/definition.ts';
import type { Slot } from '../engine/memory.ts';
import { profileOf } from '../engine/plan.ts';
import type { Session } from '../engine/session.ts';
import { sideBySide } from '../engine/waiting.ts';
import { unlessUndecided } from '../engine/verdicts.ts';
import { snapshotAdaptation } from '../fixtures/adaptation.ts';
import { byIdAlone } from '../fixtures/body-forms.ts';
import { decisionBase, snapshotBase } from '../fixtures/taken-bodies.ts';
import { editDecision, editedBody, theOneDecision } from '../fixtures/decision-edits.ts';
import { onDay } from '../fixtures/enrollment-days.ts';
import {
  assertListed,
  currentDecision,
  currentListing,
  hasDecision,
  notInWholeList,
  walkDecisions,
  type DecisionWalk,
  type Listing,
} from '../fixtures/decision-lists.ts';
import { decisionOf, editPath, ownDays } from '../fixtures/decision-records.ts';
import {
  createEmployee,
  listSnapshots,
  snapshotBody,
  submitSnapshot,
  type OwnEmployee,
} from '../fixtures/employee-records.ts';
import { groupId } from '../fixtures/own-groups.ts';
import { successBody } from '../judging/reading.ts';
import { send } from './workload.ts';

/** Whether a record has a documented final status, of a snapshot or of a decision. */
function isAtRest({ status }: JsonObject = {}): boolean {
  return status === 'completed' || status === 'done';
}

/** Maximum number of milliseconds that decisions get to be done once snapshots are at rest. */
const longestForDecisions = 2_000;

/** How many more times records are read once one has had the time that another took: they may never be at rest. */
const looksAtOthers = 6;

/** How long records of one kind are read. */
interface Watching {
  /** Milliseconds, if that is less than the profile's time for watching. */
  readonly most?: number;
  /** The milliseconds that the first record took to be at rest; set when it is. */
  tookMs?: number;
}

/** Reads records until all are at rest, have had longer than another one took, or the time for watching is over. */
async function untilAtRest(
  session: Session,
  read: () => Promise<readonly (JsonObject | undefined)[]>,
  watching: Watching = {},
): Promise<void> {
  const { longest, pause } = profileOf(session).watching;
  const start = performance.now();
  const end = Math.min(start + Math.min(longest, watching.most ?? Infinity), session.deadline);
  for (;;) {
    const seen = await read();
    const waited = performance.now() - start;
    if (seen.some(isAtRest)) watching.tookMs ??= waited;
    const hadTime = waited > (watching.tookMs ?? Infinity) + looksAtOthers * pause;
    if (seen.every(isAtRest) || hadTime || performance.now() + pause >= end) return;
    await sleep(pause);
  }
}

/** Maximum number of carriers and plans that are paired: the documents do not say which belong together. */
const paired = { carriers: 2, plans: 3 } as const;

/** The body with one or two carriers, each with one of the plans, in every way: fulfillment may refuse some pairs. */
function pairings(body: RenewalDecisionInput, { carrierIds, planIds }: GenerationContext) {
  const [first] = body.body?.carriers ?? [];
  const carriers = carrierIds.slice(0, paired.carriers);
  if (first === undefined || carriers.length === 0) return [];
  const at = (carrier: string, plan: string): object => {
    const lines = Object.entries(first.lines_of_coverage ?? {});
    const withPlan = lines.map(([key, line]) => [key, { ...line, plans: [{ plan_id: plan }] }]);
    return { carrier_id: carrier, lines_of_coverage: Object.fromEntries(withPlan) as object };
  };
  const plans = planIds.slice(0, paired.plans);
  const ways = carriers.reduce<readonly (readonly object[])[]>(
    (made, carrier) => made.flatMap((way) => plans.map((plan) => [...way, at(carrier, plan)])),
    [[]],
  );
  return ways.map((way) => ({ ...body, body: { ...body.body, carriers: [...way] } }));
}

function watchedDays(session: Session, purpose: string, count: number): Promise<readonly string[]> {
  return ownDays(session, purpose, [...Array(count).keys()], true);
}

/**
 * A decision with described plans, which no carrier may know, one with plans by id, and one for each pairing of
 * carriers with plans: most likely some of these become ready and some do not. The first is for a year that has begun,
 * so that it may be done.
 */
async function decisionBodies(session: Session): Promise<readonly RenewalDecisionInput[]> {
  const { context, canonical } = await decisionBase(session);
  const described = canonical(context);
  const byId = context.planIds.length === 0 ? [] : [byIdAlone(described)];
  const [plain = described] = byId;
  const bodies = [described, ...byId, ...pairings(plain, context)];
  const days = await watchedDays(session, 'watched', bodies.length);
  const begun = onDay(session, plain, shifted(context.today, -30));
  return [begun, ...bodies.map((body, index) => onDay(session, body, days[index] ?? ''))];
}

/** The group in which records are left alone, and functions to make, change and read them there. */
async function placeOf(session: Session) {
  const api = session.api('snapshots.fulfillment');
  const group = await groupId(session);
  const current = (decision: JsonObject) => currentDecision(api, group, decision);
  return {
    session,
    api,
    group,
    current,
    walk: (query: Query, wanted: readonly unknown[] = []) => walkDecisions(api, group, query, wanted),
    decide: async (json: RenewalDecisionInput) => decisionOf(await api.call('E3', { path: { group_id: group }, json })),
    submit: (json: MemberSnapshotInput) => api.call('E6', { path: { group_id: group }, json }),
    read: (id: string) => api.call('E7', { path: { snapshot_id: id } }),
    /** Edits a decision, and looks for it if the edit was taken. */
    edit: async (decision: JsonObject, json: RenewalDecisionInput): Promise<void> => {
      const edited = await editDecision({ api, session }, group, decision, json);
      if (isSuccess(edited)) await current(decisionOf(edited));
    },
  };
}

type Place = Awaited<ReturnType<typeof placeOf>>;

const aloneTag = 'watched-alone';

type Watched = Pick<OwnEmployee, 'employeeId' | 'snapshotIds'>;

/** An employee with one snapshot, at several carriers as far as the target knows and takes them. @throws Undecided */
async function employeeOfSeveralCarriers({ session, api, submit }: Place): Promise<Watched> {
  const { context } = await snapshotBase(session);
  const body = atSeveralCarriers(await snapshotBody(session, aloneTag), context);
  const created = body === undefined ? undefined : await (await snapshotAdaptation(session)).send(body, submit);
  const { id, employee_id: employeeId } = created === undefined ? {} : (successBody(created, 'E6') ?? {});
  if (typeof id !== 'string' || typeof employeeId !== 'string') return createEmployee({ api, session }, aloneTag, 1);
  return { employeeId, snapshotIds: [id] };
}

/**
 * Replaces a snapshot at rest twice, and reads it each time, alone and in the list: with one that has another
 * dependent, with one that has coverages at several carriers if the target takes that, otherwise with plain ones.
 */
async function replaceTwice(place: Place, { employeeId, snapshotIds }: Watched): Promise<void> {
  const { session, api, group } = place;
  const { context, reduce } = await snapshotBase(session);
  const plain = await snapshotBody(session, aloneTag, employeeId);
  const family = reduce(withAnotherDependent(plain, { ...context, runTag: `${context.runTag}-${aloneTag}` }));
  const further = (json: MemberSnapshotInput) => () => submitSnapshot(place, group, json);
  // A body that is refused for its dependent is not sent again and again.
  const withDependent = () => place.submit(family);
  const several = atSeveralCarriers(plain, context);
  const adapted = several === undefined ? [] : [(await snapshotAdaptation(session)).adapted(several)];
  let replaced = 0;
  for (const submit of [withDependent, ...adapted.map(further), further(plain)]) {
    if (replaced === 2) return;
    const submitted = await submit();
    if (!isSuccess(submitted)) continue;
    replaced += 1;
    await listSnapshots(api, employeeId);
    await place.read(snapshotIds[0] ?? '');
  }
}

/** A decision that was left alone, and how lists showed it in the end. */
interface WatchedDecision {
  readonly decision: JsonObject;
  /** As the whole list of its group has it; undefined if that lacks it. */
  readonly listed: JsonObject | undefined;
  /** The list of its day; only for decisions that the whole list lacks, and for one of each status. */
  readonly ofItsDay: DecisionWalk | undefined;
}

/** What was left alone, and what was seen of it at rest. */
interface WatchedRecords {
  employees: readonly Watched[];
  decisions: readonly WatchedDecision[];
  /** The whole list as it was read again because it lacked some decisions. */
  withoutSome?: DecisionWalk | undefined;
  /** The list with a start date before all decisions that were looked up by their day, if there were any. */
  sinceFirst?: DecisionWalk;
  /** The answer to the key of another organization, if there is one, when it listed decisions of the group. */
  shownToOthers?: AnsweredExchange;
  /** An edit with that key of a decision that had just moved on, with the decision as listed before and after. */
  editedByOthers?: { readonly before: JsonObject; readonly edit: AnsweredExchange; readonly after: Listing };
}

const leftAlone: Slot<WatchedRecords> = () => ({ employees: [], decisions: [] });

/** Reads how lists show decisions that were left alone. */
async function noteListed({ session, walk }: Place, made: readonly JsonObject[]): Promise<void> {
  const records = session.memory.at(leftAlone);
  // The other decisions of the run have had time to change as well.
  const once = await walk({});
  const missing = made.filter(({ id }) => !hasDecision(once, id)).map(({ id }) => id);
  const again = missing.length === 0 ? undefined : await walk({}, missing);
  records.withoutSome = again;
  const statuses = new Set<unknown>();
  const watched = await sideBySide(made, async (decision): Promise<WatchedDecision> => {
    const listed = [once, again].flatMap((whole) => whole?.decisions ?? []).find(({ id }) => sameId(id, decision.id));
    if (listed !== undefined && statuses.has(listed.status)) return { decision, listed, ofItsDay: undefined };
    statuses.add(listed?.status);
    return { decision, listed, ofItsDay: await walk(byDay(decision), [decision.id]) };
  });
  const ofEachStatus = watched.filter(({ listed, ofItsDay }) => listed !== undefined && ofItsDay !== undefined);
  const [first] = ofEachStatus.map(({ decision }) => String(decision.renewal_date)).toSorted();
  if (first !== undefined) {
    const ids = ofEachStatus.map(({ decision: { id } }) => id);
    records.sinceFirst = await walk({ start_date: httpDate(shifted(first, -1)) }, ids);
  }
  records.decisions = watched;
}

const byDay = ({ renewal_date: day }: JsonObject) => ({ renewal_date: httpDate(String(day)) });

/** Maximum number of watched decisions of which a twin is edited as soon as they have moved on. */
const mostTwins = 3;

/**
 * Makes decisions like those that are watched, and edits each as soon as a list shows that the watched one has moved
 * on: what a service found out about a decision must be gone after an edit of it.
 *
 * @returns a function that edits the twins of decisions that are listed in another status than before
 */
async function twinsOf(
  { session, api, group, current, decide, edit }: Place,
  watched: readonly { readonly body: RenewalDecisionInput; readonly decision: JsonObject }[],
): Promise<(listed: readonly JsonObject[]) => Promise<void>> {
  const days = await watchedDays(session, 'watched twins', 2 * mostTwins).catch(() => []);
  const planned = watched.slice(0, mostTwins).flatMap(({ body, decision }, index) => {
    const [day, next] = days.slice(2 * index);
    const isPlanned = day !== undefined && next !== undefined && decision.id !== undefined;
    return isPlanned ? [{ decision, json: onDay(session, body, day), next }] : [];
  });
  const made = await sideBySide(planned, async ({ decision, json, next }) => {
    const twin = await decide(json);
    const changed = await editedBody(session, json, 1, next, twin).catch(unlessUndecided);
    return changed === undefined ? [] : [{ decision, twin, changed }];
  });
  const left = new Set(made.flat().filter(({ twin }) => twin.id !== undefined));
  const records = session.memory.at(leftAlone);
  const editByOthers = async ({ twin, changed }: (typeof made)[number][number]): Promise<void> => {
    if (session.plan.target.secondCredentials === undefined || records.editedByOthers !== undefined) return;
    const before = await current(twin);
    if (before === undefined || before.status === twin.status) return;
    const edited = await api.call('E4', { path: editPath(before), json: changed }, 'second');
    records.editedByOthers = { before, edit: edited, after: await currentListing(api, group, before) };
  };
  return async (listed) => {
    const hasMoved = ({ decision }: { readonly decision: JsonObject }): boolean =>
      listed.some(({ id, status }) => sameId(id, decision.id) && status !== decision.status);
    const moved = [...left].filter(hasMoved);
    for (const one of moved) await editByOthers(one);
    await sideBySide(moved, async (one) => {
      left.delete(one);
      await edit(one.twin, one.changed);
    });
  };
}

/** Reads an employee's snapshots, each alone and all in their list. @returns the latest one */
async function readEmployee({ api, read }: Place, { employeeId, snapshotIds }: Watched) {
  const seen = await Promise.all(snapshotIds.map(read));
  await listSnapshots(api, employeeId);
  return seen.slice(-1).map((one) => successBody(one, 'E7'));
}

/**
 * Leaves an employee with one snapshot alone. It is read from the start: a second snapshot of another employee may have to
 * wait until the first is completed.
 */
async function watchAlone(place: Place, watching: Watching): Promise<Watched> {
  const employee = await employeeOfSeveralCarriers(place);
  await untilAtRest(place.session, () => readEmployee(place, employee), watching);
  return employee;
}

/** Leaves an employee with two snapshots alone, and decisions, of which it edits twins meanwhile. */
async function watchTogether(place: Place, watching: Watching) {
  const { session, walk, current, decide } = place;
  // A service may take only one snapshot of an employee.
  const employee: Watched = await createEmployee(place, 'watched', 2).catch((error: unknown) => {
    unlessUndecided(error);
    return createEmployee(place, 'watched', 1);
  });
  const bodies = await decisionBodies(session).catch(() => []);
  const created = await Promise.all(bodies.map(async (body) => ({ body, decision: await decide(body) })));
  const watched = created.filter(({ decision }) => decision.id !== undefined);
  const inThePast = watched.find((one) => one === created[0]);
  const [first, last] = [bodies[1], bodies.at(-1)].map((body) => body?.renewal_date);
  const range =
    first === undefined || last === undefined ? {} : { start_date: httpDate(first), end_date: httpDate(last) };
  const readInThePast = async () => (inThePast === undefined ? [] : [await current(inThePast.decision)]);
  const editTwins = await twinsOf(place, created.slice(1));
  await untilAtRest(
    session,
    async () => {
      const latest = await readEmployee(place, employee);
      await editTwins((await walk(range)).decisions);
      await readInThePast();
      return latest;
    },
    watching,
  );
  return { employee, watched, inThePast, readInThePast };
}

async function watchMany(session: Session): Promise<void> {
  const place = await placeOf(session);
  const { api, group, read } = place;
  const records = session.memory.at(leftAlone);
  const watching: Watching = {};
  const [{ employee, watched, inThePast, readInThePast }, other] = await Promise.all([
    watchTogether(place, watching),
    watchAlone(place, watching),
  ]);
  records.employees = [employee, other];
  await replaceTwice(place, other);
  await untilAtRest(session, readInThePast, { most: longestForDecisions });
  // A replaced snapshot may get its `replaced_by` a while later.
  await Promise.all([...other.snapshotIds.map(read), listSnapshots(api, other.employeeId)]);
  await noteListed(
    place,
    watched.map(({ decision }) => decision),
  );
  if (session.plan.target.secondCredentials !== undefined) {
    // The decision that is most likely done, whatever else is on the first page.
    const query = inThePast === undefined ? {} : byDay(inThePast.decision);
    records.shownToOthers = await api.call('E5', { path: { group_id: group }, query }, 'second');
  }
  // An edit restarts the processing of a decision.
  const days = await watchedDays(session, 'watched again', watched.length).catch(() => []);
  await sideBySide([...watched.entries()], async ([index, { body, decision }]) => {
    const day = days[index];
    const changed =
      day === undefined ? undefined : await editedBody(session, body, 1, day, decision).catch(unlessUndecided);
    if (changed !== undefined) await place.edit(decision, changed);
  });
}

/** The few records of a frugal run, read until they stop changing. */
async function watchFew(session: Session): Promise<void> {
  const { api, read, current } = await placeOf(session);
  const { employeeId, snapshotIds } = await createEmployee({ api, session }, 'few', 2);
  const edits = await theOneDecision(session).catch(() => undefined);
  const decision = edits?.after.decision ?? edits?.before.decision;
  const look = async () => {
    const seen = await read(snapshotIds[0] ?? '');
    await listSnapshots(api, employeeId);
    if (decision !== undefined) await current(decision);
    return [successBody(seen, 'E7')];
  };
  await untilAtRest(session, look);
}

/**
 * Snapshots and decisions that are left alone and read until they stop changing (E5, E7, E8): a change has to come with a
 * new version. Whether and when anything changes is not documented, so the time is limited.
 */
export const watchTraffic: Workload = {
  name: 'watch',
  footprint: { least: 60, variations: 40, writes: 0.4 },
  run: watchMany,
  frugal: watchFew,
};

/** What is known of the records that were left alone; sends their workload first. */
export async function watchedRecords(session: Session): Promise<WatchedRecords> {
  // If the workload could not be sent, the requirements judged on its answers say so.
  await send(session, watchTraffic).catch(unlessUndecided);
  return session.memory.at(leftAlone);
}

/** For the `how` of requirements that are judged on decisions left alone. */
export const watched =
  'Decisions with described plans, with plans by id, and with every pairing of the first two carriers and the first three plans are left alone and read for up to six seconds. Then the whole list of the group is read.';

/**
 * Asserts that decisions that were left alone are still listed, in any status, at least by their day; and that the list
 * without filters, if everything that it counts can be read, has the first decision of the run if the list of its day
 * has it.
 */
export async function watchedAreListed(check: Check): Promise<void> {
  const { api, session, that } = check;
  const { decisions, withoutSome } = await watchedRecords(session);
  const wrong = { code: 'no-longer-listed', message: 'a decision that was left alone is no longer listed' };
  for (const { decision, listed, ofItsDay } of decisions)
    if (listed !== undefined) session.ledger.judged(check.id);
    else if (ofItsDay !== undefined) {
      assertListed(check, ofItsDay, decision, wrong);
      if (withoutSome?.complete === true) that(false, () => notInWholeList(decision, ofItsDay, withoutSome));
    }
  // The decision that was made first: all others have been made since.
  const { id, renewal_date: day } = objectOf((await decisionBase(session)).exchange.answer.json);
  const group = await groupId(session);
  const whole = await walkDecisions(api, group, {}, [id]);
  if (hasDecision(whole, id) || !whole.complete) return;
  const ofItsDay = await walkDecisions(api, group, { renewal_date: httpDate(String(day)) }, [id]);
  that(!hasDecision(ofItsDay, id), () => notInWholeList({ id, renewal_date: day }, ofItsDay, whole));
}

/** Asserts that the list of a day has the decisions of that day that the whole list has, in any status. */
export async function watchedAreListedByDate(check: Check): Promise<void> {
  const wrong = { code: 'not-listed', message: 'a decision is listed without filters, and not by its day' };
  for (const { decision, listed, ofItsDay } of (await watchedRecords(check.session)).decisions)
    if (listed !== undefined && ofItsDay !== undefined) assertListed(check, ofItsDay, decision, wrong);
}

/** Asserts that a list that begins before the decisions has those that the whole list has, in any status. */
export async function watchedAreListedSince(check: Check): Promise<void> {
  const { decisions, sinceFirst } = await watchedRecords(check.session);
  const message = 'a decision is listed without filters, and not with a start_date before its own date';
  for (const { decision, listed, ofItsDay } of decisions)
    if (sinceFirst !== undefined && listed !== undefined && ofItsDay !== undefined)
      assertListed(check, sinceFirst, decision, { code: 'not-listed', message });
}
