import { isDeepStrictEqual } from 'node:util';
import { atTwoCarriers, httpDate, invalidBodies, laterItemsInvalid } from '../../generators/index.ts';
import { idKey, type JsonObject, objectOf, sameId } from '../../spec/index.ts';
import { isRefusal, isSuccess, type AnsweredExchange } from '../../target/exchange.ts';
import type { Api, Call } from '../engine/api.ts';
import { answerOf, memberAt } from '../engine/assertions.ts';
import type { Check } from '../engine/check.ts';
import type { Scenario } from '../engine/definition.ts';
import type { Session } from '../engine/session.ts';
import type { Finding } from '../engine/verdicts.ts';
import { listGroups } from '../fixtures/asking-again.ts';
import { walkDecisions, type DecisionWalk } from '../fixtures/decision-lists.ts';
import { decisionOf, decisionOn, ownDays } from '../fixtures/decision-records.ts';
import { createEmployee, idsOf, listSnapshots, snapshotBody, unaccountedFor } from '../fixtures/employee-records.ts';
import { scratchGroupId } from '../fixtures/other-groups.ts';
import { findGroup, groupId, unknownId, type GroupSearch } from '../fixtures/own-groups.ts';
import { isOnePerDay } from '../fixtures/renewal-days.ts';
import { connectionBase, decisionBase } from '../fixtures/taken-bodies.ts';
import { someOf } from '../fixtures/invalid-requests.ts';
import { lookLater } from './late-looks.ts';
import { carrierIdsOf } from '../judging/decision-content.ts';
import { pageOf, totalIn } from '../judging/pages.ts';
import { everyNth, numberOf, recordsOf } from '../judging/reading.ts';
import { ownAnswers, ownRecords } from '../judging/record-versions.ts';

/** The finding on a list that has further decisions although the creates were refused. */
function furtherDecision(
  appeared: readonly JsonObject[],
  sent: readonly AnsweredExchange[],
  { exchanges }: DecisionWalk,
): Finding | undefined {
  if (appeared.length === 0) return undefined;
  return {
    code: 'listed',
    message: `listed although refused: ${numberOf(appeared.length, 'decision')}`,
    exchanges: [...sent, ...exchanges.slice(-1)],
    pointer: '/response',
    expected: 'no further decision',
    actual: appeared.map(({ id }) => id),
  };
}

/** Maximum number of refused creates that are sent again to find one that leaves a record. */
const mostSentAgain = 60;

/**
 * The first of the refused creates that leaves a record: each is sent again alone, until there is one more record.
 *
 * @param count - counts the records that are there now
 */
async function leavingRecord(api: Api, refused: readonly AnsweredExchange[], count: () => Promise<number>) {
  for (const exchange of refused.slice(0, mostSentAgain)) {
    const before = await count();
    const again = await api.repeat(exchange);
    if (!isSuccess(again) && (await count()) > before) return again;
  }
  return undefined;
}

/** Calls with a sound body in a form that is refused. */
const spoilt = (sound: unknown): readonly Call[] => [
  { body: `${JSON.stringify(sound)} and more` },
  { body: JSON.stringify(sound), contentType: 'text/plain' },
];

const refusedOf = (sent: readonly AnsweredExchange[]) => sent.filter((exchange) => !isSuccess(exchange));

async function refusedSnapshotsLeaveNothing(check: Check): Promise<void> {
  const { api, assert, session } = check;
  const group = await groupId(session);
  const employee = await createEmployee(check, 'refused', 1);
  const sound = await snapshotBody(session, 'refused', employee.employeeId);
  // A service may keep what comes before the broken item.
  const later = laterItemsInvalid('member-snapshot-input', sound);
  const broken = [...someOf(check, invalidBodies('member-snapshot-input', sound)), ...later];
  const calls = [...spoilt(sound), ...broken.map(({ value }) => ({ json: value }))];
  const sent = await Promise.all([
    api.call('E6', { path: { group_id: unknownId('group_id') }, json: sound }),
    ...calls.map((call) => api.call('E6', { path: { group_id: group }, ...call })),
  ]);
  const isUncertain = employee.uncertain || sent.some(({ repeated }) => repeated);
  const countThem = async (): Promise<number> => pageOf(await listSnapshots(api, employee.employeeId))?.total ?? 0;
  const look = async () => {
    const listed = await listSnapshots(api, employee.employeeId);
    // Broken bodies that the target took are judged by snapshots.invalid-body, and rightly listed.
    const own = ownRecords(session.memory, ['E6']);
    const added = unaccountedFor(listed, employee, sent.filter(isSuccess)).filter((id) => !own.has(id));
    const ids = idsOf(listed);
    const leaving = added.length === 0 ? undefined : await leavingRecord(api, refusedOf(sent), countThem);
    const finding = {
      code: 'listed',
      message: `listed although refused: ${numberOf(added.length, 'snapshot')}`,
      exchanges: [...(leaving === undefined ? refusedOf(sent).slice(0, 1) : [leaving]), listed],
      pointer: '/response',
      expected: ids.filter((id) => !added.includes(id)),
      actual: ids,
    };
    return { ids, finding: isUncertain || added.length === 0 ? undefined : finding };
  };
  const { ids, finding } = await look();
  check.noFinding(finding);
  lookLater(check, async () => (await look()).finding);
  const [only = ''] = employee.snapshotIds;
  if (isUncertain || sent.some(isSuccess) || ids.length > 1) return;
  const read = answerOf(await api.call('E7', { path: { snapshot_id: only } }), ...refusedOf(sent).slice(0, 1));
  const replacedBy = read.at('/replaced_by');
  const { value } = replacedBy;
  assert(
    // A snapshot that was replaced by itself, or by an empty text, was not replaced by any of the refused ones.
    replacedBy.satisfies(typeof value !== 'string' || value === '' || sameId(value, only), {
      code: 'replaced',
      message: 'a snapshot was replaced by one that was refused',
      expected: 'no other snapshot',
    }),
  );
}

