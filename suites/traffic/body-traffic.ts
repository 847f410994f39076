import { isDeepStrictEqual } from 'node:util';
import { constant, record, tuple, type Arbitrary } from 'fast-check';
import {
  arbitraryConnection,
  arbitraryDecision,
  arbitrarySnapshot,
  carriersOf,
  connectionExamples,
  decisionExamples,
  exampleBodies,
  firstOfMonth,
  openEnd,
  shifted,
  snapshotExamples,
  withOwnEmployer,
  withOwnPeople,
  withPeriods,
  withoutDependents,
  type Example,
  type GenerationContext,
} from '../../generators/index.ts';
import {
  sameId,
  withChanged,
  type JsonObject,
  type MemberSnapshotInput,
  type RenewalDecisionInput,
  type RequirementId,
  type SchemaName,
  type SchemaTypes,
} from '../../spec/index.ts';
import { isRefusal, isSuccess, type AnsweredExchange } from '../../target/exchange.ts';
import type { Api, Send } from '../engine/api.ts';
import { isLeanTry } from '../engine/case-scope.ts';
import type { Workload } from '../engine/definition.ts';
import { leaveOut, minimize, type Examples } from '../engine/property.ts';
import { profileOf } from '../engine/plan.ts';
import type { Session } from '../engine/session.ts';
import { Undecided, unlessUndecided, wordsOf } from '../engine/verdicts.ts';
import { createAdaptation, decisionAdaptation, snapshotAdaptation, type Adaptation } from '../fixtures/adaptation.ts';
import { bodyDifferences, keepingOnly, type BodyDifference } from '../fixtures/body-differences.ts';
import { editsOf, editTried, theOneDecision } from '../fixtures/decision-edits.ts';
import { currentDecision, walkDecisions } from '../fixtures/decision-lists.ts';
import { decisionOf, decisionOn, onFreeDay, ownDays } from '../fixtures/decision-records.ts';
import {
  createEmployee,
  employeeWithPairs,
  isTakenLater,
  snapshotBody,
  submitSnapshot,
} from '../fixtures/employee-records.ts';
import { leanConnections, leanDecisions, leanest, leanSnapshots, type LeanKind } from '../fixtures/lean-bodies.ts';
import { onDay } from '../fixtures/enrollment-days.ts';
import { employeeOfTwoGroups } from '../fixtures/other-groups.ts';
import { groupId } from '../fixtures/own-groups.ts';
import { needsFurtherDecisions } from '../fixtures/renewal-days.ts';
import { daysOf } from '../fixtures/renewal-calendar.ts';
import { connectionBase, decisionBase, snapshotBase, type Base } from '../fixtures/taken-bodies.ts';
import { notTakenTopics } from '../judging/open-points.ts';
import { successBody } from '../judging/reading.ts';
import { sendCases } from './workload.ts';

const triesToShrink = 80;

/** Sends a body, or one like it that is taken. @throws Undecided if the target refuses it */
type Write<Body> = (body: Body, by: Send<Body>) => Promise<AnsweredExchange>;

/** What one record is created with, and then edited to. */
interface BodyCase<Body> {
  readonly bodies: readonly Body[];
  readonly isExample: boolean;
}

interface BodyTraffic<Name extends SchemaName, Body = SchemaTypes[Name]> {
  readonly name: string;
  readonly kind: LeanKind<Name>;
  /** The open requirement for observing what is not taken. */
  readonly open: RequirementId;
  readonly base: Base<Body>;
  readonly adaptation: Adaptation<Body>;
  readonly arbitrary: (context: GenerationContext) => Arbitrary<Body>;
  readonly examples: (context: GenerationContext) => readonly Example<Body>[];
  /** Makes an example different from the others, by its position, if a service may compare them. */
  readonly distinguish: (body: Body, index: number) => Body;
  /** What an example is edited to once it is created. Default: nothing. */
  readonly editsOf?: (body: Body) => readonly Body[];
  /** How often a drawn body is edited. Default: never. */
  readonly drawnEdits?: number;
  send(write: Write<Body>, one: BodyCase<Body>): Promise<unknown>;
}

