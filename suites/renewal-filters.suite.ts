import { canonicalDecision, httpDate, shifted } from '../generators/index.ts';
import type { RequirementId } from '../spec/index.ts';
import { isSuccess } from '../target/exchange.ts';
import { notTaken } from './engine/accepted.ts';
import type { Check } from './engine/check.ts';
import { requirement } from './engine/requirement.ts';
import { Undecided } from './engine/verdicts.ts';
import { recordsOf, sameId, type JsonObject } from './invariants/reading.ts';
import { wordsOf } from './fixtures/base.ts';
import { decisionBase } from './fixtures/bodies.ts';
import { ownDate } from './fixtures/dates.ts';
import { decisionOf, listedBeside, outOfReach, walkDecisions } from './fixtures/decisions.ts';
import { theOneDecision } from './fixtures/edit-story.ts';
import { groupId } from './fixtures/group.ts';
import { remedyForGroup } from './fixtures/groups.ts';
import { otherGroupId, scratchGroupId } from './fixtures/other-group.ts';

/** Decisions on each of the days, as many as said. */
async function decisionsOn(
  { api, session }: Check,
  days: readonly string[],
  inGroup?: string,
): Promise<readonly JsonObject[]> {
  const group = inGroup ?? (await groupId(session));
  const { context, reduce } = await decisionBase(session);
  const made: JsonObject[] = [];
  for (const day of days) {
    const exchange = await api.call('E3', {
      path: { group_id: group },
      json: { ...reduce(canonicalDecision(context)), renewal_date: day },
    });
    if (!isSuccess(exchange))
      throw new Undecided('blocked', `a decision on ${day} was refused: ${wordsOf(exchange)}`, exchange);
    made.push(decisionOf(exchange));
  }
  return made;
}

type Filters = Readonly<Partial<Record<'renewal_date' | 'start_date' | 'end_date', string>>>;

/**
 * Lists with filters in the form that is shown, and asserts that of the decisions made all that pass are there. That
 * none is there that does not pass is an invariant of every list.
 */
async function listsThose(
  check: Check,
  filters: Filters,
  made: readonly JsonObject[],
  passes: (date: string) => boolean,
  inGroup?: string,
): Promise<void> {
  const { api, session, that } = check;
  const group = inGroup ?? (await groupId(session));
  const query = Object.fromEntries(Object.entries(filters).map(([name, day]) => [name, httpDate(day)]));
  const wanted = made.filter(({ renewal_date: date }) => passes(String(date))).map(({ id }) => id);
  const { decisions, exchanges, complete } = await walkDecisions(api, group, query, wanted);
  const last = exchanges.at(-1);
  const evidence = last === undefined ? [] : [last];
  if (last !== undefined)
    that(last.answer.status === 200, () => ({
      message: `a filtered list was answered with ${last.answer.status}`,
      exchanges: evidence,
      pointer: '#status',
      expected: 200,
      actual: last.answer.status,
    }));
  for (const decision of made) {
    const listed = decisions.some(({ id }) => sameId(id, decision.id));
    const wanted = passes(String(decision.renewal_date));
    if (wanted && !listed && !complete) throw new Undecided('not-reached', outOfReach);
    that(listed === wanted, () => ({
      message: `a decision of ${String(decision.renewal_date)} is ${listed ? '' : 'not '}listed with ${Object.entries(
        filters,
      )
        .map((filter) => filter.join(' '))
        .join(', ')}`,
      exchanges: evidence,
      pointer: '/response',
      ...listedBeside(decisions, decision, wanted),
    }));
  }
}

/** Days of a run of neighbours around one in the middle. */
function neighbours({ id, session }: Check): readonly [before: string, day: string, after: string] {
  return [ownDate(session, id, 4), ownDate(session, id, 5), ownDate(session, id, 6)];
}

requirement(
  'renewals.filter-date',
  async (check) => {
    const [before, day, after] = neighbours(check);
    const made = await decisionsOn(check, [before, ...Array.from({ length: 12 }, () => day), after]);
    await listsThose(check, { renewal_date: day }, made, (date) => date === day);
    await listsThose(check, { renewal_date: before }, made, (date) => date === before);
    await listsThose(check, { renewal_date: ownDate(check.session, check.id, 20) }, made, () => false);
  },
  'many',
);