async function refusedDecisionsLeaveNothing(check: Check): Promise<void> {
  const { api, session } = check;
  const [day = ''] = await ownDays(session, 'refused', [0]);
  const soundDecision = await decisionOn(session, day);
  const scratch = await scratchGroupId(session);
  // A service may put what has no day of its own on the current one.
  const onTheDays = async (): Promise<DecisionWalk> => {
    const days = [...new Set([day, session.plan.today])];
    const walks = await Promise.all(
      days.map((one) => walkDecisions(api, scratch, { renewal_date: httpDate(one) }, [])),
    );
    return {
      decisions: walks.flatMap(({ decisions }) => decisions),
      exchanges: walks.flatMap(({ exchanges }) => exchanges),
      pages: walks.reduce((sum, { pages }) => sum + pages, 0),
      complete: walks.every(({ complete }) => complete),
    };
  };
  const larger = atTwoCarriers(soundDecision, (await decisionBase(session)).context);
  const decisions = [
    ...someOf(check, invalidBodies('renewal-decision-input', soundDecision)),
    ...laterItemsInvalid('renewal-decision-input', larger),
  ];
  const before = await onTheDays();
  const calls = [...spoilt(soundDecision), ...decisions.map(({ value }) => ({ json: value }))];
  const answers = await Promise.all(calls.map((call) => api.call('E3', { path: { group_id: scratch }, ...call })));
  const accounted = [...before.decisions, ...answers.filter(isSuccess).map(decisionOf)].map(({ id }) => idKey(id));
  // A create that was lost and sent again may have made one that no answer names.
  if (!before.complete || answers.some(({ repeated }) => repeated)) return;
  // Others may make decisions for the same day: what a refused create leaves is like what was sent or like what was
  // taken before, or appears once more when the create is sent again.
  const own = [...decisions.map(({ value }) => value), soundDecision];
  const isAlike = (decision: JsonObject): boolean =>
    own.some((body) => isDeepStrictEqual(carrierIdsOf(objectOf(body)), carrierIdsOf(decision)));
  const refused = refusedOf(answers);
  const countThem = async (): Promise<number> => (await onTheDays()).decisions.length;
  const look = async (): Promise<Finding | undefined> => {
    const after = await onTheDays();
    const appeared = (await session.made.foreign(after.decisions)).filter(({ id }) => !accounted.includes(idKey(id)));
    const leaving = appeared.length === 0 ? undefined : await leavingRecord(api, refused, countThem);
    return leaving === undefined
      ? furtherDecision(appeared.filter(isAlike), refused.slice(0, 1), after)
      : furtherDecision(appeared, [leaving], after);
  };
  check.noFinding(await look());
  lookLater(check, look);
}

/** If a target takes one decision a day, the second one is refused through no fault of its body. */
async function refusedSecondLeavesNothing(check: Check): Promise<void> {
  const { api, session } = check;
  const { body } = await decisionBase(session);
  if (!isOnePerDay(session) || body.renewal_date === undefined) return;
  const group = await groupId(session);
  const onTheDay = { renewal_date: httpDate(body.renewal_date) };
  const before = await walkDecisions(api, group, onTheDay, []);
  const second = await api.call('E3', { path: { group_id: group }, json: body });
  if (!isRefusal(second) || before.decisions.length === 0) return;
  const after = await walkDecisions(api, group, onTheDay, []);
  const known = new Set(before.decisions.map(({ id }) => idKey(id)));
  const appeared = (await session.made.foreign(after.decisions)).filter(({ id }) => !known.has(idKey(id)));
  check.noFinding(furtherDecision(appeared, [second], after));
}

