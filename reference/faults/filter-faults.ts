import { arrayOf, idKey, type JsonObject, msPerDay, objectOf } from '../../spec/index.ts';
import { change, parsed } from '../json-values.ts';
import {
  answerWith,
  isSuccess,
  sentBody,
  withQuery,
  type Begin,
  type ServiceAnswer,
  type ServiceRequest,
} from './fault.ts';
import {
  anotherId,
  breaking,
  editBody,
  fault,
  filtered,
  having,
  hidingTheLast,
  recordsIn,
  type Served,
  shownElsewhere,
  rewrite,
} from './rewrites.ts';

type Filter = 'renewal_date' | 'start_date' | 'end_date';
const filters: readonly Filter[] = ['renewal_date', 'start_date', 'end_date'];

const given = ({ query }: ServiceRequest): readonly Filter[] => filters.filter((name) => query[name] !== undefined);
const dateIn = ({ query }: ServiceRequest, name: Filter): Date => new Date(query[name] ?? '');
const isNoDate = (request: ServiceRequest, name: Filter): boolean => Number.isNaN(dateIn(request, name).getTime());

/** Whether a list is filtered by this filter alone, or not at all if none is given. */
const filteredBy = (name?: Filter) => (request: ServiceRequest) => given(request).join() === (name ?? '');

const isLaterPage = ({ query }: ServiceRequest): boolean => Number(query['offset']) > 0;

/** No filter can name a day after it. */
const lastDay = new Date('9999-12-31');

/** Replaces a date filter that is given alone; a text that is not a date stays. */
const shifting = (name: Filter, datesOf: (date: Date) => Readonly<Partial<Record<Filter, Date | undefined>>>): Begin =>
  rewrite
    .where(filteredBy(name))
    .where((request) => !isNoDate(request, name) && dateIn(request, name) < lastDay)
    .asks('E5', (request) => {
      const dates = Object.entries(datesOf(dateIn(request, name)));
      return Object.fromEntries(dates.map(([other, date]) => [other, date?.toUTCString()]));
    });

const laterBy = (days: number, date: Date): Date => new Date(date.getTime() + days * msPerDay);
const utc = (year: number, month: number, day: number): Date => new Date(Date.UTC(year, month, day));

const ofOneEnd = (request: ServiceRequest): boolean =>
  filteredBy('start_date')(request) || filteredBy('end_date')(request);

/** Leaves decisions out of some lists before they are cut into pages. */
const leavingOut = (
  isOf: (request: ServiceRequest) => boolean,
  isLeftOut: (decision: JsonObject, wasEdited: boolean) => boolean,
): Begin =>
  rewrite.exchanges('E4 E5', async ({ request, answer, serve, memory }) => {
    if (request.place === 'E4') for (const { id } of recordsIn(answer, request)) memory.set(idKey(id), true);
    if (request.place === 'E4' || !isOf(request) || !isSuccess(answer)) return answer;
    const all = new Map<unknown, JsonObject>();
    // A list that is not paged has the same decisions again.
    for (let known = -1; known < all.size;) {
      known = all.size;
      const page = await serve(withQuery(request, { offset: String(known) }));
      for (const decision of recordsIn(page, request)) all.set(decision['id'], decision);
    }
    const left = [...all.values()].filter((decision) => !isLeftOut(decision, memory.has(idKey(decision['id']))));
    return editBody(answer, ({ meta }) => {
      const offset = Number(objectOf(meta)['offset']);
      const listed = left.slice(offset, offset + Number(objectOf(meta)['page_size']));
      return { meta: having({ total_records: left.length })(meta), response: listed };
    });
  });

const isEdited = (_decision: JsonObject, wasEdited: boolean): boolean => wasEdited;
const hasNoPlans = ({ body }: JsonObject): boolean =>
  arrayOf(objectOf(body)['carriers']).every((carrier) =>
    Object.values(objectOf(objectOf(carrier)['lines_of_coverage'])).every(
      (line) => arrayOf(objectOf(line)['plans']).length === 0,
    ),
  );
