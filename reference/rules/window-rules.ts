import { firstOfMonth, lastOfMonth, openEnd, sameId } from '../../spec/index.ts';
import { daysBetween, decision, enrolments, linesOf, ofPeople, rulesOn, textsAt, timeOf, type Rule } from './rule.ts';

const renewals = (about: string, fits: (renewal: string, today: string) => boolean): Rule =>
  decision(about)
    .at('/renewal_date')
    .refused(({ body: { renewal_date: day }, today }) => day !== undefined && !fits(day, today));

/** Rules about days that exclude others: two together may leave none. */
const someRenewals = (...rule: Parameters<typeof renewals>): Rule => ({
  ...renewals(...rule),
  oneOf: 'patterns of renewal dates',
});

const renewalWithin = (months: number): Rule => ({
  ...renewals(
    `a renewal_date is no more than ${months} months ahead`,
    (day, today) => timeOf(day) <= timeOf(today, { months }),
  ),
  oneOf: 'few renewal dates',
});

const yearly = (about: string, end: string): Rule => ({
  ...someRenewals(about, (day) => day.endsWith(end)),
  oneOf: ['patterns of renewal dates', 'few renewal dates'],
});

const openEnrollment = rulesOn('decision', ({ body, today }) =>
  linesOf(body).map(({ pointer, open_enrollment_start_date: start, open_enrollment_end_date: end }) => {
    return { pointer, start, end, renewal: body.renewal_date, today };
  }),
);

const starting = (about: string) => openEnrollment(about).at('/open_enrollment_start_date');
const ending = (about: string) => openEnrollment(about).at('/open_enrollment_end_date');

const starts = (about: string, fits: (day: string, today: string) => boolean): Rule =>
  enrolments(about)
    .at('/effective_start_date')
    .refused(({ effective_start_date: day }, { today }) => day !== undefined && !fits(day, today));

const ends = (about: string, fits: (day: string, start: string) => boolean): Rule =>
  enrolments(about)
    .at('/effective_end_date')
    .refused(({ effective_start_date: start = '', effective_end_date: day }) => day !== undefined && !fits(day, start));

/** Holidays on a fixed weekday of a month: the month, the weekday, and the first day that it may be. */
const movingHolidays = [
  ['01', 1, 15],
  ['02', 1, 15],
  ['05', 1, 25],
  ['09', 1, 1],
  ['11', 4, 22],
] as const;

/** Whether a public holiday of the United States is observed on a day. */
function isHoliday(day: string): boolean {
  const [weekday, date] = [new Date(day).getUTCDay(), new Date(day).getUTCDate()];
  const moving = movingHolidays.some(
    ([month, on, first]) => day.slice(5, 7) === month && weekday === on && date >= first && date < first + 7,
  );
  // A holiday at a weekend is observed on the Friday before or the Monday after.
  const observed = weekday === 1 ? [0, -1] : weekday === 5 ? [0, 1] : [0];
  const fixed = observed.some((days) =>
    /-(?:01-01|06-19|07-04|11-11|12-25)$/.test(new Date(timeOf(day, { days })).toISOString().slice(0, 10)),
  );
  return moving || fixed;
}

const isFirstOfMonth = (day: string): boolean => day.endsWith('-01');
const isLastOfMonth = (day: string): boolean => new Date(timeOf(day, { days: 1 })).getUTCDate() === 1;

