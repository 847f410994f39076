import { httpDate } from '../generators/index.ts';
import { idKey, objectOf, sameId, type JsonObject } from '../spec/index.ts';
import { isSuccess, type AnsweredExchange } from '../target/exchange.ts';
import type { Query } from './engine/api.ts';
import type { Check } from './engine/check.ts';
import { answerOf, memberAt } from './engine/assertions.ts';
import { part } from './engine/definition.ts';
import { isFrugal } from './engine/plan.ts';
import type { Session } from './engine/session.ts';
import { sideBySide } from './engine/waiting.ts';
import { Undecided, unlessUndecided, wordsOf } from './engine/verdicts.ts';
import { editedBody } from './fixtures/decision-edits.ts';
import { currentListing, walkDecisions, type Listing } from './fixtures/decision-lists.ts';
import { decisionOf, decisionOn, editPath, ownDays } from './fixtures/decision-records.ts';
import { createEmployee, idsOf, snapshotBody } from './fixtures/employee-records.ts';
import { groupId, unknownId } from './fixtures/own-groups.ts';
import { decisionBase } from './fixtures/taken-bodies.ts';
import { earlyOfEachStatus, lookLater, nothingCameLater } from './checks/late-looks.ts';
import { changeIn, changesByItself, isAsBefore } from './checks/isolated-edits.ts';
import type { Effect } from './checks/refused-edits.ts';
import { groupOfSecond, snapshotsElsewhere, writesOfOthers } from './checks/unauthorized-writes.ts';
import { pageOf } from './judging/pages.ts';
import { ownAnswers } from './judging/record-versions.ts';
import { watchedRecords, watchTraffic } from './traffic/watch-traffic.ts';

function needsSecondKey({ session, undecided }: Check): void {
  if (session.plan.target.secondCredentials === undefined)
    undecided('not-configured', "no second organization's key; set secondCredentials");
}

/** What an answer says besides the ids that were asked for. */
const saidIn = ({ request, answer }: AnsweredExchange): string =>
  Object.values(request.pathParameters).reduce((text, id) => text.replaceAll(id, ''), answer.text);

/** Whether the key gets the same answer for ids that nothing has: then isolation is not the matter. */
async function isAsForUnknown({ api }: Check, exchange: AnsweredExchange): Promise<boolean> {
  const { endpoint, pathParameters, query, json } = exchange.request;
  if (endpoint === 'token') return false;
  const path = Object.fromEntries(Object.keys(pathParameters).map((name) => [name, unknownId(name)]));
  const unknown = await api.call(endpoint, { path, query, json }, exchange.access === 'first' ? 'first' : 'second');
  return unknown.answer.status === exchange.answer.status && saidIn(unknown) === saidIn(exchange);
}

async function givesNothing(check: Check, exchange: AnsweredExchange, isNothing: boolean, what: string): Promise<void> {
  const holds = isNothing || (await isAsForUnknown(check, exchange));
  const message = `another organization's key was given ${what}`;
  const expected = 'anything but a success with records';
  check.assert(answerOf(exchange).at('#status').satisfies(holds, { code: 'given', message, expected }));
}

/** Asserts that the other organization's key was given neither the records of a list nor their number. */
async function listsNothing(check: Check, listed: AnsweredExchange, what: string): Promise<void> {
  await givesNothing(check, listed, idsOf(listed).length === 0, what);
  const total = pageOf(listed)?.total ?? 0;
  if (idsOf(listed).length > 0 || total <= 0 || (await isAsForUnknown(check, listed))) return;
  const message = `another organization's key was given the number of ${what}`;
  check.assert(memberAt('/meta/total_records', total, { exchange: listed }).equals(0, message, 'counted'));
}

const firstPage: Query = { offset: '0', page_size: '20' };

/** A page that only lists of several records have: a service may check the owner of the first page alone. */
const secondPage: Query = { offset: '1', page_size: '1' };

/** Queries for a list of decisions: without a filter, with each filter, and for a page. */
async function queriesOfDecisions(session: Session): Promise<readonly Query[]> {
  const [start, end] = ['2000-01-01', '2100-01-01'].map(httpDate) as [string, string];
  const bounds = [{ start_date: start }, { end_date: end }, secondPage];
  if (isFrugal(session)) return [{}, ...bounds.slice(0, 1)];
  const day = (await decisionBase(session).catch(unlessUndecided))?.body.renewal_date;
  return [{}, ...bounds, ...(day === undefined ? [] : [{ renewal_date: httpDate(day) }])];
}

