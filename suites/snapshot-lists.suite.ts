import { setTimeout as sleep } from 'node:timers/promises';
import { optionalMembers, withoutDependents } from '../generators/index.ts';
import {
  idKey,
  type JsonObject,
  type MemberSnapshotInput,
  membersOf,
  objectOf,
  pointerTo,
  sameId,
  schemas,
  valueAt,
  valuesByPath,
} from '../spec/index.ts';
import type { KeptExchange } from '../target/exchange-archive.ts';
import { isSuccess } from '../target/exchange.ts';
import { answerOf, memberAt } from './engine/assertions.ts';
import type { Check } from './engine/check.ts';
import { part, ruleOn, ruleOnSuccesses } from './engine/definition.ts';
import type { Slot } from './engine/memory.ts';
import { isFrugal } from './engine/plan.ts';
import type { Session } from './engine/session.ts';
import { sideBySide } from './engine/waiting.ts';
import {
  createEmployee,
  employeeWithPairs,
  listSnapshots,
  pagedEmployees,
  snapshotBody,
  submitSnapshot,
  type OwnEmployee,
} from './fixtures/employee-records.ts';
import { employeeOfTwoGroups, snapshotGroups } from './fixtures/other-groups.ts';
import { groupId } from './fixtures/own-groups.ts';
import { holdsAll, longestHoldsAll } from './checks/list-totals.ts';
import { differences, firstDifference, type Comparison } from './judging/comparison.ts';
import { employeeMadeAt, isOwnEmployee, mayStillCome, snapshotsMade } from './judging/known-records.ts';
import { isAtMalformedOrigin } from './judging/malformed-origin.ts';
import { gathered } from './judging/on-answers.ts';
import { asksForAnOrdinaryPage, isRefusedForItsPage, pageOf, shownPageSize } from './judging/pages.ts';
import { isTokenSpent, oneOfEachTrait, recordsOf, settings } from './judging/reading.ts';
import { compareWith, ownAnswers, versioned, viewOf } from './judging/record-versions.ts';
import { schemaViolations } from './judging/schema-violations.ts';
import { listTraffic } from './traffic/list-traffic.ts';
import { modelTraffic, sequences } from './traffic/model-traffic.ts';
import { snapshotTraffic } from './traffic/body-traffic.ts';
import { watchedRecords, watchTraffic } from './traffic/watch-traffic.ts';

const listed = ruleOn({ endpoints: ['E8'] }, (exchange, memory) => {
  const { pathParameters, query } = exchange.request;
  if (exchange.access !== 'first' || isTokenSpent(exchange)) return undefined;
  if (!isOwnEmployee(pathParameters.employee_id, memory)) return undefined;
  if (!isSuccess(exchange) && !asksForAnOrdinaryPage(exchange, 1)) return undefined;
  if (mayStillCome(exchange, employeeMadeAt(pathParameters.employee_id, memory), memory)) return undefined;
  if (Number(query.page_size ?? 1) > shownPageSize && !isSuccess(exchange)) return undefined;
  // Which sizes are accepted is judged by paging.page-size, and an offset without a size may be refused.
  if ((query.page_size ?? query.offset) !== undefined && isRefusedForItsPage(exchange)) return undefined;
  return [
    ...answerOf(exchange).status(200, 'the list of an employee'),
    ...recordsOf(exchange).flatMap(({ pointer, record }) =>
      // A record without an employee is judged by snapshots.list-item-fields.
      record.employee_id === undefined
        ? []
        : memberAt(`${pointer}/employee_id`, record.employee_id).isId(
            pathParameters.employee_id,
            'a snapshot of another employee is listed',
            'other-employee',
          ),
    ),
  ];
});

const bodySchema = 'member-snapshot-input';
const snapshotMembers = membersOf(bodySchema);
const optionalOfSnapshots = optionalMembers(bodySchema);

const itemFields: ReadonlySet<string> = new Set(Object.keys(schemas['snapshot-list-item'].properties ?? {}));

const itemsAsListed = ruleOnSuccesses(['E8'], (exchange, memory) => {
  if ((pageOf(exchange)?.length ?? 0) === 0) return undefined;
  const violations = schemaViolations(exchange).filter(
    ({ pointer, kind }) =>
      /^\/response\/\d+/.test(pointer) &&
      !/\/fulfillment_summary\/\d/.test(pointer) &&
      // A value that is not a valid identifier or timestamp is judged by wire.identifiers or wire.timestamps.
      kind === 'other' &&
      !isAtMalformedOrigin(exchange, pointer, memory),
  );
  // Elsewhere null equals a missing member; here an extra member is one with any value.
  const empty = recordsOf(exchange).flatMap(({ pointer, record }) =>
    Object.keys(record)
      .filter((name) => record[name] === null && !itemFields.has(name))
      .map((name) => ({
        code: 'additionalProperties',
        message: `${name} is not one of the fields of a list item`,
        pointer: `${pointer}${pointerTo(name)}`,
        expected: 'absent',
        actual: null,
      })),
  );
  return [...violations, ...empty];
});

