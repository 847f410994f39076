import { canonicalSnapshot, invalidBodies, withMoreOfEach, withoutDependents } from '../generators/index.ts';
import {
  arrayOf,
  idKey,
  isObject,
  isStated,
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
import { bothPlanFormsTaken } from './checks/plan-forms-of-lines.ts';
import { snapshotPlanFormsTaken } from './checks/plan-forms.ts';
import { observeVariations, optionalMembersLeftOut } from './checks/snapshot-variations.ts';
import { leftOutOfHealth } from './profiles.ts';
import { asViolations, differences, firstDifference, type Comparison } from './judging/comparison.ts';
import {
  carriersMade,
  isNewlyMade,
  isOwnSnapshot,
  madeBy,
  mayStillCome,
  snapshotMade,
  type MadeSnapshot,
} from './judging/known-records.ts';
import { hasMalformedOrigin, isAtMalformedOrigin, isMalformed } from './judging/malformed-origin.ts';
import { madeIn, onMade, onSuccess, withCreate } from './judging/on-answers.ts';
import { wordsSeen } from './judging/open-points.ts';
import { areInOrder, everyNth, isTokenSpent, recordsOf, successBody } from './judging/reading.ts';
import { schemaViolations, type SchemaViolation } from './judging/schema-violations.ts';
import {
  carriersOf,
  createdMembersViolations,
  echo,
  echoViolations,
  isSocialSecurityNumber,
  namedMembersViolations,
  ssnViolations,
  summaryViolations,
} from './judging/snapshot-content.ts';
import { listTraffic } from './traffic/list-traffic.ts';
import { modelTraffic, sequences } from './traffic/model-traffic.ts';
import { snapshotTraffic } from './traffic/body-traffic.ts';
import { watchTraffic } from './traffic/watch-traffic.ts';
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
  const isOfId = ({ pointer }: SchemaViolation) => places.find(([pattern]) => pattern.test(pointer))?.[1] === id;
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
    const { employee_id: other } = snapshotMade(by, memory)?.answered ?? record;
    if (!sameId(other, record.employee_id))
      return memberAt('/replaced_by', by).satisfies(false, {
        code: 'of-another',
        message: 'replaced_by names a snapshot of another employee',
        expected: 'the id of a snapshot of the same employee',
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
  const isOpen = (pointer: string): boolean => isSocialSecurityNumber(pointer) || !isStated('snapshot', pointer);
  const same: Comparison = { missingMembers: 'allowed', anyOrder: false, except: isOpen };
  const sent = { member_snapshot: made.sent };
  const answered = { member_snapshot };
  const looks = [
    () => differences({ id, employee_id, created }, json, { ...same, missingMembers: 'different' }),
    // A place that the create's answer already lacked, or that it alone lacked, is judged by snapshots.echo.
    () => differences(sent, json, echo).filter(({ pointer }) => isAsSent(answered, sent, pointer)),
    () => differences(answered, json, same).filter(({ pointer }) => !isAsSent(json, sent, pointer)),
  ];
  for (const look of looks) {
    const changes = asViolations(look(), 'changed', (pointer) => `${pointer} is not what it was on create`);
    if (changes.length > 0) return changes.map((change) => ({ ...change, earlier }));
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
  const { snapshotIds } = await createEmployee({ api, session }, 'get', 2);
  for (const id of snapshotIds) {
    const exchange = await api.call('E7', { path: { snapshot_id: id } });
    assert(answerOf(exchange).status(200, 'reading a snapshot that was just created'));
  }
}

async function replacementsAreRead({ api, assert, session }: Check): Promise<void> {
  const { employeeId, snapshotIds } = await createEmployee({ api, session }, 'replaced', 3);
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
  await submitSnapshot({ api, session }, group, await snapshotBody(session, 'replaced', employeeId));
  await api.call('E7', { path: { snapshot_id: snapshotIds.at(-1) ?? '' } });
}

async function invalidBodiesRefused(check: Check): Promise<void> {
  const { api, session } = check;
  const group = await groupId(session);
  const { context, canonical } = await snapshotBase(session);
  const sound = canonical({ ...context, runTag: `${context.runTag}-invalid` });
  const larger = withMoreOfEach(sound, context);
  const cases = brokenBodies(check, 'member-snapshot-input', sound, { larger, values: valuesToBreak(check) });
  // Where dependents are enrolled, an object in their place would be refused because nobody is named by the ids.
  const emptyAsObject = replaceAt(withoutDependents(sound), '/dependents', {});
  const send = (json: unknown): Promise<AnsweredExchange> => api.call('E6', { path: { group_id: group }, json });
  const { employee_id: known } = objectOf((await snapshotBase(session)).exchange.answer.json);
  // A service may check less closely if it knows the employee.
  const ofKnown = replaceAt(sound, '/employee/id', known);
  const further = typeof known === 'string' ? everyNth(invalidBodies('member-snapshot-input', ofKnown), 40) : [];
  const all = [...cases, { pointer: '/dependents', rule: 'type', value: emptyAsObject } as const, ...further];
  await allRefused(check, requestsWith(all, { sound, kind: leanSnapshots }, send));
}

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
      how: 'The plain snapshot is sent: the one in the configuration, or one made with the configured carriers and plans or with generated ones. If it is refused, what the refusal names is changed: values are sent in other forms, or parts are left out. If the refusal names nothing, everything is changed or left out at once, and put back as far as the target accepts it. Other pairs of carrier and plan are tried last. One of these must get a 2xx, and every 2xx of E6 in the run must be a 201 with a record. If all get a 4xx, it stays undecided, with the words of the refusal that came closest.',
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
      how: 'The plain snapshot is sent with only its coverages by plan id, and with only those by plan name. If that is refused, the snapshot that the target accepted is sent with plans in that form: those that the target gave for each line, or configured ones. For each form, one of these must get a 2xx. A refusal is ignored if no such plan is known, or if the accepted snapshot itself is no longer accepted. Then each line of which a plan is known by id and name is sent in the form that the accepted snapshot does not have there (by id only if the configuration names the plan and its line), and a plan by name in a further snapshot of an employee. These must get a 2xx if the same plan in the other form is accepted before and after.',
      profiles: leftOutOfHealth.variations,
      scenario: [snapshotPlanFormsTaken, bothPlanFormsTaken],
    },

    'optional-members': {
      how: 'The plain snapshot is sent without any `latest_change_effective_date`, the same with coverages that have an end, without life coverage and `volume`, and the last one with a coverage of each further configured line: each must get a 2xx. A target may refuse the second if it also refuses coverages with an end that have the date, and the others if it also refuses the same with a `volume`. If the plain snapshot is refused but accepted once every enrolled member has both members, it must also be accepted with only one of them. Without a snapshot that the target accepts, it stays undecided.',
      profiles: leftOutOfHealth.variations,
      scenario: optionalMembersLeftOut,
    },

    record: {
      how: 'Every success of E6 and E7 in the run is validated against its schema, except for the echo, the entries of `created_members` and of the summary, and `replaced_by`. Generated snapshots are created and read for this; those from invalid bodies are skipped.',
      rule: onRecord('snapshots.record'),
    },

    'initial-status': {
      how: 'Every success of E6 in the run for a body of the documented types must have the status `processing`; generated snapshots are created for this. An answer with an existing snapshot is ignored.',
      notShownBy: ['resent creates'],
      rule: onNewlyMade(({ exchange }) =>
        answerOf(exchange).at('/status').equals('processing', 'a new snapshot is not processing'),
      ),
    },

    echo: {
      how: 'Every success of E6 for a body of the documented types is compared with the body, member by member and in order, except for social security numbers. Outside the profile health, every run sends named examples, then generated snapshots (at least half of `--cases`). They have zero to five dependents, one to six coverages, text of all kinds of scripts and lengths, special numbers and days, and members left out. A case that fails is shrunk towards the plain body, and then to what the failure needs. Later snapshots of a known employee change one thing each: salary, middle name, street, occupation, dependents (none), coverages (only one), classification, day of an event, and then every text, every number and every date. The first one is read again after each.',
      rule: onCreated(({ sent, answered }) => echoViolations(sent, answered.member_snapshot)),
    },

    'echo-ssn': {
      how: 'In every success of E6, and of E7 for a snapshot that the run created, the social security number of each person is compared with the one that was sent. Generated people have numbers that were never issued; if the target accepts none of these, it stays undecided.',
      async scenario(check) {
        const { context, reduce } = await snapshotBase(check.session);
        needsNumber(check, 'ssn', reduce(canonicalSnapshot(context)));
      },
      rule: onMade((record, { sent }) => ssnViolations(sent, record.member_snapshot)),
    },

    'echo-group': {
      how: 'In every success of E6, and of E7 for a snapshot that the run created, the group of the echoed employee is compared with the group in the path. An answer with an existing snapshot, for example because the same content was sent to another group before, is ignored.',
      rule: onMade((record, { exchange }, memory) => {
        if (!isNewlyMade(exchange, memory)) return undefined;
        const wanted = exchange.request.pathParameters.group_id;
        const group = objectOf(objectOf(record.member_snapshot).employee).group_id;
        const message = 'the echoed employee does not carry the group of the path';
        return memberAt('/member_snapshot/employee/group_id', group).isId(wanted, message, 'other-group');
      }),
    },

    summary: {
      how: 'In every success of E6, and of E7 and E8 for snapshots that the run created, the carriers of the summary are compared with the distinct carriers of the coverages that were sent, and each entry is validated against its schema. A snapshot without coverages and with an empty summary is ignored. Generated snapshots have coverages at one to all carriers, and several at one carrier. One with coverages at several carriers is read until it completes.',
      rule: [
        // A snapshot of somebody else is taken to echo what was submitted.
        onRecord('snapshots.summary', ({ fulfillment_summary: summary, member_snapshot: echoed }, sent) =>
          summaryViolations(summary, carriersOf(sent ?? objectOf(echoed)), '/fulfillment_summary'),
        ),
        listedSummaries,
      ],
    },

    'summary-initial': {
      how: 'In every success of E6 in the run for a body of the documented types, each entry must be `processing`, with an empty `errors`. A summary without entries is ignored.',
      notShownBy: ['resent creates'],
      rule: onNewlyMade(({ answered: { fulfillment_summary: summary } }) => {
        const wanted = arrayOf(summary).map(() => ({ status: 'processing', errors: [] }));
        if (wanted.length === 0) return undefined;
        const found = differences(wanted, arrayOf(summary), echo, '/fulfillment_summary', 1);
        const wrong = 'a summary entry of a new snapshot is not processing without errors';
        return asViolations(found, 'not-initial', () => wrong);
      }),
    },

    'created-members': {
      how: 'In every success of E6 and E7, each entry is validated against its schema, and no id may appear twice. If the run created the snapshot, there must be no more entries than members. Unless somebody was sent without a `custom_individual_id`, there must also be no entry with one that was not sent.',
      rule: onRecord('snapshots.created-members', createdMembersViolations),
    },

    'created-members-named': {
      how: 'In every success of E6, and of E7 for a snapshot that the run created, each entry must have the `custom_individual_id` of a member that was sent, and the type of that member. If an entry has the id of a member that was sent, its `custom_individual_id` must be that of the same member. No `custom_individual_id` may appear in two entries with different ids, unless people were sent whose `custom_individual_id` differs only in letter case or in surrounding blanks. A known employee is also sent with one more dependent. An answer without entries is ignored, and so is one to people who were sent without a `custom_individual_id` or with the same one twice.',
      rule: onMade((record, { sent }) =>
        arrayOf(record.created_members).length === 0 ? undefined : namedMembersViolations(record, sent),
      ),
    },

    get: {
      how: `Two snapshots of one employee are created and read right after that. Every E7 of the run for a snapshot that it created is checked: it must be 200, with the \`id\`, \`employee_id\` and \`created\` of the create, and with the \`member_snapshot\` that the create returned. What differs from the sent body in both answers is checked by snapshots.echo. At the end of the run, up to 48 snapshots, spread over the run, are read once more. ${sequences}`,
      traffic: [snapshotTraffic, listTraffic, watchTraffic, modelTraffic],
      rule: read,
      scenario: readBack,
      atEnd: readSomeAgain,
    },

    'replaced-by': {
      how: 'In every success of E7 for a snapshot that the run created, `replaced_by` must be null, absent, or the id of another snapshot, of the same employee as far as that is known, that was not created before this one. Once an id was given, it must not disappear later. A completed snapshot is read after each of two further snapshots of its employee. For an employee with three snapshots, each snapshot that is named in `replaced_by` is read: it must belong to the same employee. The third one is read again after a fourth.',
      footprint: { least: 10 },
      rule: replacedBy,
      scenario: replacementsAreRead,
    },

    fulfillment: {
      how: 'Observed in every success of E6, E7 and E8, to the end of the run: the statuses of snapshots and of their fulfillment. For this, three snapshots are left alone and read until two of them complete, for up to six seconds.',
      seen: wordsSeen({ snapshots: 'snapshot status', carriers: 'fulfillment status' }),
      looksAt: 'all traffic',
      scenario: ({ session }) => send(session, watchTraffic),
    },

    'accepts-generated': {
      how: 'Observed: in which forms, or without which parts, the plain snapshot was accepted; which of four variations (a latest change for everybody, a life coverage without volume, no coverages, coverages with an end) are refused; and, while named examples and generated snapshots are sent, how many were accepted, with which status codes others were refused, and the smallest part of a refused body that the target does not accept: a kind of value, a missing member, a number of items, or several of these together. While lists are checked, it is also observed whether the id of a known employee is kept when it is sent again.',
      profiles: leftOutOfHealth.variations,
      looksAt: snapshotTraffic,
      async scenario(check) {
        await observeVariations(check);
        await send(check.session, snapshotTraffic);
      },
    },

    'invalid-body': {
      how: 'Bodies are made from the plain snapshot that was accepted, in this order: for each member and each documented rule about it, one with the plainest wrong value and, in thorough runs, one with a second wrong value, which for dates, identifiers and lists is one that many parsers accept (a date without its zeros, a UUID without its dashes, an empty object); one of each form that parsers convert (a number or a boolean as text, a date with a time, with slashes, without dashes or as a number, a UUID in braces, an item in place of its list, an object in place of an empty one); one with a later item of each list broken; a quarter of `--cases` more that are generated, which break other items, or in other ways; and one in 40 of the first ones for an employee that the target knows. A `null` for a member counts as a missing member, and is sent only for wire.no-server-error. All that are not answered with a 4xx are reported in one finding, with one entry for each rule that is not enforced.',
      footprint: { least: 1, variations: 260, perCase: 0.2 },
      profiles: leftOutOfHealth.refusedWrites,
      stage: 'invalid bodies',
      scenario: invalidBodiesRefused,
    },
  },
);
