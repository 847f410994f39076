import { idKey, isDay, type JsonObject, sameId } from '../spec/index.ts';
import { httpDate, openEnd, shifted } from '../generators/index.ts';
import { isRefusal, isSuccess } from '../target/exchange.ts';
import type { Query } from './engine/api.ts';
import type { Check } from './engine/check.ts';
import { answerOf, memberAt } from './engine/assertions.ts';
import { part, ruleOn, ruleOnSuccesses, type Rule, type Scenario } from './engine/definition.ts';
import type { Slot } from './engine/memory.ts';
import { earlyAreListed, isListedAfterRefusal } from './checks/late-looks.ts';
import {
  watchedAreListed,
  watchedAreListedByDate,
  watchedAreListedSince,
  watchTraffic,
} from './traffic/watch-traffic.ts';
import { decisionsOf, filtersOf } from './judging/decision-content.ts';
import { decisionTraffic } from './traffic/body-traffic.ts';
import { modelTraffic, sequences } from './traffic/model-traffic.ts';
import { sideBySide } from './engine/waiting.ts';
import { unlessUndecided } from './engine/verdicts.ts';
import { shownPageSize } from './judging/pages.ts';
import { isTokenSpent, recordsOf } from './judging/reading.ts';
import { listGroups } from './fixtures/asking-again.ts';
import { aroundTheOne, orOfTheOne } from './fixtures/decision-edits.ts';
import {
  allAreListed,
  assertListed,
  eachKindIsIn,
  listBounds,
  listsThose,
  meaningOfFilter,
  oneOfEachKind,
  pagesOf,
  queryOf,
  rangeAround,
  walkDecisions,
  walkFor,
  type DecisionWalk,
  type Filters,
} from './fixtures/decision-lists.ts';
import {
  createInSomeYear,
  decisionOf,
  decisionsOn,
  decisionsOnEdgeDays,
  ownDays,
} from './fixtures/decision-records.ts';
import { editedBy } from './checks/listed-edits.ts';
import { groupId, remedyForGroup } from './fixtures/own-groups.ts';
import { edgeDaysOf, isOnePerDay } from './fixtures/renewal-days.ts';
import { decisionBase } from './fixtures/taken-bodies.ts';
import { otherGroupId, scratchGroupId } from './fixtures/other-groups.ts';

/** Runs reads at the same time whose order does not matter. */
const atOnce = (reads: readonly (() => Promise<void>)[]): Promise<unknown> => sideBySide(reads, (read) => read());

/** Three neighbouring days of the run's own, the middle one second, and one day far from them. */
async function neighbours({ id, session }: Check): Promise<readonly [string, string, string, string]> {
  const [before = '', day = '', after = '', far = ''] = await ownDays(session, id, [4, 5, 6, 20]);
  return [before, day, after, far];
}

/** The same day of the year, years earlier; of a leap day, the day before. */
function yearsBefore(years: number, day: string): string {
  const before = `${Number(day.slice(0, 4)) - years}${day.slice(4)}`;
  return isDay(before) ? before : before.replace(/29$/, '28');
}

/** Number of decisions on one day: more than a page of the documented size. */
const manyOfADay = shownPageSize + 1;

async function neighboursByDate(check: Check): Promise<void> {
  const [before, day, after, far] = await neighbours(check);
  const many = isOnePerDay(check.session) ? 1 : manyOfADay;
  const made = await decisionsOn(check, [before, after, ...Array.from({ length: many }, () => day)]);
  // First for the decision that was made last, while nothing follows it.
  await listsThose(check, { renewal_date: day }, made);
  await atOnce([
    () => pagesOf(check, { renewal_date: day }, 7),
    ...[before, far, yearsBefore(1, day), yearsBefore(100, day)].map(
      (other) => () => listsThose(check, { renewal_date: other }, made),
    ),
  ]);
}