/** The latest state in which a snapshot was shown, by itself or in a list, and the answer that first showed it. */
interface Shown {
  readonly modified: number;
  /** How many other versions of it were seen before this one. */
  readonly order: number;
  readonly place: string;
  readonly kept: KeptExchange;
}

const changes: Slot<{
  readonly versions: Map<string, readonly string[]>;
  readonly shown: Map<string, Shown>;
}> = () => ({ versions: new Map(), shown: new Map() });

const stateOf = ({ status, fulfillment_summary }: JsonObject): JsonObject => ({ status, fulfillment_summary });

/** The same and its version, which a snapshot that is read alone has to show: an item may be of an older one. */
const stateOfRecord = (record: JsonObject): JsonObject => ({ ...stateOf(record), version: record.version });

/**
 * Whether one state of a snapshot came before another: by its `modified`, and under a version that was seen earlier.
 * Times may count whole seconds: at the same time, the version that the snapshot was made with comes before all others.
 */
function isBefore(one: Omit<Shown, 'kept'>, other: Omit<Shown, 'kept'>): boolean {
  if (one.modified === other.modified) return one.order === 0 && other.order > 0;
  return one.modified < other.modified && one.order < other.order;
}

/** Judges that neither a read nor a list still shows an old state of a snapshot once the other shows a newer one. */
const noneIsLeftBehind = ruleOnSuccesses(['E6', 'E7', 'E8'], (exchange, memory) => {
  const { settleMs } = memory.at(settings);
  const { versions, shown } = memory.at(changes);
  const own = viewOf(exchange);
  const other = own === 'item' ? 'record' : 'item';
  const judgements = versioned(exchange, memory).map(({ pointer: place, record }) => {
    const key = idKey(record.id);
    const version = idKey(record.version);
    const earlierVersions = versions.get(key) ?? [];
    const seen = earlierVersions.includes(version) ? earlierVersions : [...earlierVersions, version];
    versions.set(key, seen);
    if (typeof record.modified !== 'number') return undefined;
    const now = { modified: record.modified, order: seen.indexOf(version), place };
    const before = shown.get(`${own} ${key}`);
    if (before === undefined || isBefore(before, now))
      shown.set(`${own} ${key}`, { ...now, kept: memory.archive.keep(exchange) });
    const ahead = shown.get(`${other} ${key}`);
    // It is not known how late the reads of saved traffic may be.
    if (ahead === undefined || settleMs === 0 || !isBefore(now, ahead)) return undefined;
    const ms = exchange.startedAt - ahead.kept.endedAt;
    if (ms <= settleMs) return undefined;
    const earlier = ahead.kept.recall();
    const state = own === 'record' ? stateOfRecord : stateOf;
    const become = state(objectOf(valueAt(earlier.answer.json, ahead.place)));
    const where = other === 'item' ? 'the list' : 'reading it alone';
    return differences(become, state(record), moving, '', 1).map((difference) => ({
      code: 'left-behind',
      message: `${difference.pointer} is what it was before ${where} showed what the snapshot has become, ${(ms / 1000).toFixed(0)} s ago`,
      ...difference,
      pointer: `${place}${difference.pointer}`,
      earlier: [earlier],
    }));
  });
  return exchange.request.endpoint === 'E6' ? undefined : gathered(judgements);
});

const moving: Comparison = { missingMembers: 'allowed', anyOrder: true };

/** Milliseconds between two reads of snapshots that are shown in two states. */
const pause = 250;

/** Most employees, besides those that were left alone, whose snapshots are read both ways. */
const mostOthers = 6;

/** The employees that were left alone, and some others spread over the run, each with a snapshot or two. */
async function employeesToAgree(session: Session): Promise<readonly Pick<OwnEmployee, 'employeeId' | 'snapshotIds'>[]> {
  const { employees } = await watchedRecords(session);
  const others = ownAnswers(session.memory, ['E6'], mostOthers)
    .map(({ answer }) => objectOf(answer.json))
    .map(({ id, employee_id: employee }) => ({ employeeId: String(employee), snapshotIds: [String(id)] }));
  return [...employees, ...others];
}

/** Most time for which snapshots are read both ways, as a multiple of `limits.settle`: they may change meanwhile. */
const mostSettling = 3;