/** Leaves words that the plain body does not have out of the texts of a failing body, as long as it still fails. */
async function inFewerWords<Name extends SchemaName>(
  schema: Name,
  body: SchemaTypes[Name],
  { body: plain, context: { runTag } }: Base<SchemaTypes[Name]>,
  fails: (body: SchemaTypes[Name]) => Promise<boolean>,
): Promise<void> {
  const inWords = (of: SchemaTypes[Name], keep: (words: readonly string[]) => readonly string[]): SchemaTypes[Name] =>
    withChanged(schema, of, ({ kind }, value) => {
      const words = kind === 'text' && typeof value === 'string' ? value.split(' ') : [];
      return words.length > 1 ? keep(words).join(' ') : value;
    });
  const wordsIn = (of: SchemaTypes[Name]): ReadonlySet<string> => {
    const found: string[] = [];
    inWords(of, (words) => {
      found.push(...words);
      return words;
    });
    return new Set(found);
  };
  const known = wordsIn(plain);
  const found = [...wordsIn(body)].filter((word) => !word.includes(runTag) && !known.has(word));
  await leaveOut(found, async (gone) => {
    const without = inWords(body, (words) => {
      const left = words.filter((word) => !gone.includes(word));
      return left.length === 0 ? words : left;
    });
    return gone.length < found.length && fails(without);
  });
}

/**
 * Sends the examples of a kind of body, then drawn ones, and observes what the target was found not to take. An example
 * that fails is made smaller by undoing the differences that it does not need to fail, and leaving out words of the
 * rest.
 */
async function sendBodies<Name extends SchemaName>(session: Session, traffic: BodyTraffic<Name>): Promise<void> {
  type Body = SchemaTypes[Name];
  const { name, kind, open, base, adaptation, distinguish, editsOf = () => [], drawnEdits = 0 } = traffic;
  const exampleOf = (body: Body): BodyCase<Body> => ({ bodies: [body, ...editsOf(body)], isExample: true });
  const examples: Examples<BodyCase<Body>> = {
    values: exampleBodies(base.body, traffic.examples(base.context)).map((example, index) => ({
      name: example.name,
      value: exampleOf(base.reduce(distinguish(example.body, index))),
    })),
    async smaller({ bodies: [body = base.body] }, fails) {
      const only = (kept: readonly BodyDifference[]): Body => keepingOnly(body, base.body, kept, kind.repair);
      const differences = bodyDifferences(body, base.body);
      const kept = await minimize(differences, (some) => fails(exampleOf(only(some))), triesToShrink);
      await inFewerWords(kind.schema, only(kept), base, (shorter) => fails(exampleOf(shorter)));
    },
  };
  const drawn = traffic.arbitrary(base.context).map(base.reduce);
  const bodies = tuple(...Array.from({ length: 1 + drawnEdits }, () => drawn));
  const cases = record<BodyCase<Body>>({ bodies, isExample: constant(false) });
  const sent = { taken: 0, refused: 0, refusal: '' };
  const write: Write<Body> = async (body, by) => {
    const exchange = await adaptation.send(body, by);
    const isTaken = isSuccess(exchange);
    if (isRefusal(exchange)) sent.refusal = wordsOf(exchange);
    if (!isLeanTry()) {
      sent[isTaken ? 'taken' : 'refused'] += 1;
      // Business rules are not documented: a refusal of a generated body is no violation.
      const shownBy = (): AnsweredExchange => exchange;
      if (isTaken) session.ledger.observed(open, 'taken', { shownBy });
      else if (isRefusal(exchange))
        session.ledger.observed(open, `refused with ${exchange.answer.status}`, { shownBy });
    }
    if (isTaken) return exchange;
    throw new Undecided('blocked', `a generated body was refused: ${wordsOf(exchange)}`);
  };
  await sendCases(session, name, cases, (one) => traffic.send(write, one), {
    examples,
    leaner: (one, fails) =>
      leanest(one.bodies.map(adaptation.adapted), kind, (lean) => fails({ ...one, bodies: lean })),
  });
  if (sent.refused > sent.taken)
    session.ledger.accepts(base.name, `${sent.taken} of ${sent.taken + sent.refused} generated ones`, sent.refusal);
  for (const { what, isInPart, leftOut } of adaptation.learned)
    session.ledger.observed(open, `not taken${isInPart ? ' everywhere' : ''}: ${what}`, {
      topic: notTakenTopics[leftOut?.how ?? 'sent'],
      words: leftOut?.members,
    });
}