const withMessage = (effect: Effect | undefined, message: string) => effect && { ...effect, message };

/** Writes to what belongs to the first organization, and into its group, with the second one's key. */
async function writeAcross(check: Check): Promise<void> {
  await sideBySide(writesOfOthers, async ({ what, done, attempt }) => {
    const { writes, effect, look } = await attempt(check, 'isolation', ['second'], 'in capitals too');
    for (const write of writes) await givesNothing(check, write, !isSuccess(write), `${what} of the first one's`);
    const message = `${what} refused to another organization's key ${done} all the same`;
    check.noFinding(withMessage(effect, message));
    lookLater(check, async () => withMessage(await look(), message));
  });
  // A service may check the owner of an employee, but not that of the group.
  const path = { group_id: await groupId(check.session) };
  const json = await snapshotBody(check.session, 'isolation-newcomer');
  const newcomer = await check.api.call('E6', { path, json }, 'second');
  await givesNothing(check, newcomer, !isSuccess(newcomer), "a snapshot of a new employee in the first one's group");
  const message = "another organization's snapshot in a group of its own changed what this one has of its employee";
  await sideBySide([...snapshotsElsewhere.entries()], async ([at, { attempt }]) => {
    // These are not judged if there is no such group.
    const elsewhere = await attempt(check, `isolation-elsewhere-${at}`, ['second']).catch(unlessUndecided);
    check.noFinding(withMessage(elsewhere?.effect, message));
    if (elsewhere !== undefined) lookLater(check, async () => withMessage(await elsewhere.look(), message));
  });
}

const decisionsOfGroup = "a group's decisions";

/** Makes a decision and a snapshot with the second key, and asserts that the first one gets neither. */
async function recordsOfSecondHidden(check: Check): Promise<void> {
  const { api, assert, session } = check;
  const [own, group] = [await groupId(session), await groupOfSecond(check)];
  // A group that both have is judged by isolation.groups.
  if (sameId(own, group)) return;
  const [day = ''] = await ownDays(session, 'isolation of the second', [0]);
  const path = { group_id: group };
  const decision = await api.call('E3', { path, json: await decisionOn(session, day) }, 'second');
  if (isSuccess(decision)) {
    const { id } = decisionOf(decision);
    for (const filters of [{ renewal_date: httpDate(day) }, {}]) {
      // The walk does not wait for the decision: it must not be there.
      const { decisions, exchanges } = await walkDecisions(api, own, filters, []);
      const isListed = decisions.some((one) => sameId(one.id, id));
      assert(
        memberAt('/response', id, { earlier: [decision, ...exchanges] }).satisfies(!isListed, {
          code: 'listed',
          message: "a decision of another organization's group is listed",
          expected: 'decisions of the group alone',
        }),
      );
    }
    const listed = await api.call('E5', { path });
    await givesNothing(check, listed, idsOf(listed).length === 0, decisionsOfGroup);
    await api.call('E5', { path }, 'second');
  }
  const snapshot = await api.call('E6', { path, json: await snapshotBody(session, 'isolation-second') }, 'second');
  const { id: snapshotId, employee_id: employeeId } = objectOf(snapshot.answer.json);
  if (!isSuccess(snapshot) || typeof snapshotId !== 'string' || typeof employeeId !== 'string') return;
  // A service may check the owner of an employee alone.
  const json = await snapshotBody(session, 'isolation-second', employeeId);
  const across = await api.call('E6', { path: { group_id: own }, json }, 'second');
  await givesNothing(check, across, !isSuccess(across), "a snapshot of its own employee in the first one's group");
  for (const access of ['first', 'second'] as const) {
    const read = await api.call('E7', { path: { snapshot_id: snapshotId } }, access);
    const listed = await api.call('E8', { path: { employee_id: employeeId } }, access);
    if (access === 'second') continue;
    await givesNothing(check, read, !isSuccess(read), 'a snapshot');
    await givesNothing(check, listed, idsOf(listed).length === 0, "an employee's snapshots");
  }
}

async function snapshotsHidden(check: Check, snapshotIds: readonly string[]): Promise<void> {
  for (const id of snapshotIds) {
    const snapshot = await check.api.call('E7', { path: { snapshot_id: id } }, 'second');
    await givesNothing(check, snapshot, !isSuccess(snapshot), 'a snapshot');
  }
}

async function employeeHidden(check: Check, employeeId: string, query: Query = {}): Promise<void> {
  const listed = await check.api.call('E8', { path: { employee_id: employeeId }, query }, 'second');
  await listsNothing(check, listed, "an employee's snapshots");
}