/** Reads snapshots both ways until both show the same, or `limits.settle` has passed since the last change. */
async function comeToAgree({ api, session }: Check): Promise<void> {
  const employees = await employeesToAgree(session);
  const { settle } = session.plan.target.limits;
  const end = Math.min(performance.now() + mostSettling * settle, session.deadline);
  await sideBySide(employees, async ({ employeeId, snapshotIds }) => {
    let seen = '';
    let changedAt = performance.now();
    for (let isLast = false; !isLast; await sleep(pause)) {
      isLast = performance.now() > Math.min(changedAt + settle, end);
      const list = await listSnapshots(api, employeeId);
      const read = await Promise.all(snapshotIds.map((id) => api.call('E7', { path: { snapshot_id: id } })));
      const listed = recordsOf(list).map(({ record }) => record);
      const alone = read.flatMap(recordsOf).map(({ record }) => record);
      const differs = alone.some((record) => {
        const item = listed.find(({ id }) => sameId(id, record.id));
        return item !== undefined && firstDifference(stateOfRecord(item), stateOfRecord(record), moving) !== undefined;
      });
      if (!differs) return;
      const versions = [...listed, ...alone].map(({ version }) => idKey(version)).join();
      if (versions !== seen) changedAt = performance.now();
      seen = versions;
    }
  });
}

/** Walks the lists of the employees of paging, and of one in each group, with a further snapshot after each walk. */
async function listsHoldAll(check: Check): Promise<void> {
  const { session } = check;
  const long = await pagedEmployees(session);
  await sideBySide(
    long.filter(({ uncertain }) => !uncertain),
    (employee) => holdsAll(check, employee),
  );
  await sideBySide(await snapshotGroups(session), async (group) => {
    const employee = await createEmployee(check, `listed-${group}`, 2, { inGroup: group });
    const { employeeId: own } = employee;
    const snapshotIds = [...employee.snapshotIds];
    for (let reads = 1; reads <= 3; reads += 1) {
      await holdsAll(check, { employeeId: own, snapshotIds });
      const json = await snapshotBody(session, employee.tag, own);
      const exchange = await submitSnapshot(check, group, json);
      const { id, employee_id: employeeId } = objectOf(exchange.answer.json);
      const isKept = sameId(employeeId, own);
      if (employeeId !== undefined)
        session.ledger.observed(
          'snapshots.accepts-generated',
          `the id of a known employee is ${isKept ? 'kept' : 'not kept'}`,
          { topic: 'employee', shownBy: () => exchange },
        );
      if (isKept && !snapshotIds.some((known) => sameId(known, id))) snapshotIds.push(String(id));
    }
  });
}

/** Asserts that the accepted snapshots of an employee are all listed if two at a time were submitted at once. */
async function holdsThoseAtOnce(check: Check): Promise<void> {
  const employee = await employeeWithPairs(check.session);
  if (employee !== undefined) await holdsAll(check, employee);
}

/** Asserts that snapshots without coverages or without dependents are listed, if the target accepts them. */
async function holdsBareOnes(check: Check): Promise<void> {
  const { api, session } = check;
  const group = await groupId(session);
  const plain = (tag: string): Promise<MemberSnapshotInput> => snapshotBody(session, `listed-${tag}`);
  for (const json of [{ ...(await plain('bare')), coverages: [] }, withoutDependents(await plain('single'))]) {
    const exchange = await api.call('E6', { path: { group_id: group }, json });
    const { id, employee_id: employeeId } = objectOf(exchange.answer.json);
    if (isSuccess(exchange) && typeof employeeId === 'string')
      await holdsAll(check, { employeeId, snapshotIds: [String(id)] });
  }
}

/** Asserts that a known employee's list has a snapshot from another group, if the target accepts it for them. */
async function holdsOneOfAnotherGroup(check: Check): Promise<void> {
  const { employee, moved } = (await employeeOfTwoGroups(check.session)) ?? {};
  if (employee === undefined || moved === undefined || !isSuccess(moved)) return;
  const { employeeId, snapshotIds } = employee;
  const { id, employee_id: answered } = objectOf(moved.answer.json);
  if (sameId(answered, employeeId)) await holdsAll(check, { employeeId, snapshotIds: [...snapshotIds, String(id)] });
}

/** Asserts that snapshots which were left alone are still listed, in any status. */
async function watchedStayListed(check: Check): Promise<void> {
  const { employees } = await watchedRecords(check.session);
  await sideBySide(employees, (employee) => holdsAll(check, employee));
}

/** Longer lists than this have the same trait: six dependents count as five. */
const mostCounted = 5;