/** Rules about when things may be, relative to each other, to the calendar or to today. */
export const windowRules = {
  'renewal-first-of-month': someRenewals('a renewal_date is the first day of a month', isFirstOfMonth),
  'renewal-first-of-quarter': someRenewals('a renewal_date is the first day of a quarter', (day) =>
    /-(?:01|04|07|10)-01$/.test(day),
  ),
  'renewal-at-new-year': yearly('a renewal_date is the first day of a year', '-01-01'),
  'renewal-at-anniversary': yearly('a renewal_date is the first of July', '-07-01'),
  'renewal-last-of-month': someRenewals('a renewal_date is the last day of a month', isLastOfMonth),
  'renewal-on-workday': someRenewals(
    'a renewal_date is no Saturday or Sunday',
    (day) => new Date(day).getUTCDay() % 6 > 0,
  ),
  'renewal-on-15th': someRenewals('a renewal_date is the 15th of a month', (day) => day.endsWith('-15')),
  'renewal-on-even-day': someRenewals(
    'the day of the month of a renewal_date is even',
    (day) => Number(day.slice(-1)) % 2 === 0,
  ),
  'renewal-30-to-180-days-ahead': someRenewals(
    'a renewal_date is 30 to 180 days ahead',
    (day, today) => daysBetween(today, day) >= 30 && daysBetween(today, day) <= 180,
  ),
  'renewal-not-past': renewals('a renewal_date is not in the past', (day, today) => day >= today),
  'renewal-30-days-ahead': renewals(
    'a renewal_date is 30 days ahead at least',
    (day, today) => daysBetween(today, day) >= 30,
  ),
  'renewal-within-12-months': renewalWithin(12),
  'renewal-within-18-months': renewalWithin(18),
  'enrollment-ends-before-renewal': ending('open enrollment ends before the renewal_date').refused(
    ({ end, renewal }) => daysBetween(end, renewal) <= 0,
  ),
  'enrollment-120-days-before': starting(
    'open enrollment starts no more than 120 days before the renewal_date',
  ).refused(({ start, renewal }) => daysBetween(start, renewal) > 120),
  'enrollment-from-workday': starting('open enrollment starts on no Saturday or Sunday').refused(
    ({ start }) => start !== undefined && new Date(start).getUTCDay() % 6 === 0,
  ),
  'enrollment-from-business-day': starting('open enrollment starts on no Saturday, Sunday or public holiday').refused(
    ({ start }) => start !== undefined && (new Date(start).getUTCDay() % 6 === 0 || isHoliday(start)),
  ),
  'enrollment-from-monday': starting('open enrollment starts on a Monday').refused(
    ({ start }) => start !== undefined && new Date(start).getUTCDay() !== 1,
  ),
  'enrollment-to-friday': ending('open enrollment ends on a Friday').refused(
    ({ end }) => end !== undefined && new Date(end).getUTCDay() !== 5,
  ),
  'children-covered-until-26': enrolments('the coverage of a child ends on the 26th birthday at the latest')
    .at('/effective_end_date')
    .refused(({ individual_id: id, effective_end_date: end }, { body }) => {
      const child = body.dependents?.find((one) => sameId(one.id, id) && one.relationship === 'child');
      const born = child?.person?.date_of_birth;
      return born !== undefined && end !== undefined && new Date(end).getTime() > timeOf(born, { years: 26 });
    }),
  'enrollment-not-over': ending('open enrollment does not end before today').refused(
    ({ end, today }) => daysBetween(today, end) < 0,
  ),
  'enrollment-5-days': ending('open enrollment lasts five days at least').refused(
    ({ start, end }) => daysBetween(start, end) < 4,
  ),
  'enrollment-10-days': ending('open enrollment lasts ten days at most').refused(
    ({ start, end }) => daysBetween(start, end) > 9,
  ),
  'enrollment-60-days': ending('open enrollment lasts 60 days at most').refused(
    ({ start, end }) => daysBetween(start, end) > 59,
  ),
  'enrollment-of-month-before': starting(
    'open enrollment is given, and is the whole month before that of the renewal_date',
  ).refused(
    ({ start, end, renewal }) =>
      renewal !== undefined && (start !== firstOfMonth(renewal, -1) || end !== lastOfMonth(renewal, -1)),
  ),
  'coverage-first-of-month': starts('a coverage starts on the first day of a month', isFirstOfMonth),
  'coverage-within-12-months': starts(
    'a coverage starts within 12 months of today, before or after',
    (day, today) => timeOf(day) >= timeOf(today, { months: -12 }) && timeOf(day) <= timeOf(today, { months: 12 }),
  ),
  'coverage-not-past': starts('a coverage does not start before today', (day, today) => day >= today),
  'coverage-within-90-days': starts(
    'a coverage starts within 90 days of today, before or after',
    (day, today) => Math.abs(daysBetween(today, day)) <= 90,
  ),
  'coverage-ends-within-a-year': ends(
    `a coverage ends within a year of its start, or on ${openEnd}`,
    (day, start) => day === openEnd || start === '' || timeOf(day) <= timeOf(start, { years: 1 }),
  ),
  'coverage-ends-with-month': ends('a coverage ends on the last day of a month', isLastOfMonth),
  'coverage-open-ended': ends(`a coverage that starts has no end yet: ${openEnd}`, (day) => day === openEnd),
  'born-after-1900': textsAt(...ofPeople('date_of_birth'))(
    'a date of birth is after 1900 and not in the future',
    (day, today) => day >= '1901-01-01' && day <= today,
  ),
  'hired-after-1950': textsAt('employee.employment.employment_dates.hire_date')(
    'a date of hire is after 1950 and not in the future',
    (day, today) => day >= '1951-01-01' && day <= today,
  ),
  'event-not-future': textsAt('events[].date')('an event is of today or earlier', (day, today) => day <= today),
} satisfies Readonly<Record<string, Rule>>;