/** Lists decisions for each edge day, and asserts that the right ones of those made on edge days are there. */
const edgeDaysBy =
  (listOf: (day: string, made: readonly JsonObject[]) => readonly [Filters, readonly JsonObject[]]): Scenario =>
  async (check) => {
    const made = await decisionsOnEdgeDays(check);
    await sideBySide(made, ({ renewal_date: day }) => listsThose(check, ...listOf(String(day), made)));
  };

async function edgeDaysAsBounds(check: Check): Promise<void> {
  const made = await decisionsOnEdgeDays(check);
  const days = made.map(({ renewal_date: date }) => String(date));
  const rangesTo = (day: string) => [day, days[0] ?? day].map((start) => ({ start_date: start, end_date: day }));
  await listBounds(check, made, days.flatMap(rangesTo));
}

/** A range that holds every decision of a run. */
const ofAll = { start_date: '1990-01-01', end_date: '2099-12-31' } as const;

/** Days on which date arithmetic goes wrong, before and after all days that a run has decisions on. */
const edgeDaysElsewhere: readonly Filters[] = [
  ...['2016-02-29', '2015-12-31', '2016-01-01', '2015-02-28', '2015-04-30', '2015-01-31'].map((day) => ({
    end_date: day,
  })),
  // Zero as a time.
  { end_date: '1970-01-01' },
  ...['0001-01-01', '1900-02-28'].flatMap((day) => [{ renewal_date: day }, { end_date: day }]),
  { start_date: '9999-12-31' },
];

/** Lists up to days long past, and from days far ahead: none may hold what the run made. */
async function farFromAll({ api, session }: Check): Promise<void> {
  // Make sure that there is a decision which they may not hold.
  await decisionBase(session);
  const path = { group_id: await groupId(session) };
  await sideBySide(edgeDaysElsewhere, (filters) => api.call('E5', { path, query: queryOf(filters) }));
}

/** Each day, and the day before the last of a year: a service may compare only the year or the month of a bound. */
const withinTheYear = (days: readonly string[]): readonly string[] => [
  ...days,
  ...days.filter((day) => day.endsWith('-12-31')).map((day) => shifted(day, -1)),
];

const notOn = (day: string, made: readonly JsonObject[]) => made.filter(({ renewal_date: date }) => date !== day);

/** Lists up to edge days, in a group with few other decisions: in the usual group they would hold all it has. */
async function upToEdgeDays(check: Check): Promise<void> {
  const { session } = check;
  const group = await scratchGroupId(session);
  await ownDays(session, check.id, [0]);
  if (sameId(group, await groupId(session))) return;
  const made = await decisionsOn(check, edgeDaysOf(session), group).catch(unlessUndecided);
  if (made === undefined) return;
  const days = withinTheYear(made.map(({ renewal_date: date }) => String(date)));
  await sideBySide(days, (day) => listsThose(check, { end_date: day }, notOn(day, made), group));
  for (const filters of [{ end_date: openEnd }, { start_date: ofAll.start_date }])
    await listsThose(check, filters, made, group);
}

async function neighboursByRange(check: Check): Promise<void> {
  const { api, session } = check;
  const [before, day, after] = await neighbours(check);
  // A cached answer shows once there is more to list.
  const path = { group_id: await groupId(session) };
  for (const filters of [{ start_date: day }, { end_date: day }])
    await api.call('E5', { path, query: queryOf(filters) });
  const [first = {}, middle = {}, last = {}] = await decisionsOn(check, [before, day, after]);
  await atOnce([
    () => listsThose(check, { start_date: day }, [first, last]),
    () => listsThose(check, { end_date: day }, [first, last]),
    // One of two neighbouring days may be in another month or year, which even a broken comparison distinguishes; of
    // three days, the first and the last cannot both be.
    () => listsThose(check, { start_date: after }, [first, middle]),
    () => listsThose(check, { end_date: before }, [middle, last]),
    () => pagesOf(check, { start_date: day }, 1),
    () => pagesOf(check, { end_date: day }, 1),
  ]);
}