async function decisionsHidden(check: Check, group: string, query: Query = {}): Promise<void> {
  const listed = await check.api.call('E5', { path: { group_id: group }, query }, 'second');
  await listsNothing(check, listed, decisionsOfGroup);
}

async function processedHidden(check: Check): Promise<void> {
  const { session } = check;
  if (!session.plan.target.writesAllowed) return;
  needsSecondKey(check);
  const [employee] = isFrugal(session)
    ? [await createEmployee(check, 'isolation', 1)]
    : (await watchedRecords(session)).employees;
  if (employee !== undefined) await snapshotsHidden(check, employee.snapshotIds.slice(0, 1));
  await decisionsHidden(check, await groupId(session));
  // By the end of the run, an edit has restarted the processing of what was done, so an earlier list is judged too.
  const { shownToOthers } = await watchedRecords(session);
  if (shownToOthers !== undefined) await listsNothing(check, shownToOthers, decisionsOfGroup);
}

/** Asserts that an edit of a processed decision with the second key was refused, and changed nothing. */
async function notEdited(check: Check, before: JsonObject, edit: AnsweredExchange, after: Listing): Promise<void> {
  const what = `an edit of a decision of the first one's that is ${String(before.status)}`;
  await givesNothing(check, edit, !isSuccess(edit), what);
  if (changeIn(before, after) !== undefined && (await changesByItself(check, 0))) return;
  isAsBefore(check, { before, after, edit, what: `${what}, refused to another organization's key, changed it` });
}

/** Asserts that others cannot edit processed decisions either: one that was just processed, and one of each status. */
async function processedNotEdited(check: Check): Promise<void> {
  const { api, session } = check;
  if (!session.plan.target.writesAllowed || isFrugal(session)) return;
  const { editedByOthers } = await watchedRecords(session);
  if (editedByOthers !== undefined)
    await notEdited(check, editedByOthers.before, editedByOthers.edit, editedByOthers.after);
  const group = await groupId(session);
  const [day = ''] = await ownDays(session, 'isolation of the processed', [0], true);
  for await (const before of earlyOfEachStatus(session, api)) {
    const json = await editedBody(session, await decisionOn(session, String(before.renewal_date)), 1, day, before);
    const edit = await api.call('E4', { path: editPath(before), json }, 'second');
    await notEdited(check, before, edit, await currentListing(api, group, before));
  }
}

/** Asserts that a list of groups of the second organization has none of these. */
function hasNone({ assert }: Check, exchange: AnsweredExchange, own: ReadonlySet<string>): void {
  const shared = idsOf(exchange).filter((id) => own.has(id));
  assert(
    memberAt('/response', shared, { exchange }).satisfies(shared.length === 0, {
      code: 'shared-group',
      message: "the second organization's key lists groups of the first",
      expected: 'no group of the other organization',
    }),
  );
}

/**
 * Whether the groups of both organizations are counted in each list: both have the same total, as many as both lists
 * have together, though neither page is full.
 */
function countsBoth(first: AnsweredExchange, second: AnsweredExchange): boolean {
  const [one, other] = [pageOf(first), pageOf(second)];
  if (one === undefined || other === undefined) return false;
  const areWhole = [one, other].every(({ offset, length, pageSize }) => offset === 0 && length < pageSize);
  const isOfBoth = one.total === other.total && one.total >= one.length + other.length && one.length > 0;
  return areWhole && isOfBoth;
}

/** Asserts that lists of groups that both keys ask for at once have nothing in common, and are counted apart. */
async function groupsApart(check: Check): Promise<void> {
  const { api } = check;
  const [first, second] = await Promise.all([api.call('E1'), api.call('E1', {}, 'second')]);
  hasNone(check, second, new Set(idsOf(first)));
  check.assert(
    memberAt('/meta/total_records', pageOf(second)?.total, { exchange: second, earlier: [first] }).satisfies(
      !countsBoth(first, second),
      {
        code: 'counted',
        message: "the total of the second organization's groups counts those of the first",
        expected: idsOf(second).length,
      },
    ),
  );
}

/** Asserts that the groups that came with the run's connections are not listed to the second organization either. */
async function newGroupsHidden(check: Check): Promise<void> {
  const { api, session } = check;
  const made = ownAnswers(session.memory, ['E2']).map(({ answer }) => objectOf(answer.json));
  if (made.length === 0 || isFrugal(session) || session.plan.target.secondCredentials === undefined) return;
  hasNone(check, await api.call('E1', {}, 'second'), new Set(made.map((connection) => idKey(connection.group_id))));
}