/** Days that date arithmetic goes wrong on: ends of months and years, a leap day, and one of a single digit. */
const edgeDays = ['2036-01-01', '2036-02-29', '2037-02-28', '2037-04-30', '2037-12-31', '2038-01-09'] as const;

requirement(
  'renewals.filter-date',
  async (check) => {
    const made = await decisionsOn(check, edgeDays);
    for (const day of edgeDays) await listsThose(check, { renewal_date: day }, made, (date) => date === day);
  },
  'many',
);

requirement(
  'renewals.filter-bounds',
  async (check) => {
    const made = await decisionsOn(check, edgeDays);
    for (const day of edgeDays) {
      await listsThose(check, { start_date: day, end_date: day }, made, (date) => date === day);
      await listsThose(check, { start_date: edgeDays[0], end_date: day }, made, (date) => date <= day);
    }
  },
  'many',
);

requirement(
  'renewals.filter-range',
  async (check) => {
    const [before, day, after] = neighbours(check);
    const made = await decisionsOn(check, [before, after]);
    await listsThose(check, { start_date: day }, made, (date) => date > day);
    await listsThose(check, { end_date: day }, made, (date) => date < day);
  },
  'many',
);

requirement(
  'renewals.filter-combined',
  async (check) => {
    const { api, session } = check;
    // A group that hardly anybody else writes to, so that a range can hold everything there is.
    const group = await scratchGroupId(session);
    const days = [10, 11, 12].map((position) => ownDate(session, check.id, position));
    const made = await decisionsOn(check, days, group);
    const lists = (filters: Filters, isListed: boolean): Promise<void> =>
      listsThose(check, filters, made, () => isListed, group);
    await walkDecisions(api, group, {}, []);
    await lists({ start_date: '1990-01-01', end_date: '2099-12-31' }, true);
    await lists({ start_date: ownDate(session, check.id, 20), end_date: ownDate(session, check.id, 21) }, false);
    const query = { start_date: httpDate(days[2] ?? ''), end_date: httpDate(days[0] ?? '') };
    // Whether a range that ends before it begins is refused is not shown; listed, nothing is in it.
    const reversed = await api.call('E5', { path: { group_id: group }, query });
    const inIt = recordsOf(reversed).filter(({ record }) => made.some(({ id }) => sameId(id, record.id)));
    check.that(inIt.length === 0, () => ({
      message: 'decisions are listed with an end_date before the start_date',
      exchanges: [reversed],
      pointer: '/response',
      expected: 'no decision',
      actual: inIt.map(({ record }) => record.renewal_date),
    }));
  },
  'many',
);

requirement(
  'renewals.filter-bounds',
  async (check) => {
    const [before, day, after] = neighbours(check);
    const made = await decisionsOn(check, [before, day, after]);
    await listsThose(check, { start_date: day }, made, (date) => date >= day);
    await listsThose(check, { end_date: day }, made, (date) => date <= day);
    await listsThose(check, { start_date: day, end_date: after }, made, (date) => date >= day);
    await listsThose(check, { start_date: before, end_date: day }, made, (date) => date <= day);
    await listsThose(check, { start_date: day, end_date: day }, made, (date) => date === day);
  },
  'many',
);

requirement(
  'renewals.filter-combined',
  async (check) => {
    const { session, id } = check;
    const days = Array.from({ length: 9 }, (_, index) => ownDate(session, id, index));
    const [first = '', second = '', , , middle = '', , , later = '', last = ''] = days;
    const made = await decisionsOn(check, [first, middle, last]);
    await listsThose(check, { start_date: second, end_date: later }, made, (date) => date === middle);
    await listsThose(check, { renewal_date: middle, start_date: second }, made, (date) => date === middle);
    await listsThose(check, { renewal_date: middle, end_date: later }, made, (date) => date === middle);
    await listsThose(check, { renewal_date: first, start_date: second, end_date: later }, made, () => false);
  },
  'many',
);