async function connectOfEveryKind(session: Session): Promise<void> {
  const base = await connectionBase(session);
  const api = session.api('connections.create');
  await sendBodies(session, {
    name: connectionTraffic.name,
    kind: leanConnections,
    open: 'connections.accepts-generated',
    base,
    adaptation: createAdaptation(session, { taken: base.body }),
    arbitrary: arbitraryConnection,
    examples: connectionExamples,
    // A service may connect an employer only once.
    distinguish: (body, index) => withOwnEmployer(body, String(index)),
    async send(write, { bodies }) {
      for (const body of bodies) await write(body, (json) => api.call('E2', { json }));
    },
  });
  // An employer may be connected with several carriers: nothing of one connection may appear in another.
  const other = carriersOf(base.context).find((id) => !sameId(id, base.body.carrier_id));
  if (other !== undefined) await api.call('E2', { json: { ...base.body, carrier_id: other } });
  // A connection has to name the organization of its key.
  if (session.plan.target.secondCredentials !== undefined) await api.call('E2', { json: base.body }, 'second');
}

/** Group connections of every kind (E2). */
export const connectionTraffic: Workload = {
  name: 'connections',
  footprint: { least: 2, variations: 45, perCase: 0.65, writes: 1 },
  run: connectOfEveryKind,
  async frugal(session) {
    await connectionBase(session);
  },
};

/** The same day of a later month, or the last day of that month if it has no such day. */
function monthsAfter(date: string, months: number): string {
  const [first, next] = [firstOfMonth(date, months), firstOfMonth(date, months + 1)];
  const day = shifted(first, Number(date.slice(8)) - 1);
  return day < next ? day : shifted(next, -1);
}

/** Whether the list is read after each edit: only for decisions of every third month. */
const showsFirstEdit = ({ renewal_date: day }: JsonObject): boolean => Number(String(day).slice(5, 7)) % 3 === 0;

const datesIn = (value: unknown) => new Set(JSON.stringify(value ?? '').match(/\d{4}-\d{2}-\d{2}/gu));

/** Open enrollment that makes no sense: a service may refuse it, and what it takes has to come back. */
const oddPeriods: readonly ((body: RenewalDecisionInput) => RenewalDecisionInput)[] = [
  (body) => withPeriods(body, (day, end) => (end === 'last' ? shifted(day, -120) : day)),
  (body) => withPeriods(body, (day, end) => (end === 'last' ? openEnd : day)),
];

async function decideOddPeriods(session: Session, api: Api, group: string): Promise<void> {
  const days = await ownDays(session, 'odd periods', [0, 1], true);
  for (const [index, odd] of oddPeriods.entries())
    await api.call('E3', { path: { group_id: group }, json: odd(await decisionOn(session, days[index] ?? '')) });
}

