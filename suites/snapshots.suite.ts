import { canonicalSnapshot, invalidBodies, withMoreOfEach } from '../generators/index.ts';
import {
  arrayOf,
  idKey,
  isObject,
  type JsonObject,
  objectOf,
  type RequirementId,
  sameId,
  valueAt,
  replaceAt,
} from '../spec/index.ts';
import type { KeptExchange } from '../target/exchange-archive.ts';
import { isSuccess, type AnsweredExchange } from '../target/exchange.ts';
import { canonicalTaken, type Check } from './engine/check.ts';
import { answerOf, memberAt, unless, type Violation } from './engine/assertions.ts';
import { part, ruleOn, ruleOnSuccesses, type Rule } from './engine/definition.ts';
import type { Memory, Slot } from './engine/memory.ts';
import { isFrugal } from './engine/plan.ts';
import { needsNumber } from './fixtures/configured-bodies.ts';
import { allRefused, brokenBodies, requestsWith, valuesToBreak } from './fixtures/invalid-requests.ts';
import { leanSnapshots } from './fixtures/lean-bodies.ts';
import { snapshotBase } from './fixtures/taken-bodies.ts';
import { createEmployee, readSomeAgain, snapshotBody, submitSnapshot } from './fixtures/employee-records.ts';
import { groupId } from './fixtures/own-groups.ts';
import { snapshotPlanFormsTaken } from './checks/plan-forms.ts';
import { observeVariations, optionalMembersLeftOut } from './checks/snapshot-variations.ts';
import { leftOutOfHealth } from './profiles.ts';
import { differences, firstDifference, type Comparison } from './rules/comparison.ts';
import {
  carriersMade,
  isNewlyMade,
  isOwnSnapshot,
  madeBy,
  mayStillCome,
  snapshotMade,
  type MadeSnapshot,
} from './rules/known-records.ts';
import { hasMalformedOrigin, isAtMalformedOrigin, isMalformed } from './rules/malformed-origin.ts';
import { madeIn, onMade, onSuccess, withCreate } from './rules/on-answers.ts';
import { areInOrder, isTokenSpent, recordsOf, successBody } from './rules/reading.ts';
import { schemaViolations, type SchemaViolation } from './rules/schema-violations.ts';
import {
  carriersOf,
  createdMembersViolations,
  echo,
  echoViolations,
  isSocialSecurityNumber,
  namedMembersViolations,
  ssnViolations,
  summaryViolations,
} from './rules/snapshot-content.ts';
import { listTraffic } from './traffic/list-traffic.ts';
import { modelTraffic, sequences } from './traffic/model-traffic.ts';
import { snapshotTraffic } from './traffic/body-traffic.ts';
import { statusesOfWatched, watchTraffic } from './traffic/watch-traffic.ts';
import { send } from './traffic/workload.ts';