requirement('renewals.filters-optional', async ({ api, session, that, undecided }) => {
  const group = await groupId(session);
  const day = httpDate('2022-01-01');
  const queries: readonly Readonly<Record<string, string>>[] = [
    {},
    { renewal_date: day },
    { start_date: day },
    { end_date: day },
    { renewal_date: day, start_date: day, end_date: day },
  ];
  for (const query of queries) {
    const exchange = await api.call('E5', { path: { group_id: group }, query });
    const remedy = exchange.answer.status === 404 ? await remedyForGroup(session) : undefined;
    if (remedy !== undefined) undecided('blocked', `the list of the group was answered with 404; ${remedy}`);
    that(exchange.answer.status === 200, () => ({
      ...notTaken(exchange, `a list with ${Object.keys(query).join(', ') || 'no filter'}`),
      expected: 200,
    }));
  }
});

requirement(
  'renewals.list',
  async (check) => {
    const { api, session, that } = check;
    const group = await groupId(session);
    const day = ownDate(session, check.id, 0);
    const [made] = await decisionsOn(check, [day]);
    const other = await otherGroupId(session);
    // A target that refuses decisions for its other group has none there that could be listed by mistake.
    const [foreign] = other === undefined ? [] : await decisionsOn(check, [day], other).catch(() => []);
    for (const query of [{ renewal_date: httpDate(day) }, {}]) {
      const { decisions, exchanges, complete } = await walkDecisions(api, group, query, [made?.id]);
      const listed = decisions.some(({ id }) => sameId(id, made?.id));
      const evidence = { exchanges: exchanges.slice(-1), pointer: '/response' };
      that(foreign === undefined || !decisions.some(({ id }) => sameId(id, foreign.id)), () => ({
        message: 'a decision of another group is listed',
        ...evidence,
        ...listedBeside(decisions, foreign ?? {}, false),
      }));
      if (!listed && !complete) {
        check.undecided('not-reached', outOfReach);
      }
      that(listed, () => ({
        message: 'a created decision is not listed',
        ...evidence,
        ...listedBeside(decisions, made ?? {}, true),
      }));
    }
  },
  'many',
);

/** Filters that list a decision, and filters that do not, by days from its own; one of them may have none on a side. */
interface Around {
  readonly id: RequirementId;
  readonly listing: readonly Readonly<Partial<Record<keyof Filters, number>>>[];
  readonly missing: readonly Readonly<Partial<Record<keyof Filters, number>>>[];
}

/** What a run of few records asks around the one decision that it has. */
const around: readonly Around[] = [
  { id: 'renewals.list', listing: [{}], missing: [] },
  { id: 'renewals.filter-date', listing: [{ renewal_date: 0 }], missing: [{ renewal_date: -1 }, { renewal_date: 1 }] },
  {
    id: 'renewals.filter-range',
    listing: [{ start_date: -1 }, { end_date: 1 }],
    missing: [{ start_date: 1 }, { end_date: -1 }],
  },
  { id: 'renewals.filter-bounds', listing: [{ start_date: 0 }, { end_date: 0 }], missing: [] },
  {
    id: 'renewals.filter-combined',
    listing: [{ start_date: -1, end_date: 1 }],
    missing: [
      { start_date: 1, end_date: 2 },
      { renewal_date: 0, start_date: 1 },
      { renewal_date: 0, end_date: -1 },
    ],
  },
];

for (const { id, listing, missing } of around) {
  requirement(
    id,
    async (check) => {
      const { decision } = (await theOneDecision(check.session)).after;
      // A refused edit that was made all the same moves it to another day: what its list does there is another matter.
      if (decision === undefined) throw new Undecided('not-reached', 'the edited decision is not in reach of its list');
      const date = String(decision.renewal_date);
      const onDays = (days: Readonly<Partial<Record<keyof Filters, number>>>): Filters =>
        Object.fromEntries(Object.entries(days).map(([name, by]) => [name, shifted(date, by)]));
      for (const days of listing) await listsThose(check, onDays(days), [decision], () => true);
      for (const days of missing) await listsThose(check, onDays(days), [decision], () => false);
    },
    'few',
  );
}