async function decideAndEdit(session: Session): Promise<void> {
  const group = await groupId(session);
  const base = await decisionBase(session);
  needsFurtherDecisions(session);
  const api = session.api('renewals.create');
  await editTried(session).catch(() => undefined);
  // A day for each example that is not about its date: the list of that day is read after each one, and stays short.
  const own = new Set<string>();
  const { isFar = true, days = [] } = daysOf(session).calendar ?? {};
  const baseDates = datesIn(base.body.body);
  const isOfOtherDates = ({ body }: RenewalDecisionInput) => ![...datesIn(body)].every((date) => baseDates.has(date));
  const movedTo = (body: RenewalDecisionInput, day: string): RenewalDecisionInput =>
    isFar && isOfOtherDates(body) ? { ...body, renewal_date: day } : onDay(session, body, day);
  const onOwnDay = (body: RenewalDecisionInput, index: number): RenewalDecisionInput => {
    if (body.renewal_date === undefined || body.renewal_date !== base.body.renewal_date) return body;
    // If the target takes only days in the near future, open enrollment has to be near, too.
    if (!isFar && isOfOtherDates(body)) return body;
    const day = isFar ? monthsAfter(body.renewal_date, index + 1) : (days[index % days.length] ?? body.renewal_date);
    own.add(day);
    return movedTo(body, day);
  };
  await sendBodies(session, {
    name: decisionTraffic.name,
    kind: leanDecisions,
    open: 'renewals.accepts-generated',
    base,
    adaptation: await decisionAdaptation(session),
    arbitrary: arbitraryDecision,
    examples: decisionExamples,
    distinguish: onOwnDay,
    // The example is both created and edited to: a service may treat the two differently.
    editsOf: (body) => {
      const { renewal_date: date } = body;
      return [date !== undefined && own.has(date) ? movedTo(base.body, date) : base.body, body];
    },
    drawnEdits: 2,
    async send(write, { bodies: [body = base.body, ...edits] }) {
      // Adapting a refused body may undo its day: it is put back on that day, so that lists stay short.
      const onItsDay = (json: RenewalDecisionInput): RenewalDecisionInput =>
        !isFar && own.has(body.renewal_date ?? '') && json.renewal_date === base.body.renewal_date
          ? movedTo(json, body.renewal_date ?? '')
          : json;
      const create = (json: RenewalDecisionInput) => api.call('E3', { path: { group_id: group }, json });
      let decision = decisionOf(await write(body, (json) => onFreeDay(session, onItsDay(json), create)));
      const editTo = editsOf({ api, session }, group, decision);
      const edit = (json: RenewalDecisionInput): Promise<AnsweredExchange> => editTo(onItsDay(json));
      for (const [edited, next] of edits.entries()) {
        decision = decisionOf(await write(next, edit));
        // The edits of an example end with what it was created with: what came of the first edit shows only now.
        if (edited === edits.length - 1 || showsFirstEdit(decision)) await currentDecision(api, group, decision);
      }
    },
  });
  await decideOddPeriods(session, api, group).catch(unlessUndecided);
}

/** Decisions of every kind, each edited twice and listed by its date (E3, E4, E5). */
export const decisionTraffic: Workload = {
  name: 'decisions',
  footprint: { least: 12, variations: 300, perCase: 2, writes: 0.75 },
  run: decideAndEdit,
  /** One, edited under its current version and under an old one, and listed. */
  async frugal(session) {
    await theOneDecision(session);
    await walkDecisions(session.api('renewals.list'), await groupId(session), {}, []);
  },
};

const changing =
  (paths: Readonly<Record<string, (value: unknown) => unknown>>) =>
  (body: MemberSnapshotInput): MemberSnapshotInput =>
    withChanged('member-snapshot-input', body, ({ path }, value) => paths[path]?.(value) ?? value);

/** What later snapshots of an employee change, one after another: a service may keep what it knew, or add to it. */
const newsOfEmployee: readonly ((body: MemberSnapshotInput) => MemberSnapshotInput)[] = [
  changing({ 'employee.employment.salary.amount': (amount) => Number(amount) + 1000 }),
  changing({ 'employee.person.middle_name': () => 'Morgan' }),
  changing({ 'employee.person.home_address.street_one': () => '2 Example Street' }),
  changing({ 'employee.employment.occupation': () => 'Clerk' }),
  changing({ 'employee.employment.hours_worked': (hours) => Number(hours) / 2 }),
  (body) => ({ ...body, enable_member_auto_link: body.enable_member_auto_link !== true }),
  withoutDependents,
  (body) => ({ ...body, coverages: (body.coverages ?? []).slice(0, 1) }),
  changing({ 'employee.classifications.*': (name) => `${String(name)} 2` }),
  changing({ 'events[].date': (day) => shifted(String(day), -1) }),
  enrolledForTwoPeriods,
  // Orders of days that make no sense: a service may refuse them, and what it takes has to come back.
  changing({ 'coverages[].enrolled_members[].effective_end_date': () => '1999-12-31' }),
  changing({ 'employee.employment.employment_dates.full_time_start': () => '1999-03-01' }),
];

/** A snapshot whose first enrolled member is in the first coverage until the end of a month, and again from the next on. */
function enrolledForTwoPeriods(body: MemberSnapshotInput): MemberSnapshotInput {
  const [first, ...others] = body.coverages ?? [];
  const [member, ...further] = first?.enrolled_members ?? [];
  const start = member?.effective_start_date;
  if (first === undefined || member === undefined || start === undefined) return body;
  const again = firstOfMonth(start, 1);
  const periods = [
    { ...member, effective_end_date: shifted(again, -1) },
    { ...member, effective_start_date: again },
  ];
  return { ...body, coverages: [{ ...first, enrolled_members: [...periods, ...further] }, ...others] };
}