async function otherGroupByBoth(check: Check): Promise<void> {
  const { api, session } = check;
  // A group that hardly anybody else writes to, so that a range can hold everything there is.
  const group = await scratchGroupId(session);
  const days = await ownDays(session, `${check.id} elsewhere`, [10, 11, 12, 20, 21]);
  const [first = '', second = '', third = '', far = '', farther = ''] = days;
  const made = await decisionsOn(check, [first, second, third], group);
  const lists = (start: string, end: string) => listsThose(check, { start_date: start, end_date: end }, made, group);
  // Others may make decisions in the group meanwhile: both lists have to be of the same decisions.
  for (let tries = 0; tries < 3; tries += 1) {
    const whole = await walkDecisions(api, group, {}, []);
    // Another group is listed in between: a list that a service caches must belong to the group it was asked for.
    await api.call('E5', { path: { group_id: await groupId(session) }, query: queryOf(ofAll) });
    await lists(ofAll.start_date, ofAll.end_date);
    const again = await walkDecisions(api, group, {}, []);
    if (again.decisions.length === whole.decisions.length) break;
  }
  await lists(shifted(first, -1), shifted(third, 1));
  await lists(far, farther);
  const query = { start_date: httpDate(third), end_date: httpDate(first) };
  // The documents do not show whether a range that ends before it begins is refused; if it is listed, nothing is in it.
  const reversed = await api.call('E5', { path: { group_id: group }, query });
  const inIt = recordsOf(reversed).filter(({ record }) => made.some(({ id }) => sameId(id, record.id)));
  const dates = inIt.map(({ record }) => record.renewal_date);
  check.assert(
    memberAt('/response', dates, { exchange: reversed }).satisfies(dates.length === 0, {
      code: 'reversed-range',
      message: 'decisions are listed with an end_date before the start_date',
      expected: 'no decision',
    }),
  );
}

/** If a target accepts too few days for neighbours, one day shows whether both bounds are part of a range. */
async function oneDayAsBounds(check: Check): Promise<void> {
  const [first = ''] = await ownDays(check.session, `${check.id} of one day`, [0]);
  const made = decisionOf(await createInSomeYear(check, first));
  const day = String(made.renewal_date);
  await listBounds(check, [made], [{ start_date: day }, { end_date: day }, { start_date: day, end_date: day }]);
}

async function neighboursAsBounds(check: Check): Promise<void> {
  const days = await neighbours(check).catch(unlessUndecided);
  const [before = '', day = '', after = ''] = days ?? [];
  const made = days && (await decisionsOn(check, [before, day, after]).catch(unlessUndecided));
  if (made === undefined) return oneDayAsBounds(check);
  await listBounds(check, made, [
    { start_date: day },
    { end_date: day },
    { start_date: after },
    { end_date: before },
    { start_date: day, end_date: after },
    { start_date: before, end_date: day },
    { start_date: day, end_date: day },
    { renewal_date: day, start_date: day },
    { renewal_date: day, end_date: day },
  ]);
}

async function daysByBoth(check: Check): Promise<void> {
  const days = await ownDays(check.session, `${check.id} by both`, [...Array(10).keys()]);
  const [first = '', second = '', , , middle = '', , , later = '', last = '', beyond = ''] = days;
  // A cached answer shows once there is more to list.
  await listsThose(check, { start_date: second, end_date: later }, []);
  const made = await decisionsOn(check, [first, middle, last, beyond]);
  const lists = (filters: Filters) => () => listsThose(check, filters, made);
  await atOnce([
    lists({ start_date: second, end_date: later }),
    () => pagesOf(check, { start_date: second, end_date: last }, 1),
    lists({ renewal_date: middle, start_date: second }),
    lists({ renewal_date: middle, end_date: later }),
    lists({ renewal_date: middle, start_date: later }),
    lists({ renewal_date: middle, end_date: second }),
    lists({ renewal_date: first, start_date: second, end_date: later }),
    lists({ renewal_date: middle, start_date: second, end_date: later }),
  ]);
}

const aroundEach = (...days: readonly string[]): readonly Filters[] =>
  days.map((day) => ({ start_date: shifted(day, -1), end_date: shifted(day, 1) }));