/** The requirement that judges a place of a snapshot which does not follow the schema; the first match counts. */
const places: readonly (readonly [pattern: RegExp, id: RequirementId | undefined])[] = [
  [/^\/member_snapshot\//, undefined], // judged by snapshots.echo: it is what the suite sent
  [/^\/created_members\/\d+/, 'snapshots.created-members'],
  [/^\/fulfillment_summary\/\d+/, 'snapshots.summary'],
  [/^\/replaced_by$/, undefined], // judged by wire.identifiers
  [/^/, 'snapshots.record'],
];

/** A rule about the answer to a create whose body has the documented types. */
function onCreated(judge: (made: MadeSnapshot, memory: Memory) => readonly Violation[] | undefined): Rule {
  return ruleOnSuccesses(['E6'], (exchange, memory) => {
    const made = madeBy(exchange);
    return made && judge(made, memory);
  });
}

/** The same, if the create made the snapshot. */
function onNewlyMade(judge: (made: MadeSnapshot) => readonly Violation[] | undefined): Rule {
  return onCreated((made, memory) => (isNewlyMade(made.exchange, memory) ? judge(made) : undefined));
}

/**
 * The violations found by a schema and by a comparison with what was sent; undefined if the schema finds none and there
 * is nothing to compare with.
 */
function found(bySchema: readonly Violation[], compared: readonly Violation[] | undefined) {
  return compared === undefined && bySchema.length === 0 ? undefined : [...bySchema, ...(compared ?? [])];
}

/** A rule about full snapshot records (E6, E7): schema violations at the places of `id`, and what `also` finds. */
function onRecord(
  id: RequirementId,
  also: (record: JsonObject, sent: JsonObject | undefined) => readonly Violation[] | undefined = () => [],
): Rule {
  const isOfId = ({ pointer }: SchemaViolation): boolean =>
    places.find(([pattern]) => pattern.test(pointer))?.[1] === id;
  return onSuccess(
    ['E6', 'E7'],
    ({ body, exchange, memory }) => {
      if (hasMalformedOrigin(body.id, memory)) return undefined;
      const made = madeIn(exchange, body, memory);
      return found(schemaViolations(exchange).filter(isOfId), withCreate(also(body, made?.sent), made, exchange));
    },
    { validBody: true },
  );
}

/** For each replaced snapshot: what was said to have replaced it. */
const replacements: Slot<Map<string, { by: string; kept: KeptExchange }>> = () => new Map();

/** Whether one snapshot of the run was there before another was asked for. */
function wasThereBefore(one: unknown, other: unknown, memory: Memory): boolean {
  const [first, second] = [snapshotMade(one, memory), snapshotMade(other, memory)];
  if (first === undefined || second === undefined) return false;
  const [earlier, later] = [first.answered.created, second.answered.created];
  const isOlder = typeof earlier !== 'number' || typeof later !== 'number' || earlier <= later;
  return isOlder && first.exchange.endedAt < second.exchange.startedAt;
}

const replacedBy = ruleOnSuccesses(['E7'], (exchange, memory) => {
  const record = successBody(exchange, 'E7');
  if (record === undefined || !isOwnSnapshot(record.id, memory)) return undefined;
  const { replaced_by: by } = record;
  const seen = memory.at(replacements);
  const before = seen.get(idKey(record.id));
  if (typeof by === 'string' && before === undefined) {
    seen.set(idKey(record.id), { by, kept: memory.archive.keep(exchange) });
    if (wasThereBefore(by, record.id, memory))
      return memberAt('/replaced_by', by).satisfies(false, {
        code: 'older',
        message: 'replaced_by names a snapshot that was created before this one',
        expected: 'the id of a later snapshot',
      });
  }
  const names = typeof by === 'string' && !sameId(by, record.id);
  const overtaken = before !== undefined && !areInOrder(before.kept, exchange, memory);
  return unless(names || ((by === undefined || by === null) && (before === undefined || overtaken)), () => ({
    code: 'replaced-by',
    message:
      before === undefined ? 'replaced_by does not name another snapshot' : 'replaced_by was given before and is gone',
    pointer: '/replaced_by',
    expected: before?.by ?? 'the id of the snapshot that replaced this one, null, or absent until then',
    actual: by,
    ...(before === undefined ? {} : { earlier: [before.kept.recall()], isOfReplicas: true }),
  }));
});

const read = ruleOn({ endpoints: ['E7'] }, (exchange, memory) => {
  const { pathParameters } = exchange.request;
  if (exchange.access !== 'first' || isTokenSpent(exchange)) return undefined;
  const made = snapshotMade(pathParameters.snapshot_id, memory);
  if (made === undefined) return undefined;
  const { status, json, isBinary } = exchange.answer;
  // A text in another encoding is judged only by wire.json.
  if (isBinary === true || mayStillCome(exchange, made.exchange.endedAt, memory)) return undefined;
  const earlier = [made.exchange];
  const what = 'a snapshot that was created is answered with';
  if (status !== 200) return memberAt('#status', status, { earlier }).equals(200, `${what} ${status}`, 'status');
  if (!isObject(json))
    return memberAt('', json, { earlier }).satisfies(false, {
      code: 'no-record',
      message: `${what} a body that is not a JSON object`,
      expected: 'a snapshot record',
    });
  const { id, employee_id, created, member_snapshot } = made.answered;
  const same: Comparison = { missingMembers: 'allowed', anyOrder: false, except: isSocialSecurityNumber };
  const sent = { member_snapshot: made.sent };
  const answered = { member_snapshot };
  const looks = [
    () => differences({ id, employee_id, created }, json, { ...same, missingMembers: 'different' }),
    // A place that the create's answer already lacked, or that it alone lacked, is judged by snapshots.echo.
    () => differences(sent, json, echo).filter(({ pointer }) => isAsSent(answered, sent, pointer)),
    () => differences(answered, json, same).filter(({ pointer }) => !isAsSent(json, sent, pointer)),
  ];
  for (const look of looks) {
    const found = look();
    if (found.length > 0)
      return found.map((difference) => ({
        code: 'changed',
        message: `${difference.pointer} is not what it was on create`,
        ...difference,
        earlier,
      }));
  }
  return [];
});

/** Whether a record has at this place what was sent there; false if nothing was sent. */
function isAsSent(record: JsonObject, sent: JsonObject, pointer: string): boolean {
  const wanted = valueAt(sent, pointer);
  if (wanted === undefined) return false;
  return firstDifference({ at: wanted }, { at: valueAt(record, pointer) }, echo) === undefined;
}

async function readBack({ api, assert, session }: Check): Promise<void> {
  const { snapshotIds } = await createEmployee(session, api, 'get', 2);
  for (const id of snapshotIds) {
    const exchange = await api.call('E7', { path: { snapshot_id: id } });
    assert(answerOf(exchange).status(200, 'reading a snapshot that was just created'));
  }
}

async function replacementsAreRead({ api, assert, session }: Check): Promise<void> {
  const { employeeId, snapshotIds } = await createEmployee(session, api, 'replaced', 3);
  for (const id of snapshotIds) {
    const read = await api.call('E7', { path: { snapshot_id: id } });
    const { replaced_by: by } = objectOf(read.answer.json);
    if (typeof by !== 'string' || !isSuccess(read)) continue;
    const named = await api.untilShown('E7', () => api.call('E7', { path: { snapshot_id: by } }), isSuccess);
    const isOfEmployee = sameId(objectOf(named.answer.json).employee_id, employeeId);
    assert(
      answerOf(read, named)
        .at('/replaced_by')
        .satisfies(isSuccess(named) && isOfEmployee, {
          code: 'names-nothing',
          message: `replaced_by names no snapshot of the employee: reading it was answered with ${named.answer.status}`,
          expected: 'the id of a snapshot of the same employee',
        }),
    );
  }
  if (isFrugal(session)) return;
  // Reads are compared by version, so the newest snapshot is read again after a further one has been submitted.
  const group = await groupId(session);
  await submitSnapshot(session, api, group, await snapshotBody(session, 'replaced', employeeId));
  await api.call('E7', { path: { snapshot_id: snapshotIds.at(-1) ?? '' } });
}

async function invalidBodiesRefused(check: Check): Promise<void> {
  const { api, session } = check;
  const group = await groupId(session);
  const { context, canonical } = await snapshotBase(session);
  const sound = canonical({ ...context, runTag: `${context.runTag}-invalid` });
  const larger = withMoreOfEach(sound, context);
  const cases = brokenBodies(check, 'member-snapshot-input', sound, { larger, values: valuesToBreak(check) });
  const send = (json: unknown): Promise<AnsweredExchange> => api.call('E6', { path: { group_id: group }, json });
  const { employee_id: known } = objectOf((await snapshotBase(session)).exchange.answer.json);
  // A service may check less closely if it knows the employee.
  const ofKnown = replaceAt(sound, '/employee/id', known);
  const further = typeof known === 'string' ? invalidBodies('member-snapshot-input', ofKnown).filter(isOneOfMany) : [];
  await allRefused(check, requestsWith([...cases, ...further], { sound, kind: leanSnapshots }, send));
}

const isOneOfMany = (_: unknown, index: number): boolean => index % 40 === 0;

const listedSummaries = ruleOnSuccesses(['E8'], (exchange, memory) => {
  if (recordsOf(exchange).length === 0) return undefined;
  const bySchema = schemaViolations(exchange).filter(
    ({ pointer }) =>
      /^\/response\/\d+\/fulfillment_summary\/\d/.test(pointer) && !isAtMalformedOrigin(exchange, pointer, memory),
  );
  const compared = recordsOf(exchange).map(({ pointer, record: { id, fulfillment_summary: summary } }) => {
    const violations = summaryViolations(summary, carriersMade(id, memory), `${pointer}/fulfillment_summary`);
    // What was sent is recalled only for a violation: lists are long.
    return violations?.length ? withCreate(violations, snapshotMade(id, memory), exchange) : violations;
  });
  const known = compared.filter((violations) => violations !== undefined);
  return found(bySchema, known.length === 0 ? undefined : known.flat());
});

/** Requirements of member snapshots (`spec/documents/4-endpoints.md`, E6 and E7). */
export const snapshots = part(
  'snapshots',
  { needs: ['writes'], traffic: [snapshotTraffic, listTraffic, watchTraffic] },
  {
    create: {
      how: 'The plain snapshot is sent: that of the configuration, or one with its carriers and plans or made-up ones. Where it is refused, what the refusal names is changed: other forms of values, or parts left out; where it names nothing, everything is, and put back as far as it is taken. Other pairs of carrier and plan are tried last. One has to get a 2xx, and every 2xx of E6 in the run has to be a 201 with a record. If all get a 4xx it stays undecided, with the words of the refusal that came closest.',
      rule: ruleOnSuccesses(['E6'], (exchange) => {
        const { request, answer } = exchange;
        if (request.body === undefined || isMalformed(exchange)) return undefined;
        if (answer.status !== 201) return answerOf(exchange).status(201, 'a valid snapshot');
        if (!answer.isJson) return undefined;
        return memberAt('', answer.json).satisfies(isObject(answer.json), {
          code: 'no-record',
          message: 'a snapshot was created with 201 and no record',
          expected: 'a snapshot record',
        });
      }),
      scenario: (check) => canonicalTaken(check, 'a valid member snapshot', snapshotBase(check.session)),
    },

    'plan-forms': {
      how: 'The plain snapshot is sent with the coverages by plan id alone, and with those by plan name alone; where that is refused, the snapshot that the target took is sent with plans of the form that the target gave for each line, or that are configured. One has to get a 2xx. A refusal says nothing where no such plan is known, or where the snapshot itself is no longer taken.',
      profiles: leftOutOfHealth.variations,
      scenario: snapshotPlanFormsTaken,
    },

    'optional-members': {
      how: 'The plain snapshot is sent without any `latest_change_effective_date`, and without life coverage and `volume`: each has to get a 2xx. A target that refuses the latter with a `volume` as well asks for a life coverage, and may. Where the plain snapshot is refused and taken once every enrolled member has both members, it has to be taken with one of them as well. Without a snapshot that the target takes it stays undecided.',
      profiles: leftOutOfHealth.variations,
      scenario: optionalMembersLeftOut,
    },

    record: {
      how: 'Every success of E6 and E7 in the run is validated against its schema, except for the echo, the entries of `created_members` and of the summary, and `replaced_by`. Generated snapshots are created and read for it; those made from invalid bodies are left out.',
      rule: onRecord('snapshots.record'),
    },

    'initial-status': {
      how: 'Every success of E6 in the run to a body of the documented types has to have the status `processing`; generated snapshots are created for it. An answer with a snapshot that was there before says nothing.',
      notShownBy: ['resent creates'],
      rule: onNewlyMade(({ exchange }) =>
        answerOf(exchange).at('/status').equals('processing', 'a new snapshot is not processing'),
      ),
    },

    echo: {
      how: 'Every success of E6 to a body of the documented types is compared with the body, member by member and in order, except for social security numbers. Named examples in every run, and snapshots drawn by chance (at least half of `--cases`), have zero to five dependents, one to six coverages, texts of every writing and length, notable numbers and days, and members left out; a case that breaks it is shrunk to the plain one, and then to what the failure needs. Later snapshots of a known employee have another salary, middle name, street, occupation, no dependents, one coverage, another classification, day of an event, and text, number and date in every place, one after the other; the first one is read again after each.',
      rule: onCreated(({ sent, answered }) => echoViolations(sent, answered.member_snapshot)),
    },

    'echo-ssn': {
      how: 'In every success of E6, and of E7 for a snapshot that the run made, the number of each person is compared with the one that was sent. Generated people have numbers that were never issued; where the target takes none of these, it stays undecided.',
      async scenario(check) {
        const { context, reduce } = await snapshotBase(check.session);
        needsNumber(check, 'ssn', reduce(canonicalSnapshot(context)));
      },
      rule: onMade((record, { sent }) => ssnViolations(sent, record.member_snapshot)),
    },

    'echo-group': {
      how: 'In every success of E6, and of E7 for a snapshot that the run made, the group of the echoed employee is compared with the group of the path. An answer with a snapshot that was there before, as to the same content in another group, says nothing.',
      rule: onMade((record, { exchange }, memory) => {
        if (!isNewlyMade(exchange, memory)) return undefined;
        const wanted = exchange.request.pathParameters.group_id;
        const group = objectOf(objectOf(record.member_snapshot).employee).group_id;
        const message = 'the echoed employee does not carry the group of the path';
        return memberAt('/member_snapshot/employee/group_id', group).isId(wanted, message, 'other-group');
      }),
    },

    summary: {
      how: 'In every success of E6, and of E7 and E8 for snapshots that the run made, the carriers of the summary are compared with the distinct carriers of the coverages sent, and each entry is validated against its schema; a snapshot without coverages whose summary is empty says nothing. Generated snapshots have coverages at one to all carriers, and several at one. One with coverages at several carriers is read until it completes.',
      rule: [
        // A snapshot of somebody else is taken to echo what was submitted.
        onRecord('snapshots.summary', ({ fulfillment_summary: summary, member_snapshot: echoed }, sent) =>
          summaryViolations(summary, carriersOf(sent ?? objectOf(echoed)), '/fulfillment_summary'),
        ),
        listedSummaries,
      ],
    },

    'summary-initial': {
      how: 'In every success of E6 in the run to a body of the documented types each entry has to be `processing`, with an empty `errors`; a summary without entries says nothing.',
      notShownBy: ['resent creates'],
      rule: onNewlyMade(({ answered: { fulfillment_summary: summary } }) => {
        const wanted = arrayOf(summary).map(() => ({ status: 'processing', errors: [] }));
        if (wanted.length === 0) return undefined;
        return differences(wanted, arrayOf(summary), echo, '/fulfillment_summary', 1).map((difference) => ({
          code: 'not-initial',
          message: 'a summary entry of a new snapshot is not processing without errors',
          ...difference,
        }));
      }),
    },

    'created-members': {
      how: 'In every success of E6 and E7 each entry is validated against its schema, and no id may stand twice. Where the run made the snapshot, there may be no more entries than members, and, unless somebody was sent without a name, none that was not sent.',
      rule: onRecord('snapshots.created-members', createdMembersViolations),
    },

    'created-members-named': {
      how: 'In every success of E6, and of E7 for a snapshot that the run made, each entry has to have the name of a member that was sent, the type of that member, and, where it has the id of a member that was sent, the name of that very one. No name may stand in two entries with different ids, unless people were sent with names that differ in letter case, or in blanks around them, alone. An employee who is known gets a dependent more, too. An answer without entries, and one to people who were sent without names or with one name twice, says nothing.',
      rule: onMade((record, { sent }) =>
        arrayOf(record.created_members).length === 0 ? undefined : namedMembersViolations(record, sent),
      ),
    },

    get: {
      how: `Two snapshots of one employee are created and read at once, and every E7 of the run for a snapshot that it made counts: 200, the \`id\`, \`employee_id\` and \`created\` of the create, and the \`member_snapshot\` that the create answered: what is not what was sent in either is judged by snapshots.echo. At the end of the run up to 48, spread over it, are read once more. ${sequences}`,
      traffic: [snapshotTraffic, listTraffic, watchTraffic, modelTraffic],
      rule: read,
      scenario: readBack,
      atEnd: readSomeAgain,
    },

    'replaced-by': {
      how: 'Every success of E7 for a snapshot that the run made is looked at: null, absent, or the id of another snapshot, which was not there before this one, and once an id was given it may not be gone later. One that has completed is read after each of two further snapshots of its employee. Of an employee with three snapshots, each that is named in replaced_by is read: it has to be one of the same employee; the third is read again after a fourth.',
      footprint: { least: 10 },
      rule: replacedBy,
      scenario: replacementsAreRead,
    },

    fulfillment: {
      how: 'Observed over the whole run: the statuses of snapshots and of their fulfillment. Three snapshots are left alone and looked at until two of them complete, for up to six seconds, for it.',
      looksAt: 'all traffic',
      scenario: statusesOfWatched({ snapshots: 'snapshot status', carriers: 'fulfillment status' }),
    },

    'accepts-generated': {
      how: 'Observed: in which forms, or without what, the plain snapshot was taken; which of four variations (a latest change for everybody, a life coverage without volume, no coverages, coverages with an end) are refused; and, while named examples and generated snapshots are sent, how many were taken, with which codes others were refused, and the least of a refused body that the target does not take: a kind of value, a missing member, a number of items, or several of them together. While lists are checked: whether the id of an employee that is known is kept when it is sent again.',
      profiles: leftOutOfHealth.variations,
      looksAt: snapshotTraffic,
      async scenario(check) {
        await observeVariations(check);
        await send(check.session, snapshotTraffic);
      },
    },

    'invalid-body': {
      how: 'From the plain snapshot that was taken, one body is made for each member and each rule that the documents state of it, broken by the plainest wrong value, unless the run is to be brisk by a second one, too, in a fixed order; then one of each form that parsers convert (a number or a boolean as text, a date with a time or as a number, an item in place of its list); then one with a later item of each list broken; then a quarter of `--cases` more by chance, which break other items, or in other ways; then one in 40 of the first ones of an employee whom the target knows. A `null` for a member counts as one that is left out, and is sent for wire.no-server-error alone. All that are not answered with a 4xx are reported in one finding, with one entry for each rule that is not enforced.',
      footprint: { least: 1, variations: 256, perCase: 0.2 },
      profiles: leftOutOfHealth.refusedWrites,
      stage: 'invalid bodies',
      scenario: invalidBodiesRefused,
    },
  },
);
