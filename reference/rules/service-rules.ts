import { daysBetween, type Rule } from './rule.ts';

/** The first and last day of a filter that leaves the other bound open. */
const unbounded = { from: '0000-01-01', to: '9999-12-31' };

/** Rules of how requests come, rather than of what is in a body. */
export const serviceRules = {
  'page-size-20': {
    about: 'a page_size is 20 at most',
    dialect: { maxPageSize: 20, pageSizeOverMax: 'refused' },
  },
  'offset-within-list': {
    about: 'an offset is within the list',
    dialect: { offsetPastEnd: 'refused' },
  },
  'filters-as-http-dates': {
    about: 'a filter by date is an HTTP date',
    dialect: { filterDates: 'http-date' },
  },
  'range-of-two-years': {
    about: 'start_date and end_date are two years apart at most',
    refusesDays: ({ from, to }) => from !== unbounded.from && to !== unbounded.to && daysBetween(from, to) > 731,
  },
  'range-of-31-days': {
    about: 'start_date and end_date are 31 days apart at most',
    refusesDays: ({ from, to }) => from !== unbounded.from && to !== unbounded.to && daysBetween(from, to) > 31,
  },
  'range-of-days': {
    about: 'a start_date is before the end_date',
    refusesDays: ({ from, to }) => from >= to,
  },
  'range-in-order': {
    about: 'a start_date is not after the end_date',
    refusesDays: ({ from, to }) => from > to,
  },
  'parameters-documented': {
    about: 'a list has no query parameters but the documented ones',
    dialect: { unknownParameters: 'refused', pagedLists: 'snapshots' },
  },
  'no-catalogue': {
    about: 'carriers and plans are not looked up, and no configuration names any',
    dialect: { catalogue: 'any' },
    outOfReach: ['groups.fixture-listed'],
  },
  'refusals-silent': {
    about: 'a refusal does not say what it is for',
    dialect: { errorShape: 'empty' },
    oneOf: 'words of refusals',
  },
  'clock-ahead': {
    about: 'the clock of the service is ten minutes ahead',
    dialect: { clockSkew: 600 },
    oneOf: 'clock',
  },
  'clock-behind': {
    about: 'the clock of the service is ten minutes behind',
    dialect: { clockSkew: -600 },
    oneOf: 'clock',
  },
  'lists-lag': {
    about: 'a list shows what was written after a second and a half',
    dialect: { listLag: 1500 },
    slows: true,
  },
  'reads-lag': {
    about: 'a new snapshot can be read after 0.8 seconds',
    dialect: { readLag: 800 },
    slows: true,
  },
  'three-requests-a-second': {
    about: 'a second has three requests at most',
    dialect: { rateLimit: 3 },
    slows: true,
  },
  'connections-60-a-minute': {
    about: 'a minute has 60 requests for group connections at most',
    dialect: { connectionLimit: 60 },
    slows: true,
  },
  'token-requests-5-a-minute': {
    about: 'a minute has five token requests at most',
    dialect: { tokenLimit: 5 },
    slows: true,
  },
  'lock-out': {
    about: 'a client gets no token for a minute after three wrong secrets in a row',
    dialect: { secretTries: 3 },
    slows: true,
  },
  'one-token': {
    about: 'a new token makes the others of its client bad',
    dialect: { liveTokens: 'newest' },
  },
  'accept-json': {
    about: 'a request that has an Accept header accepts JSON',
    dialect: { accept: 'json' },
  },
  'tokens-without-issue-time': {
    about: 'tokens do not say when they were issued',
    dialect: { tokenIssuedAt: false },
    outOfReach: ['token.lifetime'],
  },
} as const satisfies Readonly<Record<string, Rule>>;
