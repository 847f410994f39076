import pLimit from 'p-limit';
import { atTwoCarriers, decisionVariations } from '../generators/index.ts';
import { arrayOf, idKey, isObject, type JsonObject, objectOf, type RequirementId } from '../spec/index.ts';
import { isRefusal, isSuccess, type AnsweredExchange } from '../target/exchange.ts';
import { canonicalTaken, type Check } from './engine/check.ts';
import { memberAt, type Violation } from './engine/assertions.ts';
import { part, ruleOnSuccesses, type Rule } from './engine/definition.ts';
import type { Memory, Slot } from './engine/memory.ts';
import { allRefused, brokenBodies, requestsWith, valuesToBreak } from './fixtures/invalid-requests.ts';
import { leanDecisions } from './fixtures/lean-bodies.ts';
import { decisionBase } from './fixtures/taken-bodies.ts';
import { editDecision } from './fixtures/decision-edits.ts';
import { onDay } from './fixtures/enrollment-days.ts';
import { createInSomeYear, decisionOf, decisionOn, ownDays } from './fixtures/decision-records.ts';
import { groupId } from './fixtures/own-groups.ts';
import { decisionPlanFormsTaken } from './checks/plan-forms.ts';
import { isOnePerDay } from './fixtures/renewal-days.ts';
import { scratchGroupId } from './fixtures/other-groups.ts';
import { withOnly } from './fixtures/target-plans.ts';
import { leftOutOfHealth } from './profiles.ts';
import { asViolations, differences, exactly } from './judging/comparison.ts';
import { decisionEchoViolations, planViolations } from './judging/decision-content.ts';
import { isIgnoredEdit, isNewlyMade, writesOf } from './judging/known-records.ts';
import { isLeftover, hasMalformedOrigin, isAtMalformedOrigin, isMalformed } from './judging/malformed-origin.ts';
import { gathered, onRecords, onSuccess, type SuccessView } from './judging/on-answers.ts';
import { wordsSeen } from './judging/open-points.ts';
import { recordsOf, type PlacedRecord } from './judging/reading.ts';
import { schemaViolations, type SchemaViolation } from './judging/schema-violations.ts';
import { decisionTraffic } from './traffic/body-traffic.ts';
import { watched, watchTraffic } from './traffic/watch-traffic.ts';
import { send } from './traffic/workload.ts';

/** The requirement that judges a place of a decision which does not follow the schema; the first match counts. */
const places: readonly (readonly [pattern: RegExp, id: RequirementId])[] = [
  [/^\/issues\/\d+/, 'renewals.issue-record'],
  [/^\/body\/carriers\/\d+\/lines_of_coverage\/[^/]+\/plans/, 'renewals.plans'],
  [/^\/body\/carriers/, 'renewals.carriers'],
  [/^/, 'renewals.record'],
];

function violationsAt(exchange: AnsweredExchange, memory: Memory, id: RequirementId): readonly SchemaViolation[] {
  return schemaViolations(exchange).filter(({ pointer, code, kind }) => {
    const inRecord = pointer.replace(/^\/response\/\d+/, '');
    if (inRecord === '/status' && code === 'enum') return id === 'renewals.status-values';
    const emptyCarriers = inRecord === '/body/carriers' && code === 'minItems';
    // An empty list is judged whatever body of this run made it.
    if (isAtMalformedOrigin(exchange, pointer, memory, emptyCarriers ? isLeftover : hasMalformedOrigin)) return false;
    // What is wrong with a day in a line is judged by wire.dates.
    if (id === 'renewals.carriers' && kind === 'date') return false;
    const isInRecord = exchange.request.endpoint !== 'E5' || inRecord !== pointer;
    return isInRecord && places.find(([pattern]) => pattern.test(inRecord))?.[1] === id;
  });
}

