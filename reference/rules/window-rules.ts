import {
  daysBetween,
  enrolmentsOf,
  linesOf,
  membersAt,
  ofPeople,
  timeOf,
  type Judge,
  type Rule,
  type Submission,
} from './rule.ts';

const onRenewalDate =
  (fits: (renewal: string, today: string) => boolean): Judge<'decision'> =>
  ({ body: { renewal_date: day }, today }) =>
    day === undefined || fits(day, today) ? [] : ['/renewal_date'];

interface OpenEnrollment {
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly renewal: string | undefined;
}

const onOpenEnrollment =
  (member: 'start' | 'end', breaks: (period: OpenEnrollment) => boolean): Judge<'decision'> =>
  ({ body }) =>
    linesOf(body)
      .filter(({ line: { open_enrollment_start_date: start, open_enrollment_end_date: end } }) =>
        breaks({ start, end, renewal: body.renewal_date }),
      )
      .map(({ pointer }) => `${pointer}/open_enrollment_${member}_date`);

const onPeriods =
  (member: 'start' | 'end', fits: (day: string, start: string, today: string) => boolean): Judge<'snapshot'> =>
  ({ body, today }) =>
    enrolmentsOf(body).flatMap(({ pointer, member: { effective_start_date: start = '', effective_end_date: end } }) => {
      const day = member === 'start' ? start : (end ?? '');
      return day === '' || fits(day, start, today) ? [] : [`${pointer}/effective_${member}_date`];
    });

const onDays =
  (places: readonly string[], fits: (day: string, today: string) => boolean): Judge<'snapshot'> =>
  ({ body, today }: Submission<'snapshot'>) =>
    membersAt(body, ...places)
      .filter(([, day]) => typeof day === 'string' && !fits(day, today))
      .map(([pointer]) => pointer);

const isFirstOfMonth = (day: string): boolean => day.endsWith('-01');
const isLastOfMonth = (day: string): boolean => new Date(timeOf(day, { days: 1 })).getUTCDate() === 1;

const openEnded = '9999-12-31';
const hired = ['/employee/employment/employment_dates/hire_date'];

/** Rules of when things may be, measured from each other, from the calendar or from today. */
export const windowRules = {
  'renewal-first-of-month': {
    about: 'a renewal_date is the first day of a month',
    decision: onRenewalDate(isFirstOfMonth),
  },
  'renewal-first-of-quarter': {
    about: 'a renewal_date is the first day of a quarter',
    decision: onRenewalDate((day) => /-(?:01|04|07|10)-01$/.test(day)),
  },
  'renewal-at-new-year': {
    about: 'a renewal_date is the first day of a year',
    decision: onRenewalDate((day) => day.endsWith('-01-01')),
  },
  'renewal-not-past': {
    about: 'a renewal_date is not in the past',
    decision: onRenewalDate((day, today) => day >= today),
  },
  'renewal-30-days-ahead': {
    about: 'a renewal_date is 30 days ahead at least',
    decision: onRenewalDate((day, today) => daysBetween(today, day) >= 30),
  },
  'renewal-within-12-months': {
    about: 'a renewal_date is no more than 12 months ahead',
    decision: onRenewalDate((day, today) => timeOf(day) <= timeOf(today, { months: 12 })),
  },
  'renewal-within-18-months': {
    about: 'a renewal_date is no more than 18 months ahead',
    decision: onRenewalDate((day, today) => timeOf(day) <= timeOf(today, { months: 18 })),
  },
  'enrollment-ends-before-renewal': {
    about: 'open enrollment ends before the renewal_date',
    decision: onOpenEnrollment('end', ({ end, renewal }) => daysBetween(end, renewal) <= 0),
  },
  'enrollment-120-days-before': {
    about: 'open enrollment starts no more than 120 days before the renewal_date',
    decision: onOpenEnrollment('start', ({ start, renewal }) => daysBetween(start, renewal) > 120),
  },
  'enrollment-not-over': {
    about: 'open enrollment does not end before today',
    decision: ({ body, today }) =>
      linesOf(body)
        .filter(({ line }) => daysBetween(today, line.open_enrollment_end_date) < 0)
        .map(({ pointer }) => `${pointer}/open_enrollment_end_date`),
  },
  'enrollment-5-days': {
    about: 'open enrollment lasts five days at least',
    decision: onOpenEnrollment('end', ({ start, end }) => daysBetween(start, end) < 4),
  },
  'enrollment-60-days': {
    about: 'open enrollment lasts 60 days at most',
    decision: onOpenEnrollment('end', ({ start, end }) => daysBetween(start, end) > 59),
  },
  'coverage-first-of-month': {
    about: 'a coverage starts on the first day of a month',
    snapshot: onPeriods('start', isFirstOfMonth),
  },
  'coverage-within-12-months': {
    about: 'a coverage starts within 12 months of today, before or after',
    snapshot: onPeriods(
      'start',
      (day, _start, today) =>
        timeOf(day) >= timeOf(today, { months: -12 }) && timeOf(day) <= timeOf(today, { months: 12 }),
    ),
  },
  'coverage-not-past': {
    about: 'a coverage does not start before today',
    snapshot: onPeriods('start', (day, _start, today) => day >= today),
  },
  'coverage-within-90-days': {
    about: 'a coverage starts within 90 days of today, before or after',
    snapshot: onPeriods('start', (day, _start, today) => Math.abs(daysBetween(today, day)) <= 90),
  },
  'coverage-ends-within-a-year': {
    about: `a coverage ends within a year of its start, or on ${openEnded}`,
    snapshot: onPeriods('end', (day, start) => {
      return day === openEnded || start === '' || timeOf(day) <= timeOf(start, { years: 1 });
    }),
  },
  'coverage-ends-with-month': {
    about: 'a coverage ends on the last day of a month',
    snapshot: onPeriods('end', isLastOfMonth),
  },
  'coverage-open-ended': {
    about: `a coverage that starts has no end yet: ${openEnded}`,
    snapshot: onPeriods('end', (day) => day === openEnded),
  },
  'born-after-1900': {
    about: 'a date of birth is after 1900 and not in the future',
    snapshot: onDays(ofPeople('date_of_birth'), (day, today) => day >= '1901-01-01' && day <= today),
  },
  'hired-after-1950': {
    about: 'a date of hire is after 1950 and not in the future',
    snapshot: onDays(hired, (day, today) => day >= '1951-01-01' && day <= today),
  },
  'event-not-future': {
    about: 'an event is of today or earlier',
    snapshot: onDays(['/events/*/date'], (day, today) => day <= today),
  },
} as const satisfies Readonly<Record<string, Rule>>;