/** Requirements of what organizations see of each other (`spec/documents/5-authentication.md`). */
export const isolation = part(
  'isolation',
  { needs: ['a second key'] },
  {
    groups: {
      how: 'E1 is read with both keys, and with the second one also from the second group on and by page: no group of the first list, nor the group that the run works in, may be in the second list. The same holds for two lists that both keys ask for at once, whose totals may not count the groups of both, and, at the end of the run, for the groups that came with its connections. Without a second key, or if its list is refused, it stays undecided.',
      readsAlone: true,
      footprint: { least: 7 },
      async scenario(check) {
        needsSecondKey(check);
        const { api, session } = check;
        const own = new Set([...idsOf(await api.call('E1')), idKey(await groupId(session))]);
        for (const query of isFrugal(session) ? [{}] : [{}, { offset: '1' }, firstPage]) {
          const exchange = await api.call('E1', { query }, 'second');
          const refusal = `the second key's groups list was answered with ${wordsOf(exchange)}`;
          if (Object.keys(query).length === 0 && !isSuccess(exchange))
            throw new Undecided('blocked', refusal, exchange);
          hasNone(check, exchange, own);
        }
        if (!isFrugal(session)) await groupsApart(check);
      },
      atEnd: newGroupsHidden,
    },

    records: {
      how: 'The second key requests two snapshots of an employee, their list and the decisions of the group, all of the first organization; the lists are also requested with each of their parameters, and everything also by its id in capital letters; one snapshot is requested right after the first key has read it. It then sends a further snapshot of an employee, a snapshot of a new employee in the group, a decision in the group, an edit of a decision, and an edit of a decision that was edited before; all but that of the new employee also with the id of the group or decision in capital letters. Unless an unknown id gets the same answer, no snapshot or write may get a 2xx, and no list may give a record or the number of records. Afterwards, there must be no further snapshot or decision, and no decision on the day of the edit; this is checked again at the end of the run. A snapshot that names an employee of the first organization, one that does so in capital letters, and one with another id and everything else as in a snapshot of that employee are also sent to a group of the second organization. Whether the target accepts them is open, but they must not become snapshots of that employee or replace one, and the list of that employee must not be refused from then on. A decision and a snapshot that the second key creates in a group of its own must not be returned to the first key, nor be in the list of its group, and a further snapshot of the same employee may not be taken in the group of the first key. At the end of the run, a snapshot that was left alone and the decisions of the group are read with the second key once more; the decisions are also read with it before any of them is edited. An early decision of each status except the first is edited with the second key, and so is one whose status has just changed: that must change nothing in it. Without a second key, it stays undecided.',
      needs: ['writes', 'a second key'],
      footprint: { least: 65 },
      async scenario(check) {
        needsSecondKey(check);
        const { api, session } = check;
        // A replaced snapshot must be hidden from others like the current one.
        const count = isFrugal(session) ? 1 : 2;
        const { employeeId, snapshotIds } = await createEmployee(check, 'isolation', count);
        // A service may find a record by its id in capitals too, and check its owner elsewhere.
        const inCapitals = (id: string): readonly string[] => (isFrugal(session) ? [] : [id.toUpperCase()]);
        // A service may keep what it has read for one, and give it to others.
        if (!isFrugal(session)) await api.call('E7', { path: { snapshot_id: snapshotIds[0] ?? '' } });
        await snapshotsHidden(check, [...snapshotIds, ...snapshotIds.slice(0, 1).flatMap(inCapitals)]);
        for (const query of [{}, count > 1 ? secondPage : firstPage]) await employeeHidden(check, employeeId, query);
        for (const id of inCapitals(employeeId)) await employeeHidden(check, id);
        const group = await groupId(session);
        for (const query of await queriesOfDecisions(session)) await decisionsHidden(check, group, query);
        for (const id of inCapitals(group)) await decisionsHidden(check, id);
        // A faulty service might accept what another organization writes.
        if (isFrugal(session)) return;
        await writeAcross(check);
        await recordsOfSecondHidden(check).catch(unlessUndecided);
      },
      traffic: [watchTraffic],
      looksAt: watchTraffic,
      async atEnd(check) {
        await processedHidden(check);
        await nothingCameLater(check);
        await processedNotEdited(check).catch(unlessUndecided);
      },
    },
  },
);