const isForSeveral = ({ body }: JsonObject): boolean => arrayOf(objectOf(body)['carriers']).length > 1;

/** Answers lists of a day from memory until a decision is written to that day. */
const rememberingDays = rewrite.exchanges('E3 E4 E5', ({ request, answer, memory }) => {
  if (!isSuccess(answer)) return answer;
  if (request.place === 'E5') {
    if (!filteredBy('renewal_date')(request) || isLaterPage(request)) return answer;
    const day = dateIn(request, 'renewal_date').getTime();
    return memory.first(`${day} ${request.url} ${request.headers['authorization']}`, answer) as ServiceAnswer;
  }
  const day = Date.parse(String(objectOf(parsed(answer.text))['renewal_date']));
  for (const list of memory.keys()) if (String(list).startsWith(`${day} `)) memory.delete(list);
  return answer;
});

const asFirst = ({ request, answer, memory }: Served): ServiceAnswer =>
  isSuccess(answer) ? (memory.first(request.url, answer) as ServiceAnswer) : answer;

/** Loses every tenth decision for several carriers, and lists all others a second late. */
const losingSome: Begin = (store) => {
  const madeAt = new Map<string, number>();
  const lose = rewrite
    .where((request) => isForSeveral(objectOf(sentBody(request))))
    .every(10)
    .exchanges('E3', ({ request, answer }) => {
      for (const { id } of recordsIn(answer, request)) store.decisions.remove(String(id));
      return answer;
    })(store);
  const note = rewrite.exchanges('E3', ({ request, answer }) => {
    for (const { id } of recordsIn(answer, request)) madeAt.set(idKey(id), Date.now());
    return answer;
  })(store);
  const isYoung = ({ id }: JsonObject): boolean => Date.now() - (madeAt.get(idKey(id)) ?? 0) < 1_000;
  const listLate = leavingOut(() => true, isYoung)(store);
  return (request, serve) => listLate(request, (late) => note(late, (noted) => lose(noted, serve)));
};

/** What cannot be checked for a decision that no list shows. */
const notFound = ['renewals.edit', 'renewals.edit-listed', 'renewals.edit-isolated'] as const;

const wrongDate = breaking('renewals.filter-date');
const wrongTogether = breaking('renewals.filter-combined');
const wrongRange = breaking('renewals.filter-range');
const wrongList = breaking('renewals.list');
const failing = breaking('wire.no-server-error');