function followsSchema(
  id: RequirementId,
  speaks: (record: JsonObject) => boolean,
  also: (placed: PlacedRecord) => readonly Violation[] = () => [],
): Rule {
  return ruleOnSuccesses(['E3', 'E4', 'E5'], (exchange, memory) => {
    const records = recordsOf(exchange).filter(({ record }) => speaks(record));
    if (records.length === 0) return undefined;
    return [...violationsAt(exchange, memory, id), ...records.flatMap(also)];
  });
}

function onSent(of: readonly ('E3' | 'E4')[], judge: (view: SuccessView) => readonly Violation[] | undefined): Rule {
  const isTaken = ({ exchange, memory }: SuccessView): boolean =>
    isObject(exchange.request.json) && !isIgnoredEdit(exchange, memory);
  return onSuccess(of, (view) => (isTaken(view) ? judge(view) : undefined), { validBody: true });
}

/**
 * By version of a decision: `sound` if it was found to be listed as it was sent; if that could not be judged, the number
 * of writes that were known then.
 */
const lookedAt: Slot<Map<string, 'sound' | number>> = () => new Map();

type Judgement = ReturnType<Rule>;

/**
 * Compares a listed decision that the run made with the writes that may have given it its content. As long
 * as it is not edited, it must say what one of them said; and it must have the plans of one of them: the latest one whose
 * other content matches shows what is wrong with plans. Content of an older write is kept well, and listed late:
 * renewals.edit-listed judges that.
 */
function asWritten({ pointer, record, memory }: PlacedRecord & { readonly memory: Memory }): {
  readonly echo?: Judgement;
  readonly plans?: Judgement;
} {
  const { id, version } = record;
  const looked = memory.at(lookedAt);
  const key = `${idKey(id)} ${idKey(version)}`;
  const before = looked.get(key);
  if (before === 'sound') return { echo: [], plans: [] };
  const writes = writesOf(id, memory);
  if (before === writes.length) return {};
  // The create of another decision on the day may explain the content, but only a write that was accepted for this
  // decision can break a requirement.
  const accepted = writes.find(({ takenFor }) => takenFor === idKey(id));
  if (accepted === undefined) {
    looked.set(key, writes.length);
    return {};
  }
  const compare = ({ kept }: (typeof writes)[number]) => {
    const write = kept.recall();
    const sent = objectOf(write.request.json);
    const here = (violations: readonly Violation[]): readonly Violation[] =>
      violations.map((one) => ({ ...one, pointer: `${pointer}${one.pointer}`, earlier: [write] }));
    return { echo: here(decisionEchoViolations(sent, record)), plans: here(planViolations(sent, record)) };
  };
  const own = compare(accepted);
  if (own.echo.length + own.plans.length === 0) {
    looked.set(key, 'sound');
    return own;
  }
  const compared = writes.map(compare);
  const alike = compared.find(({ echo }) => echo.length === 0);
  const isPlanned = compared.some(({ plans }) => plans.length === 0);
  if (own.echo.length > 0) {
    const isEdited = writes.some(({ kept }) => kept.endpoint === 'E4');
    if (alike === undefined && !isEdited) return { echo: own.echo };
    looked.set(key, writes.length);
    return {};
  }
  if (isPlanned) looked.set(key, 'sound');
  return { echo: [], plans: isPlanned ? [] : alike?.plans };
}

const onDecisions = (judge: (placed: PlacedRecord) => readonly Violation[] | undefined): Rule =>
  onRecords(['E3', 'E4', 'E5'], judge);

async function observeGenerated({ api, id, session, observe }: Check): Promise<void> {
  const group = await groupId(session);
  const { context, canonical } = await decisionBase(session);
  for (const [index, { name, apply }] of decisionVariations.filter(({ requirement: of }) => of === id).entries()) {
    const [day = '', other = ''] = await ownDays(session, `variation ${index}`, [0, 1]);
    const sound = onDay(session, canonical(context), day);
    const created = await api.call('E3', { path: { group_id: group }, json: apply(onDay(session, sound, other)) });
    if (isRefusal(created)) observe(`refused: ${name}`, { shownBy: () => created });
    // Sent as an edit too: what a variation leaves out must not stay as it was.
    const whole = decisionOf(await api.call('E3', { path: { group_id: group }, json: sound }));
    if (whole.id !== undefined) await editDecision({ api, session }, group, whole, apply(sound));
  }
  await send(session, decisionTraffic);
}