/** A snapshot with its first coverage twice, signed on different days. */
function coveredTwiceInALine(body: MemberSnapshotInput): MemberSnapshotInput {
  const [first] = body.coverages ?? [];
  if (first?.signature_date === undefined) return body;
  const again = { ...first, signature_date: shifted(first.signature_date, -1) };
  return { ...body, coverages: [...(body.coverages ?? []), again] };
}

/**
 * Submits changes to a known employee, as far as the target takes them, and reads each snapshot back, together with the
 * first one, which has to stay as it was.
 */
async function changeAnEmployee(session: Session, api: Api, group: string): Promise<void> {
  const base = await snapshotBase(session);
  const { employeeId, snapshotIds, tag } = await createEmployee({ api, session }, 'changing', 1);
  const before = await snapshotBody(session, tag, employeeId);
  const distinct = snapshotExamples(base.context).filter(({ part }) => part === 'distinct');
  const { event_reason: reasons } = base.context.vocabulary;
  const withOtherReasons = changing({ 'events[].reason': (sent) => reasons.find((one) => one !== sent) ?? sent });
  const changed = [...newsOfEmployee, withOtherReasons, ...distinct.map(({ apply }) => apply)].map((change) =>
    base.reduce(change(before)),
  );
  // The last one is not reduced: if plans are known, only one coverage of a line would be left.
  for (const json of [...changed, coveredTwiceInALine(before)]) {
    if (isDeepStrictEqual(json, before)) continue;
    let exchange = await api.call('E6', { path: { group_id: group }, json });
    if (isRefusal(exchange) && isTakenLater(session)) exchange = await submitSnapshot({ api, session }, group, json);
    const { id } = successBody(exchange, 'E6') ?? {};
    if (typeof id !== 'string') continue;
    for (const read of [id, ...snapshotIds]) await api.call('E7', { path: { snapshot_id: read } });
  }
}

async function submitOfEveryKind(session: Session): Promise<void> {
  const group = await groupId(session);
  const base = await snapshotBase(session);
  const api = session.api('snapshots.create');
  // The answer to a create shows its content, too: a brisk run reads back only drawn cases.
  const readsExamples = profileOf(session).effort === 'thorough';
  await sendBodies(session, {
    name: snapshotTraffic.name,
    kind: leanSnapshots,
    open: 'snapshots.accepts-generated',
    base,
    adaptation: await snapshotAdaptation(session),
    arbitrary: arbitrarySnapshot,
    examples: snapshotExamples,
    // A service may compare the snapshots of one employee.
    distinguish: (body, index) => withOwnPeople(body, String(index)),
    async send(write, { bodies: [body = base.body], isExample }) {
      const exchange = await write(body, (json) => api.call('E6', { path: { group_id: group }, json }));
      const { id, employee_id: employee } = successBody(exchange, 'E6') ?? {};
      if (typeof id === 'string' && (readsExamples || !isExample)) await api.call('E7', { path: { snapshot_id: id } });
      // A list shows only whether a snapshot has coverages: it is read for drawn cases, and for bodies without any.
      const isOfInterest = !isExample || (body.coverages ?? []).length === 0;
      if (typeof employee === 'string' && isOfInterest) await api.call('E8', { path: { employee_id: employee } });
    },
  });
  await changeAnEmployee(session, api, group).catch(unlessUndecided);
  const { moved } = (await employeeOfTwoGroups(session).catch(unlessUndecided)) ?? {};
  const { id } = (moved && successBody(moved, 'E6')) ?? {};
  if (typeof id === 'string') await api.call('E7', { path: { snapshot_id: id } });
  await employeeWithPairs(session);
}

/** Snapshots of every kind, each read back alone, and drawn ones also in their employee's list (E6, E7, E8). */
export const snapshotTraffic: Workload = {
  name: 'snapshots',
  footprint: { least: 11, variations: 486, perCase: 1.5, writes: 0.5 },
  run: submitOfEveryKind,
  /** The snapshots of one employee, each read back. */
  async frugal(session) {
    const api = session.api('snapshots.get');
    const { snapshotIds } = await createEmployee({ api, session }, 'few', 2);
    for (const id of snapshotIds) await api.call('E7', { path: { snapshot_id: id } });
  },
};