/** The refused create of a connection that leaves a group: each is sent again, under a name of its own. */
async function leavingGroup(api: Api, broken: readonly unknown[], name: string): Promise<readonly AnsweredExchange[]> {
  for (const [at, value] of broken.map(objectOf).entries()) {
    const own = `${name}-${at}`;
    const data = objectOf(value['group_data']);
    if (data['group_name'] !== name) continue;
    const json = { ...value, group_data: { ...data, group_name: own } };
    const exchange = await api.call('E2', { json });
    if ((await findGroup(api, (group) => group.name === own)).found !== undefined) return [exchange];
  }
  return [];
}

/** Asserts that the groups list has no group of a name under which every connection was refused. */
function noGroup({ assert }: Check, { found, page }: GroupSearch, earlier: readonly AnsweredExchange[]): void {
  assert(
    memberAt('/response', found?.id, { earlier: [...earlier, ...page] }).satisfies(found === undefined, {
      code: 'created',
      message: 'a connection that was refused made its group all the same',
      expected: 'no such group',
    }),
  );
}

/** If a target takes a connection only once, the second one is refused through no fault of its body. */
async function refusedAgainLeavesNothing(check: Check): Promise<void> {
  const { context, canonical } = await connectionBase(check.session);
  const json = canonical({ ...context, runTag: `${context.runTag}-twice` });
  if (!isSuccess(await check.api.call('E2', { json }))) return;
  const name = `${String(json.group_data?.group_name)}-again`;
  const second = await check.api.call('E2', {
    json: { ...json, group_data: { ...json.group_data, group_name: name } },
  });
  if (!isRefusal(second) || second.repeated) return;
  noGroup(check, await findGroup(check.api, (group) => group.name === name), [second]);
}

function countOwnGroups({ memory }: Session): number {
  return new Set(
    ownAnswers(memory, ['E2'])
      .flatMap(recordsOf)
      .map(({ record }) => idKey(record.group_id)),
  ).size;
}

async function refusedConnectionLeavesNothing(check: Check): Promise<void> {
  const { api, session } = check;
  const { context, canonical } = await connectionBase(session);
  const sound = canonical({ ...context, runTag: `${context.runTag}-refused` });
  const broken = invalidBodies('group-connection-input', sound).map(({ value }) => value);
  const countThem = async (): Promise<number> => (totalIn(await listGroups(api)) ?? 0) - countOwnGroups(session);
  const before = await countThem();
  const sent = await Promise.all(broken.map((json) => api.call('E2', { json })));
  // If one of the bodies was taken, a group of that name may well exist.
  if (sent.some(isSuccess)) return;
  const name = sound.group_data?.group_name;
  const search = await findGroup(api, (group) => group.name === name);
  noGroup(check, search, search.found === undefined ? [] : await leavingGroup(api, broken, String(name)));
  const look = async (refused: readonly AnsweredExchange[]): Promise<Finding | undefined> =>
    (await countThem()) > before ? namelessGroup(api, refused, countThem) : undefined;
  check.noFinding(await look(sent));
  // Meanwhile other checks may have had connections refused: a group of each of these would be counted here, too.
  lookLater(check, () => look(everyNth(sent, 4)));
}

/**
 * The finding that a refused connection leaves a group, under whatever name. Others may make groups meanwhile, but
 * hardly exactly one each time that a connection is sent again, and none when it is not. Groups of the run itself are
 * not counted.
 */
async function namelessGroup(api: Api, refused: readonly AnsweredExchange[], countThem: () => Promise<number>) {
  const leaving = await leavingRecord(api, refused, countThem);
  if (leaving === undefined) return undefined;
  const before = await countThem();
  if ((await countThem()) !== before) return undefined;
  const again = [await leavingRecord(api, [leaving], countThem), await leavingRecord(api, [leaving], countThem)];
  const page = await listGroups(api);
  if (again.includes(undefined) || (await countThem()) !== before + again.length) return undefined;
  return {
    code: 'created',
    message: 'a connection that is refused makes a group each time',
    exchanges: [leaving, page],
    pointer: '/meta/total_records',
    expected: 'no further group',
    actual: totalIn(page),
  };
}

/** Asserts that refused creates of snapshots, decisions and connections leave nothing behind. */
export const refusedLeaveNothing: readonly Scenario[] = [
  refusedSnapshotsLeaveNothing,
  refusedDecisionsLeaveNothing,
  refusedSecondLeavesNothing,
  refusedConnectionLeavesNothing,
  refusedAgainLeavesNothing,
];