async function observeLines({ api, session, observe }: Check): Promise<void> {
  const group = await groupId(session);
  const { context, canonical, reduce } = await decisionBase(session);
  const base = canonical(context);
  for (const [index, key] of context.linesOfCoverage.entries()) {
    const ofLine = reduce(withOnly(base, { carrierAt: 0, key }));
    const sendOn = (day = '') => api.call('E3', { path: { group_id: group }, json: onDay(session, ofLine, day) });
    const first = isOnePerDay(session) ? undefined : await sendOn(base.renewal_date);
    // It may not be known yet whether the target accepts only one decision a day.
    const exchange =
      first === undefined || isRefusal(first) ? await sendOn((await ownDays(session, 'lines', [index]))[0]) : first;
    const value = `${key} ${isSuccess(exchange) ? 'taken' : `refused with ${exchange.answer.status}`}`;
    observe(value, { shownBy: () => exchange });
  }
}

/** How many invalid edits of the one decision are under way at a time. */
const editsAtOnce = 8;

async function invalidBodiesRefused(check: Check): Promise<void> {
  const { api, session } = check;
  const group = await scratchGroupId(session);
  const [day = ''] = await ownDays(session, 'invalid', [0]);
  const created = await createInSomeYear(check, day, group);
  const { renewal_date: date = day } = decisionOf(created);
  const sound = await decisionOn(session, String(date));
  const { context } = await decisionBase(session);
  const larger = atTwoCarriers(sound, context);
  const cases = brokenBodies(check, 'renewal-decision-input', sound, { larger, values: valuesToBreak(check) });
  const origin = { sound, kind: leanDecisions };
  let now = decisionOf(created);
  // The decision may move on by itself, and a refusal of an old version would say nothing about the body. A few edits at
  // a time, so that the others know the version that these have found.
  const inTurn = pLimit(editsAtOnce);
  const edit = (json: unknown): Promise<AnsweredExchange> =>
    inTurn(async () => {
      const exchange = await editDecision({ api, session }, group, now, json, false);
      const { version } = isSuccess(exchange) ? decisionOf(exchange) : exchange.request.pathParameters;
      now = { ...now, version };
      return exchange;
    });
  await allRefused(check, [
    ...requestsWith(cases, origin, (json) => api.call('E3', { path: { group_id: group }, json })),
    ...requestsWith(cases, origin, edit, 'edit '),
  ]);
}