async function eachFilterAlone({ api, assert, session, undecided }: Check): Promise<void> {
  const group = await groupId(session);
  const [start, day, end] = ['2022-01-01', '2022-01-15', '2022-01-29'].map(httpDate) as [string, string, string];
  const queries: readonly Query[] = [
    {},
    { renewal_date: day },
    { start_date: start },
    { end_date: end },
    { renewal_date: day, start_date: start, end_date: end },
  ];
  for (const query of queries) {
    const exchange = await api.call('E5', { path: { group_id: group }, query });
    const remedy = exchange.answer.status === 404 ? await remedyForGroup(session) : undefined;
    if (remedy !== undefined) undecided('blocked', `the list of the group was answered with 404; ${remedy}`);
    if (exchange.answer.status === 401) await listGroups(api);
    assert(answerOf(exchange).status(200, `a list with ${Object.keys(query).join(', ') || 'no filter'}`));
  }
}

const otherGroup = { code: 'other-group', message: 'a decision of another group is listed' } as const;

/** Asserts that a decision which was just made is listed, and that no decision of another group is. */
function listedIn(check: Check, walk: DecisionWalk, made: JsonObject, foreign?: JsonObject): void {
  if (foreign !== undefined) assertListed(check, walk, foreign, otherGroup, false);
  assertListed(check, walk, made, { code: 'not-listed', message: 'a created decision is not listed' });
}

async function createdIsListed(check: Check): Promise<void> {
  const { api, session } = check;
  const group = await groupId(session);
  const [day = '', next = ''] = await ownDays(session, check.id, [0, 1]);
  const [made = {}] = await decisionsOn(check, [day]);
  const other = await otherGroupId(session);
  // A target that refuses decisions for its other group has none there that could be listed by mistake.
  const [foreign] = other === undefined ? [] : await decisionsOn(check, [day], other).catch(() => []);
  listedIn(check, await walkFor(api, group, day, made.id), made, foreign);
  listedIn(check, await walkDecisions(api, group, {}, [made.id]), made, foreign);
  if (other === undefined || foreign === undefined) return;
  // In a group where hardly anything else is made, nothing follows the decision made last.
  const [last = {}] = await decisionsOn(check, [next], other);
  listedIn(check, await walkFor(api, other, next, last.id), last);
}

const boundsOfTheOne = aroundTheOne({ start_date: 0 }, { end_date: 0 });

/** Groups that the first key was seen to have: their decisions must be listed, unless they were just connected. */
type Groups = Record<'listed' | 'connected', Set<string>> & { organization?: unknown };
const ownGroups: Slot<Groups> = () => ({ listed: new Set(), connected: new Set() });

const listed = ruleOn({ endpoints: ['E1', 'E2', 'E5'] }, (exchange, memory) => {
  const { endpoint, pathParameters, query } = exchange.request;
  const own = memory.at(ownGroups);
  if (exchange.access !== 'first') return undefined;
  if (endpoint === 'E1')
    for (const { record } of recordsOf(exchange)) {
      own.organization ??= record.organization_id;
      // A group of another organization is judged by groups.own-organization.
      if (sameId(record.organization_id, own.organization)) own.listed.add(idKey(record.id));
    }
  if (endpoint === 'E2') for (const { record } of recordsOf(exchange)) own.connected.add(idKey(record.group_id));
  const asked = idKey(pathParameters.group_id);
  if (endpoint !== 'E5' || !own.listed.has(asked) || isTokenSpent(exchange)) return undefined;
  // A service may know a group only once its connection is completed.
  if (own.connected.has(asked) && isRefusal(exchange)) return undefined;
  if (Object.keys(query).length > 0 && !isSuccess(exchange)) return undefined;
  return [
    ...answerOf(exchange).status(200, 'the list'),
    ...recordsOf(exchange).flatMap(({ pointer, record }) =>
      // A decision that names no group is judged by renewals.record.
      record.group_id === undefined
        ? []
        : memberAt(`${pointer}/group_id`, record.group_id).isId(
            pathParameters.group_id,
            otherGroup.message,
            otherGroup.code,
          ),
    ),
  ];
});