/** Violations of E5 (`spec/documents/4-endpoints.md`). */
export const filterFaults = {
  'renewals-list-partial': wrongList('the list is answered with 206')
    .and('renewals.filters-optional')
    // Filtered lists have the same status.
    .also(...filtered)
    .status('E5', 206),
  'renewals-list-emptied-by-a-refusal': wrongList('a list is empty')
    .when('the next one of a group after one that was refused')
    .also(...notFound, ...filtered)
    .exchanges('E5', ({ request, answer, memory }) => {
      const group = request.path['group_id'];
      if (answer.status === 400 || answer.status === 422) memory.set(group, true);
      if (!isSuccess(answer) || !memory.delete(group)) return answer;
      return editBody(answer, ({ meta }) => ({ meta: having({ total_records: 0 })(meta), response: [] }));
    }),
  'renewals-done-not-in-whole-list': wrongList('a list without filters leaves a decision out')
    .when('once done')
    .by(leavingOut(filteredBy(), ({ status }) => status === 'done')),
  'renewals-create-lost': wrongList('a decision is acknowledged and not kept')
    .when('every tenth for several carriers, and lists are a second late')
    .by(losingSome),
  'renewals-far-future-hidden': wrongList('the list ends with the year 2035')
    .when('a list without filters, and a later renewal date')
    .where(filteredBy())
    .asks('E5', { end_date: 'Mon, 31 Dec 2035 00:00:00 GMT' }),
  'renewals-moved-still-listed': wrongDate('a list by a day is as it was read first')
    .when('nothing was written to that day since, and a decision was moved away from it')
    // Its status and version stay as they were.
    .also('renewals.edit-listed', 'renewals.edit-isolated', 'renewals.edit', 'versions.modified-moves', 'renewals.list')
    .by(rememberingDays),
  'renewals-foreign-listed': wrongList('a listed decision belongs to another group')
    .when('the fifth decision of a list')
    // After an edit it belongs to another group as well.
    .also(...shownElsewhere, 'renewals.edit')
    .nth('E5', 4, (record) => change(record, 'group_id', anotherId)),
  'renewals-list-lacks-a-line': fault('renewals.edit-listed', 'the list leaves a line of coverage out')
    .and('renewals.echo')
    .when('the second line of a carrier')
    .members('E5', 'body.carriers[].lines_of_coverage', (lines) =>
      Object.fromEntries(Object.entries(objectOf(lines)).toSpliced(1, 1)),
    ),
  'renewals-without-plans-unlisted': wrongList('a decision is missing from the list')
    .when('one without any plans, as where the list is joined with the plans')
    .also(...notFound, ...filtered)
    .by(leavingOut(() => true, hasNoPlans)),
  'renewals-last-unlisted': wrongList('a decision is missing from the list')
    .when('the one of its group that was created last')
    .also(...notFound, ...filtered, 'paging.full-pages')
    .by(hidingTheLast('E3', 'E5', 'group_id')),
  'renewals-not-ready-filtered-out': wrongDate('the filter renewal_date leaves decisions out')
    .when('decisions that are not ready')
    .also(...notFound, 'renewals.list', 'paging.full-pages')
    .where(filteredBy('renewal_date'))
    .ofStatus('E5', 'not_ready', () => undefined),
  'renewals-range-from-month-end': wrongRange('start_date leaves out what follows it')
    .when('the last day of a month, alone')
    // A decision on such a day is left out as well.
    .also('renewals.filter-bounds')
    .by(
      shifting('start_date', (date) => (laterBy(1, date).getUTCDate() === 1 ? { start_date: laterBy(400, date) } : {})),
    ),
  'renewals-range-from-new-year': wrongRange('start_date lists the day before it as well')
    .when('the first day of a year')
    .by(
      shifting('start_date', (date) =>
        date.getUTCMonth() === 0 && date.getUTCDate() === 1 ? { start_date: laterBy(-1, date) } : {},
      ),
    ),
  'renewals-newest-filtered-out': wrongDate('the filter renewal_date lists all but the newest decision')
    .when('more than one decision on a day')
    .also(...notFound)
    .where(filteredBy('renewal_date'))
    .bodies('E5', (body) => {
      const listed = arrayOf(body['response']);
      const { offset, total_records: total } = objectOf(body['meta']);
      if (Number(total) < 2) return body;
      const isLast = Number(offset) + listed.length >= Number(total);
      const meta = having({ total_records: Number(total) - 1 })(body['meta']);
      return { ...body, meta, response: isLast ? listed.slice(0, -1) : listed };
    }),
  'renewals-edited-filtered-out': wrongDate('the filter renewal_date leaves a decision out')
    .when('one that was edited')
    .also(...notFound, 'renewals.filter-combined', 'renewals.refused-edit-unchanged')
    .by(leavingOut(filteredBy('renewal_date'), isEdited)),
  'renewals-edited-out-of-range': wrongRange('a range leaves a decision out')
    .when('one that was edited, and start_date or end_date alone')
    .also('renewals.filter-bounds')
    .by(leavingOut(ofOneEnd, isEdited)),
  'renewals-several-carriers-filtered-out': wrongDate('the filter renewal_date leaves a decision out')
    .when('one for several carriers')
    .also(...notFound, 'renewals.list', 'renewals.filter-combined')
    .by(leavingOut(filteredBy('renewal_date'), isForSeveral)),
  'renewals-several-carriers-out-of-range': wrongRange('a range leaves a decision out')
    .when('one for several carriers, and start_date or end_date alone')
    .also('renewals.filter-bounds')
    .by(leavingOut(ofOneEnd, isForSeveral)),
  'renewals-done-out-of-range': wrongRange('start_date leaves a decision out')
    .when('once done, and start_date alone')
    .also('renewals.filter-bounds')
    .by(leavingOut(filteredBy('start_date'), ({ status }) => status === 'done')),
  'renewals-filter-by-week-year': wrongDate('the year of the filter renewal_date is that of its week')
    .when('days around the turn of a year')
    .also(...notFound)
    .by(
      shifting('renewal_date', (date) => {
        const thursday = laterBy(3 - ((date.getUTCDay() + 6) % 7), date);
        return { renewal_date: utc(thursday.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()) };
      }),
    ),
  'renewals-filter-of-any-century': wrongDate('the filter renewal_date has a year of two digits')
    .when('a day of another century')
    .by(
      shifting('renewal_date', (date) => ({
        renewal_date: utc(2000 + (date.getUTCFullYear() % 100), date.getUTCMonth(), date.getUTCDate()),
      })),
    ),
  'renewals-filter-forgotten': wrongDate('the filter renewal_date is forgotten')
    .when('a page after the first')
    .where(filteredBy('renewal_date'))
    .where(isLaterPage)
    .asks('E5', { renewal_date: undefined }),
  'renewals-range-forgotten': wrongRange('the filter start_date is forgotten')
    .when('a page after the first, and start_date alone')
    .also('renewals.filter-bounds')
    .where(filteredBy('start_date'))
    .where(isLaterPage)
    .asks('E5', { start_date: undefined }),
  'renewals-end-forgotten': wrongTogether('the filter end_date is forgotten')
    .when('a later page of a range')
    .where((request) => isLaterPage(request) && given(request).join() === 'start_date,end_date')
    .asks('E5', { end_date: undefined }),
  'renewals-both-forgotten': wrongTogether('both ends of a range are forgotten')
    .when('a page after the first')
    .also('renewals.filter-bounds')
    .where((request) => given(request).length === 2 && isLaterPage(request))
    .asks('E5', { start_date: undefined, end_date: undefined }),
  'renewals-filter-by-month': wrongDate('the filter renewal_date lists the whole month')
    .when('another decision in the same month')
    .by(
      shifting('renewal_date', (date) => {
        const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
        return { renewal_date: undefined, start_date: utc(year, month, 1), end_date: utc(year, month + 1, 0) };
      }),
    ),
  'renewals-ten-a-day': wrongDate('the filter renewal_date lists ten decisions at most')
    .when('more than ten decisions on one day')
    // A search for the eleventh does not find it.
    .also('renewals.edit-listed')
    .where(filteredBy('renewal_date'))
    .bodies('E5', ({ meta, response }) => ({
      meta: change(meta, 'total_records', (total) => Math.min(Number(total), 10)),
      response: arrayOf(response).slice(0, 10),
    })),
  'renewals-past-refused': fault('renewals.filters-optional', 'a filter in the past is refused')
    .when('days before 2023')
    // A range that holds everything begins in the past.
    .also('renewals.filter-combined')
    .refuses('E5', (request) => given(request).some((name) => dateIn(request, name).getTime() < Date.UTC(2023, 0, 1))),
  'renewals-end-needs-start': fault('renewals.filters-optional', 'end_date is refused without start_date')
    .and('renewals.filter-range', 'renewals.filter-bounds')
    .when('end_date alone')
    .where(filteredBy('end_date'))
    .refuses('E5', () => true),
  'renewals-start-ignored': wrongRange('start_date drops nothing')
    .and('renewals.filter-combined')
    .asks('E5', { start_date: undefined }),
  'renewals-end-by-year': wrongRange('end_date drops decisions of later years only')
    .when('a later day of the same year')
    .by(shifting('end_date', (date) => ({ end_date: utc(date.getUTCFullYear(), 11, 31) }))),
  'renewals-end-by-december': wrongRange('end_date drops decisions of later years only')
    .when('a day of December')
    .also('renewals.filter-combined')
    .by(
      shifting('end_date', (date) => ({
        end_date: date.getUTCMonth() === 11 ? utc(date.getUTCFullYear(), 11, 31) : date,
      })),
    ),
  'renewals-start-kept': wrongRange('a list is answered as it was the first time')
    .when('start_date alone, asked for before')
    .where(filteredBy('start_date'))
    .exchanges('E5', asFirst),
  'renewals-end-forgotten-on-leap-day': wrongRange('end_date drops nothing')
    .when('a leap day')
    .by(shifting('end_date', (date) => ({ end_date: date.toISOString().includes('-02-29') ? undefined : date }))),
  'renewals-end-excluded': fault('renewals.filter-bounds', 'a decision on the day of end_date is dropped')
    .when('end_date alone, and a decision on that very day')
    .by(shifting('end_date', (date) => ({ end_date: laterBy(-1, date) }))),
  'renewals-start-excluded': fault('renewals.filter-bounds', 'a decision on the day of start_date is dropped')
    .when('start_date alone, and a decision on that very day')
    .by(shifting('start_date', (date) => ({ start_date: laterBy(1, date) }))),
  'renewals-range-kept': wrongTogether('a list is answered as it was the first time')
    .when('a range that was asked for before')
    .where(({ query }) => query['start_date'] !== undefined && query['end_date'] !== undefined)
    .exchanges('E5', asFirst),
  'renewals-range-half-open': wrongTogether('end_date is ignored where start_date is given')
    .when('both ends of a range')
    // This also looks at the ends of a range.
    .also('renewals.filter-bounds')
    .where((request) => given(request).includes('start_date'))
    .asks('E5', { end_date: undefined }),
  'renewals-edited-of-range-before': wrongTogether('a range leaves a decision out')
    .when('one that was edited, and both ends')
    .also('renewals.filter-bounds')
    .by(leavingOut((request) => given(request).join() === 'start_date,end_date', isEdited)),
  'renewals-start-ignored-with-day': wrongTogether('start_date is ignored where renewal_date is given')
    .when('these two, without end_date')
    .where((request) => given(request).join() === 'renewal_date,start_date')
    .asks('E5', { start_date: undefined }),
  'renewals-odd-filter-fails': failing('a list with a filter that is no date is answered with 500')
    .when('a text that is none in any form')
    .crashes('E5', (request) => given(request).some((name) => isNoDate(request, name))),
  'renewals-all-filters-empty': wrongTogether('a list is empty')
    .when('all three filters together')
    .where((request) => given(request).length === 3)
    .asks('E5', { renewal_date: 'Sat, 01 Jan 1921 00:00:00 GMT' }),
  'renewals-several-carriers-between': wrongTogether('a range leaves a decision out')
    .when('one for several carriers, and both ends')
    .by(leavingOut((request) => given(request).join() === 'start_date,end_date', isForSeveral)),
  'renewals-end-zero-ignored': wrongRange('end_date drops nothing')
    .when('1 January 1970, whose time is 0')
    .where((request) => filteredBy('end_date')(request) && dateIn(request, 'end_date').getTime() === 0)
    .asks('E5', { end_date: undefined }),
  'renewals-start-of-day-excluded': fault('renewals.filter-bounds', 'a decision on the day of start_date is dropped')
    .when('its day is given as renewal_date, too')
    .also('renewals.filter-combined')
    .where((request) => given(request).join() === 'renewal_date,start_date')
    .where((request) => request.query['renewal_date'] === request.query['start_date'])
    .asks('E5', { start_date: lastDay.toUTCString() }),
  'renewals-empty-group-not-found': wrongList('the list of a group is answered with 404')
    .when('a group without decisions')
    .exchanges('E5', ({ request, answer, store }) => {
      const group = idKey(request.path['group_id']);
      const isEmpty = !store.decisions.all().some(({ groupId }) => groupId === group);
      return isEmpty && isSuccess(answer) ? answerWith(404) : answer;
    }),
  'renewals-date-wins': wrongTogether('renewal_date alone counts when given with other filters')
    .when('all three filters together, and a date out of range')
    .where((request) => given(request).includes('renewal_date'))
    .asks('E5', { start_date: undefined, end_date: undefined }),
};