/** Requirements of renewal decisions (`spec/documents/4-endpoints.md`, E3 and E5). */
export const renewals = part(
  'renewals',
  { needs: ['writes'], traffic: [decisionTraffic, watchTraffic] },
  {
    create: {
      how: 'The plain decision is sent: the one in the configuration, or one made with the configured carriers and plans or with generated ones. If it is refused, what the refusal names is changed: another day, other forms of values, plans or lines. If the refusal names nothing, everything is changed or left out at once, and put back as far as the target accepts it. Other pairs of carrier and plan are tried last. One of these must get a 2xx with a body. If all get a 4xx, it stays undecided, with the words of the refusal that came closest.',
      scenario: (check) => canonicalTaken(check, 'a valid renewal decision', decisionBase(check.session)),
    },

    record: {
      how: 'Every decision in every success of E3, E4 and E5 is validated against its schema, except for its carriers, plans, issues and the value of its status. Generated decisions are created, edited twice and listed for this; those from invalid bodies are skipped.',
      rule: ruleOnSuccesses(['E3', 'E4', 'E5'], (exchange, memory) => {
        if (!exchange.answer.isJson || isMalformed(exchange)) return undefined;
        const holdsRecords = arrayOf(objectOf(exchange.answer.json).response).length > 0;
        // Something that is not an object is judged too: it is not a record.
        return exchange.request.endpoint !== 'E5' || holdsRecords
          ? violationsAt(exchange, memory, 'renewals.record')
          : undefined;
      }),
    },

    'initial-status': {
      how: 'Every success of E3 in the run for a body of the documented types must have the status `submitted` and an empty `issues`; generated decisions are created for this. An answer with an existing decision is ignored.',
      notShownBy: ['resent creates'],
      rule: onSent(['E3'], ({ body, exchange, memory }) => {
        if (!isNewlyMade(exchange, memory)) return undefined;
        const found = differences({ status: 'submitted', issues: [] }, body, exactly, '', 1);
        return asViolations(found, 'not-initial', (pointer) => `a new decision has another ${pointer.slice(1)}`);
      }),
    },

    'status-values': {
      how: `The status of every decision in every success of E3, E4 and E5 must be in the documented list. Generated decisions are created, edited and listed for this. ${watched}`,
      rule: followsSchema('renewals.status-values', ({ status }) => status !== undefined),
    },

    'issues-empty': {
      how: `Every decision in every success of E3, E4 and E5 that is \`ready\` or \`submitted\` must have an empty \`issues\`. Generated decisions are created, edited and listed for this. ${watched}`,
      rule: onDecisions(({ pointer, record: { status, issues } }) =>
        issues !== undefined && (status === 'ready' || status === 'submitted')
          ? memberAt(`${pointer}/issues`, issues).satisfies(Array.isArray(issues) && issues.length === 0, {
              code: 'issues',
              message: `a decision that is ${status} has ${Array.isArray(issues) ? 'issues' : 'no list of issues'}`,
              expected: [],
            })
          : undefined,
      ),
    },

    'issues-explain': {
      how: `Every decision in every success of E3, E4 and E5 that is \`not_ready\` must have at least one issue. A target that shows no such decision leaves it undecided. ${watched}`,
      rule: onDecisions(({ pointer, record: { status, issues } }) =>
        issues !== undefined && status === 'not_ready'
          ? memberAt(`${pointer}/issues`, issues).satisfies(Array.isArray(issues) && issues.length > 0, {
              code: 'no-issues',
              message: 'a decision that is not_ready has no issues',
              expected: 'at least one issue',
            })
          : undefined,
      ),
    },

    'issue-record': {
      how: `Every issue in every success of E3, E4 and E5 is validated against its schema, and its message must not be empty. A target that shows no issue leaves it undecided. ${watched}`,
      rule: followsSchema(
        'renewals.issue-record',
        ({ issues }) => arrayOf(issues).length > 0,
        ({ pointer, record }) =>
          arrayOf(record.issues).flatMap((issue, index) =>
            memberAt(`${pointer}/issues/${index}/message`, '').satisfies(objectOf(issue).message !== '', {
              code: 'empty-message',
              message: 'an issue has an empty message',
              expected: 'text',
            }),
          ),
      ),
    },

    'issue-carrier': {
      how: `Every issue in every success of E3, E4 and E5 must have a \`carrier_id\`. A target that shows no issue leaves it undecided. ${watched}`,
      rule: onDecisions(({ pointer, record: { issues } }) =>
        gathered(
          arrayOf(issues).map((issue, index) =>
            memberAt(`${pointer}/issues/${index}/carrier_id`, objectOf(issue).carrier_id).isPresent(
              'an issue names no carrier',
              'the carrier that the issue is about',
            ),
          ),
        ),
      ),
    },

    carriers: {
      how: 'The carriers of every decision in every success of E3, E4 and E5 are validated against the schema, including those of decisions from bodies without carriers. Generated decisions have one to four carriers.',
      rule: followsSchema('renewals.carriers', ({ body }) => body !== undefined),
    },

    echo: {
      looksAt: watchTraffic,
      how: 'Every success of E3 for a body of the documented types is compared with the body: group, date, carriers by their id, keys of lines, enrollment days. Every listed decision that the run created and did not edit must have this as well. Outside the profile health, every run sends named examples, then generated decisions (at least half of `--cases`). They have one to four carriers, any of the lines, text of all kinds of scripts, and days at the edges of months, years and leap years. A case that fails is shrunk towards the plain body, and then to what the failure needs.',
      rule: [
        onSent(['E3'], ({ body, sent, exchange }) => {
          const group = exchange.request.pathParameters.group_id;
          return [
            ...memberAt('/group_id', body.group_id).isId(group, 'group_id is not the group of the path', 'other-group'),
            ...decisionEchoViolations(sent, body),
          ];
        }),
        onRecords(['E5'], (placed) => asWritten(placed).echo),
      ],
    },

    plans: {
      how: 'Every success of E3 and E4 is compared with its body: each sent `plan_id` or `name` must be in the same line of the same carrier, and there must be no fewer plans than were sent. Every listed decision that the run created is compared in the same way, under each of its versions, with what it was created and edited with. Every plan in every answer is validated against its schema. Generated lines have one to three plans in mixed forms.',
      rule: [
        followsSchema('renewals.plans', ({ body }) => body !== undefined),
        onSent(['E3'], ({ sent, body }) => planViolations(sent, body)),
        // An edit that left the old content says nothing about plans: renewals.edit judges it.
        onSent(['E4'], ({ sent, body }) =>
          decisionEchoViolations(sent, body).length > 0 ? undefined : planViolations(sent, body),
        ),
        onRecords(['E5'], (placed) => asWritten(placed).plans),
      ],
    },

    'plan-forms': {
      how: 'The plain decision is sent with plans by id only, with name, type and tier, and with name and type only. If one is refused, the decision that the target accepted is sent with one plan of that form in each of its lines, from the plans that the target gave for the line or that are configured. For each form, one of these must get a 2xx. A generated name that is accepted without a tier must also be accepted with one of the tiers. At least one of the known medical plans that are accepted with a tier must also be accepted without it, and so must a generated plan of each line that is accepted with one. A refusal is ignored if no such plan is known, or if the accepted decision itself is no longer accepted.',
      profiles: leftOutOfHealth.variations,
      scenario: decisionPlanFormsTaken,
    },

    'accepts-generated': {
      how: 'Observed: which of two variations (open enrollment of one day, a line without plans) are refused on create; and, while named examples and generated decisions are created and edited, how many were accepted, with which status codes others were refused, and the smallest part of a refused body that the target does not accept: a kind of value, a missing member, a number of items, or several of these together.',
      profiles: leftOutOfHealth.variations,
      looksAt: decisionTraffic,
      scenario: observeGenerated,
    },

    'invalid-body': {
      how: 'Bodies are made from a decision that was accepted, in this order: for each member and each documented rule about it, one with the plainest wrong value and, in thorough runs, one with a second wrong value, such as a date without its zeros, a UUID without its dashes or an empty object for a list; one of each form that parsers convert, such as a date with a time; one with a later item of each list broken; and a quarter of `--cases` more that are generated, which break other items, or in other ways. Each is sent as a create and as an edit, in another group if there is one. An edit is sent again if the decision has moved on to another version meanwhile. All that are not answered with a 4xx are reported in one finding, with one entry for each rule that is not enforced.',
      footprint: { least: 2, variations: 171, perCase: 0.7 },
      profiles: leftOutOfHealth.refusedWrites,
      stage: 'invalid bodies',
      scenario: invalidBodiesRefused,
    },

    lines: {
      how: 'Observed: whether a decision with only one line is accepted, for each of `medical`, `dental` and the configured lines.',
      profiles: leftOutOfHealth.variations,
      scenario: observeLines,
    },

    transitions: {
      how: `Observed in every success of E3, E4 and E5, to the end of the run: the statuses of decisions, and the members of issues that the documents do not list, one of which may name the line of coverage. ${watched} Each of them is edited at the end.`,
      seen: wordsSeen({
        'statuses seen': 'decision status',
        'further members of issues': 'further members of issues',
      }),
      looksAt: 'all traffic',
      scenario: ({ session }) => send(session, watchTraffic),
    },
  },
);