function filtered(applies: (names: readonly string[]) => boolean): Rule {
  return ruleOnSuccesses(['E5'], (exchange, memory) => {
    const filters = filtersOf(exchange);
    if (!applies([...filters.keys()])) return undefined;
    return decisionsOf(exchange, memory).flatMap(({ pointer, record: { renewal_date: date } }) =>
      // A value that is not a date is judged by wire.dates.
      (typeof date === 'string' && isDay(date) ? [...filters] : []).flatMap(([name, day]) =>
        memberAt(`${pointer}/renewal_date`, date).satisfies(
          meaningOfFilter[name]?.passes(String(date), day) !== false,
          {
            code: name,
            message: `a decision of ${String(date)} is listed with ${name} ${day}`,
            expected: meaningOfFilter[name]?.asked(day),
          },
        ),
      ),
    );
  });
}

/** Requirements of lists of renewal decisions, and of their filters (`spec/documents/4-endpoints.md`, E5). */
export const renewalFilters = part(
  'renewals',
  { traffic: [decisionTraffic, watchTraffic, modelTraffic] },
  {
    list: {
      how: `A decision is created in the group, and one in another group of the organization. The list, by the day of the decision and without filters, walked over its pages, must contain the first and not the second; if it cannot be walked to its end, it stays undecided. A further decision is created in the other group, and must be in the list of that group, which is read before any other decision follows. Decisions that were left alone for up to six seconds must still be listed after that, at least by their day; then the first decision of the run must be listed without filters, if it is listed by its day. At the end of the run, some decisions of its first half must still be listed by their day or without filters, and so must one of each number of carriers and of lines, with and without plans. Then the whole list, if it can be walked to its end, must contain everything that the run has created there, and its first page must not be empty after a list with a filter that is no date was requested. Every E5 of the run without filters must be 200, except for a refusal in a group that the run has connected, and each list must contain only decisions of its group. ${sequences}`,
      notShownBy: ['query'],
      profiles: { health: { scenario: aroundTheOne({}) } },
      looksAt: watchTraffic,
      rule: listed,
      scenario: [createdIsListed, watchedAreListed],
      async atEnd(check) {
        await earlyAreListed(check);
        await allAreListed(check);
        await isListedAfterRefusal(check);
      },
    },

    'filter-date': {
      how: `A decision is created on the day before and on the day after some day, and 21 on that day, which is more than a page of 20 (or one, if the target accepts one a day). If the target accepts any day, one is also created on each of seven days that date arithmetic often gets wrong (ends of months and years, a leap day). If it accepts only some days, the next of these are used as neighbours. The lists of that day, of the one before, of the same day a year and a century before, of each of the seven and of a day without any are walked over their pages: of the decisions of the check, they must contain exactly those of that day, including the one created last. The first pages of size 7 are requested as well. A decision that was edited three times must be in the list of its day, and not in the list of its day before the last edit, which had been read before that edit. Of the decisions that were left alone for up to six seconds, one of each status must be in the list of its day, if it is in the whole list. At the end of the run, the same holds for one of each status, number of carriers and number of lines. No list of the run that is filtered by one day may contain another day. ${sequences}`,
      notShownBy: ['query'],
      footprint: { least: 66, variations: 8, writes: 0.6 },
      profiles: { health: { scenario: aroundTheOne({ renewal_date: 0 }, { renewal_date: -1 }, { renewal_date: 1 }) } },
      rule: filtered((names) => names.length === 1 && names[0] === 'renewal_date'),
      looksAt: watchTraffic,
      scenario: [
        neighboursByDate,
        edgeDaysBy((day, made) => [{ renewal_date: day }, made]),
        editedBy((day) => [{ renewal_date: day }], true),
        watchedAreListedByDate,
      ],
      atEnd: eachKindIsIn((made) =>
        oneOfEachKind(made).map((decision) => [{ renewal_date: String(decision.renewal_date) }, [decision]]),
      ),
    },

    'filters-optional': {
      how: 'The list of the group is requested without filters, with each of the three filters alone and with all of them: each answer must be 200.',
      readsAlone: true,
      traffic: [],
      scenario: eachFilterAlone,
    },

    'filter-range': {
      how: `Decisions are created on some day, the day before and the day after, and listed with each of these days as \`start_date\` or \`end_date\`; two of these lists are also requested before the decisions are created. Of the decisions on the other days, exactly the right ones must be listed. If the target accepts any day, the same is checked for seven days that date arithmetic often gets wrong, with each as \`start_date\` and, in another group, with each and the day before the last day of a year as \`end_date\`. Days long past and far in the future are used as well. A decision that was edited three times must be in the lists that begin the day before its own day, and that end the day after it. Of the decisions that were left alone for up to six seconds, one of each status must be in a list with a \`start_date\` before theirs. At the end of the run, decisions of each status, number of carriers and number of lines that the whole list contains must be in a list with a \`start_date\` before theirs, and in one with an \`end_date\` after theirs. No list of the run that was filtered by one bound may contain a decision beyond it. ${sequences}`,
      notShownBy: ['query'],
      footprint: { least: 83, variations: 10 },
      profiles: {
        health: { scenario: aroundTheOne({ start_date: -1 }, { end_date: 1 }, { start_date: 1 }, { end_date: -1 }) },
      },
      rule: filtered((names) => names.length === 1 && names[0] !== 'renewal_date'),
      looksAt: watchTraffic,
      scenario: [
        neighboursByRange,
        // A decision on the very day of a bound is judged by filter-bounds. There are no lists up to such a day, which may
        // be years ahead: they would hold all that the group has.
        edgeDaysBy((day, made) => [{ start_date: day }, notOn(day, made)]),
        farFromAll,
        upToEdgeDays,
        editedBy((day) => [{ start_date: shifted(day, -1) }, { end_date: shifted(day, 1) }]),
        watchedAreListedSince,
      ],
      atEnd: eachKindIsIn((made) => {
        const [late, early] = [oneOfEachKind(made.toReversed()), oneOfEachKind(made)];
        return [
          [{ start_date: shifted(String(late.at(-1)?.renewal_date), -1) }, late],
          [{ end_date: shifted(String(early.at(-1)?.renewal_date), 1) }, early],
        ];
      }),
    },

    'filter-bounds': {
      how: `Decisions are created on three days in a row, or on three days that the target accepts, and, if it accepts any day, on seven days that date arithmetic often gets wrong. Each is listed with its own day as one bound or as both, and one with its own day as a bound and as \`renewal_date\`: it must be in the list. ${sequences}`,
      needs: ['writes'],
      footprint: { least: 24 },
      profiles: { health: { scenario: boundsOfTheOne } },
      scenario: [edgeDaysAsBounds, orOfTheOne(neighboursAsBounds, boundsOfTheOne)],
    },

    'filter-combined': {
      how: `Decisions are created on four of ten days in a row, and listed with both bounds, with a date and either bound, and with a date outside the bounds: exactly those that all filters admit must be listed, also with all three filters. Of three decisions in another group, all must be listed with a range that contains everything, and none with a range that is empty or that ends before it begins. A decision that was edited three times must be in the range around its day, and not in the range around the day that it had before. At the end of the run, a decision of each status, number of carriers and number of lines must be in a range that contains its day. No list of the run with several filters may contain a decision that one of them excludes. ${sequences}`,
      notShownBy: ['query'],
      footprint: { least: 40 },
      profiles: {
        health: {
          scenario: aroundTheOne(
            { start_date: -1, end_date: 1 },
            { start_date: 1, end_date: 2 },
            { renewal_date: 0, start_date: 1 },
            { renewal_date: 0, end_date: -1 },
          ),
        },
      },
      rule: filtered((names) => names.length > 1),
      scenario: [otherGroupByBoth, daysByBoth, editedBy(aroundEach)],
      atEnd: eachKindIsIn((made) => {
        const latest = oneOfEachKind(made.toReversed());
        return [[rangeAround(latest), latest]];
      }),
    },
  },
);