/** What a service may keep a snapshot elsewhere for: members that it lacks, its codes and flags, and its lengths. */
function traitsOf(snapshot: JsonObject): readonly string[] {
  const values = valuesByPath(bodySchema, [snapshot]);
  const lacking = optionalOfSnapshots.filter(({ path }) => !values.has(path)).map(({ path }) => `no ${path}`);
  const others = [...values].flatMap(([path, of]) => {
    if (path.endsWith('[]')) return [`${Math.min(of.length, mostCounted)} ${path}`];
    const isNamed = of.some((value) => typeof value === 'boolean') || snapshotMembers.get(path)?.kind === 'code';
    return isNamed ? of.map((value) => `${String(value)} ${path}`) : [];
  });
  return [...lacking, ...others];
}

/** Asserts that a snapshot with each trait that those of the run have is listed at its end. */
async function eachKindIsListed(check: Check): Promise<void> {
  if (isFrugal(check.session)) return;
  const chosen = oneOfEachTrait(snapshotsMade(check.session.memory), ({ sent }) => traitsOf(sent));
  await sideBySide(chosen, ({ answered: { id, employee_id: employee } }) =>
    holdsAll(check, { employeeId: String(employee), snapshotIds: [String(id)] }),
  );
}

/** For a frugal run: one employee with two snapshots. */
async function holdsTwo(check: Check): Promise<void> {
  await holdsAll(check, await createEmployee(check, 'listed', 2));
}

/** Requirements of lists of snapshots (`spec/documents/4-endpoints.md`, E8). */
export const snapshotLists = part(
  'snapshots',
  { needs: ['writes'], traffic: [snapshotTraffic, listTraffic, watchTraffic] },
  {
    list: {
      how: `In each of up to two groups, an employee is created with two snapshots, and the list is walked three times, with a further snapshot in between. The following lists are walked as well: those of the employees with 26, 20 and 4 snapshots; that of an employee after three pairs of snapshots, each pair submitted at the same time; those after a snapshot without coverages, one without dependents, and one of a known employee in another group, if the target accepts these; and those of two employees whose snapshots were left alone for up to six seconds. Each walk must find all snapshots that were created. At the end of the run, the same holds for the list of the employee with the most answered creates, if there are more than 26; a snapshot from an invalid body counts as long as E7 returns it. The lists of further employees are walked then, too: for each optional member that a snapshot of the run lacks, each flag and code that it has, and each number of dependents, coverages or events, there is one that must be listed. Every E8 of the run for an employee that it created and an ordinary page (sizes up to 20, whose refusal is checked by paging.page-size) must be 200 and contain only snapshots of that employee. ${sequences}`,
      notShownBy: ['query'],
      traffic: [snapshotTraffic, listTraffic, watchTraffic, modelTraffic],
      rule: listed,
      looksAt: watchTraffic,
      scenario: [listsHoldAll, holdsThoseAtOnce, holdsBareOnes, holdsOneOfAnotherGroup, watchedStayListed],
      async atEnd(check) {
        await longestHoldsAll(check);
        await eachKindIsListed(check);
      },
      profiles: { health: { scenario: holdsTwo } },
    },

    'list-item-fields': {
      how: 'Every item of every E8 in the run is validated against its schema, which allows no other member, not even one that is null. Identifiers and timestamps of a wrong type are checked by wire.identifiers and wire.timestamps. Snapshots from invalid bodies are skipped.',
      rule: itemsAsListed,
    },

    'list-agrees': {
      how: 'Every item of E8 and every record of E7 in the run is compared with the other kind with the same id and version: the members that both have must be equal. For this, snapshots are left alone and read both ways for up to six seconds while they are fulfilled, and for `limits.settle` longer if the two show them in different states. Up to six other snapshots of the run are also read both ways. If one of the two has shown a later `modified` with another status or summary (or version, for reading alone), the other must show it too, in every answer that is requested more than `limits.settle` after that.',
      looksAt: watchTraffic,
      profiles: { health: { scenario: null } },
      scenario: comeToAgree,
      rule: [
        noneIsLeftBehind,
        ruleOnSuccesses(['E7', 'E8'], (exchange, memory) => {
          const own = viewOf(exchange);
          const other = own === 'item' ? 'record' : 'item';
          return gathered(
            versioned(exchange, memory).map((placed) => {
              const differing = compareWith(other, placed, exchange, memory);
              if (differing === undefined || differing.length === 0) return differing;
              // If the record already differed under its version in its own view, it is the version that is wrong.
              const wasOther = (compareWith(own, placed, exchange, memory) ?? []).length > 0;
              return wasOther ? [] : differing;
            }),
          );
        }),
      ],
    },
  },
);
